# The default recursion for forward and hybrid dynamics of order r in body frames: H-GABI and
# H-GHYB of [Ali, Alg. 3 and 4] in another representation. One text for every scalar: a module
# defines its build and includes it. Plain twin: forward_dynamics_generic.py.
#
# Everything is resolved in kernel frames (origin on the joint axis, z along it), in Taylor
# coefficients, one order k after the other; x, y, z of a vector are neighbors ("triples", lanes).
# Symbols:
#   w, Om      angular velocity, [w][w]
#   dw, a      derivative of w, classical acceleration of the frame's origin minus gravity
#   n, f       moment about the origin and force that the joint transmits
#   IA, Ia     articulated inertia before and after the elimination of the joint: angular A,
#              coupling B (n = A dw + B a), its transpose BT (f = BT dw + M a), linear M; columns
#   R          child's axes -> parent's now; UP columns of R^T, DOWN columns of R
#   T          the turn of the joint since now, T_0 = 1: the child's axes -> parent's are R T. Of a
#              one-degree joint the plane rotation by c and s, of another three rows (`multi`)
#   lever, L   place of the origin in the parent, r + p, and the columns of [lever]
#   dw_above   R^T dw of the parent
#   point      acceleration of the parent's point at the origin, both in the child's axes of now
#   X          maps accelerations of the parent to this body's origin, (R^T dw, R^T (a + dw x l))
#              with l the lever; its transpose maps wrenches back, (R n + l x R f, R f). Lanes do
#              it by the matrices LIFT = [l] R and its transpose LOWER, the shorter way; single
#              numbers take l itself, the smaller work. above: X A of the parent
#   bias       (dw, a) without the parent's share
#   wrench     p + Ia bias: the part of the wrench of order k that does not depend on the
#              acceleration of order k
#   u          bias-corrected force of a coordinate, tau - S^T p
#   D          its articulated inertia S^T IA S

from lieref.model.model cimport FREE, HELICAL, PRISMATIC, REVOLUTE, SPHERICAL, Body, Link, param


cdef inline void square_of_numbers(const real* w, int k, real* Om) noexcept nogil:
    """w w^T of order k, each entry once: what j and k - j make of another is the same."""
    cdef int c, j
    cdef const real* x
    cdef const real* y
    cdef real[3] same, other
    clear(same, 3)
    clear(other, 3)
    for j in range((k + 1) // 2):
        x = w + TRIPLE * j
        y = w + TRIPLE * (k - j)
        for c in range(3):
            same[c] += x[c] * y[c]
            other[c] = (other[c] + x[c] * y[(c + 1) % 3]) + x[(c + 1) % 3] * y[c]
    for c in range(3):
        same[c] += same[c]
    if k % 2 == 0:
        x = w + TRIPLE * (k // 2)
        for c in range(3):
            same[c] += x[c] * x[c]
            other[c] += x[c] * x[(c + 1) % 3]
    for c in range(3):
        Om[c * TRIPLE + c] = same[c]
        Om[max(c, (c + 1) % 3) * TRIPLE + min(c, (c + 1) % 3)] = other[c]


cdef inline void square(real* block, int k, const Pass* at) noexcept nogil:
    """w w^T of order k, of which `centrifugal` makes Om_k."""
    cdef int j, b
    cdef lane x, y, z, wj
    cdef const real* w = series(block, OMEGA, 0, at)
    cdef const real* then
    cdef real* Om = single(block, SQUARE, at)
    if LANES == 1:
        square_of_numbers(w, k, Om)
        return
    for b in range(SPAN):
        wj = lane_of(w, b)
        then = w + TRIPLE * k
        x = then[0] * wj
        y = then[1] * wj
        z = then[2] * wj
        for j in range(1, k + 1):
            wj = lane_of(w + TRIPLE * j, b)
            then = w + TRIPLE * (k - j)
            x = x + then[0] * wj
            y = y + then[1] * wj
            z = z + then[2] * wj
        put_lane(Om, b, x)
        put_lane(Om + TRIPLE, b, y)
        put_lane(Om + 2 * TRIPLE, b, z)


cdef inline bint shifts(int kind) noexcept nogil:
    """Does the joint move the origin in its parent?"""
    return kind != REVOLUTE and kind != SPHERICAL


cdef inline lane crossed(const Link* link, int kind, real* multi, const real* x, int b,
                         const Pass* at) noexcept nogil:
    """Lane b of l x x"""
    if shifts(kind):
        return times(multi_number(multi, LEVER_CROSS, at), TRIPLE, x, b)
    return constant_times(link.lever + PADDED, x, b)


cdef inline void motion_bias(const Link* link, int kind, real* block, real* parent, real* multi,
                             int k, const Pass* at, const Pass* shared) noexcept nogil:
    """A' = (dw_above + bias, R^T (a_p + dw_p x l) + bias) of order k from what is known

    bias: w x turn of order k and sum T_i^T dw_above, R^T known and sum T_i^T point, i > 0
    known: Om_p l, and what a joint that shifts adds
    """
    cdef int b
    cdef lane a
    cdef real[TRIPLE] known
    cdef real* bias = single(block, BIAS, at)
    cdef const real* Om = single(parent, SQUARE, at)
    for b in range(SPAN):
        if shifts(kind):
            put_lane(known, b, symmetric_times(Om, multi_number(multi, LEVER, at), b))
        else:
            put_lane(known, b, symmetric_times_constant(Om, link.lever, b))
    if shifts(kind):
        shift_bias(kind, block, parent, multi, known, k, shared)
    for b in range(SPAN):
        a = times_transposed(block, DOWN, UP, known, b, at)
        put_lane(bias, b, zero_lane())
        put_lane(linear(bias), b, a)
        if kind < SPHERICAL:
            add_quad(quad(block, MOTIONS, k, at), zero_lane(), a, b, False)
        else:
            put_lane(multi_series(multi, POINT, k, at), b, a)
    if kind >= SPHERICAL:
        turn_bias(block, multi, k, shared)
    elif kind != PRISMATIC:
        plane_bias(block, k, at)


cdef inline void gyroscopic(const Link* link, real* block, const Pass* at) noexcept nogil:
    """n = w x J w of order k from w w^T, whose entries apart are smaller than those of Om."""
    cdef int b, m
    cdef lane n
    cdef const real* x = single(block, SQUARE, at)
    cdef const real* y = x + TRIPLE
    cdef const real* z = y + TRIPLE
    cdef real[3] apart
    apart[0] = y[1] - z[2]
    apart[1] = z[2] - x[0]
    apart[2] = x[0] - y[1]
    for b in range(SPAN):
        m = b * LANES
        n = (y[0] * constant(link.spin + m) + z[0] * constant(link.spin + PADDED + m)
             + z[1] * constant(link.spin + 2 * PADDED + m))
        # differences first: a turn about an axis of the frame has no part in that about this axis
        if LANES == 1:
            n = n + apart[b] * constant(link.spin + (3 + b) * PADDED + b)
        else:
            n = n + (apart[0] * constant(link.spin + 3 * PADDED + m)
                     + apart[1] * constant(link.spin + 4 * PADDED + m)
                     + apart[2] * constant(link.spin + 5 * PADDED + m))
        put_lane(single(block, WRENCH, at), b, n)


cdef inline void centrifugal(const Link* link, real* block, const Pass* at) noexcept nogil:
    """Om = w w^T - |w|^2 1 and f = Om h of order k. No entry is a difference."""
    cdef int b, c, m
    cdef real[3] others
    cdef real* Om = single(block, SQUARE, at)
    cdef real* force = single(block, WRENCH, at) + TRIPLE
    for c in range(3):
        others[c] = (Om[(TRIPLE + 1) * ((c + 1) % 3)] + Om[(TRIPLE + 1) * ((c + 2) % 3)])
    for c in range(3):
        if LANES == 1:
            Om[(TRIPLE + 1) * c] = -others[c]
        else:
            for b in range(SPAN):
                m = b * LANES
                put_lane(Om + c * TRIPLE, b,
                         lane_of(Om + c * TRIPLE, b) * constant(others_of_triples + c * PADDED + m)
                         - others[c] * constant(unit_triples + c * PADDED + m))
    for b in range(SPAN):
        put_lane(force, b, symmetric_times_constant(Om, link.first, b))


cdef inline void add_motion(int kind, param pitch, real rate, real* to) noexcept nogil:
    """to += S rate"""
    if kind != PRISMATIC:
        to[2] += rate
    if kind == PRISMATIC:
        to[TRIPLE + 2] += rate
    if kind == HELICAL:
        to[TRIPLE + 2] += pitch * rate


cdef inline void resist_bias(bint plane, real* block, const Pass* at) noexcept nogil:
    """wrench += Ia bias, where Ia S = 0"""
    cdef int b
    cdef real* bias = single(block, BIAS, at)
    cdef real* wrench = single(block, WRENCH, at)
    for b in range(SPAN):
        put_lane(wrench, b,
                 resisting_moment(plane, lane_of(wrench, b), block, bias, linear(bias), b, at))
        put_lane(linear(wrench), b,
                 resisting_force(plane, linear_lane(wrench, b), block, bias, linear(bias), b, at))


cdef inline void lever_cross(const Link* link, int kind, real* multi, double sign, const real* x,
                             real* out, const Pass* at) noexcept nogil:
    """out += sign l x x of single numbers"""
    cdef int i, j, k
    cdef const real* moved
    for i in range(3):
        j = (i + 1) % 3
        k = (i + 2) % 3
        if shifts(kind):
            moved = multi_number(multi, LEVER, at)
            out[i] = (out[i] + sign * (moved[j] * x[k])) - sign * (moved[k] * x[j])
        else:
            out[i] = (out[i] + sign * (link.lever[j] * x[k])) - sign * (link.lever[k] * x[j])


cdef inline void add_to_parent(const Link* link, int kind, int rows, real* block, real* multi,
                               real* wrench, real* to, const Pass* at) noexcept nogil:
    """to += X^T (n, f), of which only the first rows of both are not zero"""
    cdef int b
    cdef lane turned
    cdef real[3] force
    cdef const real* down = single(block, DOWN, at)
    cdef const real* lift = single(block, LIFT, at)
    for b in range(SPAN):
        turned = few_times(down, linear(wrench), rows, b)
        if LANES == 1:
            put_lane(force, b, turned)
            put_lane(to, b, few_more_times(lane_of(to, b), down, wrench, rows, b))
        else:
            add_lane(to, b, few_times(down, wrench, rows, b)
                     + few_times(lift, linear(wrench), rows, b))
        add_lane(linear(to), b, turned)
    if LANES == 1:
        lever_cross(link, kind, multi, 1, force, to, at)


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


cdef inline void from_above(const Link* link, int kind, param pitch, real vd, real* block,
                            real* parent, real* multi, bint spent,
                            const Pass* at) noexcept nogil:
    """above = X A of the parent,  A = above + bias + S vd; of single numbers without S vd

    spent: `above` takes the place of the bias.
    """
    cdef int b, m
    cdef lane turned, moved, dw, a, along
    cdef real[3] point
    cdef real* above = single(parent, ACCELERATION, at)
    cdef real* A = single(block, ACCELERATION, at)
    cdef real* bias = single(block, BIAS, at)
    if LANES == 1:
        copy(linear(above), point, 3)
        lever_cross(link, kind, multi, -1, above, point, at)
    for b in range(SPAN):
        m = b * LANES
        turned = times_transposed(block, DOWN, UP, above, b, at)
        if LANES == 1:
            moved = times_transposed(block, DOWN, UP, point, b, at)
        else:
            moved = (times_transposed(block, DOWN, UP, linear(above), b, at)
                     + times(single(block, LOWER, at), TRIPLE, above, b))
        dw = turned + lane_of(bias, b)
        a = moved + linear_lane(bias, b)
        if spent:
            put_lane(bias, b, turned)
            put_lane(linear(bias), b, moved)
        if LANES > 1:
            along = vd * constant(unit_triples + 2 * PADDED + m)
            if kind == PRISMATIC:
                a = a + along
            else:
                dw = dw + along
            if kind == HELICAL:
                a = a + pitch * along
        put_lane(A, b, dw)
        put_lane(linear(A), b, a)


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


cdef inline void transmitted(int kind, bint plane, real* block, real* multi, real u, int k,
                             const Pass* at) noexcept nogil:
    """(n, f)_k = p + U u / D + Ia X A_p with p that holds Ia bias already, and of single numbers
    U u / D; dw_above and point of order k, but for the acceleration of the joint itself. plane: as
    of `inertia_to_parent`.
    """
    cdef int b
    cdef lane moment, force, turned, moved
    cdef real* above = single(block, BIAS, at)
    cdef real* wrench = single(block, WRENCH, at)
    cdef real* U = single(block, GAIN, at)
    for b in range(SPAN):
        moment = lane_of(wrench, b)
        force = linear_lane(wrench, b)
        if LANES > 1:
            moment = moment + u * lane_of(U, b)
            force = force + u * linear_lane(U, b)
        moment = resisting_moment(plane, moment, block, above, linear(above), b, at)
        force = resisting_force(plane, force, block, above, linear(above), b, at)
        put_lane(wrench, b, moment)
        put_lane(linear(wrench), b, force)
        turned = lane_of(above, b)
        moved = linear_lane(above, b)
        if kind < SPHERICAL:
            add_quad(quad(block, MOTIONS, k, at), turned, moved, b, True)
            add_quad(quad(block, WRENCHES, k, at), moment, force, b, False)
        else:
            put_lane(multi_series(multi, DW_ABOVE, k, at), b, turned)
            add_lane(multi_series(multi, POINT, k, at), b, moved)
            put_lane(multi_series(multi, MOMENT, k, at), b, moment)
            put_lane(multi_series(multi, FORCE, k, at), b, force)


cdef inline void next_velocity(real* block, int k, const Pass* at) noexcept nogil:
    """w_{k+1} = dw_k / (k + 1)"""
    cdef int b
    cdef real* A = single(block, ACCELERATION, at)
    for b in range(SPAN):
        put_lane(series(block, OMEGA, k + 1, at), b, divided_lane(lane_of(A, b), k + 1))
