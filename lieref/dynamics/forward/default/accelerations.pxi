# The last pass, from the base to the tips: accelerations of one order, and the forces of prescribed
# coordinates [Ali, Alg. 3 and 4].

from lieref.dynamics.shared.calls cimport ForwardCall as Call
from lieref.model.model cimport REVOLUTE, SPHERICAL, Model, param


cdef inline void write_torque(Model model, const Call* call, int column, int k, real torque,
                              const Pass* at) noexcept nogil:
    cdef int index = k * model.nv + column
    cdef real tau = times_factorial(torque, k)
    if call.tau_ext != NULL:
        tau = tau - (<const real*> call.tau_ext)[index]
    if at.acting:
        tau = tau + (<JointTorque> apart(<void*> joint_torque))(
            model, <const real*> call.q, <const real*> call.v, <const real*> call.vdot, column, k)
    (<real*> call.tau)[index] = tau


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
        multi_acceleration(count, prescribed_of(model, call, i), vd, block, multi, at)
    for j in range(count):
        if call.prescribed == NULL or not call.prescribed[model.iv[i] + j]:
            vdot[first + j] = times_factorial(vd[j], k)
        else:
            write_torque(model, call, model.iv[i] + j, k,
                         projected(multi_number(multi, SUBSPACE, at) + 6 * j, block, at)
                         + multi_number(multi, LOWER_ORDERS, at)[j], at)
    if base:
        base_acceleration(call.base, vd, multi, k, at)
        return
    if k + 1 == at.n:
        return
    for j in range(3):
        multi_series(multi, PARENT_OMEGA, k + 1, at)[j] = divided(
            multi_series(multi, PARENT_OMEGA, k + 1, at)[j] + single(block, BIAS, at)[j], k + 1)
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
            clear(multi_series(multi, POINT, k, at), TRIPLE)
        if call.prescribed != NULL and not (on_world(model, i) and released(call, model.iv, i)):
            transmitted(kind, False, block, multi, 0, k, at)
        solve_multi(model, call, i, k, block, multi, shared)
        multi += at.more
    return multi
