# Partial derivatives of the torques of the joints themselves, each a diagonal; see
# joint_physics.pxi, after which it is included.


cdef real friction_slope(const Coordinate* at, real v, bint twice) noexcept nogil:
    """friction ds/dv = friction width^2 y^3, or d2s/dv2 = -3 friction width^2 v y^5; of a sign 0

    y = (v^2 + width^2)^(-1/2)
    """
    cdef real y
    cdef real wide = at.width
    if at.friction == 0 or at.width == 0:
        return 0
    y = inverse_root(v * v + wide * wide)
    wide = wide * y
    if twice:
        return -3 * at.friction * wide * wide * y * y * (v * y)
    return at.friction * wide * wide * y


cdef void add_joint_partials(Model model, const real* v, real* dq, real* dv,
                             real* da) noexcept nogil:
    """Matrices (nv, nv) += diag(stiffness), diag(damping + slope of friction), diag(armature)"""
    cdef int c, at
    for c in range(model.nv):
        at = c * (model.nv + 1)
        dq[at] = dq[at] + model.physics[c].stiffness
        dv[at] = dv[at] + model.physics[c].damping + friction_slope(model.physics + c, v[c], False)
        da[at] = da[at] + model.physics[c].armature


cdef void add_joint_change(Model model, const real* v, const real* dq, const real* dv,
                           const real* da, real* tau) noexcept nogil:
    """tau (nv,) += what a move does to the torques"""
    cdef int c
    for c in range(model.nv):
        tau[c] = (tau[c] + model.physics[c].stiffness * dq[c] + model.physics[c].armature * da[c]
                  + (model.physics[c].damping
                     + friction_slope(model.physics + c, v[c], False)) * dv[c])


cdef void add_joint_gradients(Model model, const real* v, const real* w, real* dq, real* dv,
                              real* da) noexcept nogil:
    """dq, dv, da (nv,) += w^T of the partials"""
    cdef int c
    for c in range(model.nv):
        dq[c] = dq[c] + model.physics[c].stiffness * w[c]
        dv[c] = dv[c] + (model.physics[c].damping
                         + friction_slope(model.physics + c, v[c], False)) * w[c]
        da[c] = da[c] + model.physics[c].armature * w[c]
