# How G, qdot = G y and qddot = G a + g change with the independent coordinates.
#
#     X_c     derivative along G e_c, the independent velocities held
#     qdot    changes by X_c (G y) along q_c
#     qddot   changes by X_c (G a + g) along q_c, and by X_c (G y) + G' e_c along y_c
#
# A late change xi = t^2 e_c of the motion turns G into G + t^2 X_c G, and what is quadratic in it
# begins at t^4: the coefficients 2 and 3 of G are X_c G and X_c X_y G if the change is LARGE beside
# those of the motion, exactly, see `lieref.loops.partials.any_order.velocity_map`. Its rate is
#
#     dy = 2 t e_c - 2 t^2 b,   b = P ad_V G e_c, the bracket of joints of several degrees,
#
# where xi' = dy - b xi makes X_y X_c G of coefficient 3, and -2 t^2 b exchanges the order. Clusters
# do not depend on each other: one motion changes a coordinate of each.

cdef enum:
    SERIES = 4
    OPEN = -2

# Beside numbers of this size those of the motion itself are below rounding.
cdef double LARGE = 2.0**200


cdef size_t motion_partials_size(LoopTables t) noexcept nogil:
    """Reals of `MotionPartialsCall.work`."""
    return (SERIES * (t.tree.nv + t.n_G) + 2 * t.n_clusters + t.tree.nv + 2 * t.nv
            + motion_size(t, SERIES))


cdef int motion_partials(LoopTables t, const MotionPartialsCall* s) noexcept nogil:
    """-1, OPEN, or the singular cluster."""
    cdef Motion motion
    cdef int c, i, failed
    cdef int nv = t.tree.nv
    cdef real* qdot = <real*> s.work
    cdef real* G = qdot + SERIES * nv
    cdef real* measure = G + SERIES * t.n_G
    cdef real* g = measure + 2 * t.n_clusters
    cdef real* unit_rates = g + nv
    cdef real* rates = <real*> s.rates
    cdef real* maps = <real*> s.maps
    motion.n, motion.q = SERIES, s.q
    motion.qdot, motion.G, motion.measure = <double*> qdot, <double*> G, <double*> measure
    motion.opening = NULL if s.closed else <double*> (measure + t.n_clusters)
    motion.work = <double*> (unit_rates + 2 * t.nv)
    memset(qdot, 0, nv * sizeof(real))
    failed = motion_start(t, &motion)
    if is_open(t, failed, motion.opening, STATE_COUNT):
        return OPEN
    if failed >= 0:
        return failed
    motion_add(t, &motion, 0, s.y, 1)
    motion_next(t, &motion, 1, True)
    for i in range(nv):
        rates[i], g[i] = qdot[i], qdot[nv + i]
    motion_add(t, &motion, 1, s.a, 1)
    for i in range(nv):
        rates[nv + i] = qdot[nv + i]
    for i in range(t.n_G):
        maps[i] = G[i]
        maps[t.n_G + i] = maps[2 * t.n_G + i] = maps[3 * t.n_G + i] = 0
    for c in range(_most_columns(t)):
        for i in range(nv):
            qdot[nv + i] = g[i]
        _unit_rates(t, c, qdot, G, unit_rates, unit_rates + t.nv)
        motion_add(t, &motion, 1, <const double*> unit_rates, 2 * LARGE)
        motion_next(t, &motion, 2, True)
        motion_add(t, &motion, 2, <const double*> (unit_rates + t.nv), -2 * LARGE)
        motion_next(t, &motion, 3, True)
        _store_partials(t, s, c, G)
    return -1


cdef int _most_columns(LoopTables t) noexcept nogil:
    """Most independent coordinates of a cluster whose G moves."""
    cdef int k
    cdef int most = 0
    for k in range(t.n_clusters):
        if moves(&t.clusters[k]):
            most = max(most, t.clusters[k].n_ind)
    return most


cdef void _unit_rates(LoopTables t, int c, const real* V, const real* G, real* unit,
                      real* bracket_rates) noexcept nogil:
    """e_c of each cluster that has one and moves, and P ad_V G e_c; (nv,) each."""
    cdef int k, b, i, j, body, place, width, own
    cdef const ClusterTable* cluster
    cdef const int* ind
    cdef const int* free
    cdef real[6] rate, other, bracket
    for j in range(t.nv):
        unit[j] = bracket_rates[j] = 0
    for k in range(t.n_clusters):
        cluster = &t.clusters[k]
        if not moves(cluster) or c >= cluster.n_ind:
            continue
        ind = t.indices + cluster.first_ind
        free = t.indices + cluster.first_free + cluster.n_dep
        unit[ind[c]] = 1
        for b in range(cluster.bodies):
            body = t.indices[cluster.first_body + b]
            width = columns_of(t.tree.kind[body])
            if width == 1:
                continue
            place = t.local[t.tree.iv[body]]
            for i in range(6):
                rate[i] = other[i] = 0
            for i in range(width):
                rate[i] = V[t.tree.iv[body] + i]
                other[i] = G[cluster.G + (place + i) * cluster.n_ind + c]
            twist_cross(rate, other, bracket)
            for j in range(cluster.n_ind):
                own = free[j] - place
                if 0 <= own < width:
                    bracket_rates[ind[j]] = bracket[own]


cdef void _store_partials(LoopTables t, const MotionPartialsCall* s, int c,
                          const real* G) noexcept nogil:
    """Column c of the maps and of dG of each cluster, from the coefficients of G."""
    cdef int k, a, j, n, at
    cdef size_t first = 0
    cdef const ClusterTable* cluster
    cdef const int* ind
    cdef const real* y = <const real*> s.y
    cdef const real* acceleration = <const real*> s.a
    cdef real* V_q = <real*> s.maps + t.n_G
    cdef real* A_q = V_q + t.n_G
    cdef real* A_v = A_q + t.n_G
    cdef real* dG = <real*> s.dG
    cdef real by_q, by_t_and_q
    for k in range(t.n_clusters):
        cluster = &t.clusters[k]
        if not moves(cluster):
            continue
        n = cluster.n_ind
        ind = t.indices + cluster.first_ind
        for a in range(cluster.n_tree if c < n else 0):
            at = cluster.G + a * n
            for j in range(n):
                by_q = G[2 * t.n_G + at + j] * (1 / LARGE)
                by_t_and_q = G[3 * t.n_G + at + j] * (1 / LARGE)
                dG[first + (a * n + j) * n + c] = by_q
                V_q[at + c] += by_q * y[ind[j]]
                A_q[at + c] += by_q * acceleration[ind[j]] + by_t_and_q * y[ind[j]]
            A_v[at + c] = V_q[at + c] + G[t.n_G + at + c]
        first += cluster.n_tree * n * n
