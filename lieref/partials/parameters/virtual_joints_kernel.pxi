# First partials of inverse dynamics along joints that are not there: before each joint a free one
# at rest, which moves the body's placement T to T exp(U). IDSVA's entries, [Singh, (12), (13)], for
# its six columns. Included after force_partials.pxi, whose symbols these are. Plain twin:
# virtual_joints_twin.py.

include "lieref/algebra/scalars/lanes.pxi"
include "lieref/algebra/series/series.pxi"
include "lieref/partials/idsva/spatial_vectors.pxi"
include "lieref/partials/idsva/subtrees.pxi"
include "lieref/partials/idsva/force_partials.pxi"

from cpython.pycapsule cimport PyCapsule_New

from lieref.partials.sensitivities cimport Call

cdef enum:
    VIRTUAL = 6             # coordinates of a virtual joint


cdef inline void placement(const Body* body, int kind, const real* q, const real* parent,
                           const real* block, real* placed) noexcept nogil:
    """R = R_p E^T K^T, x = x_i - shift - R k: the body frame before its joint has moved"""
    cdef int i
    cdef real[9] M
    cdef const real* up = parent + ROTATION
    cdef real[3] shift
    # M = R_p E^T
    times_constant_back(up, body.E, M)
    clear(shift, 3)
    for i in range(3):
        if kind == PRISMATIC:
            shift[i] = M[3 * i + 2] * q[0]
        elif kind == HELICAL:
            shift[i] = M[3 * i + 2] * (q[0] * body.pitch)
        elif kind == FREE:
            shift[i] = dot(M + 3 * i, q)
    times_constant_back(M, body.K, placed + ROTATION)
    for i in range(3):
        placed[ORIGIN + i] = (block[ORIGIN + i] - shift[i]
                              - dot(placed + ROTATION + 3 * i, body.k))


cdef inline void entries_before(Model model, int i, const real* s, int at, const Sweep* sweep,
                                const Call* call) noexcept nogil:
    """t . dF_dq, t . dF_dv, t . dF_da of the columns t before the virtual coordinate `at`"""
    cdef int j, t
    cdef size_t index
    cdef ForcePartials p
    cdef const real* column
    find_force_partials(sweep.bodies + i * BLOCK, s, &p)
    j = model.parent[i]
    while j >= 0:
        for t in range(model.iv[j], model.iv[j] + width(model.kind[j])):
            column = sweep.columns + t * COLUMN
            index = <size_t> t * VIRTUAL * model.nbodies + at
            (<real*> call.dq)[index] = dot6(column, p.dF_dq)
            (<real*> call.dv)[index] = dot6(column, p.dF_dv)
            (<real*> call.da)[index] = dot6(column, p.dF_da)
        j = model.parent[j]


cdef inline void entries_beyond(Model model, int i, int t, const real* virtual, const Sweep* sweep,
                                const Call* call) noexcept nogil:
    """Bt_s . psi_d + dF_da . psi_dd, Bt_s . s + dF_da . (psi_d + s_d), dF_da . s

    of the column t of body i, for the virtual coordinates on the way from its joint to the root.
    """
    cdef int j, at
    cdef size_t index
    cdef real[3] Bt_s
    cdef real[6] dF_da
    cdef const real* block = sweep.bodies + i * BLOCK
    cdef const real* s
    coriolis_back(block, sweep.columns + t * COLUMN, Bt_s)
    times_inertia(block, sweep.columns + t * COLUMN, dF_da)
    j = i
    while j >= 0:
        for at in range(VIRTUAL * j, VIRTUAL * (j + 1)):
            s = virtual + at * COLUMN
            index = <size_t> t * VIRTUAL * model.nbodies + at
            (<real*> call.dq)[index] = dot(Bt_s, s + PSI_D) + dot6(dF_da, s + PSI_DD)
            (<real*> call.dv)[index] = dot(Bt_s, s) + dot6(dF_da, s + SUM_D)
            (<real*> call.da)[index] = dot6(dF_da, s)
        j = model.parent[j]


cdef size_t workspace(Model model) noexcept nogil:
    """Number of reals that a run needs."""
    return sweep_size(model) + BLOCK + <size_t> VIRTUAL * model.nbodies * COLUMN


cdef void run(Model model, const Call* call) noexcept nogil:
    """The three matrices, zeroed before, and the generalized forces; every number finite."""
    cdef int i, t
    cdef real[VIRTUAL] still
    cdef const real* parent
    cdef real* memory = <real*> call.workspace
    cdef real* placed = memory + sweep_size(model)
    cdef real* virtual = placed + BLOCK
    cdef Sweep at = sweep_at(model, memory)
    clear(still, VIRTUAL)
    sweep(model, <const real*> call.q, <const real*> call.v, <const real*> call.a,
          <const real*> call.wrenches, &at)
    for i in range(model.nbodies):
        parent = at.bodies + (model.nbodies if model.parent[i] < 0 else model.parent[i]) * BLOCK
        placement(&model.bodies[i], model.kind[i], <const real*> call.q + model.iq[i], parent,
                  at.bodies + i * BLOCK, placed)
        move_body(&model.bodies[i], FREE, still, still, parent, placed,
                  virtual + VIRTUAL * i * COLUMN)
    for i in range(model.nbodies - 1, -1, -1):
        for t in range(VIRTUAL * i, VIRTUAL * (i + 1)):
            (<real*> call.torques)[t] = dot6(virtual + t * COLUMN, at.bodies + i * BLOCK + FORCE)
            entries_before(model, i, virtual + t * COLUMN, t, &at, call)
        for t in range(model.iv[i], model.iv[i] + width(model.kind[i])):
            entries_beyond(model, i, t, virtual, &at, call)
        add_to_parent(model, i, &at)


RUN = PyCapsule_New(<void*> run, "lieref.sensitivity_run", NULL)
WORKSPACE = PyCapsule_New(<void*> workspace, "lieref.sensitivity_workspace", NULL)
