# Loops and couplings of one state: G, g and the tree's velocity, cluster by cluster.
# Plain twin: any_scalar.py. [Chignoli et al., Sec. II-B]. Symbols beyond loop_poses.pxi:
#   K        rows of loops and constraints by the cluster's velocity coordinates
#   A        [K_d K_i k] scaled, by its free coordinates, dependent ones first; factored in place
#   gamma    Gamma: rows the cluster's velocity coordinates, columns its free ones, dependent first

# Arrays in the scratch of one cluster.
cdef struct ClusterWork:
    real* pose
    real* column
    real* frame
    real* K
    real* A
    real* z                 # solution of one right-hand side
    real* rate              # velocity of the cluster's coordinates
    real* curve             # gamma'
    real* ratio             # Gamma and gamma's constant part, where these are numbers
    int* row                # which row of K stands in each row of A, of each state
    int* dependent          # which dependent coordinate stands in each column of A, likewise


cdef inline void fill_row(LoopTables t, const ClusterTable* cluster, const real* gamma,
                          const real* K, double scale, real* A) noexcept nogil:
    """One row of K Gamma, times `scale`, dependent columns by their scales."""
    cdef int j, a
    cdef real total
    cdef const int* free = t.indices + cluster.first_free
    cdef const double* scales = t.numbers + cluster.scales
    for j in range(cluster.n_free):
        if gamma == NULL:
            total = K[free[j]]
        else:
            total = 0
            for a in range(cluster.n_tree):
                total += K[a] * gamma[a * cluster.n_free + j]
        A[j] = total * scale * (scales[j] if j < cluster.n_dep else 1)


cdef void fill(LoopTables t, const ClusterTable* cluster, const real* gamma,
               const ClusterWork* at) noexcept nogil:
    """A = K Gamma, scaled: rows that resist shifts by 1/L, those of constraints by their units."""
    cdef int i, n, bit
    cdef int row = 0
    cdef int width = cluster.n_free + 1
    for n in range(cluster.n_loops):
        for bit in range(6):
            if t.loops[cluster.first_loop + n].rows >> bit & 1:
                fill_row(t, cluster, gamma, at.K + row * cluster.n_tree,
                         1 if bit < 3 else cluster.shift, at.A + row * width)
                row += 1
    for i in range(cluster.n_implicit):
        fill_row(t, cluster, gamma, at.K + (row + i) * cluster.n_tree,
                 t.numbers[cluster.implicit_scales + i], at.A + (row + i) * width)


cdef inline void swap_rows(real* A, int width, int i, int j, int state) noexcept nogil:
    cdef int k
    for k in range(width):
        swap_state(A + i * width + k, A + j * width + k, state)


cdef inline void swap_columns(real* A, int width, int rows, int i, int j, int state) noexcept nogil:
    cdef int k
    for k in range(rows):
        swap_state(A + k * width + i, A + k * width + j, state)


cdef inline void swap_indices(int* indices, int i, int j, int state) noexcept nogil:
    cdef int kept = indices[STATE_COUNT * i + state]
    indices[STATE_COUNT * i + state] = indices[STATE_COUNT * j + state]
    indices[STATE_COUNT * j + state] = kept


cdef inline double largest_to_pivot(const ClusterTable* cluster, const ClusterWork* at, int step,
                                    int state) noexcept nogil:
    """Bring the largest entry of what is left of one state to the pivot's place; its size."""
    cdef int i, j, best_i, best_j
    cdef int width = cluster.n_free + 1
    cdef double size
    cdef double best = -1
    best_i = best_j = step
    for i in range(step, cluster.n_rows):
        for j in range(step, cluster.n_dep):
            size = fabs(value_of(at.A[i * width + j], state))
            if size > best:
                best = size
                best_i = i
                best_j = j
    if best_i != step:
        swap_rows(at.A, width, step, best_i, state)
        swap_indices(at.row, step, best_i, state)
    if best_j != step:
        swap_columns(at.A, width, cluster.n_rows, step, best_j, state)
        swap_indices(at.dependent, step, best_j, state)
    return best


cdef bint factor(LoopTables t, const ClusterTable* cluster, const ClusterWork* at,
                 double* measure) noexcept nogil:
    """Complete pivoting on the dependent columns, the others carried along; False if singular.

    Below the diagonal stand the multipliers, so that `solve_last` can treat one more column.
    measure: of each state.
    """
    cdef int i, j, step, state
    cdef int m = cluster.n_rows
    cdef int d = cluster.n_dep
    cdef int width = cluster.n_free + 1
    cdef real* A = at.A
    cdef real factor_
    cdef double best
    cdef double[STATE_COUNT] largest
    for state in range(STATE_COUNT):
        largest[state] = 0
        measure[state] = 1
        for i in range(m):
            at.row[STATE_COUNT * i + state] = i
            # what the only pivot of a single equation is small beside
            for j in range(d, width - 1):
                best = fabs(value_of(A[i * width + j], state))
                largest[state] = fmax(best * t.numbers[cluster.scales + j], largest[state])
        for j in range(d):
            at.dependent[STATE_COUNT * j + state] = j
    for step in range(d):
        for state in range(STATE_COUNT):
            best = largest_to_pivot(cluster, at, step, state)
            largest[state] = fmax(largest[state], best)
            measure[state] = best / largest[state]
            if is_rounding(best, 1):
                return False
        for i in range(step + 1, m):
            factor_ = A[i * width + step] / A[step * width + step]
            A[i * width + step] = factor_
            for j in range(step + 1, width - 1):
                A[i * width + j] -= factor_ * A[step * width + j]
    return True


cdef inline void back_substitute(const ClusterTable* cluster, const ClusterWork* at, int column,
                                 const double* scales, real* x, int stride) noexcept nogil:
    """x of U x = a column of A, unscaled and in the order of the dependent coordinates."""
    cdef int i, j, state, dependent
    cdef int width = cluster.n_free + 1
    cdef real total
    for i in range(cluster.n_dep - 1, -1, -1):
        total = at.A[i * width + column]
        for j in range(i + 1, cluster.n_dep):
            total -= at.A[i * width + j] * at.z[j]
        at.z[i] = total / at.A[i * width + i]
    for i in range(cluster.n_dep):
        for state in range(STATE_COUNT):
            dependent = at.dependent[STATE_COUNT * i + state]
            total = at.z[i] * scales[dependent]
            copy_state(x + stride * dependent, &total, state)


cdef inline void solve_last(const ClusterTable* cluster, const ClusterWork* at, const real* right,
                            const double* scales, real* x) noexcept nogil:
    """x of K_d x = right (n_rows, scaled), from the factors; right in the order of K's rows."""
    cdef int i, j, state
    cdef int last = cluster.n_free
    cdef int width = last + 1
    cdef real total
    for i in range(cluster.n_dep):
        for state in range(STATE_COUNT):
            copy_state(&total, right + at.row[STATE_COUNT * i + state], state)
        for j in range(i):
            total -= at.A[i * width + j] * at.A[j * width + last]
        at.A[i * width + last] = total
    back_substitute(cluster, at, last, scales, x, 1)


cdef void embed(LoopTables t, const ClusterTable* cluster, const real* gamma, const ClusterWork* at,
                real* G) noexcept nogil:
    """G_z = [-K_d^-1 K_i; 1],  G = Gamma G_z: (n_tree, n_ind), row by row."""
    cdef int i, j, a, k
    cdef int d = cluster.n_dep
    cdef int n = cluster.n_ind
    cdef const int* free = t.indices + cluster.first_free
    cdef const double* scales = t.numbers + cluster.scales
    cdef real* x = at.curve
    for j in range(n):
        back_substitute(cluster, at, d + j, scales, x, 1)
        if gamma == NULL:
            for i in range(d):
                G[free[i] * n + j] = -x[i]
            for i in range(n):
                G[free[d + i] * n + j] = 1 if i == j else 0
        else:
            for a in range(cluster.n_tree):
                G[a * n + j] = gamma[a * cluster.n_free + d + j]
                for k in range(d):
                    G[a * n + j] -= gamma[a * cluster.n_free + k] * x[k]


cdef void path_rates(LoopTables t, const int* path, int n, const real* column,
                     const ClusterWork* at, real* V, real* A) noexcept nogil:
    """A += V x (J qd) + J curve,  V += J qd, joint by joint from the root."""
    cdef int b, i, j, place, nv, body
    cdef real[6] step, turn_step
    for i in range(6):
        V[i] = 0
        A[i] = 0
    for b in range(n):
        body = path[b]
        place = t.local[t.tree.iv[body]]
        nv = columns_of(t.tree.kind[body])
        for i in range(6):
            step[i] = 0
        for j in range(nv):
            for i in range(6):
                step[i] += column[i] * at.rate[place + j]
                A[i] += column[i] * at.curve[place + j]
            column += COLUMN
        twist_cross(V, step, turn_step)
        for i in range(6):
            A[i] += turn_step[i]
            V[i] += step[i]


cdef int loop_bias(LoopTables t, const LoopTable* loop,
                   const real* column, const real* frame, const ClusterWork* at,
                   double shift, real* right) noexcept nogil:
    """k - K curve of one loop, rows of shifts times `shift`; returns the number of rows."""
    cdef int i, count
    cdef int first = 0
    cdef real[6] V_p, A_p, V, A, turn_rate
    cdef real[3] s, sdot
    for i in range(loop.n_path[0]):
        first += columns_of(t.tree.kind[t.indices[loop.first_path[0] + i]])
    path_rates(t, t.indices + loop.first_path[0], loop.n_path[0], column, at, V_p, A_p)
    path_rates(t, t.indices + loop.first_path[1], loop.n_path[1], column + COLUMN * first, at, V, A)
    # seen from the predecessor: A_s - A_p - V_p x (V_s - V_p)
    for i in range(6):
        V[i] -= V_p[i]
    twist_cross(V_p, V, turn_rate)
    for i in range(6):
        A[i] -= A_p[i] + turn_rate[i]
    row_place(loop, frame, s)
    count = resisted(loop, s, A, right, 1)
    if loop.joint == UNIVERSAL:
        # the row turns with the successor: (w x s) x e_z . w
        cross(V, s, sdot)
        right[0] += sdot[1] * V[0] - sdot[0] * V[1]
    elif loop.joint == PLANE:
        # the place that the row looks at moves: ddot = v + w x d
        cross(V, s, sdot)
        for i in range(3):
            sdot[i] += V[3 + i]
            s[i] = 0
        right[count - 1] += along_normal(loop, s, sdot, V[2])
    first = 0
    for i in range(6):
        if loop.rows >> i & 1:
            right[first] = (-1 if i < 3 else -shift) * right[first]
            first += 1
    return count


cdef inline void lay_out(const ClusterTable* cluster, LoopTables t, real* work,
                         ClusterWork* at) noexcept nogil:
    """The arrays of one cluster in the scratch."""
    cdef int n, i, side
    cdef int steps = 0
    cdef int columns = 0
    cdef const LoopTable* loop
    for n in range(cluster.n_loops):
        loop = &t.loops[cluster.first_loop + n]
        for side in range(2):
            steps += loop.n_path[side]
            for i in range(loop.n_path[side]):
                columns += columns_of(t.tree.kind[t.indices[loop.first_path[side] + i]])
    at.pose = work
    at.column = at.pose + POSE * steps
    at.frame = at.column + COLUMN * columns
    at.K = at.frame + FRAME * cluster.n_loops
    at.A = at.K + cluster.n_rows * cluster.n_tree
    at.z = at.A + cluster.n_rows * (cluster.n_free + 1)
    at.rate = at.z + cluster.n_free
    at.curve = at.rate + cluster.n_tree
    at.ratio = at.curve + cluster.n_tree
    at.row = <int*> (at.ratio + cluster.n_tree * (cluster.n_free + 1))
    at.dependent = at.row + STATE_COUNT * cluster.n_rows


cdef void cluster_rows(LoopTables t, const ClusterTable* cluster, const real* gamma, const real* q,
                       const ClusterWork* at) noexcept nogil:
    """Poses, columns and frames of all loops of a cluster, and K."""
    cdef int n, i
    cdef real* pose = at.pose
    cdef real* column = at.column
    cdef real* K = at.K
    cdef const LoopTable* loop
    for i in range(cluster.n_rows * cluster.n_tree):
        at.K[i] = 0
    for n in range(cluster.n_loops):
        loop = &t.loops[cluster.first_loop + n]
        i = loop_columns(t.tree, t.indices, loop, q, pose, column, at.frame + FRAME * n)
        loop_rows(t, cluster, loop, column, at.frame + FRAME * n, K)
        pose += POSE * (loop.n_path[0] + loop.n_path[1])
        column += COLUMN * i
        K += count_rows(loop.rows) * cluster.n_tree
    for i in range(cluster.n_implicit * cluster.n_tree):
        K[i] = gamma[implicit_rows_at(cluster) + i]


cdef inline const real* ratios(LoopTables t, const ClusterTable* cluster, const real* driven,
                               const ClusterWork* at) noexcept nogil:
    """Gamma of a cluster, and what stands behind it; NULL where nothing is coupled."""
    if cluster.driven >= 0:
        return driven + cluster.driven
    if cluster.gamma < 0:
        return NULL
    if sizeof(real) == sizeof(double):
        return <const real*> (t.numbers + cluster.gamma)
    spread(t.numbers + cluster.gamma, cluster.n_tree * (cluster.n_free + 1), at.ratio)
    return at.ratio


cdef const real* cluster_start(LoopTables t, const ClusterTable* cluster, const Stage* stage,
                               ClusterWork* at) noexcept nogil:
    """The arrays, and what depends on q, of a cluster whose G is no identity; returns its Gamma."""
    cdef const real* gamma
    lay_out(cluster, t, <real*> stage.work, at)
    gamma = ratios(t, cluster, <const real*> stage.driven, at)
    if cluster.n_rows > 0:
        cluster_rows(t, cluster, gamma, <const real*> stage.q, at)
    return gamma


cdef bint cluster_finish(LoopTables t, const ClusterTable* cluster, const real* gamma,
                         const ClusterWork* at, const Stage* stage, double* measure) noexcept nogil:
    """Its part of G, g and qdot behind `cluster_start`; False if its rows are singular."""
    cdef const int* velocity = t.indices + cluster.first_velocity
    cdef const int* ind = t.indices + cluster.first_ind
    cdef const int* free = t.indices + cluster.first_free
    cdef real* G = <real*> stage.G + cluster.G
    cdef real* g = <real*> stage.g
    cdef int i, j, a
    cdef int n = cluster.n_ind
    cdef real total
    if cluster.n_rows > 0:
        fill(t, cluster, gamma, at)
        if not factor(t, cluster, at, measure):
            return False
    embed(t, cluster, gamma, at, G)
    # qdot = G ydot
    for a in range(cluster.n_tree):
        total = 0
        for j in range(n):
            total += G[a * n + j] * stage.ydot[ind[j]]
        at.rate[a] = total
        at.curve[a] = 0
        (<real*> stage.qdot)[velocity[a]] = total
    if cluster.driven >= 0:
        curvature(cluster, free, gamma + driven_hessian_at(cluster), at)
    # g = Gamma g_z + curve,   K_d g_d = k - K curve
    for a in range(cluster.n_tree):
        g[velocity[a]] = at.curve[a]
    if cluster.n_rows == 0:
        return True
    cluster_bias(t, cluster, gamma, at, at.K, True)
    solve_last(cluster, at, at.K, t.numbers + cluster.scales, at.rate)
    for i in range(cluster.n_dep):
        if gamma == NULL:
            g[velocity[free[i]]] = at.rate[i]
        else:
            for a in range(cluster.n_tree):
                g[velocity[a]] += gamma[a * cluster.n_free + i] * at.rate[i]
    return True
