"""Unevaluated sums of three doubles, about 150 bits: the constants of a model before rounding.

Every value is a sum of products. Its terms are written down without error (Knuth's two-sum, the
product with its error by fma) and distilled by two-sums, after Ogita, Rump and Oishi (2005); so
there is one place that rounds, `total`. Zeros and missing parts give no terms: a frame along
coordinate axes costs little. Numbers must be far from over- and underflow.
"""
from libc.math cimport fma, sqrt

cdef struct Triple:
    # hi is the double nearest to the number, mid that nearest to the rest
    double hi
    double mid
    double lo

cdef struct Terms:
    # those of one sum: three numbers and three products are at most 36
    double[40] term
    int n


cdef inline Triple triple(double x) noexcept nogil:
    cdef Triple t
    t.hi, t.mid, t.lo = x, 0.0, 0.0
    return t


cdef inline Triple scaled(Triple x, double power_of_two) noexcept nogil:
    x.hi *= power_of_two
    x.mid *= power_of_two
    x.lo *= power_of_two
    return x


cdef inline void add_double(Terms* s, double x) noexcept nogil:
    if x != 0.0:
        s.term[s.n] = x
        s.n += 1


cdef inline void add(Terms* s, Triple x) noexcept nogil:
    add_double(s, x.hi)
    add_double(s, x.mid)
    add_double(s, x.lo)


cdef inline void subtract(Terms* s, Triple x) noexcept nogil:
    add(s, scaled(x, -1.0))


cdef inline void add_exact_product(Terms* s, double x, double y) noexcept nogil:
    cdef double product = x * y
    if product != 0.0:
        add_double(s, product)
        add_double(s, fma(x, y, -product))


cdef inline void add_product(Terms* s, Triple x, Triple y) noexcept nogil:
    # what is left out is below 2^-157 of the product
    add_exact_product(s, x.hi, y.hi)
    add_exact_product(s, x.hi, y.mid)
    add_exact_product(s, x.mid, y.hi)
    add_double(s, x.hi * y.lo)
    add_double(s, x.mid * y.mid)
    add_double(s, x.lo * y.hi)


cdef inline void subtract_product(Terms* s, Triple x, Triple y) noexcept nogil:
    add_product(s, scaled(x, -1.0), y)


cdef inline double two_sum(double* x, double y) noexcept nogil:
    # x becomes the rounded sum, what that leaves is returned
    cdef double total = x[0] + y
    cdef double part = total - x[0]
    cdef double rest = (x[0] - (total - part)) + (y - part)
    x[0] = total
    return rest


cdef inline double distilled(Terms* s) noexcept nogil:
    # takes the last term away: the rounded sum of all; the others become what that leaves
    cdef int i
    if s.n == 0:
        return 0.0
    for i in range(1, s.n):
        s.term[i - 1] = two_sum(&s.term[i], s.term[i - 1])
    s.n -= 1
    return s.term[s.n]


cdef inline Triple total(Terms* s) noexcept nogil:
    # in error by at most n^3 2^-159 of the sum of the terms' absolute values, some 2^-157 as a rule
    cdef Triple x
    x.hi, x.mid, x.lo = distilled(s), distilled(s), distilled(s)
    x.mid = two_sum(&x.hi, x.mid)
    x.lo = two_sum(&x.mid, x.lo)
    x.mid = two_sum(&x.hi, x.mid)
    x.lo = two_sum(&x.mid, x.lo)
    if x.mid * x.lo > 0.0:
        _round_once(&x)
    return x


cdef inline void _round_once(Triple* x) noexcept nogil:
    # hi + mid half way between doubles went to the even one, though lo is on the other side
    cdef double other = x.hi + 2.0 * x.mid
    if other - x.hi == 2.0 * x.mid:
        x.hi = other
        x.mid = -x.mid


cdef inline Triple product(Triple x, Triple y) noexcept nogil:
    cdef Terms s
    s.n = 0
    add_product(&s, x, y)
    return total(&s)


cdef inline Triple quotient(Triple x, Triple y) noexcept nogil:
    # each step of the long division adds 52 bits
    cdef Triple q = triple(x.hi / y.hi)
    cdef Terms s
    cdef int _step
    for _step in range(3):
        s.n = 0
        add(&s, x)
        subtract_product(&s, q, y)
        q = _corrected(q, total(&s).hi / y.hi)
    return q


cdef inline Triple root(Triple x) noexcept nogil:
    # Newton's method with the derivative of the leading part: 52 bits a step
    cdef Triple r = triple(sqrt(x.hi))
    cdef Terms s
    cdef int _step
    for _step in range(3):
        s.n = 0
        add(&s, x)
        subtract_product(&s, r, r)
        r = _corrected(r, total(&s).hi / (2.0 * r.hi))
    return r


cdef inline Triple _corrected(Triple x, double step) noexcept nogil:
    cdef Terms s
    s.n = 0
    add(&s, x)
    add_double(&s, step)
    return total(&s)


# Vectors are three numbers, matrices nine, row by row.
cdef inline Triple dot(const Triple* x, int step_x, const Triple* y, int step_y) noexcept nogil:
    cdef Terms s
    cdef int i
    s.n = 0
    for i in range(3):
        add_product(&s, x[i * step_x], y[i * step_y])
    return total(&s)


cdef inline void multiply(const Triple* A, const Triple* B, Triple* C) noexcept nogil:
    # C = A B
    cdef int i
    for i in range(9):
        C[i] = dot(&A[3 * (i // 3)], 1, &B[i % 3], 3)


cdef inline void multiply_transposed(const Triple* A, const Triple* B, Triple* C) noexcept nogil:
    # C = A^T B
    cdef int i
    for i in range(9):
        C[i] = dot(&A[i // 3], 3, &B[i % 3], 3)


cdef inline void apply(const Triple* A, const Triple* x, Triple* y) noexcept nogil:
    # y = A x
    cdef int i
    for i in range(3):
        y[i] = dot(&A[3 * i], 1, x, 1)


cdef inline void apply_transposed(const Triple* A, const Triple* x, Triple* y) noexcept nogil:
    # y = A^T x
    cdef int i
    for i in range(3):
        y[i] = dot(&A[i], 3, x, 1)


cdef inline void cross(const Triple* x, const Triple* y, Triple* z) noexcept nogil:
    # z = x cross y
    cdef Terms s
    cdef int i, j, k
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        s.n = 0
        add_product(&s, x[j], y[k])
        subtract_product(&s, x[k], y[j])
        z[i] = total(&s)


cdef inline void add_vectors(const Triple* x, const Triple* y, Triple* z) noexcept nogil:
    # z = x + y
    cdef Terms s
    cdef int i
    for i in range(3):
        s.n = 0
        add(&s, x[i])
        add(&s, y[i])
        z[i] = total(&s)


cdef inline void add_multiple(const Triple* x, Triple factor, const Triple* y, Triple* z
                              ) noexcept nogil:
    # z = x + factor y
    cdef Terms s
    cdef int i
    for i in range(3):
        s.n = 0
        add(&s, x[i])
        add_product(&s, factor, y[i])
        z[i] = total(&s)


cdef inline void normalize(Triple* x) noexcept nogil:
    # x / |x|
    cdef Triple norm = root(dot(x, 1, x, 1))
    cdef int i
    for i in range(3):
        x[i] = quotient(x[i], norm)
