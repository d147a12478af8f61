# cython: language_level=3
"""Primitives of SE(3) on contiguous doubles; matrices row-major, angular part first.

X screw coordinates (omega, v) (6); V twist, W wrench (torque, force) (6); C pose [[R, p], [0, 1]]
(16), of frame B in frame A: x_A = R x_B + p; A, D, M matrices (36). An output never overlaps an
input. dexp is the left (spatial) one: Cdot C^-1 = dexp_X Xdot for C = exp X; dexp_{-X} gives C^-1
Cdot.
"""
from lieref.algebra.groups.coefficients cimport (
    Angle, angle_of_vector, dexp_inv_2_of, dexp_inv_2_slope_of, exp_1_of, exp_2_of, exp_2_slope_of,
    exp_3_of, exp_3_slope_of, one_minus,
)
from lieref.algebra.scalars.double_double cimport (
    DD, dd, dd_add, dd_cross, dd_dot, dd_mul, dd_neg, dd_sub, dd_times, two_prod,
)
from lieref.algebra.groups.so3 cimport cross, quadratic, so3_log


cdef inline void pose_last_row(double *C) noexcept nogil:
    # (0, 0, 0, 1)
    C[12] = 0.0
    C[13] = 0.0
    C[14] = 0.0
    C[15] = 1.0


cdef inline void rotate(const double *C, const double *a, double *out) noexcept nogil:
    # R a
    out[0] = C[0] * a[0] + C[1] * a[1] + C[2] * a[2]
    out[1] = C[4] * a[0] + C[5] * a[1] + C[6] * a[2]
    out[2] = C[8] * a[0] + C[9] * a[1] + C[10] * a[2]


cdef inline void rotate_back(const double *C, const double *a, double *out) noexcept nogil:
    # R^T a
    out[0] = C[0] * a[0] + C[4] * a[1] + C[8] * a[2]
    out[1] = C[1] * a[0] + C[5] * a[1] + C[9] * a[2]
    out[2] = C[2] * a[0] + C[6] * a[1] + C[10] * a[2]


cdef inline void arm_cross(
    const double *C, const double *a, const double *b, double *out
) noexcept nogil:
    # out = a + p x b
    out[0] = a[0] + (C[7] * b[2] - C[11] * b[1])
    out[1] = a[1] + (C[11] * b[0] - C[3] * b[2])
    out[2] = a[2] + (C[3] * b[1] - C[7] * b[0])


cdef inline DD three_terms(
    DD c0, double a, DD c1, DD u, DD c2, double w
) noexcept nogil:
    # c0 a + c1 u + c2 w
    return dd_add(dd_add(dd_times(c0, a), dd_mul(c1, u)), dd_times(c2, w))


cdef inline void so3_series_apply(
    DD c0, DD c1, DD c2, const double *w, const double *v, double *out, int stride
) noexcept nogil:
    # out = c0 v + c1 w x v + c2 w (w . v), components `stride` apart
    cdef DD along = dd_mul(c2, dd_dot(w, v))
    cdef int i
    for i in range(3):
        out[stride * i] = three_terms(c0, v[i], c1, dd_cross(w, v, i), along, w[i]).hi


cdef inline void se3_exp(const double *X, double *C) noexcept nogil:
    # R = exp(omega); p = dexp_omega v = sin t / t v + exp_2 omega x v + exp_3 omega (omega . v)
    cdef Angle a = angle_of_vector(X)
    cdef DD c1 = exp_1_of(a), c2 = exp_2_of(a)
    quadratic(c1, c2, X, C, 4)
    so3_series_apply(c1, c2, exp_3_of(a), X, X + 3, C + 3, 4)
    pose_last_row(C)


cdef inline void se3_log(const double *C, double *X) noexcept nogil:
    # omega = log R; v = dexp_omega^-1 p = (1 - g t^2) p - omega x p / 2 + g omega (omega . p)
    cdef double R[9]
    cdef double p[3]
    cdef int i, j
    for i in range(3):
        for j in range(3):
            R[3 * i + j] = C[4 * i + j]
        p[i] = C[4 * i + 3]
    so3_log(R, X)
    cdef Angle a = angle_of_vector(X)
    cdef DD g = dexp_inv_2_of(a)
    so3_series_apply(one_minus(dd_mul(g, a.x)), dd(-0.5, 0.0), g, X, p, X + 3, 1)


cdef inline void se3_inverse(const double *C, double *out) noexcept nogil:
    # [[R^T, -R^T p], [0, 1]]
    cdef int i
    for i in range(3):
        out[4 * i] = C[i]
        out[4 * i + 1] = C[4 + i]
        out[4 * i + 2] = C[8 + i]
        out[4 * i + 3] = -(C[i] * C[3] + C[4 + i] * C[7] + C[8 + i] * C[11])
    pose_last_row(out)


cdef inline void se3_compose(const double *A, const double *B, double *out) noexcept nogil:
    # A B = [[R_A R_B, R_A p_B + p_A], [0, 1]]
    cdef int i, j
    for i in range(3):
        for j in range(4):
            out[4 * i + j] = A[4 * i] * B[j] + A[4 * i + 1] * B[4 + j] + A[4 * i + 2] * B[8 + j]
        out[4 * i + 3] += A[4 * i + 3]
    pose_last_row(out)


cdef inline void se3_Ad(const double *C, double *A) noexcept nogil:
    # Ad_C = [[R, 0], [hat(p) R, R]]
    cdef int i, j, a, b
    for i in range(3):
        a = (i + 1) % 3
        b = (i + 2) % 3
        for j in range(3):
            A[6 * i + j] = C[4 * i + j]
            A[6 * i + j + 3] = 0.0
            A[6 * i + j + 18] = C[4 * a + 3] * C[4 * b + j] - C[4 * b + 3] * C[4 * a + j]
            A[6 * i + j + 21] = C[4 * i + j]


cdef inline void transpose6(const double *A, double *out) noexcept nogil:
    # A^T
    cdef int i, j
    for i in range(6):
        for j in range(6):
            out[6 * j + i] = A[6 * i + j]


cdef inline void se3_Ad_t(const double *C, double *A) noexcept nogil:
    # Ad_C^T = [[R^T, (hat(p) R)^T], [0, R^T]]
    cdef double B[36]
    se3_Ad(C, B)
    transpose6(B, A)


cdef inline void se3_Ad_mul(const double *C, const double *V, double *out) noexcept nogil:
    # Ad_C V = (R omega, R v + p x R omega)
    cdef double v[3]
    rotate(C, V, out)
    rotate(C, V + 3, v)
    arm_cross(C, v, out, out + 3)


cdef inline void se3_Ad_t_mul(const double *C, const double *W, double *out) noexcept nogil:
    # Ad_C^T W = (R^T (torque - p x force), R^T force)
    cdef double f[3]
    cdef double n[3]
    f[0] = -W[3]
    f[1] = -W[4]
    f[2] = -W[5]
    arm_cross(C, W, f, n)
    rotate_back(C, n, out)
    rotate_back(C, W + 3, out + 3)


cdef inline void se3_Ad_inv_mul(const double *C, const double *V, double *out) noexcept nogil:
    # Ad_C^-1 V = (R^T omega, R^T (v - p x omega))
    cdef double w[3]
    cdef double v[3]
    w[0] = -V[0]
    w[1] = -V[1]
    w[2] = -V[2]
    arm_cross(C, V + 3, w, v)
    rotate_back(C, V, out)
    rotate_back(C, v, out + 3)


cdef inline void se3_Ad_inv_t_mul(const double *C, const double *W, double *out) noexcept nogil:
    # Ad_C^-T W = (R torque + p x R force, R force)
    cdef double n[3]
    rotate(C, W, n)
    rotate(C, W + 3, out + 3)
    arm_cross(C, n, out + 3, out)


cdef inline void se3_ad(const double *V, double *A) noexcept nogil:
    # ad_V = [[hat(omega), 0], [hat(v), hat(omega)]]
    cdef int i, j, k
    for i in range(36):
        A[i] = 0.0
    for i in range(3):
        j = (i + 1) % 3
        k = (i + 2) % 3
        A[6 * j + k] = -V[i]
        A[6 * k + j] = V[i]
        A[6 * j + k + 21] = -V[i]
        A[6 * k + j + 21] = V[i]
        A[6 * j + k + 18] = -V[i + 3]
        A[6 * k + j + 18] = V[i + 3]


cdef inline void se3_ad_t(const double *V, double *A) noexcept nogil:
    # ad_V^T
    cdef double B[36]
    se3_ad(V, B)
    transpose6(B, A)


cdef inline void se3_ad_mul(const double *V, const double *Y, double *out) noexcept nogil:
    # ad_V Y = (omega x omega_Y, omega x v_Y + v x omega_Y)
    cdef double a[3]
    cdef double b[3]
    cdef int i
    cross(V, Y, out)
    cross(V, Y + 3, a)
    cross(V + 3, Y, b)
    for i in range(3):
        out[i + 3] = a[i] + b[i]


cdef inline void se3_ad_t_mul(const double *V, const double *W, double *out) noexcept nogil:
    # ad_V^T W = -(omega x torque + v x force, omega x force)
    cdef double a[3]
    cdef double b[3]
    cdef int i
    cross(V, W, a)
    cross(V + 3, W + 3, b)
    cross(W + 3, V, out + 3)
    for i in range(3):
        out[i] = -(a[i] + b[i])


cdef inline void quadratic_slope(
    DD c1, DD c2, DD c1_slope, DD c2_slope, const double *w, const double *v, double *Q
) noexcept nogil:
    # Q = derivative of c1 W + c2 W^2 at w along v, rows 6 apart;   c' / t = c_slope
    cdef DD r1 = dd_mul(c1_slope, dd_dot(w, v)), r2 = dd_mul(c2_slope, dd_dot(w, v))
    cdef DD skew, mixed
    cdef int i, j, k
    for i in range(3):
        j = (i + 1) % 3
        k = (i + 2) % 3
        skew = dd_add(dd_times(c1, v[i]), dd_times(r1, w[i]))
        mixed = dd_add(product_slope(c2, w, v, j, k), dd_mul(r2, two_prod(w[j], w[k])))
        Q[6 * i + i] = dd_neg(dd_add(
            dd_add(product_slope(c2, w, v, j, j), product_slope(c2, w, v, k, k)),
            dd_mul(r2, dd_add(two_prod(w[j], w[j]), two_prod(w[k], w[k]))),
        )).hi
        Q[6 * j + k] = dd_sub(mixed, skew).hi
        Q[6 * k + j] = dd_add(mixed, skew).hi


cdef inline DD product_slope(
    DD c, const double *w, const double *v, int j, int k
) noexcept nogil:
    # c (w_j v_k + v_j w_k)
    return dd_mul(c, dd_add(two_prod(w[j], v[k]), two_prod(v[j], w[k])))


cdef inline void block_triangle(double *D) noexcept nogil:
    # [[D, 0], [Q, D]] from the D and Q that stand in it
    cdef int i, j
    for i in range(3):
        for j in range(3):
            D[6 * i + j + 3] = 0.0
            D[6 * i + j + 21] = D[6 * i + j]


cdef inline void se3_dexp(const double *X, double *D) noexcept nogil:
    # sum_k ad_X^k / (k+1)! = [[dexp_omega, 0], [d/ds dexp_{omega + s v}, dexp_omega]]
    cdef Angle a = angle_of_vector(X)
    cdef DD c1 = exp_2_of(a), c2 = exp_3_of(a)
    quadratic(c1, c2, X, D, 6)
    quadratic_slope(c1, c2, exp_2_slope_of(a), exp_3_slope_of(a), X, X + 3, D + 18)
    block_triangle(D)


cdef inline void se3_dexp_inv(const double *X, double *D) noexcept nogil:
    # the inverse of dexp_X, with the same blocks of dexp_omega^-1 = I - W/2 + dexp_inv_2 W^2
    cdef Angle a = angle_of_vector(X)
    cdef DD c1 = dd(-0.5, 0.0), c2 = dexp_inv_2_of(a)
    quadratic(c1, c2, X, D, 6)
    quadratic_slope(c1, c2, dd(0.0, 0.0), dexp_inv_2_slope_of(a), X, X + 3, D + 18)
    block_triangle(D)
