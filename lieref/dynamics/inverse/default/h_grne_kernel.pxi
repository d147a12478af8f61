# The passes in order, and the module's entry point: a capsule that holds the run function.

include "lieref/algebra/scalars/lanes.pxi"
include "lieref/algebra/series/series.pxi"
include "lieref/algebra/series/lane_vectors.pxi"
include "lieref/dynamics/inverse/default/h_grne_block.pxi"
include "lieref/dynamics/inverse/default/h_grne_body.pxi"
include "lieref/dynamics/inverse/default/h_grne_slide.pxi"
include "lieref/dynamics/inverse/default/h_grne_multi.pxi"
include "lieref/dynamics/inverse/default/h_grne_applied.pxi"
include "lieref/dynamics/shared/joint_physics.pxi"
include "lieref/dynamics/shared/joint_torques.pxi"

from cpython.pycapsule cimport PyCapsule_New

from lieref.dynamics.shared.calls cimport InverseCall as Call


cdef inline size_t angle_size(Model model) noexcept nogil:
    """Size of an array of one number for each body and one vector more, in whole cache lines."""
    return (<size_t> model.nbodies + 15) // 8 * 8


cdef size_t workspace(Model model, int r, bint attitudes) noexcept nogil:
    """Number of reals that `run` needs at order r."""
    cdef size_t W = LANES * ((r + LANES) // LANES)
    cdef size_t size = (model.nbodies + 1) * BLOCK + SCRATCH_SERIES
    cdef int i
    for i in range(model.nbodies):
        if model.kind[i] == SPHERICAL or model.kind[i] == FREE:
            size += MULTI
    if attitudes:
        size += APPLIED * model.nbodies
    return size * W + 3 * angle_size(model)


cdef inline void still_world(real* world, const double* g, Pass* at) noexcept nogil:
    """The world as a parent: it rests, but for a = -g."""
    cdef int i
    clear_series(world + (W_X - 1) * at.W, (BLOCK - W_X + 1) * at.W)
    for i in range(3):
        world[(A + i) * at.W] = -g[i]


cdef inline void base_to_tip(Model model, const Call* call, Pass* at, Pass* shared) noexcept nogil:
    """Motion of every body, and the wrench of this motion by the Newton-Euler equations: f, n of
    each body alone.
    """
    cdef int i, kind
    cdef int count = 0
    cdef int[LANES] joints
    cdef int W = at.W
    cdef int nv = model.nv
    cdef real* block
    cdef real* parent
    cdef real* multi = at.multi
    cdef real* world = at.body + model.nbodies * BLOCK * W
    cdef const real* q = <const real*> call.q
    cdef const real* v = <const real*> call.v
    # the array of angles stands behind that of the cosines
    for i in range(model.nbodies):
        at.cosines[angle_size(model) + i] = q[model.iq[i]] if model.kind[i] < SPHERICAL else 0
    sincos_reals(at.cosines + angle_size(model), at.sines, at.cosines, model.nbodies)
    # the joints' own series first: they are written coefficient by coefficient and read by lanes,
    # which is slow while the writing is still under way
    for i in range(model.nbodies):
        block = at.body + i * BLOCK * W
        kind = model.kind[i]
        if kind != FREE and model.parent[i] < 0:
            still_world(world, model.g, at)
        if kind < SPHERICAL:
            joints[count] = i
            count += 1
            if count == LANES:
                joint_series(model, joints, count, q, v, at)
                count = 0
            continue
        if kind == FREE and model.parent[i] < 0:
            base_series(&model.bodies[i], call.base, q + model.iq[i], v + model.iv[i], nv,
                        model.g, block, multi, at, shared)
        else:
            multi_series(&model.bodies[i], kind, q + model.iq[i], v + model.iv[i], nv, block,
                         multi, shared)
        multi += MULTI * W
    if count > 0:
        joint_series(model, joints, count, q, v, at)
    multi = at.multi
    divide_ahead(call.ahead, model.nbodies)
    for i in range(model.nbodies):
        ask_ahead(call.ahead)
        block = at.body + i * BLOCK * W
        parent = world if model.parent[i] < 0 else at.body + model.parent[i] * BLOCK * W
        kind = model.kind[i]
        if kind < SPHERICAL:
            if kind == REVOLUTE:
                to_child(&model.bodies[i], REVOLUTE, block, parent, at)
            else:
                slide(&model.bodies[i], kind, block, parent, at)
                to_child(&model.bodies[i], kind, block, parent, at)
            angular_acceleration(block, at)
        else:
            if kind == FREE and model.parent[i] < 0:
                base_motion(call.base, block, multi, at)
            else:
                if kind == FREE:
                    multi_slide(block, multi, parent, shared)
                multi_motion(&model.bodies[i], kind, block, multi, parent, shared)
            angular_acceleration(block, at)
            multi += MULTI * W
        body_wrench(&model.bodies[i], block, at)


cdef inline void tip_to_base(Model model, const Call* call, Pass* at, Pass* shared) noexcept nogil:
    """Generalized forces of the joints, and the wrenches on the parents."""
    cdef int i, j, kind
    cdef int W = at.W
    cdef int nv = model.nv
    cdef real* block
    cdef real* parent
    cdef real* multi = at.multi
    cdef real* tau
    for i in range(model.nbodies):
        if model.kind[i] == SPHERICAL or model.kind[i] == FREE:
            multi += MULTI * W
    for i in range(model.nbodies - 1, -1, -1):
        block = at.body + i * BLOCK * W
        parent = NULL if model.parent[i] < 0 else at.body + model.parent[i] * BLOCK * W
        kind = model.kind[i]
        tau = <real*> call.tau + model.iv[i]
        if kind < SPHERICAL:
            if kind == REVOLUTE:
                write_series(block + (N + 2) * W, tau, nv, at.n)
                if parent != NULL:
                    wrench_to_parent(&model.bodies[i], REVOLUTE, block, parent, at)
            else:
                sliding_torque(&model.bodies[i], kind, block, at)
                write_series(at.scratch, tau, nv, at.n)
                if parent != NULL:
                    wrench_to_parent(&model.bodies[i], kind, block, parent, at)
                    moment_of_shift(&model.bodies[i], block, parent, at)
            continue
        multi -= MULTI * W
        if kind == FREE:
            if parent == NULL and call.base != BODY:
                base_torque(&model.bodies[i], call.base, model.g, block, multi, shared)
            else:
                whole_force(&model.bodies[i], block, at.scratch + 3 * W, at)
            for j in range(3):
                write_series(at.scratch + (3 + j) * W, tau + 3 + j, nv, at.n)
        for j in range(3):
            write_series(block + (N + j) * W, tau + j, nv, at.n)
        if parent != NULL:
            multi_wrench_to_parent(&model.bodies[i], kind, block, multi, parent, shared)


cdef inline void passes(Model model, const Call* call, int n, int blocks) noexcept nogil:
    # two copies of the same facts: the address of `at` goes to inlined code alone, so that a
    # literal n lets the compiler unroll every loop of it
    cdef Pass at, shared
    at.n = n
    at.blocks = blocks
    at.W = blocks * LANES
    at.body = <real*> call.workspace
    at.sines = at.body + (model.nbodies + 1) * BLOCK * at.W
    at.cosines = at.sines + angle_size(model)
    at.scratch = at.cosines + 2 * angle_size(model)
    at.applied = at.scratch + SCRATCH_SERIES * at.W
    at.multi = at.applied
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
    # literal orders, so that the compiler unrolls the short loops over coefficients
    if n == 1:
        passes(model, call, 1, 1)
    elif UNROLLED and n == 2:
        passes(model, call, 2, (1 + LANES) // LANES)
    elif UNROLLED and n == 3:
        passes(model, call, 3, (2 + LANES) // LANES)
    elif UNROLLED and n == 4:
        passes(model, call, 4, (3 + LANES) // LANES)
    elif UNROLLED and n == 5:
        passes(model, call, 5, (4 + LANES) // LANES)
    elif UNROLLED and n == 6:
        passes(model, call, 6, (5 + LANES) // LANES)
    elif LANES == 8 and n == 7:
        # the last order whose lanes are one vector
        passes(model, call, 7, 1)
    else:
        passes(model, call, n, (n + LANES - 1) // LANES)
    if model.physics != NULL:
        (<Torques> apart(<void*> add_joint_torques))(model, call)
    if tau_ext != NULL:
        for i in range(n * model.nv):
            tau[i] -= tau_ext[i]


RUN = PyCapsule_New(<void*> run, "lieref.run", NULL)
WORKSPACE = PyCapsule_New(<void*> workspace, "lieref.workspace", NULL)
