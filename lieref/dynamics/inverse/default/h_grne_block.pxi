# Where the series of a body are in memory, for h_grne_body.pxi and the files that follow it, whose
# symbols these are, and vectors of series with constants of a model.

from lieref.model.model cimport param

# Offsets in a body's block, in units of one series; padded series have a free entry before them.
# w, c, s and the rate keep one coefficient more than the others, n + 1, for w's derivative: the
# last one may lie in the first number of the next padding, which no shifted load reaches.
cdef enum:
    COS = 1
    SIN = 3
    RATE = 5
    W_X = 7
    W_Y = 9
    W_Z = 11
    SHIFT = 13
    XI = 14
    A = 23
    F = 26
    N = 29
    SLIDE = 32
    BLOCK = 35
# Series of scratch: the joint series of LANES joints take 3 (n + 1) LANES, with LANES up to 8.
cdef enum:
    SCRATCH_SERIES = 27


cdef struct Pass:
    int n           # coefficients, r + 1
    int blocks      # lanes to a series
    int W           # coefficients to a series with its padding zeros: blocks * LANES
    real* body      # (nbodies + 1) blocks; the last is the world
    real* multi     # one block to each spherical or free joint, in body order
    real* applied   # one block to each body, only for wrenches in inertial axes
    real* scratch     # SCRATCH_SERIES series of scratch
    real* sines     # of the joint angles, one to each body
    real* cosines


cdef inline lane lane_at(const real* block, int offset, int b, const Pass* at) noexcept nogil:
    """Block b of the series at an offset."""
    return load(block + offset * at.W + b * LANES)


cdef inline Lanes3 vector_at(const real* block, int offset, int b, const Pass* at) noexcept nogil:
    """Block b of the three series from an offset on."""
    return vector(block + offset * at.W + b * LANES, at.W)


cdef inline Lanes3 padded_at(const real* block, int offset, int b, const Pass* at) noexcept nogil:
    """Block b of three padded series."""
    return vector(block + offset * at.W + b * LANES, 2 * at.W)


cdef inline void put_at(real* block, int offset, int b, Lanes3 a, const Pass* at) noexcept nogil:
    """Block b of three series becomes a."""
    put(block + offset * at.W + b * LANES, at.W, a)


cdef inline void add_at(real* block, int offset, int b, Lanes3 a, const Pass* at) noexcept nogil:
    """Block b of three series += a"""
    put_at(block, offset, b, plus(vector_at(block, offset, b, at), a), at)


cdef inline void add_padded(real* block, int offset, int b, Lanes3 a,
                            const Pass* at) noexcept nogil:
    """Block b of three padded series += a"""
    put(block + offset * at.W + b * LANES, 2 * at.W, plus(padded_at(block, offset, b, at), a))


cdef inline void subtract_at(real* block, int offset, int b, Lanes3 a,
                             const Pass* at) noexcept nogil:
    """Block b of three series -= a"""
    put_at(block, offset, b, minus(vector_at(block, offset, b, at), a), at)


cdef inline Lanes3 scaled(param s, Lanes3 a) noexcept nogil:
    """s a"""
    return lanes3(s * a.x, s * a.y, s * a.z)


cdef inline lane dot(const param* r, Lanes3 a) noexcept nogil:
    """r . a"""
    return r[0] * a.x + r[1] * a.y + r[2] * a.z


cdef inline Lanes3 cross_constant(const param* r, Lanes3 a) noexcept nogil:
    """r x a"""
    return lanes3(r[1] * a.z - r[2] * a.y, r[2] * a.x - r[0] * a.z, r[0] * a.y - r[1] * a.x)


cdef inline Lanes3 rotated(const param* E, Lanes3 a) noexcept nogil:
    """E a"""
    return lanes3(dot(E, a), dot(E + 3, a), dot(E + 6, a))


cdef inline Lanes3 rotated_back(const param* E, Lanes3 a) noexcept nogil:
    """E^T a"""
    return lanes3(E[0] * a.x + E[3] * a.y + E[6] * a.z,
                  E[1] * a.x + E[4] * a.y + E[7] * a.z,
                  E[2] * a.x + E[5] * a.y + E[8] * a.z)


cdef inline Lanes3 matrix_times(const real* block, int offset, const param* r, int b,
                                const Pass* at) noexcept nogil:
    """Block b of X r; X: nine series from an offset on, row by row."""
    return lanes3(dot(r, vector_at(block, offset, b, at)),
                  dot(r, vector_at(block, offset + 3, b, at)),
                  dot(r, vector_at(block, offset + 6, b, at)))


cdef inline Lanes3 products(const real* a, int stride, const real* b, int m,
                            const Pass* at) noexcept nogil:
    """Block m of a b; a: three series, a stride apart; b: one padded series."""
    return lanes3(product(a, b, m, at.n), product(a + stride, b, m, at.n),
                  product(a + 2 * stride, b, m, at.n))


cdef inline Lanes3 matrix_products(const real* X, const real* x, int m,
                                   const Pass* at) noexcept nogil:
    """Block m of X x; X: nine series row by row; x: three padded series."""
    cdef int W = at.W
    return plus(plus(products(X, 3 * W, x, m, at), products(X + W, 3 * W, x + 2 * W, m, at)),
                products(X + 2 * W, 3 * W, x + 4 * W, m, at))


cdef inline Lanes3 cross_terms(const real* a, int stride, const real* b, int m,
                               const Pass* at) noexcept nogil:
    """Block m of a x b; a: three series, a stride apart; b: three padded series."""
    return lanes3(cross_term(a, stride, b, 0, m, at.n, at.W),
                  cross_term(a, stride, b, 1, m, at.n, at.W),
                  cross_term(a, stride, b, 2, m, at.n, at.W))
