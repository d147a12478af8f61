# The open tree's partials along the motions that the loops admit:
#
#     tau = G^T f
#     dtau/dq = G^T (f_q G + f_v V_q + f_a A_q) + f . X G
#     dtau/dv = G^T (f_v G + f_a A_v),   dtau/da = G^T f_a G
#
# with the maps V_q, A_q, A_v of qdot and qddot in the blocks of G. Plain twin: `inverse_first` of
# `lieref.loops.partials.chain_rule`.


cdef inline void along_row(LoopTables t, const real* G, const real* dq, const real* dv,
                           const real* da, real* row) noexcept nogil:
    """Row (3, nv) of f_q G + f_v V_q + f_a A_q, of f_v G + f_a A_v and of f_a G."""
    cdef int k, a, c, n, at
    cdef const ClusterTable* cluster
    cdef const int* velocity
    cdef const int* ind
    cdef const real* V_q = G + t.n_G
    cdef const real* A_q = V_q + t.n_G
    cdef const real* A_v = A_q + t.n_G
    cdef real by_q, by_v, by_a
    for k in range(t.n_clusters):
        cluster = &t.clusters[k]
        velocity = t.indices + cluster.first_velocity
        ind = t.indices + cluster.first_ind
        n = cluster.n_ind
        for c in range(n):
            if cluster.G < 0:
                a = velocity[c]
                by_q, by_v, by_a = dq[a], dv[a], da[a]
            else:
                by_q = by_v = by_a = 0
                at = cluster.G + c
                for a in range(cluster.n_tree):
                    by_q += G[at] * dq[velocity[a]]
                    by_v += G[at] * dv[velocity[a]]
                    by_a += G[at] * da[velocity[a]]
                    if moves(cluster):
                        by_q += V_q[at] * dv[velocity[a]] + A_q[at] * da[velocity[a]]
                        by_v += A_v[at] * da[velocity[a]]
                    at += n
            row[ind[c]], row[t.nv + ind[c]], row[2 * t.nv + ind[c]] = by_q, by_v, by_a


cdef inline void add_row(const real* row, real factor_, int n, real* out) noexcept nogil:
    cdef int i
    for i in range(n):
        out[i] += factor_ * row[i]


cdef void force_partials(LoopTables t, const ForcePartialsCall* s) noexcept nogil:
    cdef int k, a, c, j, i, n
    cdef int nv = t.nv
    cdef size_t first = 0
    cdef const ClusterTable* cluster
    cdef const int* velocity
    cdef const int* ind
    cdef const real* G = <const real*> s.maps
    cdef const real* force = <const real*> s.force
    cdef const real* dG = <const real*> s.dG
    cdef real* out_q = <real*> s.out_q
    cdef real* out_v = <real*> s.out_v
    cdef real* out_a = <real*> s.out_a
    cdef real* row = <real*> s.work
    cdef real total
    for i in range(nv * nv):
        out_q[i] = out_v[i] = out_a[i] = 0
    for k in range(t.n_clusters):
        cluster = &t.clusters[k]
        velocity = t.indices + cluster.first_velocity
        ind = t.indices + cluster.first_ind
        n = cluster.n_ind
        for a in range(cluster.n_tree):
            i = velocity[a] * t.tree.nv
            along_row(t, G, <const real*> s.dq + i, <const real*> s.dv + i,
                      <const real*> s.da + i, row)
            for c in range(n):
                if cluster.G < 0 and c != a:
                    continue
                total = 1
                if cluster.G >= 0:
                    total = G[cluster.G + a * n + c]
                j = ind[c] * nv
                add_row(row, total, nv, out_q + j)
                add_row(row + nv, total, nv, out_v + j)
                add_row(row + 2 * nv, total, nv, out_a + j)
        if not moves(cluster):
            continue
        for j in range(n):
            for c in range(n):
                total = 0
                for a in range(cluster.n_tree):
                    total += force[velocity[a]] * dG[first + (a * n + j) * n + c]
                out_q[ind[j] * nv + ind[c]] += total
        first += cluster.n_tree * n * n
