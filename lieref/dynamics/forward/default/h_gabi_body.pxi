# The production recursion for forward and hybrid dynamics of order r in body frames: H-GABI and
# H-GHYB of [Ali, Alg. 3 and 4] in another representation. One text for every scalar: a module
# defines its build and includes it. Plain twin: forward_dynamics_twin.py.
#
# Everything is resolved in kernel frames (origin on the joint axis, z along it), in Taylor
# coefficients, one order k after the other; x, y, z of a vector are neighbours ("triples", lanes).
# Symbols:
#   w, Om      angular velocity, [w][w]
#   dw, a      derivative of w, classical acceleration of the frame's origin minus gravity
#   n, f       moment about the origin and force that the joint transmits
#   IA, Ia     articulated inertia, and what of it the joint lets through: angular A, coupling B
#              (n = A dw + B a), its transpose BT (f = BT dw + M a), linear M; columns
#   R          child's axes -> parent's now; UP columns of R^T, DOWN columns of R
#   T          the turn of the joint since now, T_0 = 1: the child's axes -> parent's are R T. Of a
#              one-degree joint the plane rotation by c and s, of another three rows (`further`)
#   lever, L   place of the origin in the parent, r + p, and the columns of [lever]
#   handed     R^T dw of the parent
#   point      acceleration of the parent's point at the origin, both in the child's axes of now
#   X          takes accelerations of the parent to this body's place, (R^T dw, R^T (a + dw x l))
#              with l the lever; its transpose takes wrenches back, (R n + l x R f, R f). Lanes do
#              it by the matrices LIFT = [l] R and its transpose LOWER, the shorter way; single
#              numbers take l itself, the smaller work. above: X A of the parent
#   bias       (dw, a) without the parent's share
#   wrench     p + Ia bias: all of the order's wrench that does not wait for accelerations
#   u          effort left for a coordinate;  D  its articulated inertia S^T IA S

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
    cdef int j, b, m
    cdef lane x, y, z, wj
    cdef const real* w = series(block, OMEGA, 0, at)
    cdef const real* then
    cdef real* Om = single(block, SQUARE, at)
    if LANES == 1:
        square_of_numbers(w, k, Om)
        return
    for b in range(SPAN):
        m = b * LANES
        wj = load(w + m)
        then = w + TRIPLE * k
        x = then[0] * wj
        y = then[1] * wj
        z = then[2] * wj
        for j in range(1, k + 1):
            wj = load(w + TRIPLE * j + m)
            then = w + TRIPLE * (k - j)
            x = x + then[0] * wj
            y = y + then[1] * wj
            z = z + then[2] * wj
        store(Om + m, x)
        store(Om + TRIPLE + m, y)
        store(Om + 2 * TRIPLE + m, z)


cdef inline bint shifts(int kind) noexcept nogil:
    """Does the joint move the origin in its parent?"""
    return kind != REVOLUTE and kind != SPHERICAL


cdef inline lane crossed(const Link* link, int kind, real* further, const real* x, int b,
                         const Pass* at) noexcept nogil:
    """Lane b of l x x"""
    if shifts(kind):
        return times(further_number(further, LEVER_CROSS, at), TRIPLE, x, b)
    return constant_times(link.lever + PADDED, x, b)


cdef inline void motion_bias(const Link* link, int kind, real* block, real* parent, real* further,
                             int k, const Pass* at, const Pass* shared) noexcept nogil:
    """A' = (handed + bias, R^T (a_p + dw_p x l) + bias) of order k from what is known

    bias: w x turn of order k and sum T_i^T handed, R^T known and sum T_i^T point, i > 0
    known: Om_p l, and what a joint that shifts adds
    """
    cdef int b, m
    cdef lane a
    cdef real[TRIPLE] known
    cdef real* bias = single(block, BIAS, at)
    cdef const real* Om = single(parent, SQUARE, at)
    for b in range(SPAN):
        if shifts(kind):
            store(known + b * LANES, symmetric_times(Om, further_number(further, LEVER, at), b))
        else:
            store(known + b * LANES, symmetric_times_constant(Om, link.lever, b))
    if shifts(kind):
        shift_bias(kind, block, parent, further, known, k, shared)
    for b in range(SPAN):
        m = b * LANES
        a = times_transposed(block, DOWN, UP, known, b, at)
        store(bias + m, zero_lane())
        store(bias + TRIPLE + m, a)
        if kind < SPHERICAL:
            add_quad(quad(block, MOTIONS, k, at), zero_lane(), a, b, False)
        else:
            store(further_series(further, POINT, k, at) + m, a)
    if kind >= SPHERICAL:
        turn_bias(block, further, k, shared)
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
        store(single(block, WRENCH, at) + m, n)


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
                store(Om + c * TRIPLE + m,
                      load(Om + c * TRIPLE + m) * constant(others_of_triples + c * PADDED + m)
                      - others[c] * constant(unit_triples + c * PADDED + m))
    for b in range(SPAN):
        store(force + b * LANES, symmetric_times_constant(Om, link.first, b))


cdef inline void add_motion(int kind, param pitch, real rate, real* to) noexcept nogil:
    """to += S rate"""
    if kind != PRISMATIC:
        to[2] += rate
    if kind == PRISMATIC:
        to[TRIPLE + 2] += rate
    if kind == HELICAL:
        to[TRIPLE + 2] += pitch * rate


cdef inline void resist_bias(bint plane, real* block, const Pass* at) noexcept nogil:
    """wrench += Ia bias; what the joint lets go has no part in it"""
    cdef int b, m
    cdef real* bias = single(block, BIAS, at)
    cdef real* wrench = single(block, WRENCH, at)
    for b in range(SPAN):
        m = b * LANES
        store(wrench + m,
              resisting_moment(plane, load(wrench + m), block, bias, bias + TRIPLE, b, at))
        store(wrench + TRIPLE + m,
              resisting_force(plane, load(wrench + TRIPLE + m), block, bias, bias + TRIPLE, b, at))


cdef inline void lever_cross(const Link* link, int kind, real* further, double sign, const real* x,
                             real* out, const Pass* at) noexcept nogil:
    """out += sign l x x of single numbers"""
    cdef int i, j, k
    cdef const real* moved
    for i in range(3):
        j = (i + 1) % 3
        k = (i + 2) % 3
        if shifts(kind):
            moved = further_number(further, LEVER, at)
            out[i] = (out[i] + sign * (moved[j] * x[k])) - sign * (moved[k] * x[j])
        else:
            out[i] = (out[i] + sign * (link.lever[j] * x[k])) - sign * (link.lever[k] * x[j])


cdef inline void add_to_parent(const Link* link, int kind, int rows, real* block, real* further,
                               const real* wrench, real* to, const Pass* at) noexcept nogil:
    """to += X^T (n, f), of which only the first rows of both are not zero"""
    cdef int b, m
    cdef lane turned
    cdef real[3] force
    cdef const real* down = single(block, DOWN, at)
    cdef const real* lift = single(block, LIFT, at)
    for b in range(SPAN):
        m = b * LANES
        turned = few_times(down, wrench + TRIPLE, rows, b)
        if LANES == 1:
            store(force + m, turned)
            store(to + m, few_more_times(load(to + m), down, wrench, rows, b))
        else:
            add_to(to + m, few_times(down, wrench, rows, b)
                   + few_times(lift, wrench + TRIPLE, rows, b), 0)
        add_to(to + TRIPLE + m, turned, 0)
    if LANES == 1:
        lever_cross(link, kind, further, 1, force, to, at)


cdef inline void yield_to_parent(const Link* link, int kind, param pitch, real tau, real* block,
                                 real* parent, real* further, const Pass* at) noexcept nogil:
    """u = tau - S^T p,  p_p += X^T (p + U u / D)"""
    cdef int b, m
    cdef real u
    cdef real* wrench = single(block, WRENCH, at)
    cdef const real* U = single(block, YIELD, at)
    cdef const real* Y = single(block, YIELD_ABOVE, at)
    cdef const real* down = single(block, DOWN, at)
    cdef real* to = single(parent, WRENCH, at)
    u = tau - (wrench[TRIPLE + 2] if kind == PRISMATIC else wrench[2])
    if kind == HELICAL:
        u = u - pitch * wrench[TRIPLE + 2]
    number(block, EFFORT, at)[0] = u
    if LANES == 1:
        for m in range(3):
            wrench[m] += u * U[m]
            wrench[TRIPLE + m] += u * U[TRIPLE + m]
    if parent == NULL:
        return
    if LANES == 1:
        add_to_parent(link, kind, 3, block, further, wrench, to, at)
        return
    # the shortest way from p to p_p
    for b in range(SPAN):
        m = b * LANES
        store(to + m, (load(to + m) + times(down, TRIPLE, wrench, b))
              + (times(single(block, LIFT, at), TRIPLE, wrench + TRIPLE, b) + u * load(Y + m)))
        store(to + TRIPLE + m, (load(to + TRIPLE + m) + u * load(Y + TRIPLE + m))
              + times(down, TRIPLE, wrench + TRIPLE, b))


cdef inline void from_above(const Link* link, int kind, param pitch, real vd, real* block,
                            real* parent, real* further, bint spent,
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
        copy(above + TRIPLE, point, 3)
        lever_cross(link, kind, further, -1, above, point, at)
    for b in range(SPAN):
        m = b * LANES
        turned = times_transposed(block, DOWN, UP, above, b, at)
        if LANES == 1:
            moved = times_transposed(block, DOWN, UP, point, b, at)
        else:
            moved = (times_transposed(block, DOWN, UP, above + TRIPLE, b, at)
                     + times(single(block, LOWER, at), TRIPLE, above, b))
        dw = turned + load(bias + m)
        a = moved + load(bias + TRIPLE + m)
        if spent:
            store(bias + m, turned)
            store(bias + TRIPLE + m, moved)
        if LANES > 1:
            along = vd * constant(unit_triples + 2 * PADDED + m)
            if kind == PRISMATIC:
                a = a + along
            else:
                dw = dw + along
            if kind == HELICAL:
                a = a + pitch * along
        store(A + m, dw)
        store(A + TRIPLE + m, a)


cdef inline real yielded(const Link* link, int kind, param pitch, real* block, real* parent,
                         real* further, const Pass* at) noexcept nogil:
    """vd = (u - U^T (X A_p + bias)) / D;  A = X A_p + bias + S vd"""
    cdef real* above = single(parent, ACCELERATION, at)
    cdef real* bias = single(block, BIAS, at)
    cdef real* A = single(block, ACCELERATION, at)
    cdef real* U = single(block, YIELD, at)
    cdef real* Y = single(block, YIELD_ABOVE, at)
    cdef real vd = number(block, EFFORT, at)[0] * number(block, COMPLIANCE, at)[0]
    if LANES > 1:
        # does not wait for X A_p
        vd = (vd - pairing(U, bias)) - pairing(Y, above)
    from_above(link, kind, pitch, vd, block, parent, further, True, at)
    if LANES == 1:
        vd = vd - pairing(U, A)
        add_motion(kind, pitch, vd, A)
    return vd


cdef inline real pairing(const real* x, const real* y) noexcept nogil:
    """x^T y of two triples each"""
    return ((x[0] * y[0] + x[1] * y[1] + x[2] * y[2])
            + (x[TRIPLE] * y[TRIPLE] + x[TRIPLE + 1] * y[TRIPLE + 1]
               + x[TRIPLE + 2] * y[TRIPLE + 2]))


cdef inline void transmitted(int kind, bint plane, real* block, real* further, real u, int k,
                             const Pass* at) noexcept nogil:
    """(n, f)_k = p + U u / D + Ia X A_p with p that holds Ia bias already, and of single numbers
    U u / D; handed and point of order k, but for the acceleration of the joint itself. plane: as
    of `inertia_to_parent`.
    """
    cdef int b, m
    cdef lane moment, force, turned, moved
    cdef real* above = single(block, BIAS, at)
    cdef real* wrench = single(block, WRENCH, at)
    cdef real* U = single(block, YIELD, at)
    for b in range(SPAN):
        m = b * LANES
        moment = load(wrench + m)
        force = load(wrench + TRIPLE + m)
        if LANES > 1:
            moment = moment + u * load(U + m)
            force = force + u * load(U + TRIPLE + m)
        moment = resisting_moment(plane, moment, block, above, above + TRIPLE, b, at)
        force = resisting_force(plane, force, block, above, above + TRIPLE, b, at)
        store(wrench + m, moment)
        store(wrench + TRIPLE + m, force)
        turned = load(above + m)
        moved = load(above + TRIPLE + m)
        if kind < SPHERICAL:
            add_quad(quad(block, MOTIONS, k, at), turned, moved, b, True)
            add_quad(quad(block, WRENCHES, k, at), moment, force, b, False)
        else:
            store(further_series(further, HANDED, k, at) + m, turned)
            add_to(further_series(further, POINT, k, at) + m, moved, 0)
            store(further_series(further, MOMENT, k, at) + m, moment)
            store(further_series(further, FORCE, k, at) + m, force)


cdef inline void next_velocity(real* block, int k, const Pass* at) noexcept nogil:
    """w_{k+1} = dw_k / (k + 1)"""
    cdef int b, m
    cdef real* A = single(block, ACCELERATION, at)
    for b in range(SPAN):
        m = b * LANES
        store(series(block, OMEGA, k + 1, at) + m, divided_lane(load(A + m), k + 1))
