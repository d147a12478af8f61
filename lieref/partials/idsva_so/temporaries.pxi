# The temporary matrices A_i of a coordinate p, lines 13 to 24 of [Singh, Algorithm 1], and its
# temporary vectors u_i, lines 29 to 36, for all slots t of p's path at once.
# Included after lane_vectors.pxi, subtrees.pxi and paths.pxi. Plain twin: idsva_twin.py.
#
# With 2 B(I, x) = [[C, 0], [-[k], 0]] as in subtrees.pxi the 6x6 matrices have few numbers:
#   n, f       I s, so that A_0 y = y x* (I s)
#   J          angular block of A_1 = s x* I - I s x = [[J, [f]], [-[f], 0]], symmetric
#   B_s = A_1 + A_0 = [[J - [n], 0], [-2 [f], 0]],  A_2 = A_0 - A_1
#   T, y       A_3 = [[T, 0], [[y], 0]]
#   g          angular part of B^T s, whose linear part is zero: A_4 y = (y_w x g, 0)
#   dF_dq      B psi_d + I psi_dd + s x* f: A_5 y = y x* dF_dq
#   dF_dv      B s + I (psi_d + s_d): A_7 y = y x* dF_dv

cdef struct Temporaries:
    real[6] momentum        # n, f
    real[9] J
    real[9] T
    real[3] y
    real[3] g
    real[6] dF_dq
    real[6] dF_dv

# Rows of a coordinate's table: vectors of each slot t of its path. U3 and U6 are of slots beyond a
# joint x on the path, and without their last terms, A3_PSI and BS_PSI, of the others.
cdef enum Table:
    U12 = 0                 # u_12 = A_1 t, angular
    U9 = 3                  # u_9 = A_0 t, angular; followed by its linear part
    U_LINEAR = 6            # linear part of either
    A3_PSI = 9              # A_3 psi_d + A_1 psi_dd
    U3 = 15                 # u_3: the same + A_5 t
    U7 = 21                 # u_7 = A_3 t + A_1 (psi_d + s_d)
    BS_PSI = 27             # B_s psi_d
    U6 = 33                 # u_6: the same + A_7 t
    U5 = 39                 # u_5 = A_2 psi_d + A_4 t, angular; the linear part is zero
    A4_PSI = 42             # -(A_4 psi_d + A_0 psi_dd)
    TABLE = 48


cdef inline void coriolis_block(const real* block, const real* x, real* C) noexcept nogil:
    """C = -2 ([w] P + [h] [u]) of 2 B(I, x), x = (w, u), with P = tr(J) / 2 - J"""
    cdef int i, j
    cdef real[9] P
    cdef const real* u = x + 3
    cdef const real* h = block + FIRST
    cdef const real* J = block + INERTIA
    cdef real half = 0.5 * (J[0] + J[1] + J[2])
    # [h] [u] = u h^T - (h . u) 1; P is symmetric: its rows are its columns
    cdef real spread = 2 * dot(h, u)
    for i in range(3):
        for j in range(3):
            P[3 * i + j] = half - J[i] if i == j else -J[pair(i, j)]
    for j in range(3):
        C[j] = -2 * (x[1] * P[3 * j + 2] - x[2] * P[3 * j + 1] + u[0] * h[j])
        C[3 + j] = -2 * (x[2] * P[3 * j] - x[0] * P[3 * j + 2] + u[1] * h[j])
        C[6 + j] = -2 * (x[0] * P[3 * j + 1] - x[1] * P[3 * j] + u[2] * h[j])
        C[4 * j] += spread


cdef inline void find_temporaries(const real* block, const real* column,
                                  Temporaries* p) noexcept nogil:
    """Lines 13 to 24; f of line 22 is that of the subtree."""
    cdef int i
    cdef real[3] along
    cdef const real* s = column + S
    cdef const real* psi_d = column + PSI_D
    times_inertia(block, s, p.momentum)
    coriolis_block(block, s, p.J)
    # J = C + [n], symmetric
    p.J[0 + 1] = p.J[3] = 0.5 * (p.J[1] + p.J[3])
    p.J[0 + 2] = p.J[6] = 0.5 * (p.J[2] + p.J[6])
    p.J[3 + 2] = p.J[7] = 0.5 * (p.J[5] + p.J[7])
    coriolis_block(block, psi_d, p.T)
    add_commutator(s, block, p.T)
    # y = w x b - 2 f of I psi_d, with b = -k
    times_inertia(block, psi_d, p.dF_dq)
    cross(block + MOMENTUM, s, along)
    for i in range(3):
        p.y[i] = along[i] - 2 * p.dF_dq[3 + i]
    coriolis_back(block, s, p.g)
    times_inertia(block, column + PSI_DD, p.dF_dq)
    add_coriolis(block, psi_d, p.dF_dq)
    add_force_cross(s, block + FORCE, p.dF_dq)
    times_inertia(block, column + SUM_D, p.dF_dv)
    add_coriolis(block, s, p.dF_dv)


cdef inline void add_commutator(const real* s, const real* block, real* T) noexcept nogil:
    """T += [w] C - C [w] - [u] [k], the angular block of s x* 2 B - 2 B s x, s = (w, u)"""
    cdef int i, j
    cdef const real* u = s + 3
    cdef const real* k = block + MOMENTUM
    cdef const real* C = block + CORIOLIS
    # [u] [k] = k u^T - (u . k) 1
    cdef real spread = dot(u, k)
    for j in range(3):
        T[j] += s[1] * C[6 + j] - s[2] * C[3 + j] - k[0] * u[j]
        T[3 + j] += s[2] * C[j] - s[0] * C[6 + j] - k[1] * u[j]
        T[6 + j] += s[0] * C[3 + j] - s[1] * C[j] - k[2] * u[j]
        T[4 * j] += spread
    for i in range(3):
        # a row c of C [w] is c x w
        T[3 * i] -= C[3 * i + 1] * s[2] - C[3 * i + 2] * s[1]
        T[3 * i + 1] -= C[3 * i + 2] * s[0] - C[3 * i] * s[2]
        T[3 * i + 2] -= C[3 * i] * s[1] - C[3 * i + 1] * s[0]


cdef inline Lanes3 across(Lanes3 a, const real* b) noexcept nogil:
    """a x b"""
    return across_rows(a, b, 1)


cdef inline Lanes3 times(const real* M, Lanes3 a) noexcept nogil:
    """M a"""
    return lanes3(M[0] * a.x + M[1] * a.y + M[2] * a.z,
                  M[3] * a.x + M[4] * a.y + M[5] * a.z,
                  M[6] * a.x + M[7] * a.y + M[8] * a.z)


cdef inline void tabulate_axes(const Temporaries* p, const real* row, int step,
                               real* out, int L) noexcept nogil:
    """A_1 t = (J w + f x u, w x f),  A_0 t = t x* (n, f) = (w x n + u x f, w x f),  t = (w, u)"""
    cdef Lanes3 w = vector(row + S * step, step)
    cdef Lanes3 u = vector(row + (S + 3) * step, step)
    cdef Lanes3 lever = across(u, p.momentum + 3)
    put(out + U12 * L, L, minus(times(p.J, w), lever))
    put(out + U9 * L, L, plus(across(w, p.momentum), lever))
    put(out + U_LINEAR * L, L, across(w, p.momentum + 3))


cdef inline void tabulate_u3(const Temporaries* p, const real* row, int step,
                             real* out, int L) noexcept nogil:
    """A_3 psi_d + A_1 psi_dd, A_3 x = (T x_w, y x x_w); beyond: + A_5 t
    -(A_4 psi_d + A_0 psi_dd)
    """
    cdef const real* f = p.momentum + 3
    cdef Lanes3 v = vector(row + PSI_D * step, step)
    cdef Lanes3 w = vector(row + PSI_DD * step, step)
    cdef Lanes3 lever = across(vector(row + (PSI_DD + 3) * step, step), f)
    cdef Lanes3 turn = minus(plus(times(p.T, v), times(p.J, w)), lever)
    cdef Lanes3 pull = across(w, f)
    cdef Lanes3 still, t
    # -(v x g) - w x n - u x f
    still = plus(plus(across(v, p.g), across(w, p.momentum)), lever)
    store(out + A4_PSI * L, -still.x)
    store(out + (A4_PSI + 1) * L, -still.y)
    store(out + (A4_PSI + 2) * L, -still.z)
    store(out + (A4_PSI + 3) * L, -pull.x)
    store(out + (A4_PSI + 4) * L, -pull.y)
    store(out + (A4_PSI + 5) * L, -pull.z)
    pull = minus(pull, across(v, p.y))
    put(out + A3_PSI * L, L, turn)
    put(out + (A3_PSI + 3) * L, L, pull)
    t = vector(row + S * step, step)
    turn = plus(plus(turn, across(t, p.dF_dq)),
                across(vector(row + (S + 3) * step, step), p.dF_dq + 3))
    put(out + U3 * L, L, turn)
    put(out + (U3 + 3) * L, L, plus(pull, across(t, p.dF_dq + 3)))


cdef inline void tabulate_u7(const Temporaries* p, const real* row, int step,
                             real* out, int L) noexcept nogil:
    """A_3 t + A_1 (psi_d + s_d)"""
    cdef const real* f = p.momentum + 3
    cdef Lanes3 v = vector(row + S * step, step)
    cdef Lanes3 w = vector(row + SUM_D * step, step)
    cdef Lanes3 lever = across(vector(row + (SUM_D + 3) * step, step), f)
    put(out + U7 * L, L, minus(plus(times(p.T, v), times(p.J, w)), lever))
    put(out + (U7 + 3) * L, L, minus(across(w, f), across(v, p.y)))


cdef inline void tabulate_u6(const Temporaries* p, const real* row, int step,
                             real* out, int L) noexcept nogil:
    """B_s psi_d = (J v + v x n, 2 v x f); beyond: + A_7 t,  psi_d = (v, c)
    A_2 psi_d + A_4 t = (v x n - J v + 2 c x f + t_w x g, 0)
    """
    cdef Lanes3 v = vector(row + PSI_D * step, step)
    cdef Lanes3 straight = times(p.J, v)
    cdef Lanes3 aside = across(v, p.momentum)
    cdef Lanes3 force = across(v, p.momentum + 3)
    cdef Lanes3 lever = across(vector(row + (PSI_D + 3) * step, step), p.momentum + 3)
    cdef Lanes3 t = vector(row + S * step, step)
    cdef Lanes3 turn = plus(straight, aside)
    force = plus(force, force)
    put(out + BS_PSI * L, L, turn)
    put(out + (BS_PSI + 3) * L, L, force)
    turn = plus(plus(turn, across(t, p.dF_dv)),
                across(vector(row + (S + 3) * step, step), p.dF_dv + 3))
    put(out + U6 * L, L, turn)
    put(out + (U6 + 3) * L, L, plus(force, across(t, p.dF_dv + 3)))
    put(out + U5 * L, L, plus(minus(aside, straight),
                              plus(plus(lever, lever), across(t, p.g))))


cdef inline void tabulate(const Temporaries* p, const Path* path, int count, int L,
                          real* table) noexcept nogil:
    """The table of a coordinate over the first `count` slots of its path."""
    cdef int k
    cdef int m = 0
    while m < count:
        tabulate_axes(p, path.rows + m, path.stride, table + m, L)
        tabulate_u3(p, path.rows + m, path.stride, table + m, L)
        tabulate_u7(p, path.rows + m, path.stride, table + m, L)
        tabulate_u6(p, path.rows + m, path.stride, table + m, L)
        m += LANES
    # lanes are read from any slot on
    for k in range(<int> TABLE):
        store(table + k * L + m, zero_lane())
