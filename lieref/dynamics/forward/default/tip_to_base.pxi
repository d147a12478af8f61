# The pass from the tips to the base: articulated inertias at order 0, and at every order the forces
# u of the coordinates and the wrenches p [Ali, Alg. 3 and 4].

from lieref.dynamics.shared.calls cimport DONE, ForwardCall as Call
from lieref.model.model cimport PRISMATIC, REVOLUTE, SPHERICAL, Model, param


cdef inline real load_of(Model model, const Call* call, int column, int k,
                         const Pass* at) noexcept nogil:
    """Coefficient k of tau + tau_ext less the torque of the joint's own physics, but for its
    armature; 0 for a prescribed coordinate.
    """
    cdef int index = k * model.nv + column
    cdef real torque
    if call.prescribed != NULL and call.prescribed[column]:
        return 0
    torque = (<const real*> call.tau)[index]
    if call.tau_ext != NULL:
        torque = torque + (<const real*> call.tau_ext)[index]
    if at.acting:
        torque = torque - (<JointTorque> apart(<void*> known_torque))(
            model, <const real*> call.q, <const real*> call.v, <const real*> call.vdot, column, k)
    return taylor(torque, k)


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
                                        prescribed_of(model, call, i), block, multi, shared):
                    return i
                if not on_world(model, i):
                    carry(&model.links[i], kind, block, multi, at)
                resist_bias(False, block, at)
            for j in range(count):
                torque[j] = (load_of(model, call, model.iv[i] + j, k, at)
                             - multi_number(multi, LOWER_ORDERS, at)[j])
            multi_bias(count, rotors(model, i, at), prescribed_of(model, call, i), torque, block,
                       multi, shared)
            if parent != NULL:
                add_to_parent(&model.links[i], kind, 3, block, multi, single(block, WRENCH, at),
                              single(parent, WRENCH, at), at)
        if k == 0 and parent != NULL:
            inertia_to_parent(&model.links[i], kind, kind == REVOLUTE and is_free(model, call, i)
                              and not geared(model, i, at), block, parent, multi, at)
            size_to_parent(&model.links[i], kind, block, parent, multi, at)
    return DONE
