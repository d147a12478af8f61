# Derivatives of the force F across the joint of a coordinate p by its position, velocity and
# acceleration, which move all beyond it, [Singh, (12), (13)]. Included after subtrees.pxi, whose B,
# twice that of the paper, this is. Symbols:
#   dF_dq        B psi_d + I psi_dd + s x* f
#   dF_dq_joint  the same in axes that move with the joint, without s x* f
#   dF_dv        B s + I (psi_d + s_d)
#   dF_da        I s
#   Bt_s         B^T s, angular; the linear part is zero

cdef struct ForcePartials:
    real[6] dF_dq_joint
    real[6] dF_dq
    real[6] dF_dv
    real[6] dF_da
    real[3] Bt_s


cdef inline void find_force_partials(const real* block, const real* column,
                                     ForcePartials* p) noexcept nogil:
    """Of a column of body i, from the composites of its subtree."""
    cdef const real* s = column + S
    times_inertia(block, column + PSI_DD, p.dF_dq_joint)
    add_coriolis(block, column + PSI_D, p.dF_dq_joint)
    copy(p.dF_dq_joint, p.dF_dq, 6)
    add_force_cross(s, block + FORCE, p.dF_dq)
    times_inertia(block, column + SUM_D, p.dF_dv)
    add_coriolis(block, s, p.dF_dv)
    times_inertia(block, s, p.dF_da)
    coriolis_back(block, s, p.Bt_s)
