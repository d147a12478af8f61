# Wrenches that act on the bodies, one order after the other: coefficient k of their spatial form
# from twists up to k - 1. Symbols and places as in h_grne_spatial_applied.pxi, but each body keeps
# its series from order to order.


cdef void body_axes_order(const real* pose, const real* twist, real* series, int k,
                          int W) noexcept nogil:
    """Coefficient k of W: W' = -ad_V^T W + D (W^b)'   (E5), D = Ad_{C^-1}^T"""
    cdef int i, j, m
    cdef real moment, force
    cdef const real* R = pose + C
    cdef const real* x = pose + C + 9
    cdef const real* f = series + (GIVEN + 3) * W
    cdef const real* n = series + GIVEN * W
    cdef real* applied = series + APPLIED * W
    cdef real* DL = series + DUAL_L * W
    cdef real* DR = series + DUAL_R * W
    for j in range(3):
        # coefficients of D up to k - 1 are needed
        if k > 1:
            dual_rate(twist, DL + j * W, 3 * W, k - 2, W)
        if k > 0:
            continue
        for i in range(3):
            DR[(3 * i + j) * W] = R[3 * i + j]
            DL[(3 * i + j) * W] = (x[(i + 1) % 3] * R[3 * ((i + 2) % 3) + j]
                                   - x[(i + 2) % 3] * R[3 * ((i + 1) % 3) + j])
    if k > 0:
        dual_rate(twist, applied, W, k - 1, W)
    for i in range(3):
        moment = 0
        force = 0
        for j in range(3):
            if k == 0:
                moment += DR[(3 * i + j) * W] * n[j * W] + DL[(3 * i + j) * W] * f[j * W]
                force += DR[(3 * i + j) * W] * f[j * W]
            for m in range(k):
                # (W^b)' has the coefficients (k - m) W^b_{k-m}
                moment += (k - m) * (DR[(3 * i + j) * W + m] * n[j * W + k - m]
                                     + DL[(3 * i + j) * W + m] * f[j * W + k - m])
                force += (k - m) * (DR[(3 * i + j) * W + m] * f[j * W + k - m])
        if k == 0:
            applied[i * W] = moment
            applied[(3 + i) * W] = force
        else:
            applied[i * W + k] += divided(moment, k)
            applied[(3 + i) * W + k] += divided(force, k)


cdef void inertial_axes_order(const real* pose, const real* twist, real* series, int k,
                              int W) noexcept nogil:
    """Coefficient k of W = (n + p x f, f), p the body's origin: p' = v + w x p"""
    cdef int i, a, b, m
    cdef real total
    cdef const real* f = series + (GIVEN + 3) * W
    cdef real* applied = series + APPLIED * W
    cdef real* p = series + DUAL_L * W
    for i in range(3):
        a = (i + 1) % 3
        b = (i + 2) % 3
        if k == 0:
            p[i * W] = pose[C + 9 + i]
            continue
        total = twist[(6 + 2 * i) * W + k - 1]
        for m in range(k):
            total += (twist[2 * a * W + m] * p[b * W + k - 1 - m]
                      - twist[2 * b * W + m] * p[a * W + k - 1 - m])
        p[i * W + k] = divided(total, k)
    for i in range(3):
        a = (i + 1) % 3
        b = (i + 2) % 3
        total = series[(GIVEN + i) * W + k]
        for m in range(k + 1):
            total += p[a * W + m] * f[b * W + k - m] - p[b * W + m] * f[a * W + k - m]
        applied[i * W + k] = total
        applied[(3 + i) * W + k] = f[i * W + k]
