# The entries of the series of A = dtau/dq, B = dtau/dv, H = dtau/da along the motion: IDSVA,
# [Singh, (12), (13)], from the tips to the root, with convolutions for its products. Included after
# columns.pxi and paths.pxi. Plain twin: series_partials_twin.py. Symbols as in IDSVA:
#   own      B psi_d + I psi_dd: what a move of p does to the force across the joint, its axes kept
#   turned   own + s x* f, seen from the joints before it
#   pushed   B s + I (psi_d + s_d), of a change of its velocity
#   raised   I s, of a change of its acceleration
#   below    B^T s, angular; the linear part is zero

# Places of the effects of a coordinate, in units of one series, padded.
cdef enum EffectPlace:
    OWN = 1
    TURNED = 13
    PUSHED = 25
    RAISED = 37
    BELOW = 49
    EFFECTS = 54

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


cdef inline void find_effects(double mass, const real* block, const real* column, real* p,
                              Pass* at) noexcept nogil:
    cdef int i, b
    cdef int W = at.W
    cdef int n = at.n
    cdef const real* f = block + FORCE * W
    times_inertia(mass, block, column + PSI_DD * W, W, p + OWN * W, 2 * W, at)
    add_coriolis(block, column + PSI_D * W, p + OWN * W, at)
    for b in range(at.blocks):
        for i in range(3):
            # s x* f = (s_w x n + s_u x l, s_w x l)
            store(p + (TURNED + 2 * i) * W + b * LANES,
                  load(p + (OWN + 2 * i) * W + b * LANES)
                  + cross_term(column, W, f, i, b, n, W)
                  + cross_term(column + 3 * W, W, f + 6 * W, i, b, n, W))
            store(p + (TURNED + 6 + 2 * i) * W + b * LANES,
                  load(p + (OWN + 6 + 2 * i) * W + b * LANES)
                  + cross_term(column, W, f + 6 * W, i, b, n, W))
    times_inertia(mass, block, column + SUM_D * W, W, p + PUSHED * W, 2 * W, at)
    add_coriolis(block, column, p + PUSHED * W, at)
    times_inertia(mass, block, column, W, p + RAISED * W, 2 * W, at)
    coriolis_back(block, column, p + BELOW * W, at)


cdef inline lane dot6(const real* s, const real* x, int b, Pass* at) noexcept nogil:
    """Block b of s . x, x padded"""
    cdef int i
    cdef lane total = product(s, x, b, at.n)
    for i in range(1, 6):
        total = total + product(s + i * at.W, x + 2 * i * at.W, b, at.n)
    return total


cdef inline void own_entries(int iv, int count, const real* columns, int c, const real* p, Pass* at,
                             const Slopes* to) noexcept nogil:
    """Forces of the joint itself: t . own, t . pushed, t . raised for its columns t"""
    cdef int t, b, k
    cdef int W = at.W
    cdef size_t place, across
    cdef const real* s
    cdef real* found = at.spare
    for t in range(count):
        s = columns + t * COLUMN * W
        place = (iv + t) * to.nv + iv + c
        across = (iv + c) * to.nv + iv + t
        for b in range(at.blocks):
            store(found + b * LANES, dot6(s, p + OWN * W, b, at))
            store(found + W + b * LANES, dot6(s, p + PUSHED * W, b, at))
            if t <= c:
                store(found + 2 * W + b * LANES, dot6(s, p + RAISED * W, b, at))
        for k in range(at.n):
            to.dq[k * to.square + place] = found[k]
            to.dv[k * to.rows + place] = found[W + k]
            if t <= c:
                to.da[k * to.rows + place] = found[2 * W + k]
                to.da[k * to.rows + across] = found[2 * W + k]


cdef inline void path_entries(const Path* path, int count, int at_, const real* p, Pass* at,
                              const Slopes* to) noexcept nogil:
    """Entries of coordinate `at_` with those of the joints before it, in slots below count

    t . turned, t . pushed, t . raised in its column; in its row, where t moves the whole subtree,
    below . psi_d + raised . psi_dd and below . t + raised . (psi_d + s_d)
    """
    cdef int b, m, k, j, i, slot, t
    cdef int W = at.W
    cdef int L = path.stride
    cdef lane turned, pushed, raised, moved, swept, s
    cdef real[FOUND] found
    cdef const real* row
    cdef const real* e
    cdef size_t here, place, across
    for b in range((count + LANES - 1) // LANES):
        m = b * LANES
        for k in range(at.n):
            turned = zero_lane()
            pushed = turned
            raised = turned
            moved = turned
            swept = turned
            for i in range(6):
                row = path.rows + i * W * L + m
                e = p + 2 * i * W + k
                for j in range(k + 1):
                    s = load(row + j * L)
                    turned = turned + e[TURNED * W - j] * s
                    pushed = pushed + e[PUSHED * W - j] * s
                    raised = raised + e[RAISED * W - j] * s
                    moved = moved + e[RAISED * W - j] * load(row + (PSI_DD * W + j) * L)
                    swept = swept + e[RAISED * W - j] * load(row + (SUM_D * W + j) * L)
                    if i < 3:
                        swept = swept + e[BELOW * W - j] * s
                        moved = moved + e[BELOW * W - j] * load(row + (PSI_D * W + j) * L)
            store(found, turned)
            store(found + LANES, pushed)
            store(found + 2 * LANES, raised)
            store(found + 3 * LANES, moved)
            store(found + 4 * LANES, swept)
            for slot in range(min(count - m, <int> LANES)):
                t = path.coordinate[m + slot]
                place = t * to.nv + at_
                across = at_ * to.nv + t
                to.dq[k * to.square + place] = found[slot]
                to.dq[k * to.square + across] = found[3 * LANES + slot]
                here = k * to.rows
                to.dv[here + place] = found[LANES + slot]
                to.dv[here + across] = found[4 * LANES + slot]
                to.da[here + place] = found[2 * LANES + slot]
                to.da[here + across] = found[2 * LANES + slot]
