# The passes of the body-fixed recursion in order, and the module's entry points, as those of the
# default recursion.

include "lieref/algebra/scalars/lanes.pxi"
include "lieref/algebra/series/series.pxi"
include "lieref/algebra/series/lane_vectors.pxi"
include "lieref/dynamics/inverse/default/h_grne_block.pxi"
include "lieref/dynamics/inverse/default/h_grne_body.pxi"
include "lieref/dynamics/inverse/default/h_grne_slide.pxi"
include "lieref/dynamics/inverse/default/h_grne_multi.pxi"
include "lieref/dynamics/inverse/default/h_grne_applied.pxi"
include "lieref/dynamics/inverse/forms/body/h_grne_twist_joints.pxi"
include "lieref/dynamics/shared/joint_physics.pxi"
include "lieref/dynamics/shared/joint_torques.pxi"
include "lieref/dynamics/inverse/forms/body/h_grne_twist_body.pxi"
include "lieref/dynamics/inverse/forms/body/h_grne_twist_body_multi.pxi"

from cpython.pycapsule cimport PyCapsule_New

from lieref.dynamics.shared.calls cimport InverseCall as Call


cdef size_t workspace(Model model, int r, bint attitudes) noexcept nogil:
    """Number of reals that `run` needs at order r."""
    cdef size_t W = LANES * ((r + LANES) // LANES)
    cdef size_t size = (model.nbodies + 1) * BLOCK + 24 + joint_size(model)
    if attitudes:
        size += APPLIED * model.nbodies
    return size * W + 3 * angle_size(model)


cdef inline void base_to_tip(Model model, const Call* call, Pass* at, Pass* shared) noexcept nogil:
    """Twist, acceleration and Newton-Euler wrench of every body."""
    cdef int i, kind
    cdef int W = at.W
    cdef real* block
    cdef real* multi = at.multi
    cdef real* world = at.body + model.nbodies * BLOCK * W
    cdef const real* parent
    cdef const real* q = <const real*> call.q
    cdef const real* v = <const real*> call.v
    one_degree_series(model, q, v, at)
    # V'_0 = (0, -g)
    clear_series(world, BLOCK * W)
    for i in range(3):
        world[(DV + 3 + i) * W] = -model.g[i]
    for i in range(model.nbodies):
        kind = model.kind[i]
        block = at.body + i * BLOCK * W
        parent = world if model.parent[i] < 0 else at.body + model.parent[i] * BLOCK * W
        if kind < SPHERICAL:
            if at.n > 1:
                clear_series(block + (RATE - 1) * W, W)
                clear_series(block + (V_X - 1) * W, W)
                clear_series(block + (V_X + 1) * W, W)
                clear_series(block + (V_X + 3) * W, W)
            if kind == REVOLUTE:
                one_degree_motion(&model.bodies[i], REVOLUTE, block, parent, at)
            else:
                one_degree_motion(&model.bodies[i], kind, block, parent, at)
        elif kind == FREE and model.parent[i] < 0:
            base_series(&model.bodies[i], call.base, q + model.iq[i], v + model.iv[i], model.nv,
                        model.g, block, multi, at, shared)
            base_twist(call.base, block, multi, shared)
            multi += MULTI * W
        else:
            clear_series(block + (W_X - 1) * W, 6 * W)
            clear_series(block + (V_X - 1) * W, 6 * W)
            several_degrees_series(&model.bodies[i], kind, q + model.iq[i], v + model.iv[i],
                                   model.nv, multi, at.n, shared)
            several_degrees_motion(&model.bodies[i], kind, v + model.iv[i], model.nv, block, multi,
                                   parent, shared)
            multi += MULTI * W
        twist_wrench(&model.links[i], block, at)


cdef inline void tip_to_base(Model model, const Call* call, Pass* at, Pass* shared) noexcept nogil:
    """Generalized forces of the joints; wrenches are transmitted to the parents."""
    cdef int i, kind
    cdef int W = at.W
    cdef real* block
    cdef real* parent
    cdef real* multi = at.multi + joint_size(model) * W
    cdef real* tau
    for i in range(model.nbodies - 1, -1, -1):
        kind = model.kind[i]
        block = at.body + i * BLOCK * W
        parent = NULL if model.parent[i] < 0 else at.body + model.parent[i] * BLOCK * W
        tau = <real*> call.tau + model.iv[i]
        if kind < SPHERICAL:
            one_degree_torque(&model.bodies[i], kind, block, tau, model.nv, at)
            if parent != NULL:
                one_degree_to_parent(&model.bodies[i], kind, block, parent, at)
            continue
        multi -= MULTI * W
        several_degrees_torque(kind, call.base if kind == FREE and parent == NULL else BODY, block,
                               multi, tau, model.nv, shared)
        if parent != NULL:
            several_degrees_to_parent(&model.bodies[i], kind, block, multi, parent, shared)


cdef inline void passes(Model model, const Call* call, int n, int blocks) noexcept nogil:
    # two copies of the same facts: the address of `at` goes to inlined code alone, so that a
    # literal n lets the compiler unroll every loop of it
    cdef Pass at, shared
    at.n = n
    at.blocks = blocks
    at.W = blocks * LANES
    lay_out(model, call.workspace, &at)
    if call.wrenches != NULL and call.inertial_wrenches:
        at.multi += APPLIED * model.nbodies * at.W
    shared = at
    base_to_tip(model, call, &at, &shared)
    if call.wrenches != NULL and not call.inertial_wrenches:
        body_axes_wrenches(model, call, &shared)
    tip_to_base(model, call, &at, &shared)
    if call.wrenches != NULL and call.inertial_wrenches:
        inertial_wrenches(model, call, &shared)


cdef void run(Model model, const Call* call) noexcept nogil:
    """Inverse dynamics of order call.r; every pointer valid, every number finite."""
    cdef int n = call.r + 1
    cdef int i
    cdef real* tau = <real*> call.tau
    cdef const real* tau_ext = <const real*> call.tau_ext
    if n == 1:
        # a literal order, for which no loop over coefficients is left
        passes(model, call, 1, 1)
    else:
        passes(model, call, n, (n + LANES - 1) // LANES)
    if model.physics != NULL:
        (<Torques> apart(<void*> add_joint_torques))(model, call)
    if tau_ext != NULL:
        for i in range(n * model.nv):
            tau[i] -= tau_ext[i]


RUN = PyCapsule_New(<void*> run, "lieref.run", NULL)
WORKSPACE = PyCapsule_New(<void*> workspace, "lieref.workspace", NULL)
