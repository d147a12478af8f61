# Forward and hybrid dynamics by body twists: [Ali, Algorithms 3 and 4] in the representation of
# [Müller, (65)-(67)], kernel frames. One lane to a coefficient. Plain twin:
# h_gabi_twist_body_twin.py. Here what one body does at order k, from velocities up to k and
# wrenches up to k - 1; symbols of column_elimination.pxi, and
#   Q, P    rotation, body's axes -> the parent's, and origin in the parent's frame
#   V       body twist (w, v), v the velocity of the frame's origin
#   A       V' and gravity against it, (w', v' - g) in body axes
#   s, t    S v, twist of the joint alone

from lieref.model.model cimport (
    FREE, HELICAL, PRISMATIC, REVOLUTE, SPHERICAL, Body, Link, Model
)

# Offsets in a body's block, in units of one series.
cdef enum Offset:
    Q = 0
    P = 9
    V = 12
    SCREW = 18          # s, t
    MOMENTUM = 24       # M V
    A = 30
    WRENCH = 36
    RATES = 42          # velocity coordinates of the joint, up to 6
    SPEED = 48          # v_p + w_p x P: of the parent's point at this origin, its axes
    POINT = 51          # a_p + w_p' x P: likewise
    PUSH = 54           # Q f
    ARM = 57            # column c of Q^T (e_c x P), three series to each c
    ATTITUDE = 66       # rotation, body's axes -> inertial ones
    GIVEN = 75          # the wrench that is applied, as it is given
    BLOCK = 81

cdef enum Base:
    IN_BODY = 0
    SPATIAL = 1
    HYBRID = 2
    MIXED = 3


cdef inline bint varies(const Joint* j) noexcept nogil:
    """S is constant in the body, but for a base whose velocity is represented otherwise."""
    return j.base != IN_BODY


cdef void column_order(const Body* body, const Joint* j, int c, int m, int W,
                       real* s) noexcept nogil:
    """Coefficient m of column c of S; of a base v_body = S v: (Q^T e, Q^T (e x P)), (0, Q^T e)."""
    clear(s, 6)
    if not varies(j):
        if j.count > 1:
            s[c] = 0 if m > 0 else 1
        elif m == 0:
            s[2] = 0 if j.kind == PRISMATIC else 1
            s[5] = lead(body, j.kind)
        return
    if c < 3 and j.base == MIXED:
        s[c] = 0 if m > 0 else 1
        return
    read_vector(j.block + (Q + 3 * (c % 3)) * W, 3, m, W, s if c < 3 else s + 3)
    if c < 3 and j.base == SPATIAL:
        read_vector(j.block + (ARM + 3 * c) * W, 3, m, W, s + 3)


cdef void arm_order(const Joint* j, int k, int W) noexcept nogil:
    """Coefficient k of Q^T (e_c x P); (e_c x P)_a = -P_b, (e_c x P)_b = P_a for (c, a, b) cyclic"""
    cdef int c, a, b, i, m
    cdef real total
    cdef const real* turn = j.block + Q * W
    cdef const real* p = j.block + P * W
    for c in range(3):
        a = (c + 1) % 3
        b = (c + 2) % 3
        for i in range(3):
            total = 0
            for m in range(k + 1):
                total += (turn[(3 * b + i) * W + m] * p[a * W + k - m]
                          - turn[(3 * a + i) * W + m] * p[b * W + k - m])
            j.block[(ARM + 3 * c + i) * W + k] = total


cdef void advance(const Joint* j, int k, int W) noexcept nogil:
    """Pose of order k + 1: Q' = Q s~, P' = Q t   [Müller, (66a)]"""
    cdef int i
    cdef real[3] x
    cdef const real* s = j.block + SCREW * W
    for i in range(3):
        clear(x, 3)
        add_crossed(j.block + (Q + 3 * i) * W, s, 0, k, k, W, x)
        write_integral(x, 3, k + 1, W, j.block + (Q + 3 * i) * W)
    clear(x, 3)
    add_turned(j.block + Q * W, s + 3 * W, 0, k, W, x)
    write_integral(x, 3, k + 1, W, j.block + P * W)
    if j.base == SPATIAL:
        arm_order(j, k + 1, W)


cdef void momentum(const Link* link, const real* V, real* out) noexcept nogil:
    """M V = (J w + h x v, m v - h x w)"""
    cdef int i, a, b
    cdef const double* h = link.first
    for i in range(3):
        a = (i + 1) % 3
        b = (i + 2) % 3
        out[i] = ((link.J[i] * V[0] + link.J[4 + i] * V[1] + link.J[8 + i] * V[2])
                  + (h[a] * V[3 + b] - h[b] * V[3 + a]))
        out[3 + i] = link.m * V[3 + i] - (h[a] * V[b] - h[b] * V[a])


cdef void twist_order(const Body* body, const Link* link, const Joint* j, const real* parent, int k,
                      int W) noexcept nogil:
    """V = Ad V_p + S v   [Müller, (66b)], Ad V = (Q^T w, Q^T (v + w x P)), and the momentum M V"""
    cdef real[6] x, Pi
    clear(x, 6)
    add_rates(body, j, 0, k, W, x)
    write_vector(x, 6, k, W, j.block + SCREW * W)
    advance(j, k, W)
    read_vector(parent + (V + 3) * W, 3, k, W, x)
    add_crossed(parent + V * W, j.block + P * W, 0, k, k, W, x)
    write_vector(x, 3, k, W, j.block + SPEED * W)
    read_vector(j.block + SCREW * W, 6, k, W, x)
    add_turned_back(j.block + Q * W, parent + V * W, 0, k, W, x)
    add_turned_back(j.block + Q * W, j.block + SPEED * W, 0, k, W, x + 3)
    write_vector(x, 6, k, W, j.block + V * W)
    momentum(link, x, Pi)
    write_vector(Pi, 6, k, W, j.block + MOMENTUM * W)


cdef void bias_acceleration(const Joint* j, const real* parent, int k, int W) noexcept nogil:
    """b = Ad A_p + [V, S v]   [Müller, (66c)] with A_p,k = 0: (w x s, v x s + w x t) the bracket"""
    cdef real* b = j.fixed + BIAS_RATE
    cdef real[3] x
    cdef const real* twist = j.block + V * W
    cdef const real* s = j.block + SCREW * W
    clear(x, 3)
    add_crossed(parent + A * W, j.block + P * W, 0, k - 1, k, W, x)
    write_vector(x, 3, k, W, j.block + POINT * W)
    clear(b, 6)
    add_turned_back(j.block + Q * W, parent + A * W, 1, k, W, b)
    add_turned_back(j.block + Q * W, j.block + POINT * W, 0, k, W, b + 3)
    add_crossed(twist, s, 0, k, k, W, b)
    add_crossed(twist + 3 * W, s, 0, k, k, W, b + 3)
    add_crossed(twist, s + 3 * W, 0, k, k, W, b + 3)


cdef void bias_wrench(const Joint* j, int k, int W) noexcept nogil:
    """W^A = -ad_V^T M V = (w x n + v x f, w x f) with (n, f) = M V   [Müller, (67a)]"""
    cdef real* bias = j.fixed + BIAS_WRENCH
    cdef const real* twist = j.block + V * W
    cdef const real* Pi = j.block + MOMENTUM * W
    clear(bias, 6)
    add_crossed(twist, Pi, 0, k, k, W, bias)
    add_crossed(twist + 3 * W, Pi + 3 * W, 0, k, k, W, bias)
    add_crossed(twist, Pi + 3 * W, 0, k, k, W, bias + 3)


cdef void attitude_order(const Joint* j, const real* parent, int k, int W) noexcept nogil:
    """R = R_p Q now, then R' = R w~; of a root R = Q."""
    cdef int i, c
    cdef real[3] x
    cdef real* R = j.block + ATTITUDE * W
    cdef const real* above
    for i in range(3):
        clear(x, 3)
        if k > 0:
            add_crossed(R + 3 * i * W, j.block + V * W, 0, k - 1, k - 1, W, x)
            for c in range(3):
                x[c] = divided(x[c], k)
        elif parent == NULL:
            read_vector(j.block + (Q + 3 * i) * W, 3, 0, W, x)
        else:
            above = parent + (ATTITUDE + 3 * i) * W
            for c in range(3):
                add_scaled_at(above[c * W], j.block + (Q + 3 * c) * W, 3, W, x)
        write_vector(x, 3, k, W, R + 3 * i * W)


cdef void subtract_applied(const Body* body, const Joint* j, const real* wrench, bint inertial,
                           int k, int W) noexcept nogil:
    """W^A -= (n - off x f, f) in kernel axes; given at the body's origin; ours is at `off`.

    wrench: six numbers, the k-th derivatives of its components.
    """
    cdef int i, c
    cdef real[6] x, turned
    cdef real[3] off
    for c in range(6):
        x[c] = taylor(wrench[c], k)
    clear(turned, 6)
    if inertial:
        write_vector(x, 6, k, W, j.block + GIVEN * W)
        add_turned_back(j.block + ATTITUDE * W, j.block + GIVEN * W, 0, k, W, turned)
        add_turned_back(j.block + ATTITUDE * W, j.block + (GIVEN + 3) * W, 0, k, W, turned + 3)
    else:
        for i in range(3):
            for c in range(3):
                turned[i] += body.K[3 * c + i] * x[c]
                turned[3 + i] += body.K[3 * c + i] * x[3 + c]
    for i in range(3):
        off[i] = body.K[i] * body.k[0] + body.K[3 + i] * body.k[1] + body.K[6 + i] * body.k[2]
    for i in range(3):
        j.fixed[BIAS_WRENCH + i] -= turned[i] - (off[(i + 1) % 3] * turned[3 + (i + 2) % 3]
                                                 - off[(i + 2) % 3] * turned[3 + (i + 1) % 3])
        j.fixed[BIAS_WRENCH + 3 + i] -= turned[3 + i]


cdef void to_parent(const Joint* j, real* parent, int k, int W) noexcept nogil:
    """W^A_p += Ad^T W = (Q n + P x Q f, Q f), W_k as transmitted   [Müller, (67a)]"""
    cdef real[6] x
    cdef real* push = j.block + PUSH * W
    clear(x, 6)
    add_turned(j.block + Q * W, j.block + WRENCH * W, 1, k, W, x)
    add_turned(j.block + Q * W, j.block + (WRENCH + 3) * W, 1, k, W, x + 3)
    # the rest of Q f is added once the wrench is known
    write_vector(x + 3, 3, k, W, push)
    add_turn_at(j.block + Q * W, W, j.fixed + PARENT_BIAS, 1, x)
    add_turn_at(j.block + Q * W, W, j.fixed + PARENT_BIAS + 3, 1, x + 3)
    add_crossed(j.block + P * W, push, 1, k, k, W, x)
    add_cross_at(j.block + P * W, W, x + 3, 1, x)
    add_scaled(1, x, parent + BIAS_WRENCH)


cdef void from_parent(const Joint* j, const real* parent, int k, int W) noexcept nogil:
    """ACCELERATION = Ad A_p,k of the pose of now; the parent's point has its acceleration then."""
    cdef int i
    cdef real[6] up
    cdef real[3] swing, point
    cdef real* out = j.fixed + ACCELERATION
    read_vector(parent + A * W, 6, k, W, up)
    # v' + w' x P = v' - P x w'
    clear(swing, 3)
    add_cross_at(j.block + P * W, W, up, 1, swing)
    read_vector(j.block + POINT * W, 3, k, W, point)
    for i in range(3):
        up[3 + i] = up[3 + i] - swing[i]
        point[i] = point[i] + up[3 + i]
    write_vector(point, 3, k, W, j.block + POINT * W)
    clear(out, 6)
    for i in range(3):
        add_scaled_at(up[i], j.block + (Q + 3 * i) * W, 3, W, out)
        add_scaled_at(up[3 + i], j.block + (Q + 3 * i) * W, 3, W, out + 3)


cdef void transmit(const Joint* j, int k, int W) noexcept nogil:
    """A_k and W_k of the body."""
    cdef int i
    cdef real[6] x
    write_vector(j.fixed + ACCELERATION, 6, k, W, j.block + A * W)
    for i in range(6):
        x[i] = transmitted(j, i)
    write_vector(x, 6, k, W, j.block + WRENCH * W)


cdef void complete_push(const Joint* j, int k, int W) noexcept nogil:
    """(Q f)_k, f_k known at last."""
    cdef real[3] x, f
    read_vector(j.block + PUSH * W, 3, k, W, x)
    read_vector(j.block + (WRENCH + 3) * W, 3, k, W, f)
    add_turn_at(j.block + Q * W, W, f, 1, x)
    write_vector(x, 3, k, W, j.block + PUSH * W)


cdef void carriage(const Joint* j, int W, real* X) noexcept nogil:
    """X = [[Q^T, 0], [-Q^T P~, Q^T]]: A = X A_p; row i of -Q^T P~ is P x q_i, q_i column i of Q"""
    cdef int i
    cdef real[3] q
    clear(X, 36)
    for i in range(3):
        read_vector(j.block + (Q + i) * W, 3, 0, 3 * W, q)
        copy(q, X + 6 * i, 3)
        copy(q, X + 6 * (3 + i) + 3, 3)
        add_cross_at(j.block + P * W, W, q, 1, X + 6 * (3 + i))


cdef void add_congruent(const real* X, const real* M, real* out) noexcept nogil:
    """out += X^T M X, all 6x6, M symmetric"""
    cdef int a, b, c
    cdef real total
    cdef real[36] Y
    for a in range(6):
        for b in range(6):
            total = M[6 * a] * X[b]
            for c in range(1, 6):
                total = total + M[6 * a + c] * X[6 * c + b]
            Y[6 * a + b] = total
    for a in range(6):
        for b in range(a + 1):
            total = X[a] * Y[b]
            for c in range(1, 6):
                total = total + X[6 * c + a] * Y[6 * c + b]
            out[6 * a + b] = out[6 * a + b] + total
            if b < a:
                out[6 * b + a] = out[6 * b + a] + total
