# What the joints of h_gabi_kernel.pxi are given: which coordinates are free, their forces, what the
# joints themselves take of these, and the forces of prescribed ones. Included before it.

from lieref.model.model cimport Model


cdef inline const unsigned char* held(Model model, const Call* call, int i) noexcept nogil:
    return NULL if call.prescribed == NULL else call.prescribed + model.iv[i]


cdef inline bint is_free(Model model, const Call* call, int i) noexcept nogil:
    """A one-degree joint whose generalized force is given?"""
    return call.prescribed == NULL or not call.prescribed[model.iv[i]]


cdef inline bint geared(Model model, int i, const Pass* at) noexcept nogil:
    """A one-degree joint with a rotor, so that Ia S is not zero?"""
    return at.acting and model.physics[model.iv[i]].armature != 0


cdef inline real load_of(Model model, const Call* call, int column, int k,
                         const Pass* at) noexcept nogil:
    """Coefficient k of tau + tau_ext, less what the joint itself takes of it but for its armature;
    nothing for a prescribed coordinate.
    """
    cdef int place = k * model.nv + column
    cdef real torque
    if call.prescribed != NULL and call.prescribed[column]:
        return 0
    torque = (<const real*> call.tau)[place]
    if call.tau_ext != NULL:
        torque = torque + (<const real*> call.tau_ext)[place]
    if at.acting:
        torque = torque - (<JointTorque> apart(<void*> known_torque))(
            model, <const real*> call.q, <const real*> call.v, <const real*> call.vdot, column, k)
    return taylor(torque, k)


cdef inline void write_torque(Model model, const Call* call, int column, int k, real torque,
                              const Pass* at) noexcept nogil:
    cdef int place = k * model.nv + column
    cdef real tau = times_factorial(torque, k)
    if call.tau_ext != NULL:
        tau = tau - (<const real*> call.tau_ext)[place]
    if at.acting:
        tau = tau + (<JointTorque> apart(<void*> joint_torque))(
            model, <const real*> call.q, <const real*> call.v, <const real*> call.vdot, column, k)
    (<real*> call.tau)[place] = tau
