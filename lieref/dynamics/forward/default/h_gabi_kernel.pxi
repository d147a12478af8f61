# The passes in order, and the module's entry point: a capsule that holds the run function.

include "lieref/algebra/scalars/lanes.pxi"
include "lieref/algebra/series/series.pxi"
include "lieref/dynamics/shared/joint_physics.pxi"
include "lieref/dynamics/forward/default/h_gabi_passes.pxi"
include "lieref/dynamics/forward/default/h_gabi_loads.pxi"

from cpython.pycapsule cimport PyCapsule_New


cdef inline size_t lines(size_t count) noexcept nogil:
    """Size of an array of so many numbers and one vector more, in whole cache lines."""
    return (count + 15) // 8 * 8


cdef inline int multi_size(int n) noexcept nogil:
    return MULTI * TRIPLE * n + NUMBERS


cdef size_t workspace(Model model, int r, bint attitudes) noexcept nogil:
    """Number of reals that `run` needs at order r."""
    cdef int n = r + 1
    cdef int i
    cdef size_t places = <size_t> (model.nbodies + 1) * block_size(n)
    for i in range(model.nbodies):
        if model.kind[i] != REVOLUTE:
            places += multi_size(n)
        if attitudes:
            places += 3 * TRIPLE * n
    return places + 3 * lines(model.nbodies)


cdef inline param pitch_of(Model model, int i) noexcept nogil:
    """Of a helical joint; that of others is not looked up."""
    return model.bodies[i].pitch if model.kind[i] == HELICAL else 0


cdef inline void finish_order(int kind, bint rotor, bint base, bint released, const Call* call,
                              real* block, real* multi, int k, const Pass* at,
                              const Pass* shared) noexcept nogil:
    """What higher orders want of order k now that its accelerations are known."""
    next_velocity(block, k, at)
    if not released and call.prescribed == NULL:
        transmitted(kind, kind == REVOLUTE and not rotor, block, multi,
                    number(block, TORQUE, at)[0] if kind < SPHERICAL else 0, k, at)
    if shifts(kind) and not base:
        after_shift(kind, block, multi, k, shared)


cdef inline real* base_to_tip(Model model, const Call* call, int k, int first, int end,
                              real* multi, Pass* at, Pass* shared) noexcept nogil:
    """What is known of the motion of order k, and its bias wrench, of bodies first to end.

    Beyond order 0 nothing here waits for another body of the same order: their work overlaps.
    multi: of the first body; returned for the one after the last.
    """
    cdef int i, j, kind, count
    cdef int nv = model.nv
    cdef bint base
    cdef real* block
    cdef real* parent
    cdef real* world = at.body + model.nbodies * at.size
    cdef real[6] given
    cdef const real* vdot = <const real*> call.vdot
    for i in range(first, end):
        block = at.body + i * at.size
        parent = world if model.parent[i] < 0 else at.body + model.parent[i] * at.size
        kind = model.kind[i]
        base = on_world(model, i)
        if k > 0:
            finish_order(kind, geared(model, i, at), base, base and released(call, model.iv, i),
                         call, block, multi, k - 1, at, shared)
        else:
            place(model, call, i, block, parent, multi, at, shared)
        square(block, k, at)
        gyroscopic(&model.links[i], block, at)
        centrifugal(&model.links[i], block, at)
        if base:
            advance_base(call.base, multi, k, shared)
            base_bias(call.base, model.g, block, multi, k, shared)
        else:
            if kind < SPHERICAL and k + 1 < at.n:
                advance_angle(kind != PRISMATIC, block, k, at)
            if kind == PRISMATIC or kind == HELICAL:
                advance_shift(&model.bodies[i], kind, block, multi, k, shared)
            if kind >= SPHERICAL:
                advance_multi(kind, block, multi, k, shared)
            motion_bias(&model.links[i], kind, block, parent, multi, k, at, shared)
        if call.prescribed != NULL:
            if kind < SPHERICAL:
                if not is_free(model, call, i):
                    add_motion(kind, pitch_of(model, i), taylor(vdot[k * nv + model.iv[i]], k),
                               single(block, BIAS, at))
            else:
                count = 3 if kind == SPHERICAL else 6
                for j in range(count):
                    given[j] = taylor(vdot[k * nv + model.iv[i] + j], k)
                prescribe_multi(count, held(model, call, i), given, block, multi, shared)
        if k > 0:
            if not base or not released(call, model.iv, i):
                resist_bias(kind == REVOLUTE and is_free(model, call, i)
                            and not geared(model, i, at), block, at)
            if model.parent[i] >= 0:
                earlier_wrench_to_parent(&model.links[i], kind, block, parent, multi, k, at,
                                         shared)
                if shifts(kind):
                    shifted_wrench(block, parent, multi, k, shared)
        if kind != REVOLUTE:
            multi += at.more
    return multi


cdef inline int tip_to_base(Model model, const Call* call, int k, Pass* at,
                            Pass* shared) noexcept nogil:
    """Articulated inertias at order 0, forces at every order; the body whose joint is singular,
    else DONE.
    """
    cdef int i, j, kind, count
    cdef param pitch
    cdef double armature
    cdef real least, load
    cdef real* block
    cdef real* parent
    cdef real* multi = at.multi
    cdef real[6] torque
    for i in range(model.nbodies):
        if model.kind[i] != REVOLUTE:
            multi += at.more
    for i in range(model.nbodies - 1, -1, -1):
        block = at.body + i * at.size
        parent = NULL if model.parent[i] < 0 else at.body + model.parent[i] * at.size
        kind = model.kind[i]
        if kind != REVOLUTE:
            multi -= at.more
        if kind < SPHERICAL:
            pitch = pitch_of(model, i)
            if k == 0:
                # a body at the tip has no rounding errors but in its elimination
                least = least_pivot(&model.links[i], kind != PRISMATIC,
                                    rounded_size(pitch, kind != PRISMATIC, block, at))
                remember_size(block, at)
                armature = armature_of(model, model.iv[i], at)
                if not real_part(articulate(least, kind, pitch, armature,
                                            is_free(model, call, i), block, at)) > 0:
                    return i
                carry(&model.links[i], kind, block, multi, at)
                resist_bias(kind == REVOLUTE and is_free(model, call, i)
                            and not geared(model, i, at), block, at)
            if is_free(model, call, i):
                load = load_of(model, call, model.iv[i], k, at)
                armature = armature_of(model, model.iv[i], at)
                bias_to_parent(&model.links[i], kind, pitch, armature, load, block, parent, multi,
                               at)
            elif parent != NULL:
                add_to_parent(&model.links[i], kind, 3, block, multi, single(block, WRENCH, at),
                              single(parent, WRENCH, at), at)
        else:
            count = 3 if kind == SPHERICAL else 6
            if on_world(model, i) and released(call, model.iv, i):
                if k == 0 and not factor_base(&model.links[i], block, multi, shared):
                    return i
                continue
            if k == 0:
                if not articulate_multi(&model.links[i], count, rotors(model, i, at),
                                        held(model, call, i), block, multi, shared):
                    return i
                carry(&model.links[i], kind, block, multi, at)
                resist_bias(False, block, at)
            for j in range(count):
                torque[j] = (load_of(model, call, model.iv[i] + j, k, at)
                             - multi_number(multi, BELOW, at)[j])
            multi_bias(count, rotors(model, i, at), held(model, call, i), torque, block, multi,
                       shared)
            if parent != NULL:
                add_to_parent(&model.links[i], kind, 3, block, multi, single(block, WRENCH, at),
                              single(parent, WRENCH, at), at)
        if k == 0 and parent != NULL:
            inertia_to_parent(&model.links[i], kind, kind == REVOLUTE and is_free(model, call, i)
                              and not geared(model, i, at), block, parent, multi, at)
            size_to_parent(&model.links[i], kind, block, parent, multi, at)
    return DONE


cdef void solve_multi(Model model, const Call* call, int i, int k, real* block, real* multi,
                      const Pass* at) noexcept nogil:
    """Accelerations of a spherical or free joint, and the forces of its prescribed coordinates"""
    cdef int j
    cdef int count = 3 if model.kind[i] == SPHERICAL else 6
    cdef int first = k * model.nv + model.iv[i]
    cdef real[6] vd, torque
    cdef real* vdot = <real*> call.vdot
    cdef bint base = on_world(model, i)
    cdef bint free = base and released(call, model.iv, i)
    for j in range(count):
        vd[j] = taylor(vdot[first + j], k) if call.prescribed != NULL else 0
    if free:
        for j in range(6):
            torque[j] = load_of(model, call, model.iv[i] + j, k, at)
        release_base(call.base, torque, block, multi, vd, k, at)
    else:
        multi_acceleration(count, held(model, call, i), vd, block, multi, at)
    for j in range(count):
        if call.prescribed == NULL or not call.prescribed[model.iv[i] + j]:
            vdot[first + j] = times_factorial(vd[j], k)
        else:
            write_torque(model, call, model.iv[i] + j, k,
                         projected(multi_number(multi, SUBSPACE, at) + 6 * j, block, at)
                         + multi_number(multi, BELOW, at)[j], at)
    if base:
        base_acceleration(call.base, vd, multi, k, at)
        return
    if k + 1 == at.n:
        return
    for j in range(3):
        multi_series(multi, CARRIED, k + 1, at)[j] = divided(
            multi_series(multi, CARRIED, k + 1, at)[j] + single(block, BIAS, at)[j], k + 1)
        multi_series(multi, TURN, k + 1, at)[j] = divided(vd[j], k + 1)
        if count == 6:
            multi_series(multi, SLIDE, k + 1, at)[j] = divided(vd[3 + j], k + 1)


cdef inline real* solve_pass(Model model, const Call* call, int k, int first, int end,
                             real* multi, Pass* at, Pass* shared) noexcept nogil:
    """Base to tip: accelerations, and the forces of prescribed coordinates; as `base_to_tip`."""
    cdef int i, kind
    cdef int nv = model.nv
    cdef param pitch
    cdef real vd
    cdef real* block
    cdef real* parent
    cdef real* world = at.body + model.nbodies * at.size
    cdef real* vdot = <real*> call.vdot
    for i in range(first, end):
        block = at.body + i * at.size
        parent = world if model.parent[i] < 0 else at.body + model.parent[i] * at.size
        kind = model.kind[i]
        if kind < SPHERICAL:
            pitch = pitch_of(model, i)
            if is_free(model, call, i):
                vd = joint_acceleration(&model.links[i], kind, pitch, block, parent, multi, at)
                vdot[k * nv + model.iv[i]] = times_factorial(vd, k)
                if call.prescribed != NULL:
                    transmitted(kind, kind == REVOLUTE and not geared(model, i, at), block, multi,
                                number(block, TORQUE, at)[0], k, at)
            else:
                vd = taylor(vdot[k * nv + model.iv[i]], k)
                from_above(&model.links[i], kind, pitch, 0, block, parent, multi, True, at)
                transmitted(kind, False, block, multi, 0, k, at)
                write_torque(model, call, model.iv[i], k, axial(kind, pitch, block, at), at)
            if k + 1 < at.n:
                number_series(block, RATE, at)[k + 1] = divided(vd, k + 1)
            if kind != REVOLUTE:
                multi += at.more
            continue
        if not on_world(model, i):
            from_above(&model.links[i], kind, 0, 0, block, parent, multi, True, at)
        elif not released(call, model.iv, i):
            copy(single(block, BIAS, at), single(block, ACCELERATION, at), 2 * TRIPLE)
            clear(single(block, BIAS, at), 2 * TRIPLE)
        if call.prescribed != NULL and not (on_world(model, i) and released(call, model.iv, i)):
            transmitted(kind, False, block, multi, 0, k, at)
        solve_multi(model, call, i, k, block, multi, shared)
        multi += at.more
    return multi


cdef inline real axial(int kind, param pitch, real* block, const Pass* at) noexcept nogil:
    """S^T W of the order under way of a one-degree joint"""
    cdef real about = single(block, WRENCH, at)[2]
    cdef real along = single(block, WRENCH + 1, at)[2]
    if kind == REVOLUTE:
        return about
    return along if kind == PRISMATIC else about + pitch * along


cdef void applied_wrenches(Model model, const Call* call, int k, Pass* at) noexcept nogil:
    """p -= the wrenches that act on the bodies, order k."""
    cdef int i, j
    cdef real* block
    cdef real* multi = at.multi
    cdef real* axes = NULL
    cdef const real* given = <const real*> call.wrenches
    for i in range(model.nbodies):
        block = at.body + i * at.size
        if call.inertial_wrenches:
            axes = at.attitude + 3 * i * at.T
            if k > 0:
                next_attitude(block, axes, k, at)
            elif on_world(model, i):
                for j in range(3):
                    copy(multi_series(multi, VIEW + j, 0, at), axes + j * at.T, TRIPLE)
            else:
                first_attitude(block, NULL if model.parent[i] < 0
                               else at.attitude + 3 * model.parent[i] * at.T, axes, at)
        if model.kind[i] != REVOLUTE:
            multi += at.more
        subtract_wrench(&model.bodies[i], given + 6 * i, 6 * model.nbodies, block, axes, k, at)


# Bodies that are settled at one order and prepared for the next before the following ones are:
# a few, so that what was settled is still in the nearest cache. Few bodies stay there anyway.
cdef enum:
    CHUNK = 6


cdef inline int passes(Model model, const Call* call, int n, bint acting) noexcept nogil:
    # two copies of the same facts: the address of `at` goes to inlined code alone, so that the
    # compiler sees through it where n is a literal
    cdef Pass at, shared
    cdef int i, k, singular, end, chunk
    cdef real* world
    cdef real* solved
    cdef real* moved
    at.n = n
    at.acting = acting
    at.T = TRIPLE * n
    at.size = block_size(n)
    at.more = multi_size(n)
    at.body = <real*> call.workspace
    world = at.body + model.nbodies * at.size
    at.sines = world + at.size
    at.cosines = at.sines + lines(model.nbodies)
    at.attitude = at.cosines + 2 * lines(model.nbodies)
    at.multi = at.attitude
    if call.wrenches != NULL and call.inertial_wrenches:
        at.multi += 3 * model.nbodies * at.T
    shared = at
    # the array of angles stands behind that of the cosines
    for i in range(model.nbodies):
        at.cosines[lines(model.nbodies) + i] = (
            (<const real*> call.q)[model.iq[i]] if model.kind[i] < SPHERICAL else 0)
    sincos_reals(at.cosines + lines(model.nbodies), at.sines, at.cosines, model.nbodies)
    # the world as a parent: it rests, but for a = -g at order 0
    clear_series(world, at.size)
    for i in range(3):
        single(world, ACCELERATION, &at)[TRIPLE + i] = -model.g[i]
    chunk = model.nbodies if model.nbodies <= 2 * CHUNK else CHUNK
    for k in range(n + 1):
        solved = at.multi
        moved = at.multi
        end = 0
        while end < model.nbodies:
            i = end
            end = min(i + chunk, model.nbodies)
            if k > 0:
                solved = solve_pass(model, call, k - 1, i, end, solved, &at, &shared)
            if k < n:
                moved = base_to_tip(model, call, k, i, end, moved, &at, &shared)
        if k == n:
            break
        if k == 1:
            clear(single(world, ACCELERATION, &at), 2 * TRIPLE)
        if call.wrenches != NULL:
            applied_wrenches(model, call, k, &shared)
        singular = tip_to_base(model, call, k, &at, &shared)
        if singular != DONE:
            return singular
    return DONE


ctypedef int (*Run)(Model, const Call*) noexcept nogil


cdef int run_acting(Model model, const Call* call) noexcept nogil:
    """`run` of joints with physics of their own."""
    return passes(model, call, call.r + 1, True)


cdef int run(Model model, const Call* call) noexcept nogil:
    """Forward or hybrid dynamics of order call.r; the body whose joint is singular, else DONE."""
    # literal orders, so that the compiler knows the places of everything
    cdef int n = call.r + 1
    if model.physics != NULL:
        return (<Run> apart(<void*> run_acting))(model, call)
    if n == 1:
        return passes(model, call, 1, False)
    if UNROLLED and n == 2:
        return passes(model, call, 2, False)
    if UNROLLED and n == 3:
        return passes(model, call, 3, False)
    if UNROLLED and n == 4:
        return passes(model, call, 4, False)
    if UNROLLED and n == 5:
        return passes(model, call, 5, False)
    if UNROLLED and n == 6:
        return passes(model, call, 6, False)
    return passes(model, call, n, False)


RUN = PyCapsule_New(<void*> run, "lieref.forward_run", NULL)
WORKSPACE = PyCapsule_New(<void*> workspace, "lieref.forward_workspace", NULL)
