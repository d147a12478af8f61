# cython: language_level=3
"""Primitives of SO(3) on contiguous doubles; matrices row-major.

w rotation vector (3) [rad]; R rotation (9); W = hat(w) (9); q quaternion (x, y, z, w) (4). An
output never overlaps an input. t = |w|, coefficients as in coefficients.pxd. The matrix functions
sum in double-double, because plain sums exceed 1e-15 near t = pi.
"""
from libc.math cimport sqrt

from lieref.algebra.groups.coefficients cimport (
    Angle, angle_of_vector, dexp_inv_2_of, exp_1_of, exp_2_of, exp_3_of, half_sinc_of, log_ratio_of,
)
from lieref.algebra.scalars.double_double cimport DD, dd, dd_add, dd_mul, dd_sub, dd_times, two_prod


cdef inline void so3_hat(const double *w, double *W) noexcept nogil:
    # W u = w x u
    W[0] = 0.0
    W[1] = -w[2]
    W[2] = w[1]
    W[3] = w[2]
    W[4] = 0.0
    W[5] = -w[0]
    W[6] = -w[1]
    W[7] = w[0]
    W[8] = 0.0


cdef inline void so3_vee(const double *W, double *w) noexcept nogil:
    # w = vee((W - W^T) / 2)
    w[0] = 0.5 * (W[7] - W[5])
    w[1] = 0.5 * (W[2] - W[6])
    w[2] = 0.5 * (W[3] - W[1])


cdef inline void cross(const double *a, const double *b, double *out) noexcept nogil:
    # a x b
    out[0] = a[1] * b[2] - a[2] * b[1]
    out[1] = a[2] * b[0] - a[0] * b[2]
    out[2] = a[0] * b[1] - a[1] * b[0]


cdef inline void quadratic(DD c1, DD c2, const double *w, double *D, int stride) noexcept nogil:
    # D = I + c1 W + c2 W^2, rows `stride` apart;   W^2 = w w^T - t^2 I
    cdef int i, j, k
    cdef DD skew, mixed, squares
    for i in range(3):
        j = (i + 1) % 3
        k = (i + 2) % 3
        skew = dd_times(c1, w[i])
        mixed = dd_mul(c2, two_prod(w[j], w[k]))
        squares = dd_add(two_prod(w[j], w[j]), two_prod(w[k], w[k]))
        D[stride * i + i] = dd_sub(dd(1.0, 0.0), dd_mul(c2, squares)).hi
        D[stride * j + k] = dd_sub(mixed, skew).hi
        D[stride * k + j] = dd_add(mixed, skew).hi


cdef inline void so3_exp(const double *w, double *R) noexcept nogil:
    # R = I + sin t / t W + (1 - cos t) / t^2 W^2
    cdef Angle a = angle_of_vector(w)
    quadratic(exp_1_of(a), exp_2_of(a), w, R, 3)


cdef inline void so3_dexp(const double *w, double *D) noexcept nogil:
    # Rdot R^T = hat(D wdot), D = I + (1 - cos t) / t^2 W + (t - sin t) / t^3 W^2
    cdef Angle a = angle_of_vector(w)
    quadratic(exp_2_of(a), exp_3_of(a), w, D, 3)


cdef inline void so3_dexp_inv(const double *w, double *D) noexcept nogil:
    # D = I - W / 2 + (1 - t/2 cot(t/2)) / t^2 W^2
    cdef Angle a = angle_of_vector(w)
    quadratic(dd(-0.5, 0.0), dexp_inv_2_of(a), w, D, 3)


cdef inline void so3_exp_quaternion(const double *w, double *q) noexcept nogil:
    # q = (sin(t/2) / t w, cos(t/2))
    cdef Angle a = angle_of_vector(w)
    cdef DD ratio = half_sinc_of(a)
    q[0] = dd_times(ratio, w[0]).hi
    q[1] = dd_times(ratio, w[1]).hi
    q[2] = dd_times(ratio, w[2]).hi
    q[3] = a.c


cdef inline void so3_log_quaternion(const double *q, double *w) noexcept nogil:
    # w = 2 atan2(|qv|, qw) qv / |qv|, from the one of q and -q with qw >= 0; any norm of q
    cdef double s = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2])
    cdef double ratio = log_ratio_of(s, q[3]) if q[3] >= 0.0 else -log_ratio_of(s, -q[3])
    w[0] = ratio * q[0]
    w[1] = ratio * q[1]
    w[2] = ratio * q[2]


cdef inline void quaternion_multiply(const double *a, const double *b, double *q) noexcept nogil:
    # q = a b, the rotation b followed by a
    q[0] = a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1]
    q[1] = a[3] * b[1] + a[1] * b[3] + a[2] * b[0] - a[0] * b[2]
    q[2] = a[3] * b[2] + a[2] * b[3] + a[0] * b[1] - a[1] * b[0]
    q[3] = a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2]


cdef inline void quaternion_to_matrix(const double *q, double *R) noexcept nogil:
    # R = I + 2 / |q|^2 (qw Q + Q^2), Q = hat(qv): the rotation of q / |q|
    cdef double scale = 2.0 / (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3])
    cdef int i, j, k
    for i in range(3):
        j = (i + 1) % 3
        k = (i + 2) % 3
        R[3 * i + i] = 1.0 - scale * (q[j] * q[j] + q[k] * q[k])
        R[3 * j + k] = scale * (q[j] * q[k] - q[3] * q[i])
        R[3 * k + j] = scale * (q[j] * q[k] + q[3] * q[i])


cdef inline void nearest_rotation(const double *R, double *U) noexcept nogil:
    # U = R + R (I - R^T R) / 2: one Newton step to the polar factor, error below |I - R^T R|^2
    cdef double E[9]
    cdef int i, j
    for i in range(3):
        for j in range(i, 3):
            E[3 * i + j] = -0.5 * (R[i] * R[j] + R[3 + i] * R[3 + j] + R[6 + i] * R[6 + j])
            E[3 * j + i] = E[3 * i + j]
        E[4 * i] += 0.5
    for i in range(3):
        for j in range(3):
            U[3 * i + j] = R[3 * i + j] + (
                R[3 * i] * E[j] + R[3 * i + 1] * E[3 + j] + R[3 * i + 2] * E[6 + j]
            )


cdef inline int largest_component(const double *R) noexcept nogil:
    # index in (x, y, z, w) of the largest component of the quaternion of R; it is at least 1/2
    cdef int best = 0
    if R[4] > R[0]:
        best = 1
    if R[8] > R[4 * best]:
        best = 2
    return 3 if R[0] + R[4] + R[8] > R[4 * best] else best


cdef inline void quaternion_multiple(const double *R, double *q) noexcept nogil:
    # 4 q_i q of a rotation R, with q_i the largest component: no division, no cancellation
    cdef int i = largest_component(R)
    cdef int j = (i + 1) % 3, k = (i + 2) % 3
    if i == 3:
        q[0] = R[7] - R[5]
        q[1] = R[2] - R[6]
        q[2] = R[3] - R[1]
        q[3] = 1.0 + R[0] + R[4] + R[8]
    else:
        q[i] = 1.0 + R[4 * i] - R[4 * j] - R[4 * k]
        q[j] = R[3 * i + j] + R[3 * j + i]
        q[k] = R[3 * i + k] + R[3 * k + i]
        q[3] = R[3 * k + j] - R[3 * j + k]


cdef inline void matrix_to_quaternion(const double *R, double *q) noexcept nogil:
    # unit quaternion with qw >= 0 of the rotation nearest to R
    cdef double U[9]
    cdef double scale
    cdef int i
    nearest_rotation(R, U)
    quaternion_multiple(U, q)
    scale = 1.0 / sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3])
    if q[3] < 0.0:
        scale = -scale
    for i in range(4):
        q[i] *= scale


cdef inline void so3_log(const double *R, double *w) noexcept nogil:
    # w = log of the rotation nearest to R, through the quaternion: accurate at every angle
    cdef double U[9]
    cdef double q[4]
    nearest_rotation(R, U)
    quaternion_multiple(U, q)
    so3_log_quaternion(q, w)
