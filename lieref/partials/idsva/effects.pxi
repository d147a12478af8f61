# What a move, a velocity or an acceleration of a coordinate does to the force across its joint,
# [Singh, (12), (13)]. Included after subtrees.pxi.
#
# Symbols, of a coordinate p of body i with all beyond it; B is the 2 B of subtrees.pxi:
#   own      B psi_d + I psi_dd: what a move of p does to the force across the joint, its axes kept
#   turned   own + s x* f, seen from the joints before it
#   pushed   B s + I (psi_d + s_d), of a change of its velocity
#   raised   I s, of a change of its acceleration
#   below    B^T s, angular; the linear part is zero

cdef struct Effects:
    real[6] own
    real[6] turned
    real[6] pushed
    real[6] raised
    real[3] below


cdef inline void find_effects(const real* block, const real* column, Effects* p) noexcept nogil:
    """Of a column of body i, from the composites of its subtree."""
    cdef const real* s = column + S
    times_inertia(block, column + PSI_DD, p.own)
    add_coriolis(block, column + PSI_D, p.own)
    copy(p.own, p.turned, 6)
    add_force_cross(s, block + FORCE, p.turned)
    times_inertia(block, column + SUM_D, p.pushed)
    add_coriolis(block, s, p.pushed)
    times_inertia(block, s, p.raised)
    coriolis_back(block, s, p.below)
