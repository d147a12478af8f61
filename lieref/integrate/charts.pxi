# Charts of the factors of a group: what one factor moves by, and the differentials.
#
# X = (w, v): exponent of a chart, angular part first; V = (O, u): body velocity; q: position and
# quaternion (x, y, z, w) with their rounding residues `low`.
from libc.math cimport sqrt

from lieref.algebra.scalars.double_double cimport (
    DD, dd, dd_add, dd_mul, dd_sub, two_prod, two_sum,
)
from lieref.algebra.groups.se3 cimport rotate, rotate_back, se3_dexp, se3_dexp_inv, se3_exp
from lieref.algebra.groups.so3 cimport (
    cross, quaternion_multiply, quaternion_to_matrix, so3_dexp, so3_dexp_inv, so3_exp_quaternion,
    so3_log_quaternion,
)

cdef enum Kind:
    LINE = 0
    ROTATION = 1
    MOTION = 2

cdef enum Chart:
    EXPONENTIAL = 0
    CAYLEY = 1


cdef inline void increment(int chart, const double *w, DD *d) noexcept nogil:
    # d = (sin(t/2) / t w, cos(t/2)), or (w/2, 1) / sqrt(1 + |w|^2 / 4); then d (3 - |d|^2) / 2
    cdef double r
    cdef double x[4]
    cdef DD excess = dd(-1.0, 0.0)
    cdef int i
    if chart == EXPONENTIAL:
        so3_exp_quaternion(w, x)
    else:
        r = 1.0 / sqrt(1.0 + 0.25 * (w[0] * w[0] + w[1] * w[1] + w[2] * w[2]))
        for i in range(3):
            x[i] = 0.5 * r * w[i]
        x[3] = r
    for i in range(4):
        excess = dd_add(excess, two_prod(x[i], x[i]))
    for i in range(4):
        d[i] = dd(x[i], -0.5 * excess.hi * x[i])


cdef inline void turn(DD *q, const DD *d) noexcept nogil:
    # q <- q d, quaternions
    cdef DD a[4]
    cdef int i, j, k
    for i in range(4):
        a[i] = q[i]
    for i in range(3):
        j = (i + 1) % 3
        k = (i + 2) % 3
        q[i] = dd_add(
            dd_add(dd_mul(a[3], d[i]), dd_mul(a[i], d[3])),
            dd_sub(dd_mul(a[j], d[k]), dd_mul(a[k], d[j])),
        )
    q[3] = dd_sub(
        dd_sub(dd_mul(a[3], d[3]), dd_mul(a[0], d[0])),
        dd_add(dd_mul(a[1], d[1]), dd_mul(a[2], d[2])),
    )


cdef inline void shift(int chart, const double *X, double *p) noexcept nogil:
    # p = dexp_omega v, or (I - W/2)^-1 v = (v + w x v / 2 + w (w . v) / 4) / (1 + |w|^2 / 4)
    cdef double C[16]
    cdef double a[3]
    cdef double along, scale
    cdef int i
    if chart == EXPONENTIAL:
        se3_exp(X, C)
        for i in range(3):
            p[i] = C[4 * i + 3]
    else:
        cross(X, X + 3, a)
        along = 0.25 * (X[0] * X[3] + X[1] * X[4] + X[2] * X[5])
        scale = 1.0 / (1.0 + 0.25 * (X[0] * X[0] + X[1] * X[1] + X[2] * X[2]))
        for i in range(3):
            p[i] = scale * (X[i + 3] + 0.5 * a[i] + along * X[i])


cdef inline void pose_of(const double *q, double *C) noexcept nogil:
    # rotation rows of the pose of a position and a quaternion
    cdef double R[9]
    cdef int i, j
    quaternion_to_matrix(q + 3, R)
    for i in range(3):
        for j in range(3):
            C[4 * i + j] = R[3 * i + j]
        C[4 * i + 3] = q[i]


cdef inline void add(double *x, double *low, double step) noexcept nogil:
    # (x + low) <- (x + low) + step
    cdef DD s = two_sum(x[0], step)
    s = dd(s.hi, s.lo + low[0])
    x[0] = s.hi
    low[0] = s.lo


cdef void advance_factor(int kind, int chart, const double *X, double *q,
                         double *low) noexcept nogil:
    # q + low <- (q + low) * chart(X)
    cdef DD d[4]
    cdef DD e[4]
    cdef double C[16]
    cdef double p[3]
    cdef double moved[3]
    cdef int i
    if kind == LINE:
        add(q, low, X[0])
        return
    if kind == MOTION:
        pose_of(q, C)
        shift(chart, X, p)
        rotate(C, p, moved)
        for i in range(3):
            add(q + i, low + i, moved[i])
        q += 3
        low += 3
    for i in range(4):
        e[i] = dd(q[i], low[i])
    increment(chart, X, d)
    turn(e, d)
    for i in range(4):
        q[i] = e[i].hi
        low[i] = e[i].lo


cdef inline void apply3(const double *D, const double *x, double *y) noexcept nogil:
    cdef int i
    for i in range(3):
        y[i] = D[3 * i] * x[0] + D[3 * i + 1] * x[1] + D[3 * i + 2] * x[2]


cdef inline void apply(const double *D, int n, bint transposed, const double *x,
                       double *y) noexcept nogil:
    # y = D x or D^T x
    cdef int i, j
    for i in range(n):
        y[i] = 0.0
        for j in range(n):
            y[i] += (D[n * j + i] if transposed else D[n * i + j]) * x[j]


cdef void cayley_rate(int kind, const double *X, const double *V, double *out) noexcept nogil:
    # w' = O + w x O / 2 + (w . O) w / 4;  v' = u + (w x u + v x O) / 2 - w x (O x v) / 4
    cdef double a[3]
    cdef double b[3]
    cdef double c[3]
    cdef double along = 0.25 * (X[0] * V[0] + X[1] * V[1] + X[2] * V[2])
    cdef int i
    cross(X, V, a)
    for i in range(3):
        out[i] = V[i] + 0.5 * a[i] + along * X[i]
    if kind == MOTION:
        cross(X, V + 3, a)
        cross(X + 3, V, b)
        cross(X, b, c)
        for i in range(3):
            out[i + 3] = V[i + 3] + 0.5 * (a[i] + b[i]) + 0.25 * c[i]


cdef void differential(int kind, bint inverse, const double *X, double *D) noexcept nogil:
    # left dexp_X or its inverse, 3 x 3 or 6 x 6
    if kind == ROTATION and inverse:
        so3_dexp_inv(X, D)
    elif kind == ROTATION:
        so3_dexp(X, D)
    elif inverse:
        se3_dexp_inv(X, D)
    else:
        se3_dexp(X, D)
