# cython: language_level=3
"""Unevaluated sums of two doubles (about 106 bits), for sums that must keep all their digits.

Why they are here: 1e-15 relative in the maximum norm is 4.5 eps, and the textbook sums for exp,
dexp and dexp^-1 lose 5 to 20 eps in plain doubles near the angle pi. Error-free transformations
after Dekker (1971) and Knuth; fma is correctly rounded by the C standard library even where the CPU
has none.
"""
from libc.math cimport fma

ctypedef struct DD:
    double hi
    double lo


cdef inline DD dd(double hi, double lo) noexcept nogil:
    # renormalize hi + lo; needs |hi| >= |lo| or hi = 0   (fast two-sum)
    cdef DD r
    r.hi = hi + lo
    r.lo = lo - (r.hi - hi)
    return r


cdef inline DD two_sum(double a, double b) noexcept nogil:
    # a + b = hi + lo exactly
    cdef DD r
    r.hi = a + b
    cdef double b_part = r.hi - a
    r.lo = (a - (r.hi - b_part)) + (b - b_part)
    return r


cdef inline DD two_prod(double a, double b) noexcept nogil:
    # a b = hi + lo exactly (short of underflow)
    cdef DD r
    r.hi = a * b
    r.lo = fma(a, b, -r.hi)
    return r


cdef inline DD dd_add(DD a, DD b) noexcept nogil:
    # a + b with error below 2^-103 (|a| + |b|)
    cdef DD s = two_sum(a.hi, b.hi)
    return dd(s.hi, s.lo + (a.lo + b.lo))


cdef inline DD dd_neg(DD a) noexcept nogil:
    a.hi = -a.hi
    a.lo = -a.lo
    return a


cdef inline DD dd_sub(DD a, DD b) noexcept nogil:
    # a - b
    return dd_add(a, dd_neg(b))


cdef inline DD dd_mul(DD a, DD b) noexcept nogil:
    # a b with relative error below 2^-102
    cdef DD p = two_prod(a.hi, b.hi)
    return dd(p.hi, p.lo + (a.hi * b.lo + a.lo * b.hi))


cdef inline DD dd_times(DD a, double b) noexcept nogil:
    # a b, b a plain double
    cdef DD p = two_prod(a.hi, b)
    return dd(p.hi, p.lo + a.lo * b)


cdef inline DD dd_scale(DD a, double power_of_two) noexcept nogil:
    # exact scaling
    a.hi *= power_of_two
    a.lo *= power_of_two
    return a


cdef inline DD dd_div(DD a, DD b) noexcept nogil:
    # a / b: the double quotient and one correction by the exact remainder
    cdef double q = a.hi / b.hi
    cdef DD r = dd_sub(a, dd_times(b, q))
    return dd(q, r.hi / b.hi)


cdef inline DD dd_dot(const double *a, const double *b) noexcept nogil:
    # a . b of two 3-vectors
    cdef DD s = dd_add(two_prod(a[0], b[0]), two_prod(a[1], b[1]))
    return dd_add(s, two_prod(a[2], b[2]))


cdef inline DD dd_cross(const double *a, const double *b, int i) noexcept nogil:
    # component i of a x b
    cdef int j = (i + 1) % 3, k = (i + 2) % 3
    return dd_sub(two_prod(a[j], b[k]), two_prod(a[k], b[j]))


cdef inline DD horner(const double *hi, const double *lo, int n, int n_lo, DD x) noexcept nogil:
    # sum_k (hi_k + lo_k) x^k; the terms from n_lo on are so small that plain doubles carry them
    cdef double tail = hi[n - 1]
    cdef int k
    for k in range(n - 2, n_lo - 1, -1):
        tail = hi[k] + x.hi * tail
    cdef DD r
    r.hi = tail
    r.lo = 0.0
    for k in range(n_lo - 1, -1, -1):
        r = dd_add(dd_mul(r, x), dd(hi[k], lo[k]))
    return r
