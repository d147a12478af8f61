# Equations with multipliers [Chignoli, Sec. II-D]: H qddot + c = tau + K^T lambda, K qddot = k.
# Symbols:
#   L      H = L^T L in the branch-induced sparsity of the tree; the upper triangle stays H
#   Y      L^-T K^T, rows of coordinates
#   A      Y^T Y = K H^-1 K^T with a unit diagonal, then its pivoted factor
#   scale  factors of the rows of K that make it so
#   turn   which rows were pivots, in that order
#   b, w   right-hand sides of the two equations


# Where the arrays of one run are.
cdef struct Saddle:
    double* rates       # (2, n)
    double* b           # (n,)
    double* z           # (n,) L^-T b, then the acceleration that the step adds
    double* H           # (n, n)
    double* diagonal    # (n,) that of H
    double* Y           # (n, m)
    double* A           # (m, m)
    double* scale       # (m,)
    double* w           # (m,)
    double* x           # (m,) in the order of the pivots
    int* turn           # (m,)
    int* used           # (m,) columns of Y that are not zero in a row
    int n
    int m
    int rank


cdef size_t multiplier_workspace(ProjectionTable table, int count) noexcept nogil:
    """Number of doubles that `run_multipliers` needs with so many rows of K."""
    cdef size_t n = table.tree.nv
    cdef size_t m = count
    return (tree_scratch(table.tree) + lines(2 * n) + 3 * lines(n) + lines(n * n) + lines(n * m)
            + lines(m * m) + 5 * lines(m))


cdef inline void lay_out_saddle(ProjectionTable table, const MultiplierCall* call,
                                Saddle* at) noexcept nogil:
    cdef size_t n = table.tree.nv
    cdef size_t m = call.count
    at.n = table.tree.nv
    at.m = call.count
    at.rank = table.rank
    at.rates = <double*> call.workspace + tree_scratch(table.tree)
    at.b = at.rates + lines(2 * n)
    at.z = at.b + lines(n)
    at.diagonal = at.z + lines(n)
    at.H = at.diagonal + lines(n)
    at.Y = at.H + lines(n * n)
    at.A = at.Y + lines(n * m)
    at.scale = at.A + lines(m * m)
    at.w = at.scale + lines(m)
    at.x = at.w + lines(m)
    at.turn = <int*> (at.x + lines(m))
    at.used = <int*> (at.x + 2 * lines(m))


cdef inline int columns_used(const Saddle* at, const double* row) noexcept nogil:
    """Columns of a row of Y that are not zero, listed; their number"""
    cdef int c
    cdef int count = 0
    for c in range(at.m):
        if row[c] != 0:
            at.used[count] = c
            count += 1
    return count


cdef inline void constraints_up(ProjectionTable table, const double* K,
                                const Saddle* at) noexcept nogil:
    """Y = L^-T K^T, and A = Y^T Y with its scales; a loop enters only its way to the world"""
    cdef int i, j, a, b, count
    cdef double scale
    cdef double* row
    cdef double* out
    cdef const double* L
    zero(at.A, <size_t> at.m * at.m)
    for a in range(at.m):
        for i in range(at.n):
            at.Y[<size_t> i * at.m + a] = K[<size_t> a * at.n + i]
    for i in range(at.n - 1, -1, -1):
        row = at.Y + <size_t> i * at.m
        L = at.H + <size_t> i * at.n
        count = columns_used(at, row)
        scale = 1 / L[i]
        for a in range(count):
            row[at.used[a]] *= scale
        j = table.tree_up[i]
        while j >= 0:
            out = at.Y + <size_t> j * at.m
            for a in range(count):
                out[at.used[a]] -= L[j] * row[at.used[a]]
            j = table.tree_up[j]
        for a in range(count):
            out = at.A + <size_t> at.used[a] * at.m
            for b in range(a + 1):
                out[at.used[b]] += row[at.used[a]] * row[at.used[b]]
    for a in range(at.m):
        scale = at.A[<size_t> a * at.m + a]
        at.scale[a] = 1 / sqrt(scale) if scale > 0 else 1
    for a in range(at.m):
        for b in range(a + 1):
            at.A[<size_t> a * at.m + b] *= at.scale[a] * at.scale[b]
            at.A[<size_t> b * at.m + a] = at.A[<size_t> a * at.m + b]


cdef inline bint factor_rows(const Saddle* at) noexcept nogil:
    """L L^T of as many rows of A as K has rank, the largest pivots first; False if lost.

    Rows that are left depend on the others: they are redundant and carry no multiplier.
    """
    cdef int a, b, step, best, swap
    cdef double pivot
    cdef double* row
    cdef int m = at.m
    for a in range(m):
        at.turn[a] = a
    for step in range(at.rank):
        # row a of the factor stands in row turn[a]; what is left of the diagonal, in its place
        best = step
        for a in range(step + 1, m):
            if (at.A[<size_t> at.turn[a] * (m + 1)] > at.A[<size_t> at.turn[best] * (m + 1)]):
                best = a
        swap = at.turn[step]
        at.turn[step] = at.turn[best]
        at.turn[best] = swap
        best = at.turn[step]
        pivot = at.A[<size_t> best * (m + 1)]
        # NaN is refused as well
        if not pivot > (8 + m) * DBL_EPSILON:
            return False
        pivot = sqrt(pivot)
        for a in range(step + 1, m):
            row = at.A + <size_t> at.turn[a] * m
            for b in range(step):
                row[best] -= row[at.turn[b]] * at.A[<size_t> best * m + at.turn[b]]
            row[best] /= pivot
            row[at.turn[a]] -= row[best] * row[best]
        at.A[<size_t> best * (m + 1)] = pivot
    return True


cdef inline void solve_rows(const Saddle* at, double* w) noexcept nogil:
    """w = A^-1 w in the independent rows, zero in the others"""
    cdef int a, b
    cdef int m = at.m
    cdef const double* row
    for a in range(at.rank):
        row = at.A + <size_t> at.turn[a] * m
        at.x[a] = w[at.turn[a]] * at.scale[at.turn[a]]
        for b in range(a):
            at.x[a] -= row[at.turn[b]] * at.x[b]
        at.x[a] /= row[at.turn[a]]
    for a in range(at.rank - 1, -1, -1):
        for b in range(a + 1, at.rank):
            at.x[a] -= at.A[<size_t> at.turn[b] * m + at.turn[a]] * at.x[b]
        at.x[a] /= at.A[<size_t> at.turn[a] * (m + 1)]
    for a in range(m):
        w[a] = 0
    for a in range(at.rank):
        w[at.turn[a]] = at.x[a] * at.scale[at.turn[a]]


cdef inline void solve_step(ProjectionTable table, const MultiplierCall* call,
                            const Saddle* at) noexcept nogil:
    """qddot and K^T lambda take what solves the two equations for b and w"""
    cdef int i, a
    cdef int n = at.n
    cdef int m = at.m
    for i in range(n):
        at.z[i] = at.b[i]
    branch_half(at.H, n, table.tree_up, at.z, 1)
    # K H^-1 K^T lambda = w - K H^-1 b
    for i in range(n):
        subtract_row(at.w, at.Y + <size_t> i * m, at.z[i], m)
    solve_rows(at, at.w)
    for i in range(n):
        at.z[i] += entries(at.Y + <size_t> i * m, at.w, m)
    branch_rest(at.H, n, table.tree_up, at.z)
    for i in range(n):
        call.vdot[i] += at.z[i]
    for a in range(m):
        if at.w[a] != 0:
            subtract_row(call.forces, call.K + <size_t> a * n, -at.w[a], n)


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
    for a in range(at.m):
        at.w[a] = call.k[a] - entries(call.K + <size_t> a * n, call.vdot, n)


cdef int run_multipliers(ProjectionTable table, const MultiplierCall* call) noexcept nogil:
    """qddot and K^T lambda; -1, a coordinate of a lost pivot of H, or -2: K has lost rank.

    K H^-1 K^T has the square of the condition that the loops have: a second step with what the
    first one left open returns the digits.
    """
    cdef Saddle at
    cdef int i, a, lost
    lay_out_saddle(table, call, &at)
    for i in range(at.n):
        at.b[i] = call.tau[i]
    if call.v != NULL:
        for i in range(at.n):
            at.rates[i] = call.v[i]
            at.rates[at.n + i] = 0
        efforts_of(table.tree, call.q, at.rates, call.wrenches, call.inertial_wrenches, 0, at.z,
                   call.workspace)
        for i in range(at.n):
            at.b[i] -= at.z[i]
    inertia_of(table.tree, call.q, at.H, call.workspace)
    lost = branch_factor(at.H, at.n, table.tree_up, at.diagonal)
    if lost >= 0:
        return lost
    constraints_up(table, call.K, &at)
    if not factor_rows(&at):
        return -2
    for a in range(at.m):
        at.w[a] = call.k[a]
    zero(call.vdot, at.n)
    zero(call.forces, at.n)
    # the forces given, for the second step
    for i in range(at.n):
        at.rates[i] = at.b[i]
    solve_step(table, call, &at)
    leftovers(call, at.rates, &at)
    solve_step(table, call, &at)
    return -1
