# The passes of the C-ABA in order, and the module's entry point: a capsule of the run function.

include "lieref/algebra/scalars/lanes.pxi"
include "lieref/algebra/series/series.pxi"
include "lieref/dynamics/forward/default/bodies.pxi"
include "lieref/dynamics/forward/default/applied_wrenches.pxi"
include "lieref/loops/clusters/c_aba/c_aba_groups.pxi"

from cpython.pycapsule cimport PyCapsule_New

from lieref.dynamics.shared.calls cimport ForwardCall as Call


cdef inline size_t lines(size_t count) noexcept nogil:
    """Reals that hold so many numbers and a vector more, in whole cache lines."""
    return (count + 15) // 8 * 8


cdef inline int multi_size() noexcept nogil:
    return MULTI * TRIPLE + NUMBERS


cdef size_t workspace(Model model, GroupTable table, bint attitudes) noexcept nogil:
    """Number of reals that `run` needs."""
    cdef int i
    cdef size_t size = <size_t> (model.nbodies + 1) * block_size(1)
    for i in range(model.nbodies):
        if model.kind[i] != REVOLUTE:
            size += multi_size()
        if attitudes:
            size += 3 * TRIPLE
    # the blocks of joints that are not revolute are found by their bodies
    size += lines(model.nbodies)
    return size + 3 * lines(model.nbodies) + table.scratch


# Where the blocks of one run are.
cdef struct Frame:
    real* world         # the block of the world
    real* groups        # scratch of the groups
    int* others         # (nbodies,) reals before a body's multi-DoF block
    Call joints         # what the functions of the open tree ask for


cdef inline real* multi_of(const Frame* frame, const Pass* at, int i) noexcept nogil:
    return at.multi + frame.others[i]


cdef inline real* above_of(Model model, const Frame* frame, const Pass* at, int i) noexcept nogil:
    """Block of the parent, which may be the world."""
    return frame.world if model.parent[i] < 0 else at.body + model.parent[i] * at.size


cdef inline void base_to_tip(Model model, GroupTable table, const ClusterCall* call,
                             const Frame* frame, Pass* at, Pass* shared) noexcept nogil:
    """Poses and velocities, bias accelerations, and the wrenches that the rotation takes.

    bias = what of the body's acceleration is neither its parent's nor yddot's: S g is in it.
    """
    cdef int i, kind
    cdef bint base
    cdef real* block
    cdef real* parent
    cdef real* multi
    cdef real[3] weight
    for i in range(3):
        weight[i] = call.gravity[i]
    for i in range(model.nbodies):
        block = at.body + i * at.size
        parent = above_of(model, frame, at, i)
        multi = multi_of(frame, at, i)
        kind = model.kind[i]
        base = on_world(model, i)
        body_pose(model, &frame.joints, i, block, parent, multi, at, shared)
        square(block, 0, at)
        gyroscopic(&model.links[i], block, at)
        centrifugal(&model.links[i], block, at)
        if base:
            # the gravity of this call, which may be none
            clear(multi_series(multi, WEIGHT, 0, at), 3)
            view_up(multi, weight, 0, multi_series(multi, WEIGHT, 0, at), shared)
            base_subspace(call.base, multi, shared)
            advance_base(call.base, multi, 0, shared)
            base_bias(call.base, call.gravity, block, multi, 0, shared)
        else:
            if kind == PRISMATIC or kind == HELICAL:
                advance_shift(&model.bodies[i], kind, block, multi, 0, shared)
            if kind >= SPHERICAL:
                advance_multi(kind, block, multi, 0, shared)
            motion_bias(&model.links[i], kind, block, parent, multi, 0, at, shared)
        move_joint(kind, model.bodies[i].pitch, <const real*> call.bias + model.iv[i], 1, multi,
                   single(block, BIAS, at), shared)


cdef void applied_wrenches(Model model, GroupTable table, const ClusterCall* call,
                           const Frame* frame, Pass* at) noexcept nogil:
    """p -= the wrenches that act on the bodies"""
    cdef int i, j
    cdef real* block
    cdef real* axes = NULL
    for i in range(model.nbodies):
        block = at.body + i * at.size
        if call.inertial_wrenches:
            axes = at.attitude + 3 * i * at.T
            if on_world(model, i):
                for j in range(3):
                    copy(multi_series(multi_of(frame, at, i), VIEW + j, 0, at),
                         axes + j * at.T, TRIPLE)
            else:
                first_attitude(block, NULL if model.parent[i] < 0
                               else at.attitude + 3 * model.parent[i] * at.T, axes, at)
        subtract_wrench(&model.bodies[i], <const real*> call.wrenches + 6 * i, 6 * model.nbodies,
                        block, axes, 0, at)


cdef inline real force_of(const ClusterCall* call, int index) noexcept nogil:
    """tau on an independent coordinate"""
    return (<const real*> call.tau)[index]


cdef inline bint eliminate_joint(Model model, GroupTable table, const Group* group,
                                 const ClusterCall* call, const Frame* frame, int i,
                                 Pass* at, Pass* shared) noexcept nogil:
    """A joint by itself, as in the open tree [Ali, Alg. 3]; False if it is singular."""
    cdef int j, count
    cdef int kind = model.kind[i]
    cdef double pitch = model.bodies[i].pitch
    cdef double armature = 0
    cdef real least
    cdef real* block = at.body + i * at.size
    cdef real* parent = NULL if group.output < 0 else at.body + group.output * at.size
    cdef real* multi = multi_of(frame, at, i)
    cdef const int* columns = table.columns + group.column
    cdef real[6] torque
    if kind < SPHERICAL:
        least = least_pivot(&model.links[i], kind != PRISMATIC,
                            rounded_size(pitch, kind != PRISMATIC, block, at))
        remember_size(block, at)
        armature = armature_of(model, model.iv[i], at)
        if not real_part(articulate(least, kind, pitch, armature, True, block, at)) > 0:
            return False
        carry(&model.links[i], kind, block, multi, at)
        resist_bias(kind == REVOLUTE and armature == 0, block, at)
        bias_to_parent(&model.links[i], kind, pitch, armature, force_of(call, columns[0]), block,
                       parent, multi, at)
    else:
        count = width(kind)
        if on_world(model, i):
            return factor_base(&model.links[i], block, multi, shared)
        if not articulate_multi(&model.links[i], count, rotors(model, i, at), NULL, block, multi,
                                shared):
            return False
        carry(&model.links[i], kind, block, multi, at)
        resist_bias(False, block, at)
        for j in range(count):
            torque[j] = force_of(call, columns[j])
        multi_bias(count, rotors(model, i, at), NULL, torque, block, multi, shared)
        if parent != NULL:
            add_to_parent(&model.links[i], kind, 3, block, multi, single(block, WRENCH, at),
                          single(parent, WRENCH, at), at)
    if parent != NULL:
        inertia_to_parent(&model.links[i], kind, kind == REVOLUTE and armature == 0, block, parent,
                          multi, at)
        size_to_parent(&model.links[i], kind, block, parent, multi, at)
    return True


cdef inline void group_motion(Model model, GroupTable table, const Group* group,
                              const ClusterCall* call, const Frame* frame, real* scratch,
                              Pass* at, Pass* shared) noexcept nogil:
    """V, c, F of every body, output body to tips; W = p + IA c, D and u of the group."""
    cdef int a, b, i, parent
    cdef real* block
    cdef real* multi
    cdef real* A
    cdef real* V
    cdef real* wrench
    for a in range(group.count):
        i = table.order[group.first + a]
        parent = model.parent[i]
        block = at.body + i * at.size
        multi = multi_of(frame, at, i)
        A = single(block, ACCELERATION, at)
        V = motions(scratch, group, a)
        if LANES > 1:
            transpose_triples(single(block, COUPLING, at), TRIPLE, single(block, BACK, at), TRIPLE)
        if not on_world(model, i):
            clear_series(single(block, GAIN, at), 2 * TRIPLE)
            carry(&model.links[i], model.kind[i], block, multi, at)
        if on_world(model, i) or (parent == group.output and parent >= 0):
            copy(single(block, BIAS, at), A, 2 * TRIPLE)
        else:
            from_above(&model.links[i], model.kind[i], 0, 0, block, above_of(model, frame, at, i),
                       multi, False, at)
        motion_columns(model, group, table.rows + i, i, call,
                       NULL if parent == group.output
                       else motions(scratch, group, table.rows[parent].index),
                       V, multi, at, shared)
        wrench = single(block, WRENCH, at)
        for b in range(SPAN):
            store(wrench + b * LANES,
                  resisting_moment(False, load(wrench + b * LANES), block, A, A + TRIPLE, b, at))
            store(wrench + TRIPLE + b * LANES,
                  resisting_force(False, load(wrench + TRIPLE + b * LANES), block, A, A + TRIPLE,
                                  b, at))
        oppose(group, block, scratch, V, forces(scratch, group, a), at)
        remember_size(block, at)


cdef inline bint eliminate_group(Model model, GroupTable table, const Group* group,
                                 const ClusterCall* call, const Frame* frame, real* scratch,
                                 Pass* at, Pass* shared) noexcept nogil:
    """I^a and p^a of a group, transmitted to its output body; False if it is singular."""
    cdef int a, i, j, parent, up
    cdef real* block
    cdef real* multi
    cdef real* above
    clear(opposing(scratch, group), group.free * (group.free + 7))
    for j in range(group.free):
        numbers_of(scratch, group, 1)[j] = force_of(call, table.columns[group.column + j])
    group_motion(model, table, group, call, frame, scratch, at, shared)
    if at.acting:
        add_rotors(model, table, group, call, scratch)
    if not factor_group(group, scratch):
        return False
    if group.output < 0:
        return True
    copy(numbers_of(scratch, group, 1), numbers_of(scratch, group, 2), group.free)
    solve_group(group, scratch, numbers_of(scratch, group, 2), 1)
    clear_series(output_forces(scratch, group), 2 * TRIPLE * group.free)
    for a in range(group.count - 1, -1, -1):
        i = table.order[group.first + a]
        parent = model.parent[i]
        block = at.body + i * at.size
        multi = multi_of(frame, at, i)
        above = at.body + parent * at.size
        inertia_to_parent(&model.links[i], model.kind[i], False, block, above, multi, at)
        size_to_parent(&model.links[i], model.kind[i], block, above, multi, at)
        add_to_parent(&model.links[i], model.kind[i], 3, block, multi, single(block, WRENCH, at),
                      single(above, WRENCH, at), at)
        up = group.count if parent == group.output else table.rows[parent].index
        for j in range(group.free):
            add_to_parent(&model.links[i], model.kind[i], 3, block, multi,
                          pair_of(forces(scratch, group, a), j),
                          pair_of(forces(scratch, group, up), j), at)
    articulate_output(group, scratch, at.body + group.output * at.size, at)
    return True


cdef inline int tip_to_base(Model model, GroupTable table, const ClusterCall* call,
                            const Frame* frame, Pass* at, Pass* shared) noexcept nogil:
    """Articulated inertias and bias wrenches; the singular group, else -1."""
    cdef int k
    cdef const Group* group
    for k in range(table.ngroups - 1, -1, -1):
        group = table.groups + k
        if group.single:
            if not eliminate_joint(model, table, group, call, frame, table.order[group.first],
                                   at, shared):
                return k
        elif not eliminate_group(model, table, group, call, frame, frame.groups + group.offset,
                                 at, shared):
            return k
    return -1


cdef inline void solve_joint(Model model, GroupTable table, const Group* group,
                             const ClusterCall* call, const Frame* frame, int i,
                             Pass* at, Pass* shared) noexcept nogil:
    """Acceleration of a joint by itself, and of its body."""
    cdef int j
    cdef int kind = model.kind[i]
    cdef real* block = at.body + i * at.size
    cdef real* parent = above_of(model, frame, at, i)
    cdef real* multi = multi_of(frame, at, i)
    cdef const int* columns = table.columns + group.column
    cdef real[6] vd, torque
    if kind < SPHERICAL:
        (<real*> call.vdot)[columns[0]] = joint_acceleration(
            &model.links[i], kind, model.bodies[i].pitch, block, parent, multi, at)
        return
    if on_world(model, i):
        for j in range(6):
            torque[j] = force_of(call, columns[j])
        release_base(call.base, torque, block, multi, vd, 0, shared)
    else:
        from_above(&model.links[i], kind, 0, 0, block, parent, multi, True, at)
        multi_acceleration(width(kind), NULL, vd, block, multi, shared)
    for j in range(width(kind)):
        (<real*> call.vdot)[columns[j]] = vd[j]


cdef inline void solve_members(Model model, GroupTable table, const Group* group,
                               const ClusterCall* call, const Frame* frame, real* scratch,
                               Pass* at, Pass* shared) noexcept nogil:
    """yddot = D^-1 (u - U^T A_o), and A = X A_p + bias + S G yddot where another group needs it."""
    cdef int a, i, j, r
    cdef real* u = numbers_of(scratch, group, 1)
    cdef real* A
    cdef real* block
    cdef real[6] rates
    if group.output >= 0:
        A = single(at.body + group.output * at.size, ACCELERATION, at)
        for j in range(group.free):
            u[j] = u[j] - pairing(A, pair_of(output_forces(scratch, group), j))
    solve_group(group, scratch, u, 1)
    for j in range(group.free):
        (<real*> call.vdot)[table.columns[group.column + j]] = u[j]
    for a in range(group.count):
        i = table.order[group.first + a]
        if not table.rows[i].needed:
            continue
        block = at.body + i * at.size
        A = single(block, ACCELERATION, at)
        if on_world(model, i):
            copy(single(block, BIAS, at), A, 2 * TRIPLE)
        else:
            from_above(&model.links[i], model.kind[i], 0, 0, block, above_of(model, frame, at, i),
                       multi_of(frame, at, i), False, at)
        for r in range(width(model.kind[i])):
            rates[r] = 0
            for j in range(group.free):
                rates[r] = rates[r] + entry(call, table.rows + i, r, j) * u[j]
        move_joint(model.kind[i], model.bodies[i].pitch, rates, 1, multi_of(frame, at, i), A,
                   shared)


cdef inline void begin(Model model, GroupTable table, const ClusterCall* call, Frame* frame,
                       Pass* at) noexcept nogil:
    """Lay out the workspace; the world is at rest, with a = -g."""
    cdef int i
    cdef int before = 0
    at.n = 1
    at.acting = model.physics != NULL
    at.T = TRIPLE
    at.size = block_size(1)
    at.more = multi_size()
    at.body = <real*> call.workspace
    frame.world = at.body + model.nbodies * at.size
    at.sines = frame.world + at.size
    at.cosines = at.sines + lines(model.nbodies)
    frame.groups = at.cosines + 2 * lines(model.nbodies)
    frame.others = <int*> (frame.groups + table.scratch)
    at.attitude = frame.groups + table.scratch + lines(model.nbodies)
    at.multi = at.attitude
    if call.wrenches != NULL and call.inertial_wrenches:
        at.multi += 3 * model.nbodies * at.T
    frame.joints.r = 0
    frame.joints.base = call.base
    frame.joints.q = call.q
    frame.joints.v = call.v
    frame.joints.prescribed = NULL
    # the array of angles stands behind that of the cosines
    for i in range(model.nbodies):
        frame.others[i] = before
        if model.kind[i] != REVOLUTE:
            before += at.more
        at.cosines[lines(model.nbodies) + i] = 0
        if model.kind[i] < SPHERICAL:
            at.cosines[lines(model.nbodies) + i] = (<const real*> call.q)[model.iq[i]]
    sincos_reals(at.cosines + lines(model.nbodies), at.sines, at.cosines, model.nbodies)
    clear_series(frame.world, at.size)
    for i in range(3):
        linear(single(frame.world, ACCELERATION, at))[i] = -call.gravity[i]


cdef int run(Model model, GroupTable table, const ClusterCall* call) noexcept nogil:
    """C-ABA of order 0; the singular group, else -1."""
    # two copies of the same facts: the address of `at` goes to inlined code alone, so that the
    # compiler sees through it
    cdef Pass at, shared
    cdef Frame frame
    cdef int k, singular
    cdef const Group* group
    begin(model, table, call, &frame, &at)
    at.n = 1
    at.T = TRIPLE
    shared = at
    base_to_tip(model, table, call, &frame, &at, &shared)
    if call.wrenches != NULL:
        applied_wrenches(model, table, call, &frame, &shared)
    singular = tip_to_base(model, table, call, &frame, &at, &shared)
    if singular >= 0:
        return singular
    for k in range(table.ngroups):
        group = table.groups + k
        if group.single:
            solve_joint(model, table, group, call, &frame, table.order[group.first], &at, &shared)
        else:
            solve_members(model, table, group, call, &frame, frame.groups + group.offset,
                          &at, &shared)
    return -1


RUN = PyCapsule_New(<void*> run, "lieref.cluster_run", NULL)
WORKSPACE = PyCapsule_New(<void*> workspace, "lieref.cluster_workspace", NULL)
