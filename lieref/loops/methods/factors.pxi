# Factors of positive matrices, full and in branch-induced sparsity. Right-hand sides have `count`
# columns, row by row. A pivot is lost below 8 + n roundings of its diagonal entry, from which up
# to n terms of its size were subtracted.
# Symbols: L lower triangular, A = L L^T, or A = L^T L where L_ij is zero unless j is i or on the
# way up from i, `up` being the coordinate before each one.

from libc.float cimport DBL_EPSILON
from libc.math cimport fabs, fmax, sqrt


cdef inline void subtract_row(double* to, const double* row, double x, int count) noexcept nogil:
    """to -= x row"""
    cdef int c
    for c in range(count):
        to[c] -= x * row[c]


cdef inline double entries(const double* a, const double* b, int count) noexcept nogil:
    """a . b in four sums, which the processor adds side by side"""
    cdef int c
    cdef double s0 = 0
    cdef double s1 = 0
    cdef double s2 = 0
    cdef double s3 = 0
    cdef int whole = count - count % 4
    for c in range(0, whole, 4):
        s0 += a[c] * b[c]
        s1 += a[c + 1] * b[c + 1]
        s2 += a[c + 2] * b[c + 2]
        s3 += a[c + 3] * b[c + 3]
    for c in range(whole, count):
        s0 += a[c] * b[c]
    return (s0 + s1) + (s2 + s3)


cdef inline int cholesky(double* A, int n) noexcept nogil:
    """A = L L^T in the lower triangle; -1 or the number of a lost pivot."""
    cdef int i, j
    cdef double pivot
    cdef double* row
    for i in range(n):
        row = A + <size_t> i * n
        for j in range(i):
            row[j] = (row[j] - entries(row, A + <size_t> j * n, j)) / A[<size_t> j * n + j]
        pivot = row[i] - entries(row, row, i)
        # NaN is refused as well
        if not pivot > (8 + n) * DBL_EPSILON * row[i]:
            return i
        row[i] = sqrt(pivot)
    return -1


cdef inline void cholesky_half(const double* L, int n, double* b, int count) noexcept nogil:
    """b = L^-1 b"""
    cdef int i, j, c
    cdef double scale
    for i in range(n):
        for j in range(i):
            subtract_row(b + i * count, b + j * count, L[<size_t> i * n + j], count)
        scale = 1 / L[<size_t> i * n + i]
        for c in range(count):
            b[i * count + c] *= scale


cdef inline void cholesky_rest(const double* L, int n, double* b) noexcept nogil:
    """b = L^-T b of one column"""
    cdef int i
    for i in range(n - 1, -1, -1):
        b[i] /= L[<size_t> i * n + i]
        subtract_row(b, L + <size_t> i * n, b[i], i)


cdef inline int branch_factor(double* A, int n, const int* up,
                              double* diagonal) noexcept nogil:
    """A = L^T L in the lower triangle, without fill; -1 or the number of a lost pivot.

    diagonal (n,): that of A, written.
    """
    cdef int i, j, k
    cdef double* row
    cdef double scale
    for k in range(n):
        diagonal[k] = A[<size_t> k * n + k]
    for k in range(n - 1, -1, -1):
        row = A + <size_t> k * n
        if not row[k] > (8 + n) * DBL_EPSILON * diagonal[k]:
            return k
        row[k] = sqrt(row[k])
        scale = 1 / row[k]
        i = up[k]
        while i >= 0:
            row[i] *= scale
            i = up[i]
        i = up[k]
        while i >= 0:
            # A_ij -= L_ki L_kj for every j on the way up from i
            j = i
            while j >= 0:
                A[<size_t> i * n + j] -= row[i] * row[j]
                j = up[j]
            i = up[i]
    return -1


cdef inline void branch_half(const double* L, int n, const int* up, double* b,
                             int count) noexcept nogil:
    """b = L^-T b"""
    cdef int i, j, c
    cdef double scale
    for i in range(n - 1, -1, -1):
        scale = 1 / L[<size_t> i * n + i]
        for c in range(count):
            b[i * count + c] *= scale
        j = up[i]
        while j >= 0:
            subtract_row(b + j * count, b + i * count, L[<size_t> i * n + j], count)
            j = up[j]


cdef inline void branch_rest(const double* L, int n, const int* up, double* b) noexcept nogil:
    """b = L^-1 b of one column"""
    cdef int i, j
    for i in range(n):
        j = up[i]
        while j >= 0:
            b[i] -= L[<size_t> i * n + j] * b[j]
            j = up[j]
        b[i] /= L[<size_t> i * n + i]
