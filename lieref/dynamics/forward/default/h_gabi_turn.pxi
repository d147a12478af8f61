# What the turn T of a joint since now makes of lower orders, for h_gabi_body.pxi: the sums over
# T_i, i > 0, of motions that come down and of wrenches that go back. R of now then takes all of an
# order at once. The twin sums the coefficients of R T in place of R times those of T.


cdef inline void plane_sums(real* block, int place, int k, real* sums,
                            const Pass* at) noexcept nogil:
    """sum c_i x_{k-i} of the quads at a place, i > 0, and behind it the same with the sines"""
    cdef int j, b
    cdef lane c, s, x
    cdef const real* cosine = number_series(block, COS, at)
    cdef const real* sine = number_series(block, SIN, at)
    for b in range(QUAD_SPAN):
        x = lane_of(quad(block, place, k - 1, at), b)
        c = cosine[1] * x
        s = sine[1] * x
        for j in range(2, k + 1):
            x = lane_of(quad(block, place, k - j, at), b)
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


cdef inline void earlier_wrench_to_parent(const Link* link, int kind, real* block, real* parent,
                                          real* multi, int k, const Pass* at,
                                          const Pass* shared) noexcept nogil:
    """p_p += X^T (sum T_i n, sum T_i f) of order k, i > 0"""
    cdef real[2 * TRIPLE] sums
    cdef real* to = single(parent, WRENCH, at)
    if kind >= SPHERICAL:
        turned_wrench(multi, k, sums, shared)
        add_to_parent(link, kind, 3, block, multi, sums, to, at)
    elif kind != PRISMATIC:
        # nothing is left about or along the axis
        plane_wrench(block, k, sums, at)
        add_to_parent(link, kind, 2, block, multi, sums, to, at)


cdef inline void plane_wrench(real* block, int k, real* out, const Pass* at) noexcept nogil:
    """x and y of sum T_i n and of sum T_i f, i > 0: (c x - s y, s x + c y)"""
    cdef real[2 * QUAD] sums
    plane_sums(block, WRENCHES, k, sums, at)
    out[0] = sums[0] - sums[QUAD + 1]
    out[1] = sums[1] + sums[QUAD]
    out[TRIPLE] = sums[2] - sums[QUAD + 3]
    out[TRIPLE + 1] = sums[3] + sums[QUAD + 2]


cdef inline void turn_on(real* multi, const real* x, int j, real* out,
                         const Pass* at) noexcept nogil:
    """out += T_j x of a joint of several degrees"""
    cdef int i
    cdef const real* row
    for i in range(3):
        row = multi_series(multi, TURNED + i, j, at)
        out[i] += row[0] * x[0] + row[1] * x[1] + row[2] * x[2]


cdef void turn_bias(real* block, real* multi, int k, const Pass* at) noexcept nogil:
    """The sums of `motion_bias` for a joint of several degrees.

    w x turn is CARRIED x turn: of fast turns the rest would leave the roundings of turn x turn.
    """
    cdef int i, j, c
    cdef const real* row
    cdef real* bias = single(block, BIAS, at)
    for j in range(k + 1):
        add_cross(multi_series(multi, CARRIED, j, at), multi_series(multi, TURN, k - j, at),
                  1, bias)
    for j in range(1, k + 1):
        for i in range(3):
            row = multi_series(multi, TURNED + i, j, at)
            for c in range(3):
                bias[c] += row[c] * multi_series(multi, DW_ABOVE, k - j, at)[i]
                bias[TRIPLE + c] += row[c] * multi_series(multi, POINT, k - j, at)[i]
    if k + 1 < at.n:
        copy(bias, multi_series(multi, CARRIED, k + 1, at), 3)


cdef void turned_wrench(real* multi, int k, real* out, const Pass* at) noexcept nogil:
    """sum T_i n and sum T_i f of order k, i > 0, of a joint of several degrees"""
    cdef int j
    clear(out, 2 * TRIPLE)
    for j in range(1, k + 1):
        turn_on(multi, multi_series(multi, MOMENT, k - j, at), j, out, at)
        turn_on(multi, multi_series(multi, FORCE, k - j, at), j, out + TRIPLE, at)
