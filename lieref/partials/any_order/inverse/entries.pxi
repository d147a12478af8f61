# The entries of the series of A = dtau/dq, B = dtau/dv, H = dtau/da along the motion: IDSVA,
# [Singh, (12), (13)], from the tips to the root, with convolutions for its products. Included after
# columns.pxi and paths.pxi. Plain twin: series_partials_twin.py. Symbols as in IDSVA:
#   dF_dq        B psi_d + I psi_dd + s x* f
#   dF_dq_joint  the same in axes that move with the joint, without s x* f
#   dF_dv        B s + I (psi_d + s_d)
#   dF_da        I s
#   Bt_s         B^T s, angular; the linear part is zero

# Offsets of the derivatives of the force across the joint of a coordinate, in units of one series,
# padded.
cdef enum ForcePartialOffset:
    DF_DQ_JOINT = 1
    DF_DQ = 13
    DF_DV = 25
    DF_DA = 37
    BT_S = 49
    FORCE_PARTIALS = 54

# size of an array of five results of as many lanes as there may be
cdef enum:
    FOUND = 20


# Coefficients of A, B, H, each in the block of the results for which it is needed last.
cdef struct Slopes:
    int nv
    size_t square           # nv nv
    size_t rows             # (n + 1) nv nv, of all blocks of one order
    real* dq                # A_k, square apart, zeroed
    real* dv                # B_k, rows apart, zeroed
    real* da                # H_k, rows apart, zeroed


cdef inline void find_force_partials(double mass, const real* block, const real* column, real* p,
                                     Pass* at) noexcept nogil:
    cdef int i, b
    cdef int W = at.W
    cdef int n = at.n
    cdef const real* f = block + FORCE * W
    times_inertia(mass, block, column + PSI_DD * W, W, p + DF_DQ_JOINT * W, 2 * W, at)
    add_coriolis(block, column + PSI_D * W, p + DF_DQ_JOINT * W, at)
    for b in range(at.blocks):
        for i in range(3):
            # s x* f = (s_w x n + s_u x l, s_w x l)
            store(p + (DF_DQ + 2 * i) * W + b * LANES,
                  load(p + (DF_DQ_JOINT + 2 * i) * W + b * LANES)
                  + cross_term(column, W, f, i, b, n, W)
                  + cross_term(column + 3 * W, W, f + 6 * W, i, b, n, W))
            store(p + (DF_DQ + 6 + 2 * i) * W + b * LANES,
                  load(p + (DF_DQ_JOINT + 6 + 2 * i) * W + b * LANES)
                  + cross_term(column, W, f + 6 * W, i, b, n, W))
    times_inertia(mass, block, column + SUM_D * W, W, p + DF_DV * W, 2 * W, at)
    add_coriolis(block, column, p + DF_DV * W, at)
    times_inertia(mass, block, column, W, p + DF_DA * W, 2 * W, at)
    coriolis_back(block, column, p + BT_S * W, at)


cdef inline lane dot6(const real* s, const real* x, int b, Pass* at) noexcept nogil:
    """Block b of s . x, x padded"""
    cdef int i
    cdef lane total = product(s, x, b, at.n)
    for i in range(1, 6):
        total = total + product(s + i * at.W, x + 2 * i * at.W, b, at.n)
    return total


cdef inline void own_entries(int iv, int count, const real* columns, int c, const real* p, Pass* at,
                             const Slopes* to) noexcept nogil:
    """Forces of the joint itself: t . dF_dq_joint, t . dF_dv, t . dF_da for its columns t"""
    cdef int t, b, k
    cdef int W = at.W
    cdef size_t index, across
    cdef const real* s
    cdef real* found = at.scratch
    for t in range(count):
        s = columns + t * COLUMN * W
        index = (iv + t) * to.nv + iv + c
        across = (iv + c) * to.nv + iv + t
        for b in range(at.blocks):
            store(found + b * LANES, dot6(s, p + DF_DQ_JOINT * W, b, at))
            store(found + W + b * LANES, dot6(s, p + DF_DV * W, b, at))
            if t <= c:
                store(found + 2 * W + b * LANES, dot6(s, p + DF_DA * W, b, at))
        for k in range(at.n):
            to.dq[k * to.square + index] = found[k]
            to.dv[k * to.rows + index] = found[W + k]
            if t <= c:
                to.da[k * to.rows + index] = found[2 * W + k]
                to.da[k * to.rows + across] = found[2 * W + k]


cdef inline void path_entries(const Path* path, int count, int at_, const real* p, Pass* at,
                              const Slopes* to) noexcept nogil:
    """Entries of coordinate `at_` with those of the joints before it, in slots below count

    t . dF_dq, t . dF_dv, t . dF_da in its column; in its row, where t moves the whole subtree,
    Bt_s . psi_d + dF_da . psi_dd and Bt_s . t + dF_da . (psi_d + s_d)
    """
    cdef int b, m, k, j, i, slot, t
    cdef int W = at.W
    cdef int L = path.stride
    cdef lane by_q, by_v, by_a, row_q, row_v, s
    cdef real[FOUND] found
    cdef const real* row
    cdef const real* e
    cdef size_t here, index, across
    for b in range((count + LANES - 1) // LANES):
        m = b * LANES
        for k in range(at.n):
            by_q = zero_lane()
            by_v = by_q
            by_a = by_q
            row_q = by_q
            row_v = by_q
            for i in range(6):
                row = path.rows + i * W * L + m
                e = p + 2 * i * W + k
                for j in range(k + 1):
                    s = load(row + j * L)
                    by_q = by_q + e[DF_DQ * W - j] * s
                    by_v = by_v + e[DF_DV * W - j] * s
                    by_a = by_a + e[DF_DA * W - j] * s
                    row_q = row_q + e[DF_DA * W - j] * load(row + (PSI_DD * W + j) * L)
                    row_v = row_v + e[DF_DA * W - j] * load(row + (SUM_D * W + j) * L)
                    if i < 3:
                        row_v = row_v + e[BT_S * W - j] * s
                        row_q = row_q + e[BT_S * W - j] * load(row + (PSI_D * W + j) * L)
            store(found, by_q)
            store(found + LANES, by_v)
            store(found + 2 * LANES, by_a)
            store(found + 3 * LANES, row_q)
            store(found + 4 * LANES, row_v)
            for slot in range(min(count - m, <int> LANES)):
                t = path.coordinate[m + slot]
                index = t * to.nv + at_
                across = at_ * to.nv + t
                to.dq[k * to.square + index] = found[slot]
                to.dq[k * to.square + across] = found[3 * LANES + slot]
                here = k * to.rows
                to.dv[here + index] = found[LANES + slot]
                to.dv[here + across] = found[4 * LANES + slot]
                to.da[here + index] = found[2 * LANES + slot]
                to.da[here + across] = found[2 * LANES + slot]
