# The default recursion: inverse dynamics of order r in body frames, H-GRNE [Ali, Alg. 1 and 2] in
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


cdef inline void constant_rotation(const param* E, const real* x, int stride, real* out,
                                   Pass* at) noexcept nogil:
    """out = E x"""
    cdef int b
    for b in range(at.blocks):
        put_at(out, 0, b, rotated(E, vector(x + b * LANES, stride)), at)


cdef inline void constant_rotation_back(const param* E, const real* x, real* out,
                                        Pass* at) noexcept nogil:
    """out = E^T x"""
    cdef int b
    for b in range(at.blocks):
        put_at(out, 0, b, rotated_back(E, vector_at(x, 0, b, at)), at)


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
        if kind == REVOLUTE:
            # what follows the last coefficient of w is read with those before it
            block[(SHIFT - 1) * W] = 0
        else:
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
    cdef real* rates = block + RATE * W if LANES == 1 else at.scratch
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
    """Coefficient n of w where the lanes end before it; scratch holds E w_p below that."""
    cdef int j
    cdef int W = at.W
    cdef int n = at.n
    cdef const param* E = body.E
    cdef const real* c = block + COS * W
    cdef const real* s = block + SIN * W
    cdef const real* x = at.scratch
    cdef const real* y = at.scratch + W
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
    cdef int b
    cdef int W = at.W
    cdef bint turns = kind != PRISMATIC
    cdef Lanes3 w, a
    for b in range(at.blocks):
        w = rotated(body.E, padded_at(parent, W_X, b, at))
        if turns:
            w.z = w.z + lane_at(block, RATE, b, at)
        put_at(at.scratch, 0, b, w, at)
    rotate_back(at.scratch, block + COS * W, block + SIN * W, block + W_X * W, 2 * W, at.n + 1,
                at.blocks)
    if at.n == W:
        last_angular(body, turns, block, parent, at)
    for b in range(at.blocks):
        a = plus(vector_at(parent, A, b, at), matrix_times(parent, XI, body.r, b, at))
        if kind != REVOLUTE:
            a = plus(a, vector_at(block, SLIDE, b, at))
        put_at(at.scratch, 0, b, rotated(body.E, a), at)
    rotate_back(at.scratch, block + COS * W, block + SIN * W, block + A * W, W, at.n, at.blocks)


cdef inline void angular_acceleration(real* block, Pass* at) noexcept nogil:
    """Xi = [dw] + w w^T - |w|^2 1, where the coefficients of dw are (k + 1) w_{k+1}"""
    cdef int m, j, k
    cdef int W = at.W
    cdef const real* x = block + W_X * W
    cdef const real* y = block + W_Y * W
    cdef const real* z = block + W_Z * W
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
        put_at(block, XI, m, lanes3(-(yy + zz), xy - zj, xz + yj), at)
        put_at(block, XI + 3, m, lanes3(xy + zj, -(xx + zz), yz - xj), at)
        put_at(block, XI + 6, m, lanes3(xz - yj, yz + xj, -(xx + yy)), at)


cdef inline lane more_dot(lane sum, const param* r, Lanes3 a) noexcept nogil:
    """sum + r . a, one term after the other"""
    return sum + r[0] * a.x + r[1] * a.y + r[2] * a.z


cdef inline void point_acceleration(const real* a, const real* Xi, const param* r, real* out,
                                    Pass* at) noexcept nogil:
    """out = a + Xi r"""
    cdef int b
    cdef Lanes3 sum
    for b in range(at.blocks):
        sum = vector_at(a, 0, b, at)
        put_at(out, 0, b, lanes3(more_dot(sum.x, r, vector_at(Xi, 0, b, at)),
                                 more_dot(sum.y, r, vector_at(Xi, 3, b, at)),
                                 more_dot(sum.z, r, vector_at(Xi, 6, b, at))), at)


cdef inline lane symmetric_row(Lanes3 x, const param* P, int row) noexcept nogil:
    """Row `row` of P times x; P is stored xx, yy, zz, xy, xz, yz."""
    if row == 0:
        return x.x * P[0] + x.y * P[3] + x.z * P[4]
    if row == 1:
        return x.x * P[3] + x.y * P[1] + x.z * P[5]
    return x.x * P[4] + x.y * P[5] + x.z * P[2]


cdef inline void body_wrench(const Body* body, real* block, Pass* at) noexcept nogil:
    """f = Xi h,  n = h x a + vee(Xi P) with vee(X) = (X32 - X23, X13 - X31, X21 - X12)"""
    cdef int b
    cdef const param* P = body.P
    cdef Lanes3 x, y, z, twisted
    for b in range(at.blocks):
        # the rows of Xi
        x = vector_at(block, XI, b, at)
        y = vector_at(block, XI + 3, b, at)
        z = vector_at(block, XI + 6, b, at)
        twisted = lanes3(symmetric_row(z, P, 1) - symmetric_row(y, P, 2),
                         symmetric_row(x, P, 2) - symmetric_row(z, P, 0),
                         symmetric_row(y, P, 0) - symmetric_row(x, P, 1))
        put_at(block, F, b, lanes3(dot(body.h, x), dot(body.h, y), dot(body.h, z)), at)
        put_at(block, N, b, plus(cross_constant(body.h, vector_at(block, A, b, at)), twisted), at)


cdef inline void whole_force(const Body* body, const real* block, real* out,
                             Pass* at) noexcept nogil:
    """out = m a + f"""
    cdef int b
    for b in range(at.blocks):
        put_at(out, 0, b, plus(scaled(body.m, vector_at(block, A, b, at)),
                               vector_at(block, F, b, at)), at)


cdef inline void wrench_to_parent(const Body* body, int kind, real* joint, real* parent,
                                  Pass* at) noexcept nogil:
    """f_p += F,  n_p += E^T Rz n + r x F  with F = E^T Rz f + m slide

    The rest of the force, m (a_p + Xi_p r), is in the parent's h and P, to which the masses of all
    bodies beyond are added; the rest of the moment of a joint that shifts, that of its whole
    force, see `moment_of_shift`. scratch 6..8 keeps E^T Rz f for it.
    """
    cdef int b
    cdef int W = at.W
    cdef Lanes3 force, moment
    rotate_two(joint + F * W, joint + COS * W, joint + SIN * W, at.scratch, at.n, at.blocks)
    for b in range(at.blocks):
        force = rotated_back(body.E, vector_at(at.scratch, 0, b, at))
        moment = rotated_back(body.E, vector_at(at.scratch, 3, b, at))
        if kind != REVOLUTE:
            put_at(at.scratch, 6, b, force, at)
            force = plus(force, scaled(body.m, vector_at(joint, SLIDE, b, at)))
        add_at(parent, F, b, force, at)
        add_at(parent, N, b, plus(moment, cross_constant(body.r, force)), at)
