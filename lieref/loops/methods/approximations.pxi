# Approximations by the independent tree [Chignoli, Sec. II-C]: the tree without the rotors that
# couplings drive, and in their place an armature: the diagonal of G_r^T I_r G_r, all of it, or
# none.
# Symbols: projection.pxi.

from lieref.loops.methods.projection_table cimport Armature, ProjectionTable


cdef inline void approximate_inertia(ProjectionTable table, Method method, const double* H,
                                     const double* packed, double* Hy) noexcept nogil:
    """H of the independent tree and the armature, in the order of the clusters   [II-C]"""
    cdef int a, b, c, i, j
    cdef int nv = table.nv
    cdef double* out
    cdef const double* row
    cdef const Armature* rotor
    for i in range(nv):
        for j in range(i + 1):
            Hy[<size_t> i * nv + j] = H[<size_t> table.order[i] * nv + table.order[j]]
    if method != APPROXIMATE and method != FULL:
        return
    for c in range(table.nrotors):
        rotor = table.armatures + c
        row = packed + rotor.offset
        for a in range(rotor.n_ind):
            out = Hy + <size_t> (rotor.position + a) * nv + rotor.position
            for b in range(0 if method == FULL else a, a + 1):
                out[b] += rotor.inertia * row[a] * row[b]


cdef inline void missing_kept_forces(ProjectionTable table, const ProjectionCall* call,
                                     const Arrays* at) noexcept nogil:
    """vdot = tau - c of the independent tree"""
    cdef int i
    cdef int nv = table.nv
    for i in range(nv):
        at.rates[i] = call.v[i]
        at.rates[nv + i] = 0
    torques_of(table.kept, call.q, at.rates, call.wrenches, call.inertial_wrenches, 0, at.torques,
               call.workspace)
    for i in range(nv):
        call.vdot[i] = call.tau[i] - at.torques[i]


cdef inline void add_armature(ProjectionTable table, Method method, const double* packed,
                              const double* vdot, double* tau) noexcept nogil:
    """tau += the armature's part of the inertia by yddot   [II-C]"""
    cdef int a, b, c
    cdef double rate
    cdef const int* y
    cdef const double* row
    cdef const Armature* rotor
    if method != APPROXIMATE and method != FULL:
        return
    for c in range(table.nrotors):
        rotor = table.armatures + c
        row = packed + rotor.offset
        y = table.order + rotor.position
        rate = 0
        for b in range(rotor.n_ind):
            rate += row[b] * vdot[y[b]]
        for a in range(rotor.n_ind):
            tau[y[a]] += rotor.inertia * row[a] * (rate if method == FULL
                                                   else row[a] * vdot[y[a]])
