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
cdef enum HybridPlace:
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
        constant_rotation(body.E, above, W, at.spare, at)
        if kind < SPHERICAL:
            rotate_back(at.spare, block + COS * W, block + SIN * W, R + 3 * i * W, W, at.n,
                        at.blocks)
        else:
            rotate_vector(multi + Q * W, at.spare, W, R + 3 * i * W, W, True, at.n, W)
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


cdef inline void turned(const real* R, int down, int along, const real* x, lane* y, int b, int n,
                        int W) noexcept nogil:
    """Block b of y = R x, or of R^T x, x padded: from entry to entry `down` and `along` series.

    The three rows at once share the loads of x; so do the components of `crossed`.
    """
    cdef int i, j
    cdef const real* first = R
    cdef const real* second = R + along * W
    cdef const real* third = R + 2 * along * W
    cdef const real* shifted = x + b * LANES
    cdef lane x0 = load(shifted)
    cdef lane x1 = load(shifted + 2 * W)
    cdef lane x2 = load(shifted + 4 * W)
    for i in range(3):
        y[i] = (first[i * down * W] * x0 + second[i * down * W] * x1) + third[i * down * W] * x2
    for j in range(1, min(n, (b + 1) * LANES)):
        x0 = load(shifted - j)
        x1 = load(shifted + 2 * W - j)
        x2 = load(shifted + 4 * W - j)
        for i in range(3):
            y[i] = y[i] + ((first[i * down * W + j] * x0 + second[i * down * W + j] * x1)
                           + third[i * down * W + j] * x2)


cdef inline void crossed(const real* a, const real* x, lane* y, int b, int n,
                         int W) noexcept nogil:
    """Block b of y = a x x, x padded"""
    cdef int j
    cdef const real* shifted = x + b * LANES
    cdef lane x0 = load(shifted)
    cdef lane x1 = load(shifted + 2 * W)
    cdef lane x2 = load(shifted + 4 * W)
    y[0] = a[W] * x2 - a[2 * W] * x1
    y[1] = a[2 * W] * x0 - a[0] * x2
    y[2] = a[0] * x1 - a[W] * x0
    for j in range(1, min(n, (b + 1) * LANES)):
        x0 = load(shifted - j)
        x1 = load(shifted + 2 * W - j)
        x2 = load(shifted + 4 * W - j)
        y[0] = y[0] + (a[W + j] * x2 - a[2 * W + j] * x1)
        y[1] = y[1] + (a[2 * W + j] * x0 - a[j] * x2)
        y[2] = y[2] + (a[j] * x1 - a[W + j] * x0)


cdef inline void hybrid_twist(const Body* body, int kind, real* block, const real* multi,
                              const real* parent, Pass* at) noexcept nogil:
    """w = w_p + e q',  v = v_p + w_p x l + lead e q'   (75b), (75c); e q' = R (s, t) of several"""
    cdef int i, b, m
    cdef int W = at.W
    cdef double lead = 1 if kind == PRISMATIC else body.pitch
    cdef const real* R = block + ATTITUDE * W
    cdef const real* w = parent + W_X * W
    cdef const real* lever = block + LEVER * W
    cdef lane turn, push, rate
    cdef lane[3] across
    for b in range(at.blocks):
        m = b * LANES
        crossed(lever, w, across, b, at.n, W)
        for i in range(3):
            turn = load(w + 2 * i * W + m)
            push = load(parent + (SPEED + i) * W + m) - across[i]
            if kind < SPHERICAL:
                rate = product(R + (3 * i + 2) * W, block + RATE * W, b, at.n)
                if kind != PRISMATIC:
                    turn = turn + rate
                if kind != REVOLUTE:
                    push = push + lead * rate
            else:
                turn = turn + row_product(R + 3 * i * W, multi + MRATE * W, b, at.n, W)
                if kind == FREE:
                    push = push + row_product(R + 3 * i * W, multi + U * W, b, at.n, W)
            store(block + (W_X + 2 * i) * W + m, turn)
            store(block + (SPEED + i) * W + m, push)


cdef inline lane rate_of(const real* x, int b) noexcept nogil:
    """Block b of x'; its coefficients are (k + 1) x_{k+1}"""
    return count_from(b * LANES) * load(x + b * LANES + 1)


cdef inline void hybrid_wrench(const Link* link, const double* g, real* block,
                               Pass* at) noexcept nogil:
    """n = (R J R^T w)' + h x a,  f = m a + (w x h)',  a = v' - g   [Müller, (53), (76a)]

    The inertia tensor is turned factor by factor; h the first moment, from here on R h.
    """
    cdef int i, b, m
    cdef int W = at.W
    cdef int n = at.n - 1
    cdef const double* J = link.J
    cdef const real* R = block + ATTITUDE * W
    cdef const real* w = block + W_X * W
    cdef real* h = at.spare
    cdef real* turn = at.spare + 3 * W
    cdef real* x = at.spare + 7 * W
    cdef real* spin = at.spare + 12 * W
    cdef lane[3] y
    for i in range(3):
        clear_series(x + (2 * i - 1) * W, W)
        for b in range(at.blocks):
            store(h + i * W + b * LANES, row_times(R + 3 * i * W, link.first, b * LANES, W))
    for b in range(at.blocks):
        m = b * LANES
        turned(R, 1, 3, w, y, b, at.n, W)
        for i in range(3):
            store(x + 2 * i * W + m, J[i] * y[0] + J[4 + i] * y[1] + J[8 + i] * y[2])
        crossed(h, w, y, b, at.n, W)
        for i in range(3):
            store(turn + i * W + m, -y[i])
    for b in range(at.blocks):
        turned(R, 3, 1, x, y, b, at.n, W)
        for i in range(3):
            store(spin + i * W + b * LANES, y[i])
    for i in range(3):
        for b in range(at.blocks):
            store(x + 2 * i * W + b * LANES, rate_of(block + (SPEED + i) * W, b))
        x[2 * i * W] -= g[i]
    for b in range(at.blocks):
        m = b * LANES
        crossed(h, x, y, b, n, W)
        for i in range(3):
            store(block + (FORCE + 2 * i) * W + m, link.m * load(x + 2 * i * W + m)
                  + rate_of(turn + i * W, b))
            store(block + (MOMENT + 2 * i) * W + m, rate_of(spin + i * W, b) + y[i])


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
        store(at.spare + b * LANES,
              column_product(e, force if kind == PRISMATIC else moment, b, n, W))
        if kind == HELICAL:
            add_to(at.spare, body.pitch * column_product(e, force, b, n, W), b)
    write_series(at.spare, tau, nv, n)


cdef inline void hybrid_to_parent(const real* block, real* parent, Pass* at) noexcept nogil:
    """f_p += f,  n_p += n + l x f   [Müller, (76b)]"""
    cdef int i, b, m
    cdef int W = at.W
    cdef const real* force = block + FORCE * W
    cdef lane[3] y
    for b in range(at.blocks):
        m = b * LANES
        crossed(block + LEVER * W, force, y, b, at.n - 1, W)
        for i in range(3):
            add_to(parent + (FORCE + 2 * i) * W, load(force + 2 * i * W + m), b)
            add_to(parent + (MOMENT + 2 * i) * W, load(block + (MOMENT + 2 * i) * W + m) + y[i], b)
