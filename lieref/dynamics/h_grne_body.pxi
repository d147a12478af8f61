# The production recursion: inverse dynamics of order r in body frames, H-GRNE of [Ali, Alg. 2] in
# another representation. One text for every scalar: a module defines its build and includes it.
# Plain twin: inverse_dynamics_twin.py.
#
# Everything is resolved in kernel frames (origin on the joint axis, z along it) and is a series of
# Taylor coefficients. Symbols:
#   w, dw   angular velocity and its derivative, 3
#   a       classical acceleration of the frame's origin minus gravity, 3
#   Xi      [dw] + [w][w], 3 x 3: a point x fixed in the body has acceleration a + Xi x
#   n       moment about the origin that the joint transmits to the body, 3
#   f       force that it transmits beyond m a, with m the mass of the whole subtree, 3
#   slide   acceleration of the origin by the joint's own shift, 3
#   E, r    parent's axes -> the body's, and origin in the parent, at q = 0 (constants)
#   c, s    cosine and sine of a joint angle;  d  shift of the origin along z

# Places in a body's block, in units of one series; padded series have a free place before them.
cdef enum Place:
    COS = 1
    SIN = 3
    RATE = 5
    W_X = 7
    W_Y = 9
    W_Z = 11
    SHIFT = 13
    DRATE = 14
    DW = 15
    XI = 18
    A = 27
    F = 30
    N = 33
    SLIDE = 36
    BLOCK = 39

cdef struct Pass:
    int n           # coefficients, r + 1
    int blocks      # lanes to a series
    int W           # coefficients to a series with its padding zeros: blocks * LANES
    real* body      # (nbodies + 1) blocks; the last is the world
    real* multi     # one block to each spherical or free joint, in body order
    real* attitude  # 9 series a body, only for wrenches in inertial axes
    real* spare     # 9 series of scratch


cdef inline void constant_rotation(const double* E, const real* x, int stride, real* out,
                                   Pass* at) noexcept nogil:
    """out = E x"""
    cdef int m, b
    cdef lane x0, x1, x2
    cdef int W = at.W
    for b in range(at.blocks):
        m = b * LANES
        x0 = load(x + m)
        x1 = load(x + stride + m)
        x2 = load(x + 2 * stride + m)
        store(out + m, E[0] * x0 + E[1] * x1 + E[2] * x2)
        store(out + W + m, E[3] * x0 + E[4] * x1 + E[5] * x2)
        store(out + 2 * W + m, E[6] * x0 + E[7] * x1 + E[8] * x2)


cdef inline void constant_rotation_back(const double* E, const real* x, real* out,
                                        Pass* at) noexcept nogil:
    """out = E^T x"""
    cdef int m, b
    cdef lane x0, x1, x2
    cdef int W = at.W
    for b in range(at.blocks):
        m = b * LANES
        x0 = load(x + m)
        x1 = load(x + W + m)
        x2 = load(x + 2 * W + m)
        store(out + m, E[0] * x0 + E[3] * x1 + E[6] * x2)
        store(out + W + m, E[1] * x0 + E[4] * x1 + E[7] * x2)
        store(out + 2 * W + m, E[2] * x0 + E[5] * x1 + E[8] * x2)


cdef inline void to_child(const Body* body, const real* joint, const real* x, int stride,
                          real* out, int out_stride, Pass* at) noexcept nogil:
    """Parent's kernel axes -> this body's, one-degree joints: out = Rz(q)^T E x"""
    cdef int m, b
    cdef int W = at.W
    constant_rotation(body.E, x, stride, at.spare, at)
    rotate(at.spare + W, at.spare, joint + COS * W, joint + SIN * W, out + out_stride, out,
           at.n, at.blocks)
    for b in range(at.blocks):
        m = b * LANES
        store(out + 2 * out_stride + m, load(at.spare + 2 * W + m))


cdef inline void to_parent(const Body* body, const real* joint, const real* x, real* out,
                           Pass* at) noexcept nogil:
    """This body's kernel axes -> the parent's, one-degree joints: out = E^T Rz(q) x"""
    cdef int m, b
    cdef int W = at.W
    rotate(x, x + W, joint + COS * W, joint + SIN * W, at.spare, at.spare + W, at.n, at.blocks)
    for b in range(at.blocks):
        m = b * LANES
        store(at.spare + 2 * W + m, load(x + 2 * W + m))
    constant_rotation_back(body.E, at.spare, out, at)


cdef inline void joint_series(const Body* body, int kind, real q, const real* v, int nv,
                              real* joint, Pass* at) noexcept nogil:
    """Series of a one-degree joint from q and the derivatives v[k nv] of its rate, k <= r + 1."""
    cdef int k, j
    cdef int W = at.W
    cdef real c, s, shift
    cdef real* rate = joint + RATE * W
    cdef real* cos_q = joint + COS * W
    cdef real* sin_q = joint + SIN * W
    cdef double factorial = 1
    if at.n > 1:
        clear(joint, DW * W)
    for k in range(at.n):
        rate[k] = v[k * nv] / factorial
        joint[DRATE * W + k] = v[(k + 1) * nv] / factorial
        factorial *= k + 1
    if kind != PRISMATIC:
        # c' = -s qd, s' = c qd
        sincos_real(q, sin_q, cos_q)
        for k in range(at.n - 1):
            c = 0
            s = 0
            for j in range(k + 1):
                c -= rate[j] * sin_q[k - j]
                s += rate[j] * cos_q[k - j]
            cos_q[k + 1] = c / (k + 1)
            sin_q[k + 1] = s / (k + 1)
    else:
        cos_q[0] = 1
        sin_q[0] = 0
    if kind != REVOLUTE:
        # d = lead q with lead = 1 or the pitch
        shift = body.pitch if kind == HELICAL else 1
        joint[SHIFT * W] = shift * q
        for k in range(at.n - 1):
            joint[SHIFT * W + k + 1] = shift * rate[k] / (k + 1)


cdef inline void angular_motion(const Body* body, int kind, real* joint, const real* parent,
                                Pass* at) noexcept nogil:
    """w = E w_p + z qd,  dw = E dw_p + w x z qd + z qdd"""
    cdef int m
    cdef int W = at.W
    cdef int n = at.n
    cdef real* w = joint + W_X * W
    cdef real* dw = joint + DW * W
    to_child(body, joint, parent + W_X * W, 2 * W, w, 2 * W, at)
    to_child(body, joint, parent + DW * W, W, dw, W, at)
    if kind == PRISMATIC:
        return
    for m in range(at.blocks):
        add_to(w + 4 * W, load(joint + RATE * W + m * LANES), m)
        add_to(dw, product(w + 2 * W, joint + RATE * W, m, n), m)
        subtract_from(dw + W, product(w, joint + RATE * W, m, n), m)
        add_to(dw + 2 * W, load(joint + DRATE * W + m * LANES), m)


cdef inline void angular_acceleration(real* block, Pass* at) noexcept nogil:
    """Xi = [dw] + w w^T - |w|^2 1"""
    cdef int m, k
    cdef int W = at.W
    cdef int n = at.n
    cdef real* w = block + W_X * W
    cdef real* Xi = block + XI * W
    cdef lane xx, yy, zz, xy, xz, yz, dx, dy, dz
    for m in range(at.blocks):
        k = m * LANES
        xx = product(w, w, m, n)
        yy = product(w + 2 * W, w + 2 * W, m, n)
        zz = product(w + 4 * W, w + 4 * W, m, n)
        xy = product(w, w + 2 * W, m, n)
        xz = product(w, w + 4 * W, m, n)
        yz = product(w + 2 * W, w + 4 * W, m, n)
        dx = load(block + DW * W + k)
        dy = load(block + (DW + 1) * W + k)
        dz = load(block + (DW + 2) * W + k)
        store(Xi + k, -(yy + zz))
        store(Xi + W + k, xy - dz)
        store(Xi + 2 * W + k, xz + dy)
        store(Xi + 3 * W + k, xy + dz)
        store(Xi + 4 * W + k, -(xx + zz))
        store(Xi + 5 * W + k, yz - dx)
        store(Xi + 6 * W + k, xz - dy)
        store(Xi + 7 * W + k, yz + dx)
        store(Xi + 8 * W + k, -(xx + yy))


cdef inline void point_acceleration(const real* a, const real* Xi, const double* r, real* out,
                                    Pass* at) noexcept nogil:
    """out = a + Xi r"""
    cdef int m, b, i
    cdef int W = at.W
    for i in range(3):
        for b in range(at.blocks):
            m = b * LANES
            store(out + i * W + m, load(a + i * W + m) + r[0] * load(Xi + 3 * i * W + m)
                  + r[1] * load(Xi + (3 * i + 1) * W + m) + r[2] * load(Xi + (3 * i + 2) * W + m))


cdef inline void linear_motion(const Body* body, int kind, real* joint, const real* parent,
                               Pass* at) noexcept nogil:
    """a = E (a_p + Xi_p r) + slide,  slide = Xi z d + 2 w x z d' + z d''"""
    cdef int m, i
    cdef int W = at.W
    cdef int n = at.n
    cdef double lead
    cdef real* a = joint + A * W
    cdef real* w = joint + W_X * W
    cdef real* slide = joint + SLIDE * W
    point_acceleration(parent + A * W, parent + XI * W, body.r, at.spare + 3 * W, at)
    to_child(body, joint, at.spare + 3 * W, W, a, W, at)
    if kind == REVOLUTE:
        return
    lead = body.pitch if kind == HELICAL else 1
    for m in range(at.blocks):
        for i in range(3):
            store(slide + i * W + m * LANES,
                  product(joint + (XI + 3 * i + 2) * W, joint + SHIFT * W, m, n))
        add_to(slide, 2 * lead * product(w + 2 * W, joint + RATE * W, m, n), m)
        subtract_from(slide + W, 2 * lead * product(w, joint + RATE * W, m, n), m)
        add_to(slide + 2 * W, lead * load(joint + DRATE * W + m * LANES), m)
        for i in range(3):
            add_to(a + i * W, load(slide + i * W + m * LANES), m)


cdef inline void body_wrench(const Body* body, real* block, Pass* at) noexcept nogil:
    """f = Xi h,  n = h x a + vee(Xi P) with vee(X) = (X32 - X23, X13 - X31, X21 - X12)"""
    cdef int m, b
    cdef int W = at.W
    cdef const double* h = body.h
    cdef const double* P = body.P
    cdef lane a0, a1, a2, X00, X01, X02, X10, X11, X12, X20, X21, X22
    cdef const real* a = block + A * W
    cdef const real* Xi = block + XI * W
    for b in range(at.blocks):
        m = b * LANES
        a0 = load(a + m)
        a1 = load(a + W + m)
        a2 = load(a + 2 * W + m)
        X00 = load(Xi + m)
        X01 = load(Xi + W + m)
        X02 = load(Xi + 2 * W + m)
        X10 = load(Xi + 3 * W + m)
        X11 = load(Xi + 4 * W + m)
        X12 = load(Xi + 5 * W + m)
        X20 = load(Xi + 6 * W + m)
        X21 = load(Xi + 7 * W + m)
        X22 = load(Xi + 8 * W + m)
        store(block + F * W + m, X00 * h[0] + X01 * h[1] + X02 * h[2])
        store(block + (F + 1) * W + m, X10 * h[0] + X11 * h[1] + X12 * h[2])
        store(block + (F + 2) * W + m, X20 * h[0] + X21 * h[1] + X22 * h[2])
        # P = [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]] is stored xx, yy, zz, xy, xz, yz
        store(block + N * W + m, (h[1] * a2 - h[2] * a1)
              + ((X20 * P[3] + X21 * P[1] + X22 * P[5]) - (X10 * P[4] + X11 * P[5] + X12 * P[2])))
        store(block + (N + 1) * W + m, (h[2] * a0 - h[0] * a2)
              + ((X00 * P[4] + X01 * P[5] + X02 * P[2]) - (X20 * P[0] + X21 * P[3] + X22 * P[4])))
        store(block + (N + 2) * W + m, (h[0] * a1 - h[1] * a0)
              + ((X10 * P[0] + X11 * P[3] + X12 * P[4]) - (X00 * P[3] + X01 * P[1] + X02 * P[5])))


cdef inline void whole_force(const Body* body, const real* block, real* out,
                             Pass* at) noexcept nogil:
    """out = m a + f"""
    cdef int m, i
    cdef int W = at.W
    for i in range(3):
        for m in range(at.blocks):
            store(out + i * W + m * LANES, body.m * load(block + (A + i) * W + m * LANES)
                  + load(block + (F + i) * W + m * LANES))


cdef inline void wrench_to_parent(const Body* body, int kind, real* joint, real* parent,
                                  Pass* at) noexcept nogil:
    """f_p += F,  n_p += E^T (n + z d x (m a + f)) + r x F  with F = E^T (f + m slide)

    The rest of the force, m (a_p + Xi_p r), is that of the lump in the parent's h and P.
    """
    cdef int m, i
    cdef int W = at.W
    cdef real* f = joint + F * W
    cdef real* n = joint + N * W
    cdef real* force = at.spare + 3 * W
    cdef real* moment = at.spare + 6 * W
    cdef const double* r = body.r
    cdef lane f0, f1, f2
    if kind != REVOLUTE:
        whole_force(body, joint, force, at)
        for m in range(at.blocks):
            subtract_from(n, product(force + W, joint + SHIFT * W, m, at.n), m)
            add_to(n + W, product(force, joint + SHIFT * W, m, at.n), m)
            for i in range(3):
                add_to(f + i * W, body.m * load(joint + (SLIDE + i) * W + m * LANES), m)
    to_parent(body, joint, f, force, at)
    to_parent(body, joint, n, moment, at)
    for m in range(at.blocks):
        f0 = load(force + m * LANES)
        f1 = load(force + W + m * LANES)
        f2 = load(force + 2 * W + m * LANES)
        add_to(parent + F * W, f0, m)
        add_to(parent + (F + 1) * W, f1, m)
        add_to(parent + (F + 2) * W, f2, m)
        add_to(parent + N * W, load(moment + m * LANES) + (r[1] * f2 - r[2] * f1), m)
        add_to(parent + (N + 1) * W, load(moment + W + m * LANES) + (r[2] * f0 - r[0] * f2), m)
        add_to(parent + (N + 2) * W, load(moment + 2 * W + m * LANES) + (r[0] * f1 - r[1] * f0), m)


cdef inline void sliding_effort(const Body* body, int kind, const real* joint,
                                Pass* at) noexcept nogil:
    """spare = z . (m a + f) of a prismatic joint, z . n + pitch z . (m a + f) of a helical one"""
    cdef int m
    cdef int W = at.W
    cdef lane force
    for m in range(at.blocks):
        force = (body.m * load(joint + (A + 2) * W + m * LANES)
                 + load(joint + (F + 2) * W + m * LANES))
        if kind == HELICAL:
            force = load(joint + (N + 2) * W + m * LANES) + body.pitch * force
        store(at.spare + m * LANES, force)
