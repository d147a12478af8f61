# Joint physics in joint-space inertias: H + diag(armature). Included after lanes.pxi.


cdef inline void add_armature(Model model, real* H) noexcept nogil:
    """H (nv, nv) += diag(armature)"""
    cdef int c
    if model.physics == NULL:
        return
    for c in range(model.nv):
        H[c * (model.nv + 1)] = H[c * (model.nv + 1)] + model.physics[c].armature
