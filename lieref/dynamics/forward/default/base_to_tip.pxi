# The pass from the base to the tips: motion of one order without its accelerations, bias wrenches,
# and less the wrenches that act on the bodies [Ali, Alg. 3 and 4].

from lieref.dynamics.shared.calls cimport ForwardCall as Call
from lieref.model.model cimport HELICAL, PRISMATIC, REVOLUTE, SPHERICAL, Model


cdef inline const unsigned char* prescribed_of(Model model, const Call* call, int i) noexcept nogil:
    return NULL if call.prescribed == NULL else call.prescribed + model.iv[i]


cdef inline bint is_free(Model model, const Call* call, int i) noexcept nogil:
    """A one-degree joint whose generalized force is given?"""
    return call.prescribed == NULL or not call.prescribed[model.iv[i]]


cdef inline bint geared(Model model, int i, const Pass* at) noexcept nogil:
    """A one-degree joint with a rotor, so that Ia S is not zero?"""
    return at.acting and model.physics[model.iv[i]].armature != 0


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
            body_pose(model, call, i, block, parent, multi, at, shared)
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
                prescribe_multi(count, prescribed_of(model, call, i), given, block, multi, shared)
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
