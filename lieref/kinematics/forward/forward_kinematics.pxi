# [Ali, Algorithm 1]: poses and spatial twists of a tree, with time derivatives. One text for every
# scalar: a module defines its build and includes it. Plain twin: forward_kinematics_twin.py.
#
# Everything is resolved in the shifted frame of the body's tree: fixed, inertial axes, origin o
# where the root body's origin is now. Series are Taylor coefficients. Symbols:
#   S       joint screw now, Ad_G X with X the same in the kernel frame and G of poses.pxi, 6
#   V       spatial twist (w, v) of the body, 6
#   B, L, D blocks of the subspace [[B, 0], [L, D]] of a free joint; a spherical one has (B, L)

# Offsets in a body's block, in units of one series; V is padded, one free entry before each.
cdef enum Offset:
    V = 1
    RATE = 13
    S = 14
    MOTION = 20

# Offsets in the block of a spherical or free joint; B, L, D row by row.
cdef enum MultiOffset:
    B = 0
    L = 9
    D = 18
    RATES = 27
    MULTI = 33

cdef enum Base:
    IN_BODY = 0
    SPATIAL = 1
    HYBRID = 2
    MIXED = 3
    # of twists that come out: as they are, in the shifted frame
    SHIFTED = 4

cdef struct Pass:
    int n           # coefficients of a twist
    int blocks      # lanes to a series
    int W           # coefficients to a series with its padding zeros: blocks * LANES
    int size        # series to a body
    real* body      # (nbodies + 1) blocks; the last is the world
    real* multi     # one block to each spherical or free joint, in body order
    real* pose      # (nbodies, POSES)
    real* scratch     # series of scratch


cdef void one_degree(const Body* body, int kind, const real* pose, const real* v, int nv,
                     real* block, const real* parent, Pass* at) noexcept nogil:
    """S = Ad_G X, V = V_p + S qd, S' = ad_V S, order by order   [Ali, Alg. 1]"""
    cdef int k, m
    cdef int W = at.W
    cdef real* s = block + S * W
    cdef real* rate = block + RATE * W
    cdef real* twist = block + V * W
    cdef real[6] total
    clear(block, RATE * W)
    clear_tails(s, 6, at.n, W)
    taylor_series(v, nv, rate, at.n)
    joint_screw(body, kind, pose, s, W)
    for k in range(at.n):
        # V_k = V_p,k + sum_m S_m qd_{k-m}
        read_vector(parent + V * W, 6, k, 2 * W, total)
        for m in range(k + 1):
            add_scaled_at(rate[k - m], s + m, 6, W, total)
        write_vector(total, 6, k, 2 * W, twist)
        if k < at.n - 1:
            screw_rate(twist, s, W, k, W)


cdef inline void screw_rate(const real* twist, real* s, int stride, int k, int W) noexcept nogil:
    """Coefficient k + 1 of six series s, stride apart: S' = ad_V S = (w x s, v x s + w x t)"""
    cdef int i, m
    cdef real[6] rate
    cdef real[3] swing
    cdef const real* w = twist + k
    cdef const real* v = twist + 6 * W + k
    cdef const real* t = s + 3 * stride
    clear(rate, 6)
    for m in range(k + 1):
        add_cross_at(w - m, 2 * W, s + m, stride, rate)
        cross_at(v - m, 2 * W, s + m, stride, swing)
        add_cross_at(w - m, 2 * W, t + m, stride, swing)
        for i in range(3):
            rate[3 + i] = rate[3 + i] + swing[i]
    write_integral(rate, 6, k + 1, stride, s)


cdef void base_subspace(int base, const real* pose, real* multi, Pass* at) noexcept nogil:
    """B, L = p~ B, D = 1 of a free base whose velocity is not represented in the body.

    "spatial": B = 1, p = -o, for the velocity coordinates are those at the inertial origin;
    "hybrid": B = 1, p the position of the body's origin; "mixed": B = R, same p.
    """
    cdef int i, j, k, m
    cdef int W = at.W
    cdef int n = at.n
    cdef real[3] x
    cdef real* p = at.scratch
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
        write_vector(pose + C, 9, 0, W, multi + B * W)
        rotation_series(multi + RATES * W, W, multi + B * W, W, False, n)
    for j in range(3):
        for k in range(n):
            clear(x, 3)
            for m in range(k + 1):
                add_cross_at(p + m, W, multi + (B + j) * W + k - m, 3 * W, x)
            write_vector(x, 3, k, 3 * W, multi + (L + j) * W)


cdef void adjoint_blocks(const real* pose, real* R, real* L, int W) noexcept nogil:
    """Values of R and L = x~ R, the blocks of Ad_C = [[R, 0], [L, R]]."""
    cdef int j
    cdef real[3] column
    write_vector(pose + C, 9, 0, W, R)
    for j in range(3):
        cross_at(pose + C + 9, 1, pose + C + j, 3, column)
        write_vector(column, 3, 0, 3 * W, L + j * W)


cdef void several_degrees(int kind, int base, const real* pose, const real* v, int nv,
                          real* block, real* multi, const real* parent, Pass* at) noexcept nogil:
    """V = V_p + S v of a spherical or free joint; S' = ad_V S unless `base` fixes S otherwise."""
    cdef int i, j, k, m
    cdef int W = at.W
    # where a free joint's D is: that of a body representation is B
    cdef int slide = B if base == IN_BODY else D
    cdef real[6] total
    cdef real* rates = multi + RATES * W
    cdef real* twist = block + V * W
    clear(block, RATE * W)
    for i in range(6 if kind == FREE else 3):
        taylor_series(v + i, nv, rates + i * W, at.n)
    if base == IN_BODY:
        clear_tails(multi + B * W, 18, at.n, W)
        adjoint_blocks(pose, multi + B * W, multi + L * W, W)
    else:
        base_subspace(base, pose, multi, at)
    for k in range(at.n):
        # V_k = V_p,k + sum_m S_m v_{k-m}   [Ali, Alg. 1], S = [[B, 0], [L, D]]
        read_vector(parent + V * W, 6, k, 2 * W, total)
        for m in range(k + 1):
            for j in range(3):
                # B and L, one behind the other
                add_scaled_at(rates[j * W + k - m], multi + (B + j) * W + m, 6, 3 * W, total)
            if kind == FREE:
                for j in range(3):
                    add_scaled_at(rates[(3 + j) * W + k - m], multi + (slide + j) * W + m, 3,
                                  3 * W, total + 3)
        write_vector(total, 6, k, 2 * W, twist)
        if base == IN_BODY and k < at.n - 1:
            for j in range(3):
                screw_rate(twist, multi + (B + j) * W, 3 * W, k, W)


cdef inline real* body_motion(Model model, int i, int base, const real* q, const real* v,
                              real* multi, Pass* at) noexcept nogil:
    """Pose, subspace and twist of one body; the next block of a joint of several degrees."""
    cdef int W = at.W
    cdef int up = model.parent[i]
    cdef int kind = model.kind[i]
    cdef real* pose = at.pose + i * POSES
    cdef real* block = at.body + i * at.size * W
    cdef real* parent = at.body + (up if up >= 0 else model.nbodies) * at.size * W
    body_pose(&model.bodies[i], kind, q + model.iq[i],
              at.pose + up * POSES if up >= 0 else NULL, pose)
    if kind < SPHERICAL:
        one_degree(&model.bodies[i], kind, pose, v + model.iv[i], model.nv, block, parent, at)
        return multi
    several_degrees(kind, base if up < 0 and kind == FREE else IN_BODY, pose,
                    v + model.iv[i], model.nv, block, multi, parent, at)
    return multi + MULTI * W


cdef inline void base_to_tip(Model model, int base, const real* q, const real* v,
                             Pass* at) noexcept nogil:
    """Pose, subspace and twist of every body."""
    cdef int i
    cdef real* multi = at.multi
    clear(at.body + model.nbodies * at.size * at.W, RATE * at.W)
    for i in range(model.nbodies):
        multi = body_motion(model, i, base, q, v, multi, at)
