# Equations with multipliers [Chignoli, Sec. II-D]: H qddot + c = tau + K^T lambda, K qddot = k.
# Symbols:
#   L      H = L^T L in the branch-induced sparsity of the tree; the upper triangle stays H
#   rows   which rows of K are independent, cluster by cluster; the others carry no multiplier
#   Y      L^-T K^T of these rows, by coordinates
#   A      Y^T Y = K H^-1 K^T, then its factor
#   b, w   right-hand sides of the two equations

# Steps that improve the first solution, at most.
cdef int REFINEMENTS = 4
# What the last of them may change, as a part of what was added up.
cdef double SETTLED = 2.0 ** -20


# Where the arrays of one run are.
cdef struct Saddle:
    double* rates       # (2, n)
    double* b           # (n,)
    double* z           # (n,) L^-T b, then the acceleration that the step adds
    double* H           # (n, n)
    double* diagonal    # (n,) that of H
    double* Y           # (n, r)
    double* A           # (r, r)
    double* w           # (r,)
    int* rows           # (r,) cluster by cluster, in the order of the pivots
    int* used           # (r,) columns of Y that are not zero in a row
    double* block       # (rows, coordinates) of one cluster of K
    int* order          # (rows,) of the block
    int n
    int r


cdef size_t multiplier_workspace(ProjectionTable table, int count) noexcept nogil:
    """Number of doubles that `run_multipliers` needs with so many rows of K."""
    cdef size_t n = table.tree.nv
    cdef size_t r = table.rank
    return (tree_scratch(table.tree) + lines(2 * n) + 3 * lines(n) + lines(n * n) + lines(n * r)
            + lines(r * r) + 3 * lines(r) + lines(count * n) + lines(count))


cdef inline void lay_out_saddle(ProjectionTable table, const MultiplierCall* call,
                                Saddle* at) noexcept nogil:
    cdef size_t n = table.tree.nv
    cdef size_t r = table.rank
    at.n = table.tree.nv
    at.r = table.rank
    at.rates = <double*> call.workspace + tree_scratch(table.tree)
    at.b = at.rates + lines(2 * n)
    at.z = at.b + lines(n)
    at.diagonal = at.z + lines(n)
    at.H = at.diagonal + lines(n)
    at.Y = at.H + lines(n * n)
    at.A = at.Y + lines(n * r)
    at.w = at.A + lines(r * r)
    at.rows = <int*> (at.w + lines(r))
    at.used = <int*> (at.w + 2 * lines(r))
    at.block = at.w + 3 * lines(r)
    at.order = <int*> (at.block + lines(call.count * n))


cdef inline void scaled_block(ProjectionTable table, const Block* block, const double* K,
                              const Saddle* at) noexcept nogil:
    """Rows of K of a cluster in rad and lengths of its loops.

    An entry of a loop's row is a sum of terms as large as 1, whatever it is itself. A coupling's
    row, whose terms do not cancel, is divided by its largest entry.
    """
    cdef int i, a
    cdef double x, largest, scale
    cdef double* row = at.block
    cdef const double* given = K + <size_t> block.first_row * at.n
    for i in range(block.n_rows):
        scale = table.row_scales[block.first_row + i]
        largest = 0
        for a in range(block.n_tree):
            x = given[table.listed[block.first_velocity + a]]
            row[a] = x * table.column_units[table.listed[block.first_velocity + a]] * scale
            largest = fmax(largest, fabs(row[a]))
        if i >= block.n_loop_rows:
            for a in range(block.n_tree):
                row[a] /= largest
        at.order[i] = i
        row += block.n_tree
        given += at.n


cdef inline bint independent_rows(const Block* block, const Saddle* at, int* rows) noexcept nogil:
    """Select as many rows as the cluster's rank, by pivots of its block; False if it has lost rank.

    The multiple of one row that another is stands in no column that was pivoted on.
    """
    cdef int i, j, step, best, column, n
    cdef double largest, pivot, part
    cdef double* row
    cdef const double* chosen
    n = block.n_tree
    for step in range(block.rank):
        largest = 0
        best = column = 0
        for i in range(step, block.n_rows):
            row = at.block + <size_t> at.order[i] * n
            for j in range(n):
                if fabs(row[j]) > largest:
                    largest = fabs(row[j])
                    best = i
                    column = j
        if is_rounding(largest, 1):
            return False
        i = at.order[best]
        at.order[best] = at.order[step]
        at.order[step] = i
        rows[step] = block.first_row + i
        chosen = at.block + <size_t> i * n
        pivot = chosen[column]
        for i in range(step + 1, block.n_rows):
            row = at.block + <size_t> at.order[i] * n
            part = row[column] / pivot
            if part != 0:
                for j in range(n):
                    row[j] -= part * chosen[j]
                row[column] = 0
    return True


cdef inline bint select_rows(ProjectionTable table, const double* K,
                             const Saddle* at) noexcept nogil:
    """The independent rows of K by clusters; False if one has lost rank"""
    cdef int k
    cdef int* rows = at.rows
    cdef const Block* block
    for k in range(table.nclusters):
        block = table.blocks + k
        if block.rank == 0:
            continue
        scaled_block(table, block, K, at)
        if not independent_rows(block, at, rows):
            return False
        rows += block.rank
    return True


cdef inline int columns_used(const Saddle* at, const double* row) noexcept nogil:
    """Columns of a row of Y that are not zero, listed; their number"""
    cdef int c
    cdef int count = 0
    for c in range(at.r):
        if row[c] != 0:
            at.used[count] = c
            count += 1
    return count


cdef inline void constraints_up(ProjectionTable table, const double* K,
                                const Saddle* at) noexcept nogil:
    """Y = L^-T K^T, and the lower triangle of A; a loop enters only its way to the world"""
    cdef int i, j, a, b, count
    cdef double scale
    cdef double* row
    cdef double* out
    cdef const double* L
    zero(at.A, <size_t> at.r * at.r)
    for a in range(at.r):
        for i in range(at.n):
            at.Y[<size_t> i * at.r + a] = K[<size_t> at.rows[a] * at.n + i]
    for i in range(at.n - 1, -1, -1):
        row = at.Y + <size_t> i * at.r
        L = at.H + <size_t> i * at.n
        count = columns_used(at, row)
        scale = 1 / L[i]
        for a in range(count):
            row[at.used[a]] *= scale
        j = table.tree_up[i]
        while j >= 0:
            out = at.Y + <size_t> j * at.r
            for a in range(count):
                out[at.used[a]] -= L[j] * row[at.used[a]]
            j = table.tree_up[j]
        for a in range(count):
            out = at.A + <size_t> at.used[a] * at.r
            for b in range(a + 1):
                out[at.used[b]] += row[at.used[a]] * row[at.used[b]]


cdef inline double solve_step(ProjectionTable table, const MultiplierCall* call,
                              const Saddle* at, double* terms) noexcept nogil:
    """qddot and K^T lambda take what solves the two equations for b and w.

    Returns the size of the step, sqrt(qddot^T H qddot), which no choice of units changes; `terms`
    becomes that of the accelerations by b and by K^T lambda, which may cancel.
    """
    cdef int i, a
    cdef int n = at.n
    cdef int r = at.r
    cdef double held
    cdef double size = 0
    cdef double total = 0
    for i in range(n):
        at.z[i] = at.b[i]
    branch_half(at.H, n, table.tree_up, at.z, 1)
    # K H^-1 K^T lambda = w - K H^-1 b
    for i in range(n):
        subtract_row(at.w, at.Y + <size_t> i * r, at.z[i], r)
    cholesky_half(at.A, r, at.w, 1)
    cholesky_rest(at.A, r, at.w)
    for i in range(n):
        held = entries(at.Y + <size_t> i * r, at.w, r)
        total += at.z[i] * at.z[i] + held * held
        at.z[i] += held
        size += at.z[i] * at.z[i]
    branch_rest(at.H, n, table.tree_up, at.z)
    for i in range(n):
        call.vdot[i] += at.z[i]
    for a in range(r):
        subtract_row(call.forces, call.K + <size_t> at.rows[a] * n, -at.w[a], n)
    terms[0] = sqrt(total)
    return sqrt(size)


cdef inline void leftovers(const MultiplierCall* call, const double* given,
                           const Saddle* at) noexcept nogil:
    """b = given + K^T lambda - H qddot,  w = k - K qddot"""
    cdef int i, j, a
    cdef int n = at.n
    cdef double h
    for i in range(n):
        at.b[i] = given[i] + call.forces[i] - at.diagonal[i] * call.vdot[i]
    for i in range(n):
        for j in range(i + 1, n):
            h = at.H[<size_t> i * n + j]
            at.b[i] -= h * call.vdot[j]
            at.b[j] -= h * call.vdot[i]
    for a in range(at.r):
        at.w[a] = (call.k[at.rows[a]]
                   - entries(call.K + <size_t> at.rows[a] * n, call.vdot, n))


cdef inline bint solve_saddle(ProjectionTable table, const MultiplierCall* call,
                              const Saddle* at) noexcept nogil:
    """qddot and K^T lambda of b; False if steps with what is left open do not settle.

    K H^-1 K^T has the square of the condition that the loops have: a second step with what the
    first one left open returns the digits. Near a loss of rank it takes more.
    """
    cdef int i, a, count
    cdef double last, size, terms, others
    for a in range(at.r):
        at.w[a] = call.k[at.rows[a]]
    zero(call.vdot, at.n)
    zero(call.forces, at.n)
    # the forces given, for the further steps
    for i in range(at.n):
        at.rates[i] = at.b[i]
    last = solve_step(table, call, at, &terms)
    last = fmax(last, terms)
    for count in range(REFINEMENTS):
        leftovers(call, at.rates, at)
        size = solve_step(table, call, at, &others)
        # the next step would be as much smaller again
        if size * size <= DBL_EPSILON * terms * last or not size <= last / 2:
            break
        last = size
    return size <= SETTLED * terms


cdef int run_multipliers(ProjectionTable table, const MultiplierCall* call) noexcept nogil:
    """qddot and K^T lambda; -1, a coordinate of a lost pivot of H, or -2: K has lost rank."""
    cdef Saddle at
    cdef int i, lost
    lay_out_saddle(table, call, &at)
    for i in range(at.n):
        at.b[i] = call.tau[i]
    if call.v != NULL:
        for i in range(at.n):
            at.rates[i] = call.v[i]
            at.rates[at.n + i] = 0
        torques_of(table.tree, call.q, at.rates, call.wrenches, call.inertial_wrenches, 0, at.z,
                   call.workspace)
        for i in range(at.n):
            at.b[i] -= at.z[i]
    inertia_of(table.tree, call.q, at.H, call.workspace)
    lost = branch_factor(at.H, at.n, table.tree_up, at.diagonal)
    if lost >= 0:
        return lost
    if not select_rows(table, call.K, &at):
        return -2
    constraints_up(table, call.K, &at)
    if cholesky(at.A, at.r) >= 0 or not solve_saddle(table, call, &at):
        return -2
    return -1
