# What the partials of any order are made of: the columns of joints, inertias, Coriolis matrices and
# forces of [Singh, Algorithm 1], lines 1 to 11 and 76, as Taylor series along the motion. Included
# after forward_kinematics.pxi, whose motions these are with every root at rest: so its frame moves
# with the root body, from inertial axes about the root's origin. Plain twin:
# series_partials_twin.py. The velocity of a free root's origin is taken off, as in subtrees.pxi.
# 6-vectors have their angular part first. Symbols:
#   U         twist relative to the root, the V of forward_kinematics.pxi
#   T, A      twist and acceleration of the body in space, the latter minus gravity
#   s         a column of the joint's motion subspace: s' = U x s
#   psi_d     v_p x s, p the joint's predecessor                                             (15)
#   psi_dd    a_p x s + v_p x psi_d
#   s_d       v_i x s; stored with psi_d, as it is used: psi_d + s_d
#   h, J      first moment and inertia about the origin: I' = U x* I - I (U x)
#   C, k      2 B of (14) = [[C, 0], [-[k], 0]]: k is twice the linear momentum
#   f         force across the joint

from lieref.model.model cimport FREE, SPHERICAL, Link
from lieref.model.tree.widths cimport width

# Offsets in a body's block behind those of its motion, in units of one series; all are padded.
# Those of the composite body, which are summed over a subtree, last.
cdef enum OrderOffset:
    TWIST = MOTION + 1
    LIFT = MOTION + 13
    COMPOSITE = MOTION + 24
    FIRST = MOTION + 25
    INERTIA = MOTION + 31       # xx, yy, zz, xy, xz, yz
    CORIOLIS = MOTION + 43      # C, row by row
    MOMENTUM = MOTION + 61      # k
    FORCE = MOTION + 67
    BLOCK = MOTION + 78

# Offsets in the block of a velocity coordinate, in units of one series.
cdef enum ColumnOffset:
    COLUMN_S = 0
    PSI_D = 6
    PSI_DD = 12
    SUM_D = 18
    COLUMN = 24


cdef inline int pair(int i, int j) noexcept nogil:
    """Place of the element (i, j) among xx, yy, zz, xy, xz, yz."""
    return i if i == j else 2 + i + j


cdef inline void motion_products(const real* x, const real* s, real* out, bint more,
                                 Pass* at) noexcept nogil:
    """out = x x s = (w x s_w, u x s_w + w x s_u), or added to it: x = (w, u) padded   (6)"""
    cdef int i, b
    cdef int W = at.W
    cdef int n = at.n
    cdef lane turned, slid
    for b in range(at.blocks):
        for i in range(3):
            turned = -cross_term(s, W, x, i, b, n, W)
            slid = -(cross_term(s, W, x + 6 * W, i, b, n, W)
                     + cross_term(s + 3 * W, W, x, i, b, n, W))
            if more:
                turned = turned + load(out + i * W + b * LANES)
                slid = slid + load(out + (3 + i) * W + b * LANES)
            store(out + i * W + b * LANES, turned)
            store(out + (3 + i) * W + b * LANES, slid)


cdef inline void times_inertia(double mass, const real* block, const real* x, int stride,
                               real* out, int out_stride, Pass* at) noexcept nogil:
    """out = I x = (J x_w + h x x_u, m x_u - h x x_w)"""
    cdef int i, b
    cdef int W = at.W
    cdef int n = at.n
    cdef const real* J = block + INERTIA * W
    cdef const real* h = block + FIRST * W
    for b in range(at.blocks):
        for i in range(3):
            store(out + i * out_stride + b * LANES,
                  product(x, J + 2 * pair(0, i) * W, b, n)
                  + product(x + stride, J + 2 * pair(min(1, i), max(1, i)) * W, b, n)
                  + product(x + 2 * stride, J + 2 * pair(i, 2) * W, b, n)
                  - cross_term(x + 3 * stride, stride, h, i, b, n, W))
            store(out + (3 + i) * out_stride + b * LANES,
                  mass * load(x + (3 + i) * stride + b * LANES)
                  + cross_term(x, stride, h, i, b, n, W))


cdef inline void add_coriolis(const real* block, const real* x, real* out,
                              Pass* at) noexcept nogil:
    """out += 2 B x = (C x_w, x_w x k); out padded"""
    cdef int i, b
    cdef int W = at.W
    cdef int n = at.n
    cdef const real* C = block + CORIOLIS * W
    for b in range(at.blocks):
        for i in range(3):
            add_to(out + 2 * i * W,
                   product(x, C + 6 * i * W, b, n) + product(x + W, C + (6 * i + 2) * W, b, n)
                   + product(x + 2 * W, C + (6 * i + 4) * W, b, n), b)
            add_to(out + (6 + 2 * i) * W, cross_term(x, W, block + MOMENTUM * W, i, b, n, W), b)


cdef inline void coriolis_back(const real* block, const real* x, real* out,
                               Pass* at) noexcept nogil:
    """out = angular part of 2 B^T x = (C^T x_w + k x x_u, 0); out padded"""
    cdef int i, b
    cdef int W = at.W
    cdef int n = at.n
    cdef const real* C = block + CORIOLIS * W
    for b in range(at.blocks):
        for i in range(3):
            store(out + 2 * i * W + b * LANES,
                  product(x, C + 2 * i * W, b, n) + product(x + W, C + (6 + 2 * i) * W, b, n)
                  + product(x + 2 * W, C + (12 + 2 * i) * W, b, n)
                  - cross_term(x + 3 * W, W, block + MOMENTUM * W, i, b, n, W))


cdef inline void link_inertia(const Link* link, const real* G, real* block, int W) noexcept nogil:
    """Of now: h = g + m x, J = R J_k R^T + 2 (x . g) 1 - x g^T - g x^T + m [x]^T [x], g = R h_k"""
    cdef int i, j
    cdef real lifted
    cdef const real* x = G + 9
    cdef real[3] g, h
    cdef real[9] X
    for i in range(3):
        g[i] = (G[3 * i] * link.first[0] + G[3 * i + 1] * link.first[1]
                + G[3 * i + 2] * link.first[2])
        h[i] = g[i] + link.m * x[i]
        block[(FIRST + 2 * i) * W] = h[i]
        for j in range(3):
            X[3 * i + j] = (G[3 * i] * link.J[PADDED * j] + G[3 * i + 1] * link.J[PADDED * j + 1]
                            + G[3 * i + 2] * link.J[PADDED * j + 2])
    lifted = 0
    for i in range(3):
        lifted = lifted + x[i] * (g[i] + h[i])
    for i in range(3):
        for j in range(i, 3):
            block[(INERTIA + 2 * pair(i, j)) * W] = (
                X[3 * i] * G[3 * j] + X[3 * i + 1] * G[3 * j + 1] + X[3 * i + 2] * G[3 * j + 2]
                - (x[i] * g[j] + x[j] * h[i]) + (lifted if i == j else 0))


cdef inline void inertia_series(double mass, real* block, Pass* at) noexcept nogil:
    """From those of now: h' = m u + w x h, J' = w~ J - J w~ + 2 (u . h) 1 - u h^T - h u^T"""
    cdef int i, j, k, m, a, b
    cdef int W = at.W
    cdef real[3] w, u, h, first
    cdef real[6] J, rate
    cdef real spread
    for k in range(at.n - 1):
        read_vector(block + (V + 6) * W, 3, k, 2 * W, first)
        for i in range(3):
            first[i] = mass * first[i]
        clear(rate, 6)
        spread = 0
        for m in range(k + 1):
            read_vector(block + V * W, 3, k - m, 2 * W, w)
            read_vector(block + (V + 6) * W, 3, k - m, 2 * W, u)
            read_vector(block + FIRST * W, 3, m, 2 * W, h)
            read_vector(block + INERTIA * W, 6, m, 2 * W, J)
            add_cross_at(w, 1, h, 1, first)
            spread = spread + (u[0] * h[0] + u[1] * h[1] + u[2] * h[2])
            for i in range(3):
                a = (i + 1) % 3
                b = (i + 2) % 3
                # (w~ J - J w~)_ii and the pair (i, i + 1)
                rate[i] = rate[i] + 2 * (w[a] * J[pair(min(i, b), max(i, b))]
                                         - w[b] * J[pair(min(i, a), max(i, a))] - u[i] * h[i])
                j = pair(min(i, a), max(i, a))
                rate[j] = rate[j] + (
                    w[a] * J[pair(min(a, b), max(a, b))] - w[b] * J[a] + w[b] * J[i]
                    - w[i] * J[pair(min(i, b), max(i, b))] - (u[i] * h[a] + u[a] * h[i]))
        for i in range(3):
            rate[i] = rate[i] + 2 * spread
        write_integral(first, 3, k + 1, 2 * W, block + FIRST * W)
        write_integral(rate, 6, k + 1, 2 * W, block + INERTIA * W)


cdef inline void own_force(double mass, real* block, Pass* at) noexcept nogil:
    """f = I a + v x* (I v), k = 2 (I v)_u, C = -2 (w~ P + u h^T - (h . u) 1), P = tr(J) / 2 - J"""
    cdef int i, j, b, a, c
    cdef int W = at.W
    cdef int n = at.n
    cdef lane half, spread, entry
    cdef const real* w = block + TWIST * W
    cdef const real* u = w + 6 * W
    cdef const real* h = block + FIRST * W
    cdef const real* J = block + INERTIA * W
    cdef real* p = at.scratch
    cdef real* P = at.scratch + 6 * W
    cdef real* f = block + FORCE * W
    times_inertia(mass, block, w, 2 * W, p, W, at)
    times_inertia(mass, block, block + LIFT * W, 2 * W, f, 2 * W, at)
    for b in range(at.blocks):
        a = b * LANES
        half = 0.5 * (load(J + a) + load(J + 2 * W + a) + load(J + 4 * W + a))
        for i in range(6):
            entry = -load(J + 2 * i * W + a)
            store(P + i * W + a, half + entry if i < 3 else entry)
        for i in range(3):
            # v x* p = (w x n + u x l, w x l)
            add_to(f + 2 * i * W, -(cross_term(p, W, w, i, b, n, W)
                                    + cross_term(p + 3 * W, W, u, i, b, n, W)), b)
            add_to(f + (6 + 2 * i) * W, -cross_term(p + 3 * W, W, w, i, b, n, W), b)
            store(block + (MOMENTUM + 2 * i) * W + a, 2 * load(p + (3 + i) * W + a))
    for b in range(at.blocks):
        spread = (product(h, u, b, n) + product(h + 2 * W, u + 2 * W, b, n)
                  + product(h + 4 * W, u + 4 * W, b, n))
        for i in range(3):
            a = (i + 1) % 3
            c = (i + 2) % 3
            for j in range(3):
                entry = (product(P + pair(min(c, j), max(c, j)) * W, w + 2 * a * W, b, n)
                         - product(P + pair(min(a, j), max(a, j)) * W, w + 2 * c * W, b, n)
                         + product(h + 2 * j * W, u + 2 * i * W, b, n))
                if i == j:
                    entry = entry - spread
                store(block + (CORIOLIS + 6 * i + 2 * j) * W + b * LANES, -2 * entry)


cdef inline void read_column(int kind, int c, const real* block, const real* multi, real* s,
                             int W) noexcept nogil:
    """s from the subspace of the joint: [[B, 0], [L, B]] of a free one, (B, L) of a spherical."""
    cdef int i
    for i in range(6):
        if kind < SPHERICAL:
            copy(block + (S + i) * W, s + i * W, W)
        elif c < 3:
            # B and L, one behind the other
            copy(multi + (B + 3 * i + c) * W, s + i * W, W)
        elif i < 3:
            clear(s + i * W, W)
        else:
            copy(multi + (B + 3 * (i - 3) + c - 3) * W, s + i * W, W)


cdef inline void taken_off(const real* v, int nv, int W, int n, real* u, real* rate) noexcept nogil:
    """u(0) = v_u(0), u' = -w x u: a velocity that stays in space, as a free root sees it"""
    cdef int c, k, m, a, b
    cdef real total
    for k in range(n):
        for c in range(3):
            u[c * W + k] = v[3 + c] if k == 0 else rate[c * W + k - 1] / k
        for c in range(3):
            a = (c + 1) % 3
            b = (c + 2) % 3
            total = 0
            for m in range(k + 1):
                total = total + (taylor(v[m * nv + b], m) * u[a * W + k - m]
                                 - taylor(v[m * nv + a], m) * u[b * W + k - m])
            rate[c * W + k] = total


cdef inline void add_taken_off(const real* u, int W, int n, real* columns) noexcept nogil:
    """s_d of turns of a free root: s x u beside that of what is left of its velocity"""
    cdef int c, i, k, a, b
    cdef real* to
    cdef const real* e
    cdef real[3] shift
    for k in range(n):
        for i in range(3):
            # columns of a root stay
            shift[i] = 0
            for c in range(3):
                shift[i] = shift[i] + columns[((3 + c) * COLUMN + 3 + i) * W] * u[c * W + k]
        for c in range(3):
            e = columns + c * COLUMN * W
            to = columns + (c * COLUMN + SUM_D + 3) * W + k
            for i in range(3):
                a = (i + 1) % 3
                b = (i + 2) % 3
                to[i * W] = to[i * W] + (e[a * W] * shift[b] - e[b * W] * shift[a])


cdef inline void move_body(int kind, bint root, const real* v, int nv, const real* above,
                           real* block, const real* multi, real* columns, Pass* at) noexcept nogil:
    """Columns of the joint; a = a_p + S a + Psi_d v, and v of a root = S v   (line 5)"""
    cdef int c, i, b
    cdef int W = at.W
    cdef int n = at.n
    cdef real* column
    cdef real* rate = at.scratch + W
    cdef real* lift = rate + 2 * W
    cdef real* taken = at.scratch + 4 * W
    cdef real* taken_rate = at.scratch + 7 * W
    cdef bint moving = root and kind == FREE
    if moving:
        taken_off(v, nv, W, n, taken, taken_rate)
    copy(above + (LIFT - 1) * W, block + (LIFT - 1) * W, 12 * W)
    clear(at.scratch, 4 * W)
    for c in range(width(kind)):
        column = columns + c * COLUMN * W
        read_column(kind, c, block, multi, column, W)
        motion_products(above + TWIST * W, column, column + PSI_D * W, False, at)
        motion_products(above + LIFT * W, column, column + PSI_DD * W, False, at)
        motion_products(above + TWIST * W, column + PSI_D * W, column + PSI_DD * W, True, at)
        taylor_series(v + c, nv, rate, n)
        taylor_series(v + nv + c, nv, lift, n)
        if moving and c >= 3:
            for i in range(n):
                rate[i] = rate[i] - taken[(c - 3) * W + i]
                lift[i] = lift[i] - taken_rate[(c - 3) * W + i]
        for i in range(6):
            for b in range(at.blocks):
                add_to(block + (LIFT + 2 * i) * W,
                       product(column + i * W, lift, b, n)
                       + product(column + (PSI_D + i) * W, rate, b, n), b)
                if root:
                    add_to(block + (TWIST + 2 * i) * W, product(column + i * W, rate, b, n), b)
    for c in range(width(kind)):
        column = columns + c * COLUMN * W
        if kind < SPHERICAL:
            # a single column does not feel its own joint: s x s = 0
            for i in range(6 * W):
                column[SUM_D * W + i] = 2 * column[PSI_D * W + i]
            continue
        copy(column + PSI_D * W, column + SUM_D * W, 6 * W)
        motion_products(block + TWIST * W, column, column + SUM_D * W, True, at)
    if moving:
        add_taken_off(taken, W, n, columns)
