# From the series of A, B, H to the blocks d tau^(k) / d v^(j): docs/order-partials.md, (3) and (4).
# Included after entries.pxi. Plain twin: series_partials_twin.py, body_partials.


cdef inline void add_scaled(const real* x, double c, real* out, int count) noexcept nogil:
    """out += c x"""
    cdef int i
    for i in range(count // LANES):
        add_to(out, c * load(x + i * LANES), i)
    for i in range(count // LANES * LANES, count):
        out[i] = out[i] + c * x[i]


cdef inline void scaled(const real* x, double c, real* out, int count) noexcept nogil:
    """out = c x"""
    cdef int i
    for i in range(count // LANES):
        store(out + i * LANES, c * load(x + i * LANES))
    for i in range(count // LANES * LANES, count):
        out[i] = c * x[i]


cdef void one_degree_block(const Slopes* at, int k, int j, real* out) noexcept nogil:
    """k! / j! (A_{k-j-1} / (j + 1) + B_{k-j} + j H_{k-j+1}), over what may be B_k or H_k"""
    cdef int square = <int> at.square
    cdef double c = factorial(k) / factorial(j)
    if j > k + 1:
        clear(out, square)
        return
    if j == k + 1:
        scaled(at.da, 1, out, square)
        return
    if j == 1:
        scaled(out, c, out, square)
        add_scaled(at.dv + (k - 1) * at.rows, c, out, square)
    else:
        scaled(at.dv + (k - j) * at.rows, c, out, square)
        if j > 0:
            add_scaled(at.da + (k - j + 1) * at.rows, c * j, out, square)
    if j < k:
        add_scaled(at.dq + (k - j - 1) * at.square, c / (j + 1), out, square)


cdef void deviation_order(const real* spin, int count, int i, real* xi) noexcept nogil:
    """Coefficient i + 1 of xi: it is given - sum_m ad_{v_m} xi_{i-m} / (i + 1)   (4)

    spin (n, 6): v_m, the last three zeros of a spherical joint; xi (n, 6, count).
    """
    cdef int m, c, k
    cdef real[6] total
    cdef const real* w
    cdef const real* x
    for c in range(count):
        clear(total, 6)
        for m in range(i + 1):
            w = spin + 6 * m
            x = xi + 36 * (i - m) + c
            add_cross_at(w, 1, x, 6, total)
            add_cross_at(w + 3, 1, x, 6, total + 3)
            add_cross_at(w, 1, x + 18, 6, total + 3)
        for k in range(count):
            xi[36 * (i + 1) + 6 * k + c] -= divided(total[k], i + 1)


cdef void add_deviation(const Slopes* at, int iv, int count, const real* xi, int first, int k,
                        double c, real* out) noexcept nogil:
    """Columns of a joint: out += c sum of A_{k-i} xi_i, i = first .. k"""
    cdef int i, t, d, e
    cdef real total
    cdef const real* A
    cdef const real* x
    for i in range(first, k + 1):
        x = xi + 36 * i
        for t in range(at.nv):
            A = at.dq + (k - i) * at.square + t * at.nv + iv
            for e in range(count):
                total = A[0] * x[e]
                for d in range(1, count):
                    total = total + A[d] * x[6 * d + e]
                out[t * at.nv + iv + e] += c * total


cdef void rated_deviations(const Slopes* at, int iv, int count, int n, const real* spin,
                           real* xi) noexcept nogil:
    """What xi of dv = t^j, of a spherical or free joint, has beside its first coefficient."""
    cdef int i, j, k, c
    for j in range(n - 2):
        clear(xi, 36 * n)
        for c in range(count):
            xi[36 * (j + 1) + 7 * c] = divided(<real> 1, j + 1)
        for i in range(j + 1, n - 1):
            deviation_order(spin, count, i, xi)
        for k in range(j + 2, n):
            add_deviation(at, iv, count, xi, j + 2, k, factorial(k) / factorial(j),
                          at.dv + k * at.rows + j * at.square)


cdef void started_deviations(const Slopes* at, int iv, int count, int n, const real* spin,
                             int k, real* xi) noexcept nogil:
    """What xi of a start, of a spherical or free joint, has beside that: of order k."""
    cdef int i, c
    clear(xi, 36 * n)
    for c in range(count):
        xi[7 * c] = 1
    for i in range(k):
        deviation_order(spin, count, i, xi)
    add_deviation(at, iv, count, xi, 1, k, factorial(k), at.dq + k * at.square)


cdef void spin_series(const real* v, int nv, int count, int n, real* spin) noexcept nogil:
    """Coefficients of a joint's velocity, six to each."""
    cdef int k, c
    clear(spin, 6 * n)
    for k in range(n):
        for c in range(count):
            spin[6 * k + c] = taylor(v[k * nv + c], k)


cdef void write_blocks(Model model, const Slopes* at, const real* v, int n,
                       real* memory) noexcept nogil:
    """The blocks, each over coefficients that no later one needs."""
    cdef int i, j, k, iv, count
    cdef real* xi = memory + 6 * n
    # B_k are where j = 0 and H_k where j = 1
    for j in range(n, -1, -1):
        for k in range(n - 1, -1, -1):
            one_degree_block(at, k, j, at.dv + k * at.rows + j * at.square)
    for i in range(model.nbodies):
        if model.kind[i] >= SPHERICAL:
            iv = model.iv[i]
            count = width(model.kind[i])
            spin_series(v + iv, model.nv, count, n, memory)
            rated_deviations(at, iv, count, n, memory, xi)
    for k in range(n - 1, -1, -1):
        scaled(at.dq + k * at.square, factorial(k), at.dq + k * at.square, <int> at.square)
        for i in range(model.nbodies):
            if model.kind[i] >= SPHERICAL and k > 0:
                iv = model.iv[i]
                count = width(model.kind[i])
                spin_series(v + iv, model.nv, count, n, memory)
                started_deviations(at, iv, count, n, memory, k, xi)
