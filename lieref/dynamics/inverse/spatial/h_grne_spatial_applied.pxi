# Wrenches that act on the bodies, as spatial ones; plain twin: spatial_twin.body_wrench and
# inertial_wrench. Symbols as in h_grne_spatial.pxi, and
#   D   Ad_{C^-1}^T = [[R, L], [0, R]] with L = x~ R;  its last three columns are (L, R)

# Places of the scratch, in units of one series after the base's.
cdef enum AppliedPlace:
    GIVEN = 0
    APPLIED = 6
    DUAL_L = 12
    DUAL_R = 21
    APPLIED_SPARE = 30


cdef void dual_rate(const real* twist, real* x, int stride, int k, int W) noexcept nogil:
    """Coefficient k + 1 of six series (n, f): X' = -ad_V^T X = (w x n + v x f, w x f)"""
    cdef int m, i, a, b
    cdef real moment, force
    cdef const real* f = x + 3 * stride
    for i in range(3):
        a = (i + 1) % 3
        b = (i + 2) % 3
        moment = 0
        force = 0
        for m in range(k + 1):
            moment += (twist[2 * a * W + m] * x[b * stride + k - m]
                       - twist[2 * b * W + m] * x[a * stride + k - m])
            moment += (twist[(6 + 2 * a) * W + m] * f[b * stride + k - m]
                       - twist[(6 + 2 * b) * W + m] * f[a * stride + k - m])
            force += (twist[2 * a * W + m] * f[b * stride + k - m]
                      - twist[2 * b * W + m] * f[a * stride + k - m])
        x[i * stride + k + 1] = moment / (k + 1)
        x[(3 + i) * stride + k + 1] = force / (k + 1)


cdef void body_axes_wrench(const real* pose, const real* twist, real* spare,
                           Pass* at) noexcept nogil:
    """W from the body-frame wrench W^b: W' = -ad_V^T W + D (W^b)'   (E5)"""
    cdef int i, j, k, m
    cdef int W = at.W
    cdef int n = at.n - 1
    cdef const real* R = pose + C
    cdef const real* x = pose + C + 9
    cdef real* given = spare + GIVEN * W
    cdef real* applied = spare + APPLIED * W
    cdef real* DL = spare + DUAL_L * W
    cdef real* DR = spare + DUAL_R * W
    cdef real moment, force
    for j in range(3):
        for i in range(3):
            DR[(3 * i + j) * W] = R[3 * i + j]
            DL[(3 * i + j) * W] = (x[(i + 1) % 3] * R[3 * ((i + 2) % 3) + j]
                                   - x[(i + 2) % 3] * R[3 * ((i + 1) % 3) + j])
        for k in range(n - 1):
            dual_rate(twist, DL + j * W, 3 * W, k, W)
    for i in range(3):
        applied[i * W] = 0
        applied[(3 + i) * W] = 0
        for j in range(3):
            applied[i * W] += (DR[(3 * i + j) * W] * given[j * W]
                               + DL[(3 * i + j) * W] * given[(3 + j) * W])
            applied[(3 + i) * W] += DR[(3 * i + j) * W] * given[(3 + j) * W]
    for k in range(n - 1):
        dual_rate(twist, applied, W, k, W)
        for i in range(3):
            moment = 0
            force = 0
            for j in range(3):
                for m in range(k + 1):
                    # (W^b)' has the coefficients (k + 1) W^b_{k+1}
                    moment += (k - m + 1) * (
                        DR[(3 * i + j) * W + m] * given[j * W + k - m + 1]
                        + DL[(3 * i + j) * W + m] * given[(3 + j) * W + k - m + 1])
                    force += (k - m + 1) * (DR[(3 * i + j) * W + m]
                                            * given[(3 + j) * W + k - m + 1])
            applied[i * W + k + 1] += moment / (k + 1)
            applied[(3 + i) * W + k + 1] += force / (k + 1)


cdef void inertial_axes_wrench(const real* pose, const real* twist, real* spare,
                               Pass* at) noexcept nogil:
    """W = (n + p x f, f) of a wrench at the body's origin p in inertial axes; p' = v + w x p"""
    cdef int i, a, b, k, m
    cdef int W = at.W
    cdef int n = at.n - 1
    cdef real total
    cdef const real* given = spare + GIVEN * W
    cdef real* applied = spare + APPLIED * W
    cdef real* p = spare + DUAL_L * W
    copy(given, applied, 6 * W)
    for i in range(3):
        p[i * W] = pose[C + 9 + i]
    for k in range(n - 1):
        for i in range(3):
            a = (i + 1) % 3
            b = (i + 2) % 3
            total = twist[(6 + 2 * i) * W + k]
            for m in range(k + 1):
                total += (twist[2 * a * W + m] * p[b * W + k - m]
                          - twist[2 * b * W + m] * p[a * W + k - m])
            p[i * W + k + 1] = total / (k + 1)
    for i in range(3):
        a = (i + 1) % 3
        b = (i + 2) % 3
        for k in range(n):
            for m in range(k + 1):
                applied[i * W + k] += (p[a * W + m] * given[(3 + b) * W + k - m]
                                       - p[b * W + m] * given[(3 + a) * W + k - m])


cdef void applied_wrench(const real* wrench, int stride, bint inertial, const real* pose,
                         real* block, Pass* at) noexcept nogil:
    """W -= W_app   [Ali, Alg. 2]; wrench: six numbers, their k-th derivatives k stride further."""
    cdef int i, k
    cdef int W = at.W
    for i in range(6):
        taylor_series(wrench + i, stride, at.spare + (GIVEN + i) * W, at.n - 1)
    if inertial:
        inertial_axes_wrench(pose, block + V * W, at.spare, at)
    else:
        body_axes_wrench(pose, block + V * W, at.spare, at)
    for i in range(6):
        for k in range(at.n - 1):
            block[(WRENCH + 2 * i) * W + k] -= at.spare[(APPLIED + i) * W + k]
