# [Ali, Algorithm 1]: poses and spatial twists of a tree, with time derivatives. One text for every
# scalar: a module defines its build and includes it. Plain twin: forward_kinematics_twin.py.
#
# Everything is resolved in the shifted frame of the body's tree: fixed, inertial axes, origin o
# where the root body's origin is now. Series are Taylor coefficients. Symbols:
#   S       joint screw now, Ad_G X with X the same in the kernel frame and G of poses.pxi, 6
#   V       spatial twist (w, v) of the body, 6
#   B, L, D blocks of the subspace [[B, 0], [L, D]] of a free joint; a spherical one has (B, L)

# Places in a body's block, in units of one series; V is padded, one free place before each.
cdef enum Place:
    V = 1
    RATE = 13
    S = 14
    MOTION = 20

# Places in the block of a spherical or free joint; B, L, D row by row.
cdef enum MultiPlace:
    B = 0
    L = 9
    D = 18
    RATES = 27
    MULTI = 33

cdef enum Base:
    BODY = 0
    SPATIAL = 1
    HYBRID = 2
    MIXED = 3

cdef struct Pass:
    int n           # coefficients of a twist
    int blocks      # lanes to a series
    int W           # coefficients to a series with its padding zeros: blocks * LANES
    int size        # series to a body
    real* body      # (nbodies + 1) blocks; the last is the world
    real* multi     # one block to each spherical or free joint, in body order
    real* pose      # (nbodies, POSES)
    real* spare     # series of scratch


cdef void one_degree(const Body* body, int kind, const real* pose, const real* v, int nv,
                     real* block, const real* parent, Pass* at) noexcept nogil:
    """S = Ad_G X, V = V_p + S qd, S' = ad_V S, order by order   [Ali, Alg. 1]"""
    cdef int i, k, m
    cdef int W = at.W
    cdef real* s = block + S * W
    cdef real* rate = block + RATE * W
    cdef real[6] total
    clear(block, RATE * W)
    taylor_series(v, nv, rate, at.n)
    joint_screw(body, kind, pose, s, W)
    for k in range(at.n):
        # V_k = V_p,k + sum_m S_m qd_{k-m}
        for i in range(6):
            total[i] = parent[(V + 2 * i) * W + k]
        for m in range(k + 1):
            for i in range(6):
                total[i] = total[i] + s[i * W + m] * rate[k - m]
        for i in range(6):
            block[(V + 2 * i) * W + k] = total[i]
        if k < at.n - 1:
            screw_rate(block + V * W, s, W, k, W)


cdef inline void screw_rate(const real* twist, real* s, int stride, int k, int W) noexcept nogil:
    """Coefficient k + 1 of six series s, stride apart: S' = ad_V S = (w x s, v x s + w x t)"""
    cdef int m, j
    cdef real w0, w1, w2, v0, v1, v2, s0, s1, s2, t0, t1, t2
    cdef real a0 = 0
    cdef real a1 = 0
    cdef real a2 = 0
    cdef real b0 = 0
    cdef real b1 = 0
    cdef real b2 = 0
    for m in range(k + 1):
        j = k - m
        w0 = twist[j]
        w1 = twist[2 * W + j]
        w2 = twist[4 * W + j]
        v0 = twist[6 * W + j]
        v1 = twist[8 * W + j]
        v2 = twist[10 * W + j]
        s0 = s[m]
        s1 = s[stride + m]
        s2 = s[2 * stride + m]
        t0 = s[3 * stride + m]
        t1 = s[4 * stride + m]
        t2 = s[5 * stride + m]
        a0 = a0 + (w1 * s2 - w2 * s1)
        a1 = a1 + (w2 * s0 - w0 * s2)
        a2 = a2 + (w0 * s1 - w1 * s0)
        b0 = b0 + ((v1 * s2 - v2 * s1) + (w1 * t2 - w2 * t1))
        b1 = b1 + ((v2 * s0 - v0 * s2) + (w2 * t0 - w0 * t2))
        b2 = b2 + ((v0 * s1 - v1 * s0) + (w0 * t1 - w1 * t0))
    s[k + 1] = divided(a0, k + 1)
    s[stride + k + 1] = divided(a1, k + 1)
    s[2 * stride + k + 1] = divided(a2, k + 1)
    s[3 * stride + k + 1] = divided(b0, k + 1)
    s[4 * stride + k + 1] = divided(b1, k + 1)
    s[5 * stride + k + 1] = divided(b2, k + 1)


cdef void base_subspace(int base, const real* pose, real* multi, Pass* at) noexcept nogil:
    """B, L = p~ B, D = 1 of a free base whose velocity is not represented in the body.

    "spatial": B = 1, p = -o, for the velocity coordinates are those at the inertial origin;
    "hybrid": B = 1, p the position of the body's origin; "mixed": B = R, same p.
    """
    cdef int i, j, k, a, b, m
    cdef int W = at.W
    cdef int n = at.n
    cdef real total
    cdef real* p = at.spare
    clear(multi, RATES * W)
    clear(p, 3 * W)
    for i in range(3):
        multi[(D + 4 * i) * W] = 1
        multi[(B + 4 * i) * W] = 1
        if base == SPATIAL:
            p[i * W] = -pose[ORIGIN + i]
        else:
            for k in range(n - 1):
                p[i * W + k + 1] = multi[(RATES + 3 + i) * W + k] / (k + 1)
    if base == MIXED:
        for i in range(9):
            multi[(B + i) * W] = pose[C + i]
        rotation_series(multi + RATES * W, W, multi + B * W, W, False, n)
    for i in range(3):
        a = (i + 1) % 3
        b = (i + 2) % 3
        for j in range(3):
            for k in range(n):
                total = 0
                for m in range(k + 1):
                    total += (p[a * W + m] * multi[(B + 3 * b + j) * W + k - m]
                              - p[b * W + m] * multi[(B + 3 * a + j) * W + k - m])
                multi[(L + 3 * i + j) * W + k] = total


cdef void body_subspace(const real* pose, real* multi, Pass* at) noexcept nogil:
    """Values of B = D = R and L = x~ R, the columns of Ad_C."""
    cdef int i, j
    cdef int W = at.W
    cdef const real* R = pose + C
    cdef const real* x = pose + C + 9
    for j in range(3):
        for i in range(3):
            multi[(B + 3 * i + j) * W] = R[3 * i + j]
            multi[(L + 3 * i + j) * W] = (x[(i + 1) % 3] * R[3 * ((i + 2) % 3) + j]
                                          - x[(i + 2) % 3] * R[3 * ((i + 1) % 3) + j])


cdef void several_degrees(int kind, int base, const real* pose, const real* v, int nv,
                          real* block, real* multi, const real* parent, Pass* at) noexcept nogil:
    """V = V_p + S v of a spherical or free joint; S' = ad_V S unless `base` fixes S otherwise."""
    cdef int i, j, k, m
    cdef int W = at.W
    # where a free joint's D is: that of a body representation is B
    cdef int slide = B if base == BODY else D
    cdef real rate
    cdef real[6] total
    cdef real* rates = multi + RATES * W
    clear(block, RATE * W)
    for i in range(6 if kind == FREE else 3):
        taylor_series(v + i, nv, rates + i * W, at.n)
    if base == BODY:
        body_subspace(pose, multi, at)
    else:
        base_subspace(base, pose, multi, at)
    for k in range(at.n):
        # V_k = V_p,k + sum_m S_m v_{k-m}   [Ali, Alg. 1], S = [[B, 0], [L, D]]
        for i in range(6):
            total[i] = parent[(V + 2 * i) * W + k]
        for m in range(k + 1):
            for j in range(3):
                rate = rates[j * W + k - m]
                for i in range(3):
                    total[i] = total[i] + multi[(B + 3 * i + j) * W + m] * rate
                    total[3 + i] = total[3 + i] + multi[(L + 3 * i + j) * W + m] * rate
            if kind == FREE:
                for j in range(3):
                    rate = rates[(3 + j) * W + k - m]
                    for i in range(3):
                        total[3 + i] = total[3 + i] + multi[(slide + 3 * i + j) * W + m] * rate
        for i in range(6):
            block[(V + 2 * i) * W + k] = total[i]
        if base == BODY and k < at.n - 1:
            for j in range(3):
                screw_rate(block + V * W, multi + (B + j) * W, 3 * W, k, W)


cdef inline void base_to_tip(Model model, int base, const real* q, const real* v,
                             Pass* at) noexcept nogil:
    """Pose, subspace and twist of every body."""
    cdef int i, kind, up
    cdef int W = at.W
    cdef real* pose
    cdef real* block
    cdef real* parent
    cdef real* multi = at.multi
    clear(at.body + model.nbodies * at.size * W, RATE * W)
    for i in range(model.nbodies):
        up = model.parent[i]
        kind = model.kind[i]
        pose = at.pose + i * POSES
        block = at.body + i * at.size * W
        parent = at.body + (up if up >= 0 else model.nbodies) * at.size * W
        body_pose(&model.bodies[i], kind, q + model.iq[i],
                  at.pose + up * POSES if up >= 0 else NULL, pose)
        if kind < SPHERICAL:
            one_degree(&model.bodies[i], kind, pose, v + model.iv[i], model.nv, block, parent, at)
        else:
            several_degrees(kind, base if up < 0 and kind == FREE else BODY, pose,
                            v + model.iv[i], model.nv, block, multi, parent, at)
            multi += MULTI * W
