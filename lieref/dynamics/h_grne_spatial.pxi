# The paper's own form of inverse dynamics: [Ali, Algorithm 2] in spatial representation, after
# [Ali, Algorithm 1] (forward_kinematics.pxi, whose frame and symbols are used). One text for every
# scalar: a module defines its build and includes it. Plain twin: spatial_twin.py. Symbols:
#   m, h, J   spatial inertia M = [[J, h~], [-h~, m 1]]: mass, first moment 3, inertia about the
#             shifted origin xx, yy, zz, xy, xz, yz
#   Pi        spatial momentum M V, 6
#   n, f      spatial wrench W that the joint transmits to the body, 3 each

# Places in a body's block behind those of its motion; the wrench is padded.
cdef enum DynamicPlace:
    WRENCH = MOTION + 1
    FIRST = MOTION + 12
    INERTIA = MOTION + 15
    BLOCK = MOTION + 21


cdef void home_inertia(const Home* home, const real* pose, real* block, Pass* at) noexcept nogil:
    """h = m c, J = R I R^T + m (|c|^2 1 - c c^T), c the centre of mass   (E1)"""
    cdef int i, j
    cdef int W = at.W
    cdef const double* inertia = home.J
    cdef const double* com = home.c
    cdef const real* R = pose + C
    cdef const real* row
    cdef real[3] c
    cdef real[9] RI
    cdef real* h = block + FIRST * W
    cdef real* J = block + INERTIA * W
    for i in range(3):
        row = R + 3 * i
        c[i] = (row[0] * com[0] + row[1] * com[1] + row[2] * com[2]) + pose[C + 9 + i]
        h[i * W] = home.m * c[i]
        RI[3 * i] = row[0] * inertia[0] + row[1] * inertia[3] + row[2] * inertia[4]
        RI[3 * i + 1] = row[0] * inertia[3] + row[1] * inertia[1] + row[2] * inertia[5]
        RI[3 * i + 2] = row[0] * inertia[4] + row[1] * inertia[5] + row[2] * inertia[2]
    for i in range(3):
        j = (i + 1) % 3
        # (i, i) and the pair (i, i + 1), which is stored at xy, yz, xz for i = x, y, z
        J[i * W] = (RI[3 * i] * R[3 * i] + RI[3 * i + 1] * R[3 * i + 1]
                    + RI[3 * i + 2] * R[3 * i + 2]
                    + home.m * (c[j] * c[j] + c[(i + 2) % 3] * c[(i + 2) % 3]))
        J[(3 if i == 0 else 5 if i == 1 else 4) * W] = (
            RI[3 * i] * R[3 * j] + RI[3 * i + 1] * R[3 * j + 1] + RI[3 * i + 2] * R[3 * j + 2]
            - home.m * c[i] * c[j])


cdef inline void first_moment_series(double mass, const real* twist, real* h,
                                     Pass* at) noexcept nogil:
    """h' = m v + w x h   (E2), from h(0)"""
    cdef int i, m, b, first
    cdef int W = at.W
    cdef lane w0, w1, w2
    # a coefficient that is ready is spread over all later ones, a lane of them at a time
    for i in range(3):
        for m in range(at.n - 1):
            h[i * W + m + 1] = mass * twist[(6 + 2 * i) * W + m]
    for m in range(at.n - 1):
        for b in range((m + 1) // LANES, at.blocks):
            first = b * LANES - m - 1
            w0 = load(twist + first)
            w1 = load(twist + 2 * W + first)
            w2 = load(twist + 4 * W + first)
            add_to(h, h[2 * W + m] * w1 - h[W + m] * w2, b)
            add_to(h + W, h[m] * w2 - h[2 * W + m] * w0, b)
            add_to(h + 2 * W, h[W + m] * w0 - h[m] * w1, b)
        for i in range(3):
            h[i * W + m + 1] = h[i * W + m + 1] / (m + 1)


cdef inline void inertia_rate(const real* twist, const real* h, real* J, int m, int b,
                              Pass* at) noexcept nogil:
    """What coefficient m of h and J adds to block b of J' = w~ J - J w~ - v h^T - h v^T + 2 h.v"""
    cdef int W = at.W
    cdef real hx = h[m]
    cdef real hy = h[W + m]
    cdef real hz = h[2 * W + m]
    cdef real xx = J[m]
    cdef real yy = J[W + m]
    cdef real zz = J[2 * W + m]
    cdef real xy = J[3 * W + m]
    cdef real xz = J[4 * W + m]
    cdef real yz = J[5 * W + m]
    cdef const real* shifted = twist + b * LANES - m - 1
    cdef lane wx = load(shifted)
    cdef lane wy = load(shifted + 2 * W)
    cdef lane wz = load(shifted + 4 * W)
    cdef lane vx = load(shifted + 6 * W)
    cdef lane vy = load(shifted + 8 * W)
    cdef lane vz = load(shifted + 10 * W)
    cdef lane x = xz * wy - xy * wz
    cdef lane y = xy * wz - yz * wx
    cdef lane z = yz * wx - xz * wy
    add_to(J, 2 * (x + (hy * vy + hz * vz)), b)
    add_to(J + W, 2 * (y + (hz * vz + hx * vx)), b)
    add_to(J + 2 * W, 2 * (z + (hx * vx + hy * vy)), b)
    add_to(J + 3 * W, (xx - yy) * wz + yz * wy - xz * wx - (hy * vx + hx * vy), b)
    add_to(J + 4 * W, (zz - xx) * wy + xy * wx - yz * wz - (hz * vx + hx * vz), b)
    add_to(J + 5 * W, (yy - zz) * wx + xz * wz - xy * wy - (hz * vy + hy * vz), b)


cdef inline void inertia_series(const real* twist, real* block, Pass* at) noexcept nogil:
    """J by M' = -M ad_V - ad_V^T M   (E2), from J(0) and the series of h"""
    cdef int i, m, b
    cdef int W = at.W
    cdef const real* h = block + FIRST * W
    cdef real* J = block + INERTIA * W
    for i in range(6):
        clear(J + i * W + 1, at.n - 1)
    for m in range(at.n - 1):
        for b in range((m + 1) // LANES, at.blocks):
            inertia_rate(twist, h, J, m, b, at)
        for i in range(6):
            J[i * W + m + 1] = J[i * W + m + 1] / (m + 1)


cdef inline void momentum(double mass, const real* block, real* Pi, Pass* at) noexcept nogil:
    """Pi = M V = (J w + h x v, m v + w x h)   (E3)"""
    cdef int i, m
    cdef int W = at.W
    cdef int n = at.n
    cdef const real* w = block + V * W
    cdef const real* v = w + 6 * W
    cdef const real* h = block + FIRST * W
    cdef const real* J = block + INERTIA * W
    for m in range(at.blocks):
        store(Pi + m * LANES, product(J, w, m, n) + product(J + 3 * W, w + 2 * W, m, n)
              + product(J + 4 * W, w + 4 * W, m, n) + cross_term(h, W, v, 0, m, n, W))
        store(Pi + W + m * LANES, product(J + 3 * W, w, m, n) + product(J + W, w + 2 * W, m, n)
              + product(J + 5 * W, w + 4 * W, m, n) + cross_term(h, W, v, 1, m, n, W))
        store(Pi + 2 * W + m * LANES, product(J + 4 * W, w, m, n)
              + product(J + 5 * W, w + 2 * W, m, n) + product(J + 2 * W, w + 4 * W, m, n)
              + cross_term(h, W, v, 2, m, n, W))
        for i in range(3):
            store(Pi + (3 + i) * W + m * LANES, mass * load(v + 2 * i * W + m * LANES)
                  - cross_term(h, W, w, i, m, n, W))


cdef inline void body_wrench(double mass, const double* g, real* block, Pass* at) noexcept nogil:
    """W = Pi' - W_grav of the body alone   [Ali, Alg. 2], W_grav = M G = (h x g, m g)   (E4)"""
    cdef int i, a, b, k
    cdef int W = at.W
    cdef real* Pi = at.spare
    cdef real* wrench = block + WRENCH * W
    cdef const real* h = block + FIRST * W
    momentum(mass, block, Pi, at)
    clear(wrench - W, 12 * W)
    for i in range(3):
        a = (i + 1) % 3
        b = (i + 2) % 3
        for k in range(at.n - 1):
            wrench[2 * i * W + k] = ((k + 1) * Pi[i * W + k + 1]
                                     - (h[a * W + k] * g[b] - h[b * W + k] * g[a]))
            wrench[(6 + 2 * i) * W + k] = (k + 1) * Pi[(3 + i) * W + k + 1]
        wrench[(6 + 2 * i) * W] -= mass * g[i]


cdef inline void effort(const real* columns, int count, int stride, const real* wrench,
                        real* tau, int nv, Pass* at) noexcept nogil:
    """Q = sum over `count` components of S W   [Ali, Alg. 2], as plain derivatives"""
    cdef int i, m
    cdef int n = at.n - 1
    cdef lane total
    for m in range((n + LANES - 1) // LANES):
        total = product(columns, wrench, m, n)
        for i in range(1, count):
            total = total + product(columns + i * stride, wrench + 2 * i * at.W, m, n)
        store(at.spare + m * LANES, total)
    write_series(at.spare, tau, nv, n)


cdef void joint_efforts(int kind, int base, const real* block, const real* multi, real* tau,
                        int nv, Pass* at) noexcept nogil:
    """Q = S^T W of one joint."""
    cdef int j
    cdef int W = at.W
    cdef const real* wrench = block + WRENCH * W
    if kind < SPHERICAL:
        effort(block + S * W, 6, W, wrench, tau, nv, at)
        return
    for j in range(3):
        # S = [[B, 0], [L, D]]
        effort(multi + (B + j) * W, 6, 3 * W, wrench, tau + j, nv, at)
        if kind == FREE:
            effort(multi + ((B if base == BODY else D) + j) * W, 3, 3 * W, wrench + 6 * W,
                   tau + 3 + j, nv, at)


cdef inline void to_parent(const real* block, real* parent, Pass* at) noexcept nogil:
    """W_p += W: both are resolved in the same frame   [Ali, Alg. 2]"""
    cdef int k
    cdef real* into = parent + WRENCH * at.W
    cdef const real* wrench = block + WRENCH * at.W
    for k in range(11 * at.W):
        into[k] = into[k] + wrench[k]
