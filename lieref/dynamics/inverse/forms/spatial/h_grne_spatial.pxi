# The paper's own form of inverse dynamics: [Ali, Algorithm 2] in spatial representation, after
# [Ali, Algorithm 1] (forward_kinematics.pxi, whose frame and symbols are used). One text for every
# scalar: a module defines its build and includes it. Plain twin: spatial_twin.py. Symbols:
#   m, c, J   mass, center of mass 3, inertia about it in inertial axes xx, yy, zz, xy, xz, yz: the
#             spatial inertia is M = [[J - m c~ c~, m c~], [-m c~, m 1]], the momentum
#             Pi = M V = (J w + m c x c', m c'). Neither is multiplied out: m c~ c~ w and m c x v
#             would all but cancel, more digits with every order
#   n, f      spatial wrench W that the joint transmits to the body, 3 each

from lieref.model.model cimport Rigid

# Offsets in a body's block behind those of its motion; the wrench is padded.
cdef enum DynamicOffset:
    WRENCH = MOTION + 1
    CENTRE = MOTION + 12
    INERTIA = MOTION + 15
    CENTRE_RATE = MOTION + 21
    BLOCK = MOTION + 24


cdef void own_inertia(const Rigid* rigid, const real* pose, real* block, Pass* at) noexcept nogil:
    """c and J = R I R^T of now   (E1)"""
    cdef int i, j
    cdef int W = at.W
    cdef const double* inertia = rigid.J
    cdef const double* com = rigid.c
    cdef const real* R = pose + C
    cdef const real* row
    cdef real[9] RI
    cdef real* c = block + CENTRE * W
    cdef real* J = block + INERTIA * W
    clear_tails(c, 9, at.n, W)
    for i in range(3):
        row = R + 3 * i
        c[i * W] = (row[0] * com[0] + row[1] * com[1] + row[2] * com[2]) + pose[C + 9 + i]
        RI[3 * i] = row[0] * inertia[0] + row[1] * inertia[3] + row[2] * inertia[4]
        RI[3 * i + 1] = row[0] * inertia[3] + row[1] * inertia[1] + row[2] * inertia[5]
        RI[3 * i + 2] = row[0] * inertia[4] + row[1] * inertia[5] + row[2] * inertia[2]
    for i in range(3):
        j = (i + 1) % 3
        # (i, i) and the pair (i, i + 1), which is stored at xy, yz, xz for i = x, y, z
        J[i * W] = (RI[3 * i] * R[3 * i] + RI[3 * i + 1] * R[3 * i + 1]
                    + RI[3 * i + 2] * R[3 * i + 2])
        J[(3 if i == 0 else 5 if i == 1 else 4) * W] = (
            RI[3 * i] * R[3 * j] + RI[3 * i + 1] * R[3 * j + 1] + RI[3 * i + 2] * R[3 * j + 2])


cdef inline void centre_turn(const real* twist, const real* c, real* rate, int m, int b,
                             Pass* at) noexcept nogil:
    """What coefficient m of c adds to block b of w x c"""
    cdef Lanes3 w = vector(twist + b * LANES - m, 2 * at.W)
    add_vector(rate + b * LANES, at.W, across_rows(w, c + m, at.W))


cdef inline void centre_series(const real* twist, real* c, real* rate, Pass* at) noexcept nogil:
    """c' = v + w x c   (E2), from c(0)"""
    cdef int m, b
    cdef int W = at.W
    cdef real[3] x
    clear_tails(rate, 3, at.n, W)
    # a coefficient that is ready is spread over all later ones, a lane of them at a time
    for m in range(at.n):
        read_vector(twist + 6 * W, 3, m, 2 * W, x)
        write_vector(x, 3, m, W, rate)
    for m in range(at.n):
        for b in range(m // LANES, at.blocks):
            centre_turn(twist, c, rate, m, b, at)
        if m < at.n - 1:
            read_vector(rate, 3, m, W, x)
            write_integral(x, 3, m + 1, W, c)


cdef inline void inertia_rate(const real* twist, real* J, int m, int b, Pass* at) noexcept nogil:
    """What coefficient m of J adds to block b of J' = w~ J - J w~"""
    cdef int W = at.W
    cdef real[6] x
    cdef real xx, yy, zz, xy, xz, yz
    cdef Lanes3 w = vector(twist + b * LANES - m - 1, 2 * W)
    read_vector(J, 6, m, W, x)
    xx, yy, zz = x[0], x[1], x[2]
    xy, xz, yz = x[3], x[4], x[5]
    add_vector(J + b * LANES, W, lanes3(
        2 * (xz * w.y - xy * w.z), 2 * (xy * w.z - yz * w.x), 2 * (yz * w.x - xz * w.y)))
    add_vector(J + 3 * W + b * LANES, W, lanes3(
        (xx - yy) * w.z + yz * w.y - xz * w.x, (zz - xx) * w.y + xy * w.x - yz * w.z,
        (yy - zz) * w.x + xz * w.z - xy * w.y))


cdef inline void inertia_series(const real* twist, real* J, Pass* at) noexcept nogil:
    """J by M' = -M ad_V - ad_V^T M   (E2), from J(0)"""
    cdef int i, m, b
    cdef int W = at.W
    cdef real[6] x
    for i in range(6):
        clear(J + i * W + 1, at.n - 1)
    for m in range(at.n - 1):
        for b in range((m + 1) // LANES, at.blocks):
            inertia_rate(twist, J, m, b, at)
        read_vector(J, 6, m + 1, W, x)
        write_integral(x, 6, m + 1, W, J)


cdef inline Lanes3 symmetric_products(const real* J, const real* w, int b, int n,
                                      int W) noexcept nogil:
    """Block b of J w; J: six series, xx, yy, zz, xy, xz, yz; w padded."""
    cdef const real* x = w
    cdef const real* y = w + 2 * W
    cdef const real* z = w + 4 * W
    cdef const real* xy = J + 3 * W
    cdef const real* xz = J + 4 * W
    cdef const real* yz = J + 5 * W
    return lanes3(product(J, x, b, n) + product(xy, y, b, n) + product(xz, z, b, n),
                  product(xy, x, b, n) + product(J + W, y, b, n) + product(yz, z, b, n),
                  product(xz, x, b, n) + product(yz, y, b, n) + product(J + 2 * W, z, b, n))


cdef inline void body_wrench(double mass, const double* g, real* block, Pass* at) noexcept nogil:
    """W = Pi' - W_grav of the body alone   [Ali, Alg. 2]

    Pi' = ((J w)' + m c x c'', m c'')   (E3) as c' x c' = 0,  W_grav = (m c x g, m g)   (E4).
    """
    cdef int i, b
    cdef int W = at.W
    cdef int n = at.n
    cdef real* spin = at.scratch
    cdef real* moment = block + WRENCH * W
    cdef real* force = moment + 6 * W
    cdef const real* w = block + V * W
    cdef const real* c = block + CENTRE * W
    cdef const real* rate = block + CENTRE_RATE * W
    cdef const real* J = block + INERTIA * W
    for i in range(6):
        clear(moment + (2 * i - 1) * W, W)
    for b in range(at.blocks):
        put(spin + b * LANES, W, symmetric_products(J, w, b, n, W))
    # what follows the last coefficient of each is read with those before it; that of the rate is
    # a padding zero of the next body
    spin[3 * W] = 0
    block[BLOCK * W] = 0
    for i in range(3):
        for b in range(at.blocks):
            store(moment + 2 * i * W + b * LANES, rate_of(spin + i * W, b))
            store(force + 2 * i * W + b * LANES, mass * rate_of(rate + i * W, b))
        force[2 * i * W] -= mass * g[i]
    for i in range(3):
        for b in range(at.blocks):
            add_to(moment + 2 * i * W, cross_term(c, W, force, i, b, n - 1, W), b)


cdef inline void torque(const real* columns, int count, int stride, const real* wrench,
                        real* tau, int nv, Pass* at) noexcept nogil:
    """Q = sum over `count` components of S W   [Ali, Alg. 2], as plain derivatives"""
    cdef int i, m
    cdef int n = at.n - 1
    cdef lane total
    for m in range((n + LANES - 1) // LANES):
        total = product(columns, wrench, m, n)
        for i in range(1, count):
            total = total + product(columns + i * stride, wrench + 2 * i * at.W, m, n)
        store(at.scratch + m * LANES, total)
    write_series(at.scratch, tau, nv, n)


cdef void joint_torques(int kind, int base, const real* block, const real* multi, real* tau,
                        int nv, Pass* at) noexcept nogil:
    """Q = S^T W of one joint."""
    cdef int j
    cdef int W = at.W
    cdef const real* wrench = block + WRENCH * W
    if kind < SPHERICAL:
        torque(block + S * W, 6, W, wrench, tau, nv, at)
        return
    for j in range(3):
        # S = [[B, 0], [L, D]]
        torque(multi + (B + j) * W, 6, 3 * W, wrench, tau + j, nv, at)
        if kind == FREE:
            torque(multi + ((B if base == IN_BODY else D) + j) * W, 3, 3 * W, wrench + 6 * W,
                   tau + 3 + j, nv, at)


cdef inline void to_parent(const real* block, real* parent, Pass* at) noexcept nogil:
    """W_p += W: both are resolved in the same frame   [Ali, Alg. 2]"""
    cdef int i, b
    cdef real* into = parent + WRENCH * at.W
    cdef const real* wrench = block + WRENCH * at.W
    # not the zeros between them
    for i in range(0, 12, 2):
        for b in range(at.blocks):
            add_to(into + i * at.W, load(wrench + i * at.W + b * LANES), b)
