# cython: language_level=3
"""Primitives of the spatial inertia of a rigid body on contiguous doubles; angular part first.

m mass [kg]; c center of mass (3) [m] and I inertia about it (9) [kg m^2], in the body frame; M
spatial inertia at the origin of a frame (36), row-major; V twist (6), h momentum (angular, linear)
(6).
"""
from lieref.algebra.groups.se3 cimport se3_Ad, se3_inverse
from lieref.algebra.groups.so3 cimport cross


cdef inline void body_spatial_inertia(
    double m, const double *c, const double *I, double *M
) noexcept nogil:
    # M = [[I + m (c.c 1 - c c^T), m hat(c)], [-m hat(c), m 1]]
    cdef int i, j, k
    for i in range(36):
        M[i] = 0.0
    for i in range(3):
        j = (i + 1) % 3
        k = (i + 2) % 3
        M[7 * i] = I[4 * i] + m * (c[j] * c[j] + c[k] * c[k])
        M[6 * j + k] = I[3 * j + k] - m * c[j] * c[k]
        M[6 * k + j] = I[3 * k + j] - m * c[j] * c[k]
        M[6 * j + k + 3] = M[6 * k + j + 18] = -m * c[i]
        M[6 * k + j + 3] = M[6 * j + k + 18] = m * c[i]
        M[7 * i + 21] = m


cdef inline void inertia_mul(const double *M, const double *V, double *h) noexcept nogil:
    # h = M V
    cdef int i, j
    for i in range(6):
        h[i] = M[6 * i] * V[0]
        for j in range(1, 6):
            h[i] += M[6 * i + j] * V[j]


cdef inline void body_momentum(
    double m, const double *c, const double *I, const double *V, double *h
) noexcept nogil:
    # linear m (v + omega x c); angular I omega + c x linear
    cdef double u[3]
    cdef int i
    cross(V, c, u)
    for i in range(3):
        h[3 + i] = m * (V[3 + i] + u[i])
    cross(c, h + 3, u)
    for i in range(3):
        h[i] = I[3 * i] * V[0] + I[3 * i + 1] * V[1] + I[3 * i + 2] * V[2] + u[i]


cdef inline void matmul6(const double *A, const double *B, double *out) noexcept nogil:
    # A B
    cdef int i, j, k
    for i in range(6):
        for j in range(6):
            out[6 * i + j] = 0.0
            for k in range(6):
                out[6 * i + j] += A[6 * i + k] * B[6 * k + j]


cdef inline void matmul6_t(const double *A, const double *B, double *out) noexcept nogil:
    # A^T B
    cdef int i, j, k
    for i in range(6):
        for j in range(6):
            out[6 * i + j] = 0.0
            for k in range(6):
                out[6 * i + j] += A[6 * k + i] * B[6 * k + j]


cdef inline void inertia_transform(const double *C, const double *M, double *out) noexcept nogil:
    # Ad_C^-T M Ad_C^-1: the inertia M, known at frame B, at frame A, C the pose of B in A
    cdef double Ci[16]
    cdef double A[36]
    cdef double MA[36]
    se3_inverse(C, Ci)
    se3_Ad(Ci, A)
    matmul6(M, A, MA)
    matmul6_t(A, MA, out)
