# What the rows of loops, constraints and couplings take at zero acceleration: k and curve of
# explicit_constraints.pxi.


cdef void cluster_bias(LoopTables t, const ClusterTable* cluster, const real* gamma,
                       const ClusterWork* at, real* right, bint scaled) noexcept nogil:
    """k - K curve of all rows of a cluster, as in A or not scaled."""
    cdef double shift = cluster.shift if scaled else 1
    cdef int n, i, side
    cdef const real* column = at.column
    cdef const LoopTable* loop
    for n in range(cluster.n_loops):
        loop = &t.loops[cluster.first_loop + n]
        right += loop_bias(t, loop, column, at.frame + FRAME * n, at, shift, right)
        for side in range(2):
            for i in range(loop.n_path[side]):
                column += COLUMN * columns_of(t.tree.kind[t.indices[loop.first_path[side] + i]])
    for i in range(cluster.n_implicit):
        shift = t.numbers[cluster.implicit_scales + i] if scaled else 1
        right[i] = shift * implicit_bias(cluster, gamma, i, at)


cdef real implicit_bias(const ClusterTable* cluster, const real* gamma, int row,
                        const ClusterWork* at) noexcept nogil:
    """-qdot^T phi'' qdot - K curve of one equation of the implicit constraints."""
    cdef int i, j
    cdef int n = cluster.n_tree
    cdef const real* K = gamma + implicit_rows_at(cluster) + row * n
    cdef const real* hessian = gamma + implicit_hessian_at(cluster) + row * n * n
    cdef real product, total
    total = 0
    for i in range(n):
        product = 0
        for j in range(n):
            product += hessian[i * n + j] * at.rate[j]
        total -= product * at.rate[i] + K[i] * at.curve[i]
    return total


cdef void curvature(const ClusterTable* cluster, const int* free, const real* hessian,
                    const ClusterWork* at) noexcept nogil:
    """curve = zdot^T Gamma' zdot"""
    cdef int a, i, j
    cdef int n = cluster.n_free
    cdef real total
    for a in range(cluster.n_tree):
        at.curve[a] = 0
        for i in range(n):
            total = 0
            for j in range(n):
                total += hessian[(a * n + i) * n + j] * at.rate[free[j]]
            at.curve[a] += total * at.rate[free[i]]
