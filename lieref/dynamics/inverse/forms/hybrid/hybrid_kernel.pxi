# The passes of the hybrid recursion in order, and the module's entry points, as those of the
# default recursion.

include "lieref/algebra/scalars/lanes.pxi"
include "lieref/algebra/series/series.pxi"
include "lieref/algebra/series/lane_vectors.pxi"
include "lieref/dynamics/inverse/default/h_grne_block.pxi"
include "lieref/dynamics/inverse/default/h_grne_body.pxi"
include "lieref/dynamics/inverse/default/h_grne_slide.pxi"
include "lieref/dynamics/inverse/default/h_grne_multi.pxi"
include "lieref/dynamics/inverse/forms/body/h_grne_twist_joints.pxi"
include "lieref/dynamics/shared/joint_physics.pxi"
include "lieref/dynamics/shared/joint_torques.pxi"
include "lieref/dynamics/inverse/forms/hybrid/h_grne_hybrid.pxi"
include "lieref/dynamics/inverse/forms/hybrid/h_grne_hybrid_multi.pxi"

from cpython.pycapsule cimport PyCapsule_New

from lieref.dynamics.shared.calls cimport InverseCall as Call


cdef size_t workspace(Model model, int r, bint attitudes) noexcept nogil:
    """Number of reals that `run` needs at order r; `attitudes` is for the default form."""
    cdef size_t W = LANES * ((r + 1 + LANES) // LANES)
    cdef size_t size = (model.nbodies + 1) * BLOCK + 24 + joint_size(model)
    return size * W + 3 * angle_size(model)


cdef inline void joints(Model model, const real* q, const real* v, Pass* at) noexcept nogil:
    """Series of the one-degree joints, in n coefficients all of them."""
    cdef int i, k
    cdef real* block
    # the default form's take the rate to have one coefficient more than the rest
    cdef Pass fewer = at[0]
    fewer.n = at.n - 1
    for i in range(model.nbodies):
        clear_hybrid_paddings(at.body + i * BLOCK * at.W, at)
    one_degree_series(model, q, v, &fewer)
    k = fewer.n
    for i in range(model.nbodies):
        if model.kind[i] == PRISMATIC or model.kind[i] == HELICAL:
            block = at.body + i * BLOCK * at.W
            block[SHIFT * at.W + k] = divided(
                (model.bodies[i].pitch if model.kind[i] == HELICAL else 1)
                * block[RATE * at.W + k - 1], k)


cdef inline void base_to_tip(Model model, const Call* call, Pass* at, Pass* shared) noexcept nogil:
    """Attitude, lever, twist and Newton-Euler wrench of every body."""
    cdef int i, kind
    cdef int W = at.W
    cdef real* block
    cdef real* multi = at.multi
    cdef real* world = at.body + model.nbodies * BLOCK * W
    cdef const real* parent
    cdef const real* q = <const real*> call.q
    cdef const real* v = <const real*> call.v
    joints(model, q, v, shared)
    clear_series(world, BLOCK * W)
    for i in range(3):
        world[(ATTITUDE + 4 * i) * W] = 1
    for i in range(model.nbodies):
        kind = model.kind[i]
        block = at.body + i * BLOCK * W
        parent = world if model.parent[i] < 0 else at.body + model.parent[i] * BLOCK * W
        if kind == REVOLUTE:
            attitude_and_lever(&model.bodies[i], REVOLUTE, block, multi, parent, at)
            hybrid_twist(&model.bodies[i], REVOLUTE, block, multi, parent, at)
        elif kind == FREE and model.parent[i] < 0:
            base_hybrid_twist(&model.bodies[i], call.base, q + model.iq[i], v + model.iv[i],
                              model.nv, block, multi, shared)
        else:
            if kind >= SPHERICAL:
                several_degrees_series(&model.bodies[i], kind, q + model.iq[i], v + model.iv[i],
                                       model.nv, multi, at.n, shared)
            attitude_and_lever(&model.bodies[i], kind, block, multi, parent, shared)
            hybrid_twist(&model.bodies[i], kind, block, multi, parent, shared)
        hybrid_wrench(&model.links[i], model.g, block, at)
        if kind >= SPHERICAL:
            multi += MULTI * W
        if call.wrenches != NULL:
            subtract_applied(&model.bodies[i], <const real*> call.wrenches + 6 * i,
                             6 * model.nbodies, call.inertial_wrenches, block, shared)


cdef inline void tip_to_base(Model model, const Call* call, Pass* at, Pass* shared) noexcept nogil:
    """Generalized forces of the joints; wrenches are transmitted to the parents."""
    cdef int i, kind
    cdef int W = at.W
    cdef real* block
    cdef real* multi = at.multi + joint_size(model) * W
    cdef real* tau
    for i in range(model.nbodies - 1, -1, -1):
        kind = model.kind[i]
        block = at.body + i * BLOCK * W
        tau = <real*> call.tau + model.iv[i]
        if kind < SPHERICAL:
            one_degree_torque(&model.bodies[i], kind, block, tau, model.nv, at)
        else:
            multi -= MULTI * W
            several_degrees_torque(kind, call.base if kind == FREE and model.parent[i] < 0
                                   else BODY, block, multi, tau, model.nv, shared)
        if model.parent[i] >= 0:
            hybrid_to_parent(block, at.body + model.parent[i] * BLOCK * W, at)


cdef inline void passes(Model model, const Call* call, int n, int blocks) noexcept nogil:
    # two copies of the same facts: the address of `at` goes to inlined code alone, so that a
    # literal n lets the compiler unroll every loop of it
    cdef Pass at, shared
    at.n = n
    at.blocks = blocks
    at.W = blocks * LANES
    lay_out(model, call.workspace, &at)
    shared = at
    base_to_tip(model, call, &at, &shared)
    tip_to_base(model, call, &at, &shared)


cdef void run(Model model, const Call* call) noexcept nogil:
    """Inverse dynamics of order call.r; every pointer valid, every number finite."""
    # the twist needs one coefficient more than the generalized force
    cdef int n = call.r + 2
    cdef int i
    cdef real* tau = <real*> call.tau
    cdef const real* tau_ext = <const real*> call.tau_ext
    if LANES == 1 and n == 2:
        # a literal order, which leaves no loop over coefficients
        passes(model, call, 2, 2)
    else:
        passes(model, call, n, (n + LANES - 1) // LANES)
    if model.physics != NULL:
        (<Torques> apart(<void*> add_joint_torques))(model, call)
    if tau_ext != NULL:
        for i in range((call.r + 1) * model.nv):
            tau[i] -= tau_ext[i]


RUN = PyCapsule_New(<void*> run, "lieref.run", NULL)
WORKSPACE = PyCapsule_New(<void*> workspace, "lieref.workspace", NULL)
