# Wrenches that act on the bodies, as spatial ones, one order after the other: coefficient k from
# twists up to k - 1. Plain twin: spatial_twin.body_wrench and inertial_wrench. Symbols as in
# h_grne_spatial.pxi, and
#   D   Ad_{C^-1}^T = [[R, L], [0, R]] with L = x~ R;  its last three columns are (L, R)

# Offsets of the scratch, in units of one series after the base's.
cdef enum AppliedOffset:
    GIVEN = 0
    APPLIED = 6
    DUAL_L = 12
    DUAL_R = 21
    APPLIED_SCRATCH = 30


cdef void dual_rate(const real* twist, real* x, int stride, int k, int W) noexcept nogil:
    """Coefficient k + 1 of six series (n, f): X' = -ad_V^T X = (w x n + v x f, w x f)"""
    cdef int m
    cdef real[6] rate
    cdef const real* w = twist + k
    cdef const real* v = twist + 6 * W + k
    cdef const real* f = x + 3 * stride
    clear(rate, 6)
    for m in range(k + 1):
        add_cross_at(w - m, 2 * W, x + m, stride, rate)
        add_cross_at(v - m, 2 * W, f + m, stride, rate)
        add_cross_at(w - m, 2 * W, f + m, stride, rate + 3)
    write_integral(rate, 6, k + 1, stride, x)


cdef inline void add_dual(const real* DR, const real* DL, const real* x, int W,
                          real* out) noexcept nogil:
    """out += D x = (R n + L f, R f), x = (n, f)"""
    add_turn_at(DR, W, x, 1, out)
    add_turn_at(DL, W, x + 3, 1, out)
    add_turn_at(DR, W, x + 3, 1, out + 3)


cdef void body_axes_order(const real* pose, const real* twist, real* series, int k,
                          int W) noexcept nogil:
    """Coefficient k of W from the body-frame wrench W^b: W' = -ad_V^T W + D (W^b)'   (E5)"""
    cdef int i, j, m
    cdef real[6] x, total
    cdef const real* given = series + GIVEN * W
    cdef real* applied = series + APPLIED * W
    cdef real* DL = series + DUAL_L * W
    cdef real* DR = series + DUAL_R * W
    clear(total, 6)
    if k == 0:
        adjoint_blocks(pose, DR, DL, W)
        read_vector(given, 6, 0, W, x)
        add_dual(DR, DL, x, W, total)
        write_vector(total, 6, 0, W, applied)
        return
    # coefficients of D up to k - 1 are needed
    if k > 1:
        for j in range(3):
            dual_rate(twist, DL + j * W, 3 * W, k - 2, W)
    dual_rate(twist, applied, W, k - 1, W)
    for m in range(k):
        # (W^b)' has the coefficients (k - m) W^b_{k-m}
        read_vector(given, 6, k - m, W, x)
        for i in range(6):
            x[i] = (k - m) * x[i]
        add_dual(DR + m, DL + m, x, W, total)
    for i in range(6):
        applied[i * W + k] += divided(total[i], k)


cdef void inertial_axes_order(const real* pose, const real* twist, real* series, int k,
                              int W) noexcept nogil:
    """Coefficient k of W = (n + p x f, f) of a wrench at the body's origin p in inertial axes"""
    cdef int m
    cdef real[6] x
    cdef const real* given = series + GIVEN * W
    cdef real* p = series + DUAL_L * W
    if k == 0:
        write_vector(pose + C + 9, 3, 0, W, p)
    else:
        # p' = v + w x p
        read_vector(twist + 6 * W, 3, k - 1, 2 * W, x)
        for m in range(k):
            add_cross_at(twist + m, 2 * W, p + k - 1 - m, W, x)
        write_integral(x, 3, k, W, p)
    read_vector(given, 6, k, W, x)
    for m in range(k + 1):
        add_cross_at(p + m, W, given + 3 * W + k - m, W, x)
    write_vector(x, 6, k, W, series + APPLIED * W)


cdef void applied_wrench(const real* wrench, int stride, bint inertial, const real* pose,
                         real* block, Pass* at) noexcept nogil:
    """W -= W_app   [Ali, Alg. 2]; wrench: six numbers, their k-th derivatives k stride further."""
    cdef int i, k
    cdef int W = at.W
    for i in range(6):
        taylor_series(wrench + i, stride, at.scratch + (GIVEN + i) * W, at.n - 1)
    for k in range(at.n - 1):
        if inertial:
            inertial_axes_order(pose, block + V * W, at.scratch, k, W)
        else:
            body_axes_order(pose, block + V * W, at.scratch, k, W)
        for i in range(6):
            block[(WRENCH + 2 * i) * W + k] -= at.scratch[(APPLIED + i) * W + k]
