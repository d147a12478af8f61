# Joints of one degree: their force, their acceleration, and their rotation T since now, by c and s.
# The sums over T_i, i > 0, are those of motions of the parent and of wrenches to it; R of now is
# then applied once to all of an order. The plain implementation sums the coefficients of R T
# instead: tree_orders_twin.py.

from lieref.model.model cimport HELICAL, PRISMATIC, REVOLUTE, Link, Model, param


cdef inline param pitch_of(Model model, int i) noexcept nogil:
    """Of a helical joint; that of others is not looked up."""
    return model.bodies[i].pitch if model.kind[i] == HELICAL else 0


cdef inline void add_motion(int kind, param pitch, real rate, real* to) noexcept nogil:
    """to += S rate"""
    if kind != PRISMATIC:
        to[2] += rate
    if kind == PRISMATIC:
        to[TRIPLE + 2] += rate
    if kind == HELICAL:
        to[TRIPLE + 2] += pitch * rate


cdef inline real axial(int kind, param pitch, real* block, const Pass* at) noexcept nogil:
    """S^T W of the current order of a one-degree joint"""
    cdef real about = single(block, WRENCH, at)[2]
    cdef real along = single(block, WRENCH + 1, at)[2]
    if kind == REVOLUTE:
        return about
    return along if kind == PRISMATIC else about + pitch * along


cdef inline void turn_of_joint(const Link* link, real c, real s, real* block,
                               const Pass* at) noexcept nogil:
    """R = E^T Rz of now from the cosine and sine of the angle"""
    cdef int b, m
    cdef lane e0, e1
    cdef real* down = single(block, DOWN, at)
    for b in range(SPAN):
        m = b * LANES
        e0 = constant(link.rows + m)
        e1 = constant(link.rows + PADDED + m)
        put_lane(down, b, c * e0 + s * e1)
        put_lane(down + TRIPLE, b, c * e1 - s * e0)
        put_lane(down + 2 * TRIPLE, b, constant(link.rows + 2 * PADDED + m))


cdef inline void advance_angle(bint turns, real* block, int k, const Pass* at) noexcept nogil:
    """c and s of T_{k+1} of a one-degree joint from its rates 0 .. k: c' = -s qd, s' = c qd"""
    cdef int j
    cdef real* rate = number_series(block, RATE, at)
    cdef real* cosine = number_series(block, COS, at)
    cdef real* sine = number_series(block, SIN, at)
    cdef real c = 0
    cdef real s = 0
    if turns:
        for j in range(k + 1):
            c -= rate[k - j] * sine[j]
            s += rate[k - j] * cosine[j]
    cosine[k + 1] = divided(c, k + 1)
    sine[k + 1] = divided(s, k + 1)


cdef inline void plane_sums(real* block, int offset, int k, real* sums,
                            const Pass* at) noexcept nogil:
    """sum c_i x_{k-i} of the quads at an offset, i > 0, and behind it the same with the sines"""
    cdef int j, b
    cdef lane c, s, x
    cdef const real* cosine = number_series(block, COS, at)
    cdef const real* sine = number_series(block, SIN, at)
    for b in range(QUAD_SPAN):
        x = lane_of(quad(block, offset, k - 1, at), b)
        c = cosine[1] * x
        s = sine[1] * x
        for j in range(2, k + 1):
            x = lane_of(quad(block, offset, k - j, at), b)
            c = c + cosine[j] * x
            s = s + sine[j] * x
        put_lane(sums, b, c)
        put_lane(sums + QUAD, b, s)


cdef inline void plane_bias(real* block, int k, const Pass* at) noexcept nogil:
    """The sums of `motion_bias` for an axis that does not turn: (c x + s y, c y - s x, 0)"""
    cdef int j, b
    cdef lane x
    cdef real[2 * QUAD] sums
    cdef real[TRIPLE] spin
    cdef const real* rate = number_series(block, RATE, at)
    cdef real* bias = single(block, BIAS, at)
    # w x turn = (y, -x, 0) times the rate
    for b in range(PLANE):
        x = rate[k] * lane_of(series(block, OMEGA, 0, at), b)
        for j in range(1, k + 1):
            x = x + rate[k - j] * lane_of(series(block, OMEGA, j, at), b)
        put_lane(spin, b, x)
    bias[0] = spin[1]
    bias[1] = -spin[0]
    if k == 0:
        return
    plane_sums(block, MOTIONS, k, sums, at)
    bias[0] = bias[0] + (sums[0] + sums[QUAD + 1])
    bias[1] = bias[1] + (sums[1] - sums[QUAD])
    bias[TRIPLE] = bias[TRIPLE] + (sums[2] + sums[QUAD + 3])
    bias[TRIPLE + 1] = bias[TRIPLE + 1] + (sums[3] - sums[QUAD + 2])


cdef inline void plane_wrench(real* block, int k, real* out, const Pass* at) noexcept nogil:
    """x and y of sum T_i n and of sum T_i f, i > 0: (c x - s y, s x + c y)"""
    cdef real[2 * QUAD] sums
    plane_sums(block, WRENCHES, k, sums, at)
    out[0] = sums[0] - sums[QUAD + 1]
    out[1] = sums[1] + sums[QUAD]
    out[TRIPLE] = sums[2] - sums[QUAD + 3]
    out[TRIPLE + 1] = sums[3] + sums[QUAD + 2]


cdef inline real pairing(const real* x, const real* y) noexcept nogil:
    """x^T y of two triples each"""
    return ((x[0] * y[0] + x[1] * y[1] + x[2] * y[2])
            + (x[TRIPLE] * y[TRIPLE] + x[TRIPLE + 1] * y[TRIPLE + 1]
               + x[TRIPLE + 2] * y[TRIPLE + 2]))


cdef inline void bias_to_parent(const Link* link, int kind, param pitch, double armature, real tau,
                                real* block, real* parent, real* multi,
                                const Pass* at) noexcept nogil:
    """u = tau - S^T p,  p_p += X^T (p + U u / D); p holds Ia bias, S^T Ia = armature U^T / D"""
    cdef int b, m
    cdef real u
    cdef real* wrench = single(block, WRENCH, at)
    cdef real* U = single(block, GAIN, at)
    cdef real* Y = single(block, GAIN_ABOVE, at)
    cdef const real* down = single(block, DOWN, at)
    cdef real* to = single(parent, WRENCH, at)
    u = tau - (wrench[TRIPLE + 2] if kind == PRISMATIC else wrench[2])
    if kind == HELICAL:
        u = u - pitch * wrench[TRIPLE + 2]
    if armature != 0:
        u = u + armature * pairing(U, single(block, BIAS, at))
    number(block, TORQUE, at)[0] = u
    if LANES == 1:
        for m in range(3):
            wrench[m] += u * U[m]
            wrench[TRIPLE + m] += u * U[TRIPLE + m]
    if parent == NULL:
        return
    if LANES == 1:
        add_to_parent(link, kind, 3, block, multi, wrench, to, at)
        return
    # the shortest way from p to p_p
    for b in range(SPAN):
        m = b * LANES
        put_lane(to, b, (lane_of(to, b) + times(down, TRIPLE, wrench, b))
                 + (times(single(block, LIFT, at), TRIPLE, linear(wrench), b) + u * lane_of(Y, b)))
        put_lane(linear(to), b, (linear_lane(to, b) + u * linear_lane(Y, b))
                 + times(down, TRIPLE, linear(wrench), b))


cdef inline real joint_acceleration(const Link* link, int kind, param pitch, real* block,
                                    real* parent, real* multi, const Pass* at) noexcept nogil:
    """vd = (u - U^T (X A_p + bias)) / D;  A = X A_p + bias + S vd"""
    cdef real* above = single(parent, ACCELERATION, at)
    cdef real* bias = single(block, BIAS, at)
    cdef real* A = single(block, ACCELERATION, at)
    cdef real* U = single(block, GAIN, at)
    cdef real* Y = single(block, GAIN_ABOVE, at)
    cdef real vd = number(block, TORQUE, at)[0] * number(block, COMPLIANCE, at)[0]
    if LANES > 1:
        # does not wait for X A_p
        vd = (vd - pairing(U, bias)) - pairing(Y, above)
    from_above(link, kind, pitch, vd, block, parent, multi, True, at)
    if LANES == 1:
        vd = vd - pairing(U, A)
        add_motion(kind, pitch, vd, A)
    return vd
