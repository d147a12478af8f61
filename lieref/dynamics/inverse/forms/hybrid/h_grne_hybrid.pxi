# The hybrid recursion: inverse dynamics of order r, [Müller, (75), (76)] corrected. One text for
# every scalar: a module defines its build and includes it. Plain twin: hybrid_twin.py.
#
# Everything is resolved in inertial axes about the origin of the body's kernel frame. Series of n =
# r + 2 coefficients: V' is read off those of V. Joints' series as in h_grne_body.pxi. Symbols:
#   R       body axes -> inertial ones, 3 x 3 row by row; its third column is the joint's axis
#   w, v    hybrid twist V: angular velocity (padded), velocity of the origin
#   l       lever from the parent's origin to this body's
#   n, f    wrench W that the joint transmits to the body, padded

from lieref.model.model cimport Link

# Moment and force stand where the joint's series were, which nobody reads by then.
cdef enum HybridOffset:
    MOMENT = COS
    ATTITUDE = XI
    SPEED = A
    FORCE = 27
    LEVER = 32


cdef inline void clear_hybrid_paddings(real* block, Pass* at) noexcept nogil:
    """Zeros before the padded series of a body."""
    cdef int i
    for i in range(7):
        clear_series(block + 2 * i * at.W, at.W)
    for i in range(3):
        clear_series(block + (FORCE + 2 * i - 1) * at.W, at.W)


cdef inline lane row_times(const real* R, const double* x, int m, int W) noexcept nogil:
    """Block at m of a row of R times a constant x"""
    return x[0] * load(R + m) + x[1] * load(R + W + m) + x[2] * load(R + 2 * W + m)


cdef inline void attitude_and_lever(const Body* body, int kind, real* block, const real* multi,
                                    const real* parent, Pass* at) noexcept nogil:
    """R = R_p E^T Rz or R_p E^T Q   (75a),  l = R_p (r + p) with p = E^T z d for a shift"""
    cdef int i, b
    cdef int W = at.W
    cdef const real* above
    cdef real* R = block + ATTITUDE * W
    cdef real* lever = block + LEVER * W
    for i in range(3):
        above = parent + (ATTITUDE + 3 * i) * W
        constant_rotation(body.E, above, W, at.scratch, at)
        if kind < SPHERICAL:
            rotate_back(at.scratch, block + COS * W, block + SIN * W, R + 3 * i * W, W, at.n,
                        at.blocks)
        else:
            rotate_vector(multi + Q * W, at.scratch, W, R + 3 * i * W, W, True, at.n, W)
        for b in range(at.blocks):
            store(lever + i * W + b * LANES, row_times(above, body.r, b * LANES, W))
            if kind == PRISMATIC or kind == HELICAL:
                add_to(lever + i * W,
                       product(R + (3 * i + 2) * W, block + SHIFT * W, b, at.n), b)
            if kind == FREE:
                add_to(lever + i * W, row_product(above, multi + P * W, b, at.n, W), b)


cdef inline lane row_product(const real* R, const real* x, int b, int n, int W) noexcept nogil:
    """Block b of a row of R times a vector x of padded series"""
    return (product(R, x, b, n) + product(R + W, x + 2 * W, b, n)
            + product(R + 2 * W, x + 4 * W, b, n))


cdef inline lane column_product(const real* R, const real* x, int b, int n, int W) noexcept nogil:
    """Block b of a column of R, which R points to, times a vector x of padded series"""
    return (product(R, x, b, n) + product(R + 3 * W, x + 2 * W, b, n)
            + product(R + 6 * W, x + 4 * W, b, n))


cdef inline Lanes3 entries_times(const real* R, int down, int along, Lanes3 x) noexcept nogil:
    """R x, or R^T x: from entry to entry `down` and `along` reals."""
    cdef const real* second = R + along
    cdef const real* third = R + 2 * along
    return lanes3((R[0] * x.x + second[0] * x.y) + third[0] * x.z,
                  (R[down] * x.x + second[down] * x.y) + third[down] * x.z,
                  (R[2 * down] * x.x + second[2 * down] * x.y) + third[2 * down] * x.z)


cdef inline Lanes3 turned(const real* R, int down, int along, const real* x, int b, int n,
                          int W) noexcept nogil:
    """Block b of R x, or of R^T x, x padded: from entry to entry `down` and `along` series.

    The three rows at once share the loads of x; so do the components of `crossed`.
    """
    cdef int j
    cdef const real* shifted = x + b * LANES
    cdef Lanes3 y = entries_times(R, down * W, along * W, vector(shifted, 2 * W))
    for j in range(1, min(n, (b + 1) * LANES)):
        y = plus(y, entries_times(R + j, down * W, along * W, vector(shifted - j, 2 * W)))
    return y


cdef inline Lanes3 cross_entries(const real* a, int L, Lanes3 x) noexcept nogil:
    """a x x; a: three numbers, L reals apart."""
    return lanes3(a[L] * x.z - a[2 * L] * x.y, a[2 * L] * x.x - a[0] * x.z,
                  a[0] * x.y - a[L] * x.x)


cdef inline Lanes3 crossed(const real* a, const real* x, int b, int n, int W) noexcept nogil:
    """Block b of a x x, x padded"""
    cdef int j
    cdef const real* shifted = x + b * LANES
    cdef Lanes3 y = cross_entries(a, W, vector(shifted, 2 * W))
    for j in range(1, min(n, (b + 1) * LANES)):
        y = plus(y, cross_entries(a + j, W, vector(shifted - j, 2 * W)))
    return y


cdef inline void hybrid_twist(const Body* body, int kind, real* block, const real* multi,
                              const real* parent, Pass* at) noexcept nogil:
    """w = w_p + e q',  v = v_p + w_p x l + lead e q'   (75b), (75c); e q' = R (s, t) of several"""
    cdef int b
    cdef int W = at.W
    cdef double lead = 1 if kind == PRISMATIC else body.pitch
    cdef const real* R = block + ATTITUDE * W
    cdef const real* w = parent + W_X * W
    cdef const real* lever = block + LEVER * W
    cdef Lanes3 turn, push, rate
    for b in range(at.blocks):
        turn = padded_at(parent, W_X, b, at)
        push = minus(vector_at(parent, SPEED, b, at), crossed(lever, w, b, at.n, W))
        if kind < SPHERICAL:
            # e is the last column of R
            rate = products(R + 2 * W, 3 * W, block + RATE * W, b, at)
            if kind != PRISMATIC:
                turn = plus(turn, rate)
            if kind != REVOLUTE:
                push = plus(push, scaled(lead, rate))
        else:
            turn = plus(turn, matrix_products(R, multi + MRATE * W, b, at))
            if kind == FREE:
                push = plus(push, matrix_products(R, multi + U * W, b, at))
        put(block + W_X * W + b * LANES, 2 * W, turn)
        put_at(block, SPEED, b, push, at)


cdef inline Lanes3 rates_of(const real* x, int b, int W) noexcept nogil:
    """Block b of the derivatives of three series"""
    return lanes3(rate_of(x, b), rate_of(x + W, b), rate_of(x + 2 * W, b))


cdef inline void hybrid_wrench(const Link* link, const double* g, real* block,
                               Pass* at) noexcept nogil:
    """n = (R J R^T w)' + h x a,  f = m a + (w x h)',  a = v' - g   [Müller, (53), (76a)]

    The inertia tensor is turned factor by factor; h the first moment, from here on R h.
    """
    cdef int i, b, m
    cdef int W = at.W
    cdef int n = at.n - 1
    cdef const real* R = block + ATTITUDE * W
    cdef const real* w = block + W_X * W
    cdef real* h = at.scratch
    cdef real* turn = at.scratch + 3 * W
    cdef real* x = at.scratch + 7 * W
    cdef real* spin = at.scratch + 12 * W
    cdef Lanes3 y
    for i in range(3):
        clear_series(x + (2 * i - 1) * W, W)
        for b in range(at.blocks):
            store(h + i * W + b * LANES, row_times(R + 3 * i * W, link.first, b * LANES, W))
    for b in range(at.blocks):
        m = b * LANES
        # J R^T w, and w x h = -(h x w)
        put(x + m, 2 * W, inertia_times(link.J, turned(R, 1, 3, w, b, at.n, W)))
        y = crossed(h, w, b, at.n, W)
        put(turn + m, W, lanes3(-y.x, -y.y, -y.z))
    for b in range(at.blocks):
        put(spin + b * LANES, W, turned(R, 3, 1, x, b, at.n, W))
    # what follows the last coefficient is read with those before it
    spin[3 * W] = 0
    # x becomes a
    for b in range(at.blocks):
        put(x + b * LANES, 2 * W, rates_of(block + SPEED * W, b, W))
    for i in range(3):
        x[2 * i * W] -= g[i]
    for b in range(at.blocks):
        m = b * LANES
        y = crossed(h, x, b, n, W)
        put(block + FORCE * W + m, 2 * W,
            plus(scaled(link.m, vector(x + m, 2 * W)), rates_of(turn, b, W)))
        put(block + MOMENT * W + m, 2 * W, plus(rates_of(spin, b, W), y))


cdef inline void one_degree_torque(const Body* body, int kind, const real* block, real* tau,
                                   int nv, Pass* at) noexcept nogil:
    """X^T W = e . n, e . f, or e . n + pitch e . f   [Müller, (76c)]"""
    cdef int b
    cdef int W = at.W
    cdef int n = at.n - 1
    cdef const real* e = block + (ATTITUDE + 2) * W
    cdef const real* moment = block + MOMENT * W
    cdef const real* force = block + FORCE * W
    for b in range(at.blocks):
        store(at.scratch + b * LANES,
              column_product(e, force if kind == PRISMATIC else moment, b, n, W))
        if kind == HELICAL:
            add_to(at.scratch, body.pitch * column_product(e, force, b, n, W), b)
    write_series(at.scratch, tau, nv, n)


cdef inline void hybrid_to_parent(const real* block, real* parent, Pass* at) noexcept nogil:
    """f_p += f,  n_p += n + l x f   [Müller, (76b)]"""
    cdef int b
    cdef int W = at.W
    cdef Lanes3 moment
    for b in range(at.blocks):
        moment = crossed(block + LEVER * W, block + FORCE * W, b, at.n - 1, W)
        add_padded(parent, FORCE, b, padded_at(block, FORCE, b, at), at)
        add_padded(parent, MOMENT, b, plus(padded_at(block, MOMENT, b, at), moment), at)
