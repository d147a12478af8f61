# Products of truncated Taylor series, the inner loops of every kernel.
#
# A series is W = blocks * LANES coefficients x^(k)/k!, zero from the n-th on. The second factor of
# a product is *padded*: W zeros stand before its first coefficient, so that a shifted load reads
# zeros where the convolution ends. Sums start from their first term: a lane has no literal zero.

include "../scalars/vectors.pxi"


cdef inline lane product(const real* a, const real* b, int m, int n) noexcept nogil:
    """Block m of a b: (a b)_k = sum_j a_j b_{k-j}; b padded."""
    cdef int j
    cdef const real* shifted = b + m * LANES
    cdef lane total = a[0] * load(shifted)
    for j in range(1, min(n, (m + 1) * LANES)):
        total = total + a[j] * earlier(shifted, j)
    return total


cdef inline void rotate_two(const real* x, const real* c, const real* s, real* out, int n,
                            int blocks) noexcept nogil:
    """out = Rz x, Rz y for two vectors x, y of three series; c and s padded.

    Rz x = (c x0 - s x1, s x0 + c x1, x2); both at once share the loads of c and s. Each sum is
    kept in two halves, which the processor can work on at once.
    """
    cdef int m, j, k
    cdef int W = blocks * LANES
    cdef lane cj, sj, u, v, p, q, u2, v2, p2, q2
    cdef const real* y = x + 3 * W
    for m in range(blocks):
        k = m * LANES
        cj = load(c + k)
        sj = load(s + k)
        u = x[0] * cj
        v = x[0] * sj
        p = y[0] * cj
        q = y[0] * sj
        u2 = x[W] * sj
        v2 = x[W] * cj
        p2 = y[W] * sj
        q2 = y[W] * cj
        for j in range(1, min(n, k + LANES)):
            cj = earlier(c + k, j)
            sj = earlier(s + k, j)
            u = u + x[j] * cj
            v = v + x[j] * sj
            p = p + y[j] * cj
            q = q + y[j] * sj
            u2 = u2 + x[W + j] * sj
            v2 = v2 + x[W + j] * cj
            p2 = p2 + y[W + j] * sj
            q2 = q2 + y[W + j] * cj
        store(out + k, u - u2)
        store(out + W + k, v + v2)
        store(out + 2 * W + k, load(x + 2 * W + k))
        store(out + 3 * W + k, p - p2)
        store(out + 4 * W + k, q + q2)
        store(out + 5 * W + k, load(y + 2 * W + k))


cdef inline void rotate_back(const real* x, const real* c, const real* s, real* out,
                             int stride, int n, int blocks) noexcept nogil:
    """out = Rz^T x = (c x0 + s x1, c x1 - s x0, x2); c and s padded"""
    cdef int m, j, k
    cdef int W = blocks * LANES
    cdef lane cj, sj, u, v, p, q
    for m in range(blocks):
        k = m * LANES
        cj = load(c + k)
        sj = load(s + k)
        u = x[0] * cj
        v = x[W] * cj
        p = x[W] * sj
        q = x[0] * sj
        for j in range(1, min(n, k + LANES)):
            cj = earlier(c + k, j)
            sj = earlier(s + k, j)
            u = u + x[j] * cj
            v = v + x[W + j] * cj
            p = p + x[W + j] * sj
            q = q + x[j] * sj
        store(out + k, u + p)
        store(out + stride + k, v - q)
        store(out + 2 * stride + k, load(x + 2 * W + k))


cdef inline void add_to(real* out, lane value, int m) noexcept nogil:
    """Block m of out += value"""
    store(out + m * LANES, load(out + m * LANES) + value)


cdef inline void subtract_from(real* out, lane value, int m) noexcept nogil:
    """Block m of out -= value"""
    store(out + m * LANES, load(out + m * LANES) - value)


cdef inline void clear_series(real* x, int count) noexcept nogil:
    """Whole series become zero; count coefficients, a multiple of LANES."""
    cdef int m
    for m in range(count // LANES):
        store(x + m * LANES, zero_lane())


cdef inline void clear(real* x, int count) noexcept nogil:
    """count coefficients become zero"""
    cdef int k
    for k in range(count):
        x[k] = 0


cdef inline void clear_tails(real* x, int count, int n, int W) noexcept nogil:
    """Zeros where lanes go beyond the n coefficients of `count` series, which are yet to come.

    Lanes compute on all that they hold, and what memory held before may be slow numbers.
    """
    cdef int i
    if n < W:
        for i in range(count):
            store(x + (i + 1) * W - LANES, zero_lane())


cdef inline void copy(const real* x, real* out, int count) noexcept nogil:
    cdef int k
    for k in range(count):
        out[k] = x[k]


cdef inline void taylor_series(const real* v, int nv, real* out, int count) noexcept nogil:
    """Derivatives v[k nv], k < count, as Taylor coefficients."""
    cdef int k
    for k in range(count):
        out[k] = taylor(v[k * nv], k)


cdef inline void derivative_series(const real* v, int nv, real* out, real* d_out,
                                   int n) noexcept nogil:
    """Derivatives v[k nv], k <= n, as Taylor coefficients of the quantity and of its rate."""
    cdef int k
    for k in range(n):
        out[k] = taylor(v[k * nv], k)
        d_out[k] = taylor(v[(k + 1) * nv], k)


cdef inline lane cross_term(const real* a, int a_stride, const real* b, int i, int m,
                            int n, int W) noexcept nogil:
    """Block m of the i-th component of a x b; b three padded series."""
    cdef int j = (i + 1) % 3
    cdef int k = (i + 2) % 3
    return (product(a + j * a_stride, b + 2 * k * W, m, n)
            - product(a + k * a_stride, b + 2 * j * W, m, n))


cdef inline void rotation_series(const real* w, int w_stride, real* R, int R_stride,
                                 bint inertial, int n) noexcept nogil:
    """Coefficients 1 .. n - 1 of R from R(0): R' = R [w], or [w] R with w in inertial axes."""
    cdef int k, j, row, column, a, b
    cdef real total
    for k in range(n - 1):
        for row in range(3):
            for column in range(3):
                total = 0
                if inertial:
                    a = (row + 1) % 3
                    b = (row + 2) % 3
                    for j in range(k + 1):
                        total += (w[a * w_stride + k - j] * R[(3 * b + column) * R_stride + j]
                                  - w[b * w_stride + k - j] * R[(3 * a + column) * R_stride + j])
                else:
                    a = (column + 1) % 3
                    b = (column + 2) % 3
                    for j in range(k + 1):
                        total += (w[b * w_stride + k - j] * R[(3 * row + a) * R_stride + j]
                                  - w[a * w_stride + k - j] * R[(3 * row + b) * R_stride + j])
                R[(3 * row + column) * R_stride + k + 1] = divided(total, k + 1)


cdef inline void fixed_direction(const real* w, int w_stride, real* x, int stride,
                                 int n) noexcept nogil:
    """Coefficients 1 .. n - 1 of a direction fixed in the inertial frame: x' = x x w."""
    cdef int k, j
    cdef real x0, x1, x2
    cdef const real* w0 = w
    cdef const real* w1 = w + w_stride
    cdef const real* w2 = w + 2 * w_stride
    for k in range(n - 1):
        x0 = 0
        x1 = 0
        x2 = 0
        for j in range(k + 1):
            x0 += x[stride + j] * w2[k - j] - x[2 * stride + j] * w1[k - j]
            x1 += x[2 * stride + j] * w0[k - j] - x[j] * w2[k - j]
            x2 += x[j] * w1[k - j] - x[stride + j] * w0[k - j]
        x[k + 1] = divided(x0, k + 1)
        x[stride + k + 1] = divided(x1, k + 1)
        x[2 * stride + k + 1] = divided(x2, k + 1)


cdef inline void rotate_vector(const real* R, const real* x, int stride, real* out,
                               int out_stride, bint back, int n, int W) noexcept nogil:
    """out = R x, or R^T x; R nine padded series row by row."""
    cdef int m, i
    cdef int step = 6 * W if not back else 2 * W
    cdef int inner = 2 * W if not back else 6 * W
    for i in range(3):
        for m in range(W // LANES):
            store(out + i * out_stride + m * LANES,
                  product(x, R + i * step, m, n)
                  + product(x + stride, R + i * step + inner, m, n)
                  + product(x + 2 * stride, R + i * step + 2 * inner, m, n))


cdef inline void write_series(const real* series, real* tau, int nv, int n) noexcept nogil:
    """Taylor coefficients to derivatives: tau[k nv] = k! series[k]"""
    cdef int k
    for k in range(n):
        tau[k * nv] = times_factorial(series[k], k)


cdef inline void subtract_series(const real* series, real* tau, int nv, int n) noexcept nogil:
    """tau[k nv] -= k! series[k]"""
    cdef int k
    for k in range(n):
        tau[k * nv] -= times_factorial(series[k], k)
