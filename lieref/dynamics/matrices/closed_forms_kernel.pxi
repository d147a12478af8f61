# The runs of the closed forms beyond H, and the modules' entry points: capsules that hold these
# functions. Included after inertia_kernel.pxi.

include "lieref/dynamics/matrices/inertia_kernel.pxi"
include "lieref/dynamics/matrices/coriolis.pxi"
include "lieref/dynamics/matrices/ltdl.pxi"


cdef size_t workspace(Model model, int n, bint motions) noexcept nogil:
    """Number of reals that a run needs with n coefficients; motions: not only H."""
    cdef size_t size = inertia_workspace(model, n)
    if motions:
        size += <size_t> model.nbodies * CORIOLIS + 2 * TWIST * <size_t> model.nv
    return size


cdef void run_coriolis(Model model, const Call* call) noexcept nogil:
    """C at call.n = 1, and H if it is not NULL; v (nv,) is read."""
    cdef real* motions = (<real*> call.workspace + <size_t> model.nbodies * BLOCK + SCRATCH_SERIES
                          + 3 * angle_size(model))
    composite_passes(model, call, 1)
    coriolis_passes(model, call, <real*> call.workspace, motions)


cdef void run_torques(Model model, const Call* call) noexcept nogil:
    """tau = sum_k J_k^T W_k of wrenches on the bodies, at call.n = 1."""
    cdef int i, c, j
    cdef real* blocks = <real*> call.workspace
    cdef real* scratch = blocks + model.nbodies * BLOCK
    cdef real* loads = scratch + SCRATCH_SERIES + 3 * angle_size(model)
    cdef const real* wrenches = <const real*> call.wrenches
    cdef real* tau = <real*> call.tau
    cdef real* F
    cdef real[6] S
    base_to_tip(model, call, blocks, scratch, scratch + SCRATCH_SERIES, 1)
    for i in range(model.nbodies):
        own_load(&model.bodies[i], wrenches + 6 * i, blocks + i * BLOCK, loads + 6 * i)
    for i in range(model.nbodies - 1, -1, -1):
        F = loads + 6 * i
        for c in range(width(model.kind[i])):
            unit_twist(&model.bodies[i], model.kind[i], blocks + i * BLOCK + ROTATION, c, S)
            tau[model.iv[i] + c] = dot(S, F) + dot(S + 3, F + 3)
        if model.parent[i] >= 0:
            lift(blocks + i * BLOCK + LEVER, F, 1)
            for j in range(6):
                loads[6 * model.parent[i] + j] += F[j]


cdef inline void own_load(const Body* body, const real* wrench, const real* block,
                          real* F) noexcept nogil:
    """F = (n - k x f, f) turned by R K^T: about the kernel origin k off the body's, common axes."""
    cdef int i, j
    cdef real[3] k
    cdef real[6] x, y
    for i in range(3):
        k[i] = body.k[i]
    cross(wrench + 3, k, x)
    for i in range(3):
        x[i] += wrench[i]
        x[3 + i] = wrench[3 + i]
    for i in range(3):
        y[i] = 0
        y[3 + i] = 0
        for j in range(3):
            y[i] += body.K[3 * j + i] * x[j]
            y[3 + i] += body.K[3 * j + i] * x[3 + j]
    turn(block + ROTATION, y, F, 1)
    turn(block + ROTATION, y + 3, F + 3, 1)


CORIOLIS_MATRIX = PyCapsule_New(<void*> run_coriolis, "lieref.run", NULL)
TORQUES = PyCapsule_New(<void*> run_torques, "lieref.run", NULL)
FACTORISE = PyCapsule_New(<void*> run_factorise, "lieref.run", NULL)
SOLVE = PyCapsule_New(<void*> run_solve, "lieref.run", NULL)
MULTIPLY = PyCapsule_New(<void*> run_multiply, "lieref.run", NULL)
WORKSPACE = PyCapsule_New(<void*> workspace, "lieref.workspace", NULL)
