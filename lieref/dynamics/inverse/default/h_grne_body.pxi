# The production recursion: inverse dynamics of order r in body frames, H-GRNE of [Ali, Alg. 2] in
# another representation. One text for every scalar: a module defines its build and includes it.
# Plain twin: inverse_dynamics_twin.py.
#
# Everything is resolved in kernel frames (origin on the joint axis, z along it) and is a series of
# Taylor coefficients. Symbols:
#   w, dw   angular velocity and its derivative, 3; dw is read off the coefficients of w
#   a       classical acceleration of the frame's origin minus gravity, 3
#   Xi      [dw] + [w][w], 3 x 3: a point x fixed in the body has acceleration a + Xi x
#   n       moment about the origin that the joint transmits to the body, 3
#   f       force that it transmits beyond m a, with m the mass of the whole subtree, 3
#   slide   acceleration of the origin by the joint's own shift, 3, in the parent's axes
#   E, r    parent's axes -> the body's, and origin in the parent, at q = 0 (constants)
#   c, s    cosine and sine of a joint angle;  d  shift of the origin along z

from lieref.model.model cimport FREE, HELICAL, PRISMATIC, REVOLUTE, SPHERICAL, Body, Model, param

# Places in a body's block, in units of one series; padded series have a free place before them.
# w, c, s and the rate keep one coefficient more than the others, n + 1, for w's derivative: the
# last one may lie in the first number of the next padding, which no shifted load reaches.
cdef enum Place:
    COS = 1
    SIN = 3
    RATE = 5
    W_X = 7
    W_Y = 9
    W_Z = 11
    SHIFT = 13
    XI = 14
    A = 23
    F = 26
    N = 29
    SLIDE = 32
    BLOCK = 35
# Series of scratch: the joint series of LANES joints take 3 (n + 1) LANES, with LANES up to 8.
cdef enum:
    SPARE = 27


cdef struct Pass:
    int n           # coefficients, r + 1
    int blocks      # lanes to a series
    int W           # coefficients to a series with its padding zeros: blocks * LANES
    real* body      # (nbodies + 1) blocks; the last is the world
    real* multi     # one block to each spherical or free joint, in body order
    real* applied   # one block to each body, only for wrenches in inertial axes
    real* spare     # SPARE series of scratch
    real* sines     # of the joint angles, one to each body
    real* cosines


cdef inline void constant_rotation(const param* E, const real* x, int stride, real* out,
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


cdef inline void constant_rotation_back(const param* E, const real* x, real* out,
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


cdef inline void clear_paddings(real* block, int kind, Pass* at) noexcept nogil:
    """Zeros before the padded series of a body, and after the coefficients of its joint."""
    cdef int last = at.W - LANES
    cdef int W = at.W
    if LANES == 1:
        # no load reaches beyond a series
        return
    # the last lane of each series that is written coefficient by coefficient
    clear_series(block + COS * W + last, LANES)
    clear_series(block + SIN * W + last, LANES)
    clear_series(block + RATE * W + last, LANES)
    if at.n > 1:
        clear_series(block + (COS - 1) * W, W)
        clear_series(block + (SIN - 1) * W, W)
        clear_series(block + (W_X - 1) * W, W)
        clear_series(block + (W_Y - 1) * W, W)
        clear_series(block + (W_Z - 1) * W, W)
        if kind != REVOLUTE:
            clear_series(block + (RATE - 1) * W, W)
            clear_series(block + (SHIFT - 1) * W, 2 * W)


cdef inline void angle_series(const real* rates, real* cosines, real* sines, int n) noexcept nogil:
    """c' = -s qd, s' = c qd of LANES joints side by side, from c_0, s_0 on"""
    cdef int j, k
    cdef lane c, s, rate
    # the newest coefficient, which is late, enters each sum last
    for k in range(n):
        rate = load(rates + k * LANES)
        c = rate * load(sines)
        s = rate * load(cosines)
        for j in range(1, k + 1):
            rate = load(rates + (k - j) * LANES)
            c = c + rate * load(sines + j * LANES)
            s = s + rate * load(cosines + j * LANES)
        store(cosines + (k + 1) * LANES, -divided_lane(c, k + 1))
        store(sines + (k + 1) * LANES, divided_lane(s, k + 1))


cdef inline void joint_series(Model model, const int* joints, int count, const real* q,
                              const real* v, Pass* at) noexcept nogil:
    """Series of up to LANES one-degree joints side by side: a lane holds one order of each.

    v[k nv] are the derivatives of the rates, k <= r + 1.
    """
    cdef int i, k, side
    cdef int W = at.W
    cdef int n = at.n
    cdef real* block = at.body + joints[0] * BLOCK * W
    # one joint alone is written where it stays
    cdef real* rates = block + RATE * W if LANES == 1 else at.spare
    cdef real* cosines = block + COS * W if LANES == 1 else rates + (n + 1) * LANES
    cdef real* sines = block + SIN * W if LANES == 1 else cosines + (n + 1) * LANES
    for side in range(count):
        clear_paddings(at.body + joints[side] * BLOCK * W, model.kind[joints[side]], at)
    for side in range(LANES):
        i = joints[side if side < count else 0]
        for k in range(n + 1):
            rates[k * LANES + side] = v[k * model.nv + model.iv[i]]
        sines[side] = at.sines[i]
        cosines[side] = at.cosines[i]
    for k in range(n + 1):
        store(rates + k * LANES, taylor_lane(load(rates + k * LANES), k))
    angle_series(rates, cosines, sines, n)
    for side in range(count):
        i = joints[side]
        block = at.body + i * BLOCK * W
        if LANES > 1:
            for k in range(n + 1):
                block[RATE * W + k] = rates[k * LANES + side]
                block[COS * W + k] = cosines[k * LANES + side]
                block[SIN * W + k] = sines[k * LANES + side]
        if model.kind[i] == PRISMATIC:
            clear(block + COS * W, n + 1)
            clear(block + SIN * W, n + 1)
            block[COS * W] = 1
        if model.kind[i] != REVOLUTE:
            shift_series(&model.bodies[i], model.kind[i], q[model.iq[i]], block, at)


cdef inline void last_angular(const Body* body, bint turns, real* block, const real* parent,
                              Pass* at) noexcept nogil:
    """Coefficient n of w where it has no room in the lanes; spare holds E w_p below that."""
    cdef int j
    cdef int W = at.W
    cdef int n = at.n
    cdef const param* E = body.E
    cdef const real* c = block + COS * W
    cdef const real* s = block + SIN * W
    cdef const real* x = at.spare
    cdef const real* y = at.spare + W
    cdef real x0 = parent[W_X * W + n]
    cdef real x1 = parent[W_Y * W + n]
    cdef real x2 = parent[W_Z * W + n]
    cdef real y0 = E[0] * x0 + E[1] * x1 + E[2] * x2
    cdef real y1 = E[3] * x0 + E[4] * x1 + E[5] * x2
    cdef real y2 = E[6] * x0 + E[7] * x1 + E[8] * x2
    x0 = c[0] * y0 + s[0] * y1
    x1 = c[0] * y1 - s[0] * y0
    for j in range(n):
        x0 += x[j] * c[n - j] + y[j] * s[n - j]
        x1 += y[j] * c[n - j] - x[j] * s[n - j]
    block[W_X * W + n] = x0
    block[W_Y * W + n] = x1
    block[W_Z * W + n] = y2 + block[RATE * W + n] if turns else y2


cdef inline void to_child(const Body* body, int kind, real* block, const real* parent,
                          Pass* at) noexcept nogil:
    """w = E w_p + z qd,  a = E (a_p + Xi_p r + slide), each E x turned by Rz(q)^T

    w comes first and long before its products: its lanes are read again across their borders,
    which has to wait until they have left the processor's store buffer.
    """
    cdef int m, b, i
    cdef int W = at.W
    cdef const param* E = body.E
    cdef const param* r = body.r
    cdef const real* a = parent + A * W
    cdef const real* Xi = parent + XI * W
    cdef const real* shift = block + SLIDE * W
    cdef bint turns = kind != PRISMATIC
    cdef lane x0, x1, x2
    for b in range(at.blocks):
        m = b * LANES
        x0 = load(parent + W_X * W + m)
        x1 = load(parent + W_Y * W + m)
        x2 = load(parent + W_Z * W + m)
        store(at.spare + m, E[0] * x0 + E[1] * x1 + E[2] * x2)
        store(at.spare + W + m, E[3] * x0 + E[4] * x1 + E[5] * x2)
        x0 = E[6] * x0 + E[7] * x1 + E[8] * x2
        if turns:
            x0 = x0 + load(block + RATE * W + m)
        store(at.spare + 2 * W + m, x0)
    rotate_back(at.spare, block + COS * W, block + SIN * W, block + W_X * W, 2 * W, at.n + 1,
                at.blocks)
    if at.n == W:
        last_angular(body, turns, block, parent, at)
    for b in range(at.blocks):
        m = b * LANES
        x0 = load(a + m) + (r[0] * load(Xi + m) + r[1] * load(Xi + W + m)
                            + r[2] * load(Xi + 2 * W + m))
        x1 = load(a + W + m) + (r[0] * load(Xi + 3 * W + m) + r[1] * load(Xi + 4 * W + m)
                                + r[2] * load(Xi + 5 * W + m))
        x2 = load(a + 2 * W + m) + (r[0] * load(Xi + 6 * W + m) + r[1] * load(Xi + 7 * W + m)
                                    + r[2] * load(Xi + 8 * W + m))
        if kind != REVOLUTE:
            x0 = x0 + load(shift + m)
            x1 = x1 + load(shift + W + m)
            x2 = x2 + load(shift + 2 * W + m)
        for i in range(3):
            store(at.spare + i * W + m,
                  E[3 * i] * x0 + E[3 * i + 1] * x1 + E[3 * i + 2] * x2)
    rotate_back(at.spare, block + COS * W, block + SIN * W, block + A * W, W, at.n, at.blocks)


cdef inline void angular_acceleration(real* block, Pass* at) noexcept nogil:
    """Xi = [dw] + w w^T - |w|^2 1, where the coefficients of dw are (k + 1) w_{k+1}"""
    cdef int m, j, k
    cdef int W = at.W
    cdef const real* x = block + W_X * W
    cdef const real* y = block + W_Y * W
    cdef const real* z = block + W_Z * W
    cdef real* Xi = block + XI * W
    cdef lane xx, yy, zz, xy, xz, yz, xj, yj, zj
    for m in range(at.blocks):
        k = m * LANES
        xj = load(x + k)
        yj = load(y + k)
        zj = load(z + k)
        xx = x[0] * xj
        yy = y[0] * yj
        zz = z[0] * zj
        xy = x[0] * yj
        xz = x[0] * zj
        yz = y[0] * zj
        for j in range(1, min(at.n, k + LANES)):
            xj = earlier(x + k, j)
            yj = earlier(y + k, j)
            zj = earlier(z + k, j)
            xx = xx + x[j] * xj
            yy = yy + y[j] * yj
            zz = zz + z[j] * zj
            xy = xy + x[j] * yj
            xz = xz + x[j] * zj
            yz = yz + y[j] * zj
        xj = count_from(k) * later(x + k)
        yj = count_from(k) * later(y + k)
        zj = count_from(k) * later(z + k)
        store(Xi + k, -(yy + zz))
        store(Xi + W + k, xy - zj)
        store(Xi + 2 * W + k, xz + yj)
        store(Xi + 3 * W + k, xy + zj)
        store(Xi + 4 * W + k, -(xx + zz))
        store(Xi + 5 * W + k, yz - xj)
        store(Xi + 6 * W + k, xz - yj)
        store(Xi + 7 * W + k, yz + xj)
        store(Xi + 8 * W + k, -(xx + yy))


cdef inline void point_acceleration(const real* a, const real* Xi, const param* r, real* out,
                                    Pass* at) noexcept nogil:
    """out = a + Xi r"""
    cdef int m, b, i
    cdef int W = at.W
    for i in range(3):
        for b in range(at.blocks):
            m = b * LANES
            store(out + i * W + m, load(a + i * W + m) + r[0] * load(Xi + 3 * i * W + m)
                  + r[1] * load(Xi + (3 * i + 1) * W + m) + r[2] * load(Xi + (3 * i + 2) * W + m))


cdef inline void body_wrench(const Body* body, real* block, Pass* at) noexcept nogil:
    """f = Xi h,  n = h x a + vee(Xi P) with vee(X) = (X32 - X23, X13 - X31, X21 - X12)"""
    cdef int m, b
    cdef int W = at.W
    cdef const param* h = body.h
    cdef const param* P = body.P
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
    """f_p += F,  n_p += E^T Rz n + r x F  with F = E^T Rz f + m slide

    The rest of the force, m (a_p + Xi_p r), is that of the lump in the parent's h and P; the rest
    of the moment of a joint that shifts, that of its whole force, see `moment_of_shift`.
    """
    cdef int m, k
    cdef int W = at.W
    cdef const param* E = body.E
    cdef const param* r = body.r
    cdef const real* shift = joint + SLIDE * W
    cdef real* force = at.spare + 6 * W
    cdef lane f0, f1, f2, x0, x1, x2
    rotate_two(joint + F * W, joint + COS * W, joint + SIN * W, at.spare, at.n, at.blocks)
    for m in range(at.blocks):
        k = m * LANES
        x0 = load(at.spare + k)
        x1 = load(at.spare + W + k)
        x2 = load(at.spare + 2 * W + k)
        f0 = E[0] * x0 + E[3] * x1 + E[6] * x2
        f1 = E[1] * x0 + E[4] * x1 + E[7] * x2
        f2 = E[2] * x0 + E[5] * x1 + E[8] * x2
        if kind != REVOLUTE:
            store(force + k, f0)
            store(force + W + k, f1)
            store(force + 2 * W + k, f2)
            f0 = f0 + body.m * load(shift + k)
            f1 = f1 + body.m * load(shift + W + k)
            f2 = f2 + body.m * load(shift + 2 * W + k)
        add_to(parent + F * W, f0, m)
        add_to(parent + (F + 1) * W, f1, m)
        add_to(parent + (F + 2) * W, f2, m)
        x0 = load(at.spare + 3 * W + k)
        x1 = load(at.spare + 4 * W + k)
        x2 = load(at.spare + 5 * W + k)
        add_to(parent + N * W, (E[0] * x0 + E[3] * x1 + E[6] * x2) + (r[1] * f2 - r[2] * f1), m)
        add_to(parent + (N + 1) * W,
               (E[1] * x0 + E[4] * x1 + E[7] * x2) + (r[2] * f0 - r[0] * f2), m)
        add_to(parent + (N + 2) * W,
               (E[2] * x0 + E[5] * x1 + E[8] * x2) + (r[0] * f1 - r[1] * f0), m)
