# The constraints themselves: phi, K and k of all clusters along the tree, and Newton's step.
# Rows by clusters: first loops and implicit constraints (see lieref/model/loops/loop_closure.py),
# then the driven coordinates, q - gamma(z), by [1, -Gamma], with the bias zdot^T Gamma' zdot.


cdef inline double opening_of(LoopTables t, const ClusterTable* cluster, const double* gamma,
                              const double* q, const ClusterWork* at) noexcept nogil:
    """Largest residual of a cluster with its rows, rad, lengths of the loop or units."""
    cdef double opening
    openings(t, cluster, gamma, q, at, &opening)
    return opening


cdef void equations(LoopTables t, const double* q, const double* driven, const double* qdot,
                    double* work, double* phi, double* K, double* bias) noexcept nogil:
    """phi (n_closing,), K (n_closing, tree.nv), given as zeros, and k (n_closing,) of a state."""
    cdef int k, n, i, a, j
    cdef int nv = t.tree.nv
    cdef const ClusterTable* cluster
    cdef const LoopTable* loop
    cdef const int* velocity
    cdef const int* free
    cdef const double* gamma
    cdef double* to
    cdef ClusterWork at
    for k in range(t.n_clusters):
        cluster = &t.clusters[k]
        if cluster.G < 0:
            continue
        velocity = t.indices + cluster.first_velocity
        free = t.indices + cluster.first_free
        lay_out(cluster, t, work, &at)
        gamma = ratios(t, cluster, driven, &at)
        for a in range(cluster.n_tree):
            at.rate[a] = qdot[velocity[a]]
            at.curve[a] = 0
        cluster_rows(t, cluster, gamma, q, &at)
        to = phi
        for n in range(cluster.n_loops):
            loop = &t.loops[cluster.first_loop + n]
            loop_residual(loop, at.frame + FRAME * n, to)
            to += count_rows(loop.rows)
        for i in range(cluster.n_implicit):
            to[i] = (gamma + implicit_values_at(cluster))[i]
        to = phi + cluster.n_rows
        for i in range(cluster.n_rows):
            for a in range(cluster.n_tree):
                K[i * nv + velocity[a]] = at.K[i * cluster.n_tree + a]
        cluster_bias(t, cluster, gamma, &at, bias, False)
        n = driven_residual(t, cluster, gamma, q, to)
        phi += cluster.n_rows
        K += cluster.n_rows * nv
        bias += cluster.n_rows
        if n == 0:
            continue
        if cluster.driven >= 0:
            curvature(cluster, free, gamma + driven_hessian_at(cluster), &at)
        i = 0
        for a in range(cluster.n_tree):
            if is_driven(cluster, free, a):
                K[i * nv + velocity[a]] = 1
                for j in range(cluster.n_free):
                    K[i * nv + velocity[free[j]]] -= gamma[a * cluster.n_free + j]
                bias[i] = at.curve[a]
                i += 1
        phi += n
        K += n * nv
        bias += n


cdef bint newton_step(LoopTables t, int k, const double* q, const double* driven, double* work,
                      double* step, double* measure) noexcept nogil:
    """step (tree.nv,), given as zeros: -K_d^-1 phi in cluster k's dependent coordinates.

    False where its rows are singular. Driven coordinates follow by gamma, not by this step.
    """
    cdef int n, i
    cdef const ClusterTable* cluster = &t.clusters[k]
    cdef const LoopTable* loop
    cdef const int* velocity = t.indices + cluster.first_velocity
    cdef const int* free = t.indices + cluster.first_free
    cdef const double* gamma
    cdef double* phi
    cdef ClusterWork at
    lay_out(cluster, t, work, &at)
    gamma = ratios(t, cluster, driven, &at)
    cluster_rows(t, cluster, gamma, q, &at)
    fill(t, cluster, gamma, &at)
    if not factor(t, cluster, &at, measure):
        return False
    phi = at.K
    for n in range(cluster.n_loops):
        loop = &t.loops[cluster.first_loop + n]
        loop_residual(loop, at.frame + FRAME * n, phi)
        for i in range(6):
            if loop.rows >> i & 1:
                phi[0] *= -1 if i < 3 else -cluster.shift
                phi += 1
    for i in range(cluster.n_implicit):
        phi[i] = -(gamma + implicit_values_at(cluster))[i] * t.numbers[cluster.implicit_scales + i]
    solve_last(cluster, &at, at.K, t.numbers + cluster.scales, at.rate)
    for i in range(cluster.n_dep):
        step[velocity[free[i]]] = at.rate[i]
    return True
