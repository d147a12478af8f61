# Joints that move the origin in their parent: prismatic, helical and free ones. Plain twin:
# tree_orders_twin.py.

from lieref.model.model cimport FREE, HELICAL, Body, param


cdef inline void add_cross(const real* x, const real* y, double factor, real* out) noexcept nogil:
    """out += factor x x y"""
    out[0] += factor * (x[1] * y[2] - x[2] * y[1])
    out[1] += factor * (x[2] * y[0] - x[0] * y[2])
    out[2] += factor * (x[0] * y[1] - x[1] * y[0])


cdef inline void lever_of(const param* r, const real* p, real* multi,
                          const Pass* at) noexcept nogil:
    """lever = r + p and the columns of [lever]"""
    cdef int i
    cdef real* x = multi_number(multi, LEVER, at)
    cdef real* L = multi_number(multi, LEVER_CROSS, at)
    clear(x, LEVER_CROSS - LEVER + 3 * TRIPLE)
    for i in range(3):
        x[i] = r[i] + p[i]
    L[1] = x[2]
    L[2] = -x[1]
    L[TRIPLE] = -x[2]
    L[TRIPLE + 2] = x[0]
    L[2 * TRIPLE] = x[1]
    L[2 * TRIPLE + 1] = -x[0]


cdef inline void add_down(real* block, const real* x, real* out, const Pass* at) noexcept nogil:
    """out += R x"""
    cdef int i
    cdef const real* down = single(block, DOWN, at)
    for i in range(3):
        out[i] += down[i] * x[0] + down[TRIPLE + i] * x[1] + down[2 * TRIPLE + i] * x[2]


cdef void place_shift(const Body* body, int kind, real q, real* multi,
                      const Pass* at) noexcept nogil:
    """p and the lever of a joint that shifts along its axis"""
    cdef int i
    cdef param lead = body.pitch if kind == HELICAL else 1
    cdef real* p = multi_series(multi, SHIFT, 0, at)
    for i in range(3):
        p[i] = body.E[6 + i] * (lead * q)
    lever_of(body.r, p, multi, at)


cdef void advance_shift(const Body* body, int kind, real* block, real* multi, int k,
                        const Pass* at) noexcept nogil:
    """p' of order k, p of order k + 1"""
    cdef int i
    cdef param lead = body.pitch if kind == HELICAL else 1
    cdef real rate = lead * number_series(block, RATE, at)[k]
    for i in range(3):
        multi_series(multi, SHIFT_RATE, k, at)[i] = body.E[6 + i] * rate
        if k + 1 < at.n:
            multi_series(multi, SHIFT, k + 1, at)[i] = divided(body.E[6 + i] * rate, k + 1)


cdef void shift_bias(int kind, real* block, real* parent, real* multi, real* known, int k,
                     const Pass* at) noexcept nogil:
    """known += (Xi_p p)_k without p_0 + 2 (w_p x p')_k + what of p''_k is known

    Xi_p p = Om_p p + dw_p x p; p'' = R T (u' + turn x u), of which only a free joint has the second
    and only a free joint's T turns u.
    """
    cdef int i, j
    cdef real[3] second, rate
    cdef const real* p
    for i in range(3):
        for j in range(3):
            multi_series(multi, PARENT_SQUARE + i, k, at)[j] = mirrored(
                single(parent, SQUARE, at), i, j)
    for j in range(1, k + 1):
        p = multi_series(multi, SHIFT, j, at)
        for i in range(3):
            known[i] += (multi_series(multi, PARENT_SQUARE, k - j, at)[i] * p[0]
                         + multi_series(multi, PARENT_SQUARE + 1, k - j, at)[i] * p[1]
                         + multi_series(multi, PARENT_SQUARE + 2, k - j, at)[i] * p[2])
        add_cross(series(parent, OMEGA, k - j + 1, at), p, k - j + 1, known)
    for j in range(k + 1):
        add_cross(series(parent, OMEGA, j, at), multi_series(multi, SHIFT_RATE, k - j, at), 2,
                  known)
    if kind == FREE:
        copy(multi_series(multi, CURL, k, at), second, 3)
        for j in range(1, k + 1):
            for i in range(3):
                rate[i] = ((k - j + 1) * multi_series(multi, SLIDE, k - j + 1, at)[i]
                           + multi_series(multi, CURL, k - j, at)[i])
            turn_on(multi, rate, j, second, at)
        add_down(block, second, known, at)


cdef void shifted_wrench(real* block, real* parent, real* multi, int k,
                         const Pass* at) noexcept nogil:
    """n_p += sum of p_i x (R f)_{k-i}, i > 0"""
    cdef int j
    cdef real* to = single(parent, WRENCH, at)
    for j in range(1, k + 1):
        add_cross(multi_series(multi, SHIFT, j, at),
                  multi_series(multi, PARENT_FORCE, k - j, at), 1, to)


cdef void after_shift(int kind, real* block, real* multi, int k,
                      const Pass* at) noexcept nogil:
    """R T f its series; the acceleration of the shift enters `point` where T turns it."""
    cdef int i, j
    cdef real[3] force
    cdef real[2 * TRIPLE] sums
    cdef real* parent_force = multi_series(multi, PARENT_FORCE, k, at)
    copy(single(block, WRENCH, at) + TRIPLE, force, 3)
    if kind == FREE:
        for i in range(3):
            # the joint's acceleration is in the place of the velocity of order k + 1
            multi_series(multi, POINT, k, at)[i] += (
                (k + 1) * multi_series(multi, SLIDE, k + 1, at)[i])
        for j in range(1, k + 1):
            turn_on(multi, multi_series(multi, FORCE, k - j, at), j, force, at)
    elif kind == HELICAL and k > 0:
        plane_wrench(block, k, sums, at)
        force[0] += sums[TRIPLE]
        force[1] += sums[TRIPLE + 1]
    clear(parent_force, TRIPLE)
    add_down(block, force, parent_force, at)
