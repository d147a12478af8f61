# The constraints along a motion of any order: qdot and G as Taylor coefficients, order by order.
#
#     z_d,m = -K_d^-1 sum_{j>0} B_j z_{m-j},   B = K Gamma,   qdot_m = sum_j Gamma_j z_{m-j}
#
# with the factors of K_d at t = 0 for every order, and G_z likewise, column by column; what y_m
# adds is G_0 y_m. Only the rows of K that the factors kept as pivots are expanded, but where each
# of several states has its own: all of them. Plain twin:
# motion_series of any_scalar.py. Free coordinates z have unit rows in Gamma: their rates and
# rows of G are those of the tree.

# What is kept of one cluster between the orders.
cdef struct ClusterMotion:
    ClusterWork at
    const real* gamma       # constant Gamma, or its series by n_driven; NULL where nothing couples
    real* series            # vector series of its loops, see loop_series.pxi
    real* rows              # (n, expanded_rows, n_tree) rows of K
    real* B                 # (n, expanded_rows, n_free) the same of K Gamma, scaled
    real* sums              # (n_rows,) right-hand sides of one order
    real* registers         # (registers, n) of the program of its couplings' functions
    real* end


cdef inline int expanded_rows(const ClusterTable* cluster) noexcept nogil:
    return cluster.n_dep if STATE_COUNT == 1 else cluster.n_rows


cdef inline int expanded_row(const ClusterWork* at, int i) noexcept nogil:
    """Which row of K the i-th one of them is."""
    return at.row[i] if STATE_COUNT == 1 else i


cdef inline size_t motion_header() noexcept nogil:
    """Reals that a ClusterMotion takes."""
    return (sizeof(ClusterMotion) + sizeof(real) - 1) // sizeof(real)


cdef size_t motion_size(LoopTables t, int n) noexcept nogil:
    """Reals of `Motion.work` for n coefficients."""
    cdef int k
    cdef const ClusterTable* cluster
    cdef size_t total = n * t.n_driven
    for k in range(t.n_clusters):
        cluster = &t.clusters[k]
        if cluster.driven >= 0:
            total += n * t.programs.programs[k].registers
        if cluster.G >= 0:
            total += (motion_header() + cluster.work + 3 * n * cluster.series + cluster.n_rows
                      + n * expanded_rows(cluster) * (cluster.n_tree + cluster.n_free))
    return total


cdef inline bint moves(const ClusterTable* cluster) noexcept nogil:
    """Whether G of a cluster depends on the configuration."""
    return cluster.n_rows > 0 or cluster.driven >= 0


cdef inline ClusterMotion* lay_motion(LoopTables t, int k, int n, real** work) noexcept nogil:
    """Arrays of one cluster in `Motion.work`, which is moved behind them."""
    cdef const ClusterTable* cluster = &t.clusters[k]
    cdef ClusterMotion* kept = <ClusterMotion*> work[0]
    cdef real* own = work[0] + motion_header()
    lay_out(cluster, t, own, &kept.at)
    kept.series = own + cluster.work
    kept.rows = kept.series + 3 * n * cluster.series
    kept.B = kept.rows + n * expanded_rows(cluster) * cluster.n_tree
    kept.sums = kept.B + n * expanded_rows(cluster) * cluster.n_free
    kept.registers = kept.sums + cluster.n_rows
    kept.end = kept.registers
    if cluster.driven >= 0:
        kept.end += n * t.programs.programs[k].registers
    work[0] = kept.end
    return kept


cdef inline ClusterMotion* kept_motion(real** work) noexcept nogil:
    """The same of a cluster that was laid out before."""
    cdef ClusterMotion* kept = <ClusterMotion*> work[0]
    work[0] = kept.end
    return kept


cdef inline void functions_next(LoopTables t, const Motion* motion, int k, int m,
                                ClusterMotion* kept) noexcept nogil:
    """Coefficient m of Gamma, and of K of constraints, of a cluster with functions."""
    run_series(t.programs, &t.programs.programs[k], motion.q, motion.qdot, t.tree.nv, motion.n, m,
               <double*> kept.registers,
               <double*> (<real*> motion.work + m * t.n_driven + t.clusters[k].driven))


cdef int motion_start(LoopTables t, const Motion* motion) noexcept nogil:
    """G_0 and the factors of all clusters; the first singular cluster, or -1."""
    cdef int k
    cdef const ClusterTable* cluster
    cdef ClusterMotion* kept
    # the functions' values come first
    cdef real* work = <real*> motion.work + motion.n * t.n_driven
    for k in range(STATE_COUNT * t.n_clusters):
        motion.measure[k] = 1
        if motion.opening != NULL:
            motion.opening[k] = 0
    for k in range(t.n_clusters):
        cluster = &t.clusters[k]
        if cluster.G < 0:
            continue
        kept = lay_motion(t, k, motion.n, &work)
        if cluster.driven >= 0:
            functions_next(t, motion, k, 0, kept)
        kept.gamma = ratios(t, cluster, <const real*> motion.work, &kept.at)
        if cluster.n_rows > 0:
            cluster_rows(t, cluster, kept.gamma, <const real*> motion.q, &kept.at)
        if motion.opening != NULL:
            openings(t, cluster, kept.gamma, <const real*> motion.q, &kept.at,
                     motion.opening + STATE_COUNT * k)
        if cluster.n_rows > 0:
            fill(t, cluster, kept.gamma, &kept.at)
            if not factor(t, cluster, &kept.at, motion.measure + STATE_COUNT * k):
                return k
            cluster_series(t, cluster, motion.n, kept)
        embed(t, cluster, kept.gamma, &kept.at, <real*> motion.G + cluster.G)
    return -1


cdef void cluster_series(LoopTables t, const ClusterTable* cluster, int n,
                         ClusterMotion* kept) noexcept nogil:
    """Coefficients 0 of the loops of a cluster, and of the rows of K that are expanded."""
    cdef int i, a, row, n_loop
    cdef const LoopTable* loop
    cdef const real* pose = kept.at.pose
    cdef real* x = kept.series
    for n_loop in range(cluster.n_loops):
        loop = &t.loops[cluster.first_loop + n_loop]
        x = loop_start(t, loop, pose, kept.at.frame + FRAME * n_loop, n, x)
        pose += POSE * (loop.n_path[0] + loop.n_path[1])
    for i in range(expanded_rows(cluster)):
        row = expanded_row(&kept.at, i)
        for a in range(cluster.n_tree):
            kept.rows[i * cluster.n_tree + a] = kept.at.K[row * cluster.n_tree + a]


cdef inline int place_of(const ClusterTable* cluster, const ClusterMotion* kept,
                         int row) noexcept nogil:
    """Number of a row of K among the expanded rows, -1 if it is none."""
    cdef int i
    for i in range(expanded_rows(cluster)):
        if expanded_row(&kept.at, i) == row:
            return i
    return -1


cdef inline void product_next(LoopTables t, const ClusterTable* cluster, int i, double scale,
                              int m, ClusterMotion* kept) noexcept nogil:
    """Coefficient m of expanded row i of K Gamma, times `scale`, from those of K."""
    cdef int j, a, c
    cdef int n_tree = cluster.n_tree
    cdef int n_free = cluster.n_free
    cdef int count = expanded_rows(cluster)
    cdef int width = count * n_tree
    cdef const int* free = t.indices + cluster.first_free
    cdef const real* K = kept.rows + i * n_tree
    cdef const real* gamma
    cdef real* B = kept.B + (m * count + i) * n_free
    cdef real total
    for c in range(n_free):
        if kept.gamma == NULL:
            total = K[m * width + free[c]]
        else:
            total = 0
            gamma = kept.gamma
            for j in range(m + 1 if cluster.driven >= 0 else 1):
                for a in range(n_tree):
                    total += K[(m - j) * width + a] * gamma[a * n_free + c]
                gamma += t.n_driven
        B[c] = scale * total


cdef void rows_next(LoopTables t, const ClusterTable* cluster, const Motion* motion, int m,
                    ClusterMotion* kept) noexcept nogil:
    """Coefficient m of the expanded rows of K and of K Gamma, for rates up to m - 1."""
    cdef int n_loop, i, a, row, bit
    cdef int n_tree = cluster.n_tree
    cdef int width = expanded_rows(cluster) * n_tree
    cdef const LoopTable* loop
    cdef const real* K
    cdef real* x = kept.series
    cdef real* beyond
    row = 0
    for i in range(width):
        kept.rows[m * width + i] = 0
    for n_loop in range(cluster.n_loops):
        loop = &t.loops[cluster.first_loop + n_loop]
        beyond = loop_next(t, loop, <const real*> motion.qdot, motion.n, m, x)
        for bit in range(6):
            if not loop.rows >> bit & 1:
                continue
            i = place_of(cluster, kept, row)
            row += 1
            if i < 0:
                continue
            row_next(t, loop, bit, x, motion.n, m, kept.rows + m * width + i * n_tree)
            product_next(t, cluster, i, 1 if bit < 3 else cluster.shift, m, kept)
        x = beyond
    if cluster.n_implicit == 0:
        return
    K = kept.gamma + m * t.n_driven + implicit_rows_at(cluster)
    for bit in range(cluster.n_implicit):
        i = place_of(cluster, kept, row)
        row += 1
        if i >= 0:
            for a in range(n_tree):
                kept.rows[m * width + i * n_tree + a] = K[bit * n_tree + a]
            product_next(t, cluster, i, t.numbers[cluster.implicit_scales + bit], m, kept)


cdef inline void dependent_next(LoopTables t, const ClusterTable* cluster, int m,
                                ClusterMotion* kept, const real* z, size_t order, int stride,
                                const int* place, real* out) noexcept nogil:
    """out (n_dep,) = K_d^-1 sum_{j>0} B_j z_{m-j};  z_j[c] = z[j order + place[free[c]] stride]"""
    cdef int i, j, c
    cdef int n_free = cluster.n_free
    cdef int count = expanded_rows(cluster)
    cdef const int* free = t.indices + cluster.first_free
    cdef const real* B
    cdef const real* at
    cdef real total
    for i in range(count):
        total = 0
        for j in range(1, m + 1):
            B = kept.B + (j * count + i) * n_free
            at = z + (m - j) * order
            for c in range(n_free):
                total += B[c] * at[stride * (free[c] if place == NULL else place[free[c]])]
        kept.sums[expanded_row(&kept.at, i)] = total
    solve_last(cluster, &kept.at, kept.sums, t.numbers + cluster.scales, out)


cdef inline void driven_next(LoopTables t, const ClusterTable* cluster, int m,
                             ClusterMotion* kept, real* z, size_t order, int stride,
                             const int* place) noexcept nogil:
    """Coefficient m of the driven coordinates: sum_j Gamma_j z_{m-j}; z as in `dependent_next`."""
    cdef int a, j, c
    cdef int n_free = cluster.n_free
    cdef const int* free = t.indices + cluster.first_free
    cdef const real* gamma
    cdef const real* at
    cdef real total
    if kept.gamma == NULL:
        return
    for a in range(cluster.n_tree):
        if not is_driven(cluster, free, a):
            continue
        total = 0
        gamma = kept.gamma + a * n_free
        for j in range(m + 1 if cluster.driven >= 0 else 1):
            at = z + (m - j) * order
            for c in range(n_free):
                total += gamma[c] * at[stride * (free[c] if place == NULL else place[free[c]])]
            gamma += t.n_driven
        z[m * order + stride * (a if place == NULL else place[a])] = total


cdef void motion_next(LoopTables t, const Motion* motion, int m, bint with_G) noexcept nogil:
    """Coefficient m > 0 of qdot for y_m = 0, see `motion_add`, and of G where G moves."""
    cdef int k, i, c, n
    cdef const ClusterTable* cluster
    cdef const int* velocity
    cdef const int* free
    cdef ClusterMotion* kept
    cdef real* work = <real*> motion.work + motion.n * t.n_driven
    cdef real* qdot = <real*> motion.qdot
    cdef real* G
    for i in range(t.tree.nv):
        qdot[m * t.tree.nv + i] = 0
    for k in range(t.n_clusters):
        cluster = &t.clusters[k]
        if cluster.G < 0:
            continue
        kept = kept_motion(&work)
        if not moves(cluster):
            continue
        if cluster.driven >= 0:
            functions_next(t, motion, k, m, kept)
        velocity = t.indices + cluster.first_velocity
        free = t.indices + cluster.first_free
        if cluster.n_dep > 0:
            rows_next(t, cluster, motion, m, kept)
            dependent_next(t, cluster, m, kept, qdot, t.tree.nv, 1, velocity, kept.at.rate)
            for i in range(cluster.n_dep):
                qdot[m * t.tree.nv + velocity[free[i]]] = -kept.at.rate[i]
        driven_next(t, cluster, m, kept, qdot, t.tree.nv, 1, velocity)
        n = cluster.n_ind
        for c in range(n if with_G else 0):
            G = <real*> motion.G + cluster.G + c
            for i in range(cluster.n_free):
                G[m * t.n_G + free[i] * n] = 0
            if cluster.n_dep > 0:
                dependent_next(t, cluster, m, kept, G, t.n_G, n, NULL, kept.at.rate)
                for i in range(cluster.n_dep):
                    G[m * t.n_G + free[i] * n] = -kept.at.rate[i]
            driven_next(t, cluster, m, kept, G, t.n_G, n, NULL)


cdef void motion_add(LoopTables t, const Motion* motion, int m, const double* y,
                     double factor) noexcept nogil:
    """qdot_m += factor G_0 y, y on the independent coordinates."""
    cdef int k, a, j
    cdef const ClusterTable* cluster
    cdef const int* velocity
    cdef const int* ind
    cdef const real* G
    cdef const real* rates = <const real*> y
    cdef real* to = <real*> motion.qdot + m * t.tree.nv
    cdef real total
    for k in range(t.n_clusters):
        cluster = &t.clusters[k]
        velocity = t.indices + cluster.first_velocity
        ind = t.indices + cluster.first_ind
        if cluster.G < 0:
            for j in range(cluster.n_ind):
                to[velocity[j]] += factor * rates[ind[j]]
            continue
        G = <const real*> motion.G + cluster.G
        for a in range(cluster.n_tree):
            total = 0
            for j in range(cluster.n_ind):
                total += G[a * cluster.n_ind + j] * rates[ind[j]]
            to[velocity[a]] += factor * total


cdef void motion_forces(LoopTables t, const Motion* motion, const double* tau, int first, int last,
                        double* out) noexcept nogil:
    """out_k = sum_j G_j^T tau_{k-j} for first <= k <= last: coefficients, rows of nv and tree.nv.
    """
    cdef int k, place, a, c, j, n
    cdef const ClusterTable* cluster
    cdef const int* velocity
    cdef const int* ind
    cdef const real* G
    cdef const real* forces = <const real*> tau
    cdef const real* force
    cdef real* to = <real*> out
    for k in range(first, last + 1):
        for j in range(t.nv):
            to[j] = 0
        for place in range(t.n_clusters):
            cluster = &t.clusters[place]
            n = cluster.n_ind
            velocity = t.indices + cluster.first_velocity
            ind = t.indices + cluster.first_ind
            if cluster.G < 0:
                for c in range(n):
                    to[ind[c]] = forces[k * t.tree.nv + velocity[c]]
                continue
            for j in range(k + 1 if moves(cluster) else 1):
                G = <const real*> motion.G + j * t.n_G + cluster.G
                force = forces + (k - j) * t.tree.nv
                for a in range(cluster.n_tree):
                    for c in range(n):
                        to[ind[c]] += G[a * n + c] * force[velocity[a]]
        to += t.nv
