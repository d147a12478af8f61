# A free joint on the world whose motion is found order by order, its velocity in one of four
# representations; plain twin: free_base_twin.py. Its acceleration A_k = S vd_k + bias_k and its
# force tau_k = S^T W_k + lower_k, with A, W in body axes and vd, tau in the representation.

from lieref.model.model cimport Body, Link


cdef enum Base:
    BODY = 0
    SPATIAL = 1
    HYBRID = 2
    MIXED = 3


cdef inline void view_down(real* multi, const real* x, int j, real* out,
                           const Pass* at) noexcept nogil:
    """out += R_j x, into inertial axes"""
    cdef int i
    cdef const real* row
    for i in range(3):
        row = multi_series(multi, VIEW + i, j, at)
        out[i] += row[0] * x[0] + row[1] * x[1] + row[2] * x[2]


cdef inline void view_up(real* multi, const real* x, int j, real* out,
                         const Pass* at) noexcept nogil:
    """out += R_j^T x, into body axes"""
    cdef int i, c
    cdef const real* row
    for i in range(3):
        row = multi_series(multi, VIEW + i, j, at)
        for c in range(3):
            out[c] += row[c] * x[i]


cdef void place_base(const Body* body, int base, const double* g, const real* q, const real* v,
                     real* block, real* multi, const Pass* at) noexcept nogil:
    """Pose and velocity now, and w_0"""
    cdef int i, j
    cdef real[9] Q
    cdef real[3] weight
    cdef real* w = series(block, OMEGA, 0, at)
    cdef real* position = multi_series(multi, POSITION, 0, at)
    quaternion_rotation(q + 3, Q, 1)
    for i in range(3):
        position[i] = (body.r[i] + body.E[i] * q[0] + body.E[3 + i] * q[1]
                       + body.E[6 + i] * q[2])
        weight[i] = g[i]
        multi_series(multi, TURN, 0, at)[i] = v[i]
        multi_series(multi, SLIDE, 0, at)[i] = v[3 + i]
        for j in range(3):
            multi_series(multi, VIEW + i, 0, at)[j] = (
                body.E[i] * Q[j] + body.E[3 + i] * Q[3 + j] + body.E[6 + i] * Q[6 + j])
    clear(multi_series(multi, WEIGHT, 0, at), 3)
    view_up(multi, weight, 0, multi_series(multi, WEIGHT, 0, at), at)
    clear(w, TRIPLE)
    if base == SPATIAL or base == HYBRID:
        view_up(multi, v, 0, w, at)
    else:
        copy(v, w, 3)


cdef void base_subspace(int base, real* multi, const Pass* at) noexcept nogil:
    """Columns of S, for a base some coordinate of which is prescribed"""
    cdef int i
    cdef real[3] unit, moved
    cdef real* S = multi_number(multi, SUBSPACE, at)
    clear(S, 36)
    for i in range(6):
        S[7 * i] = 1
    if base == BODY:
        return
    for i in range(3):
        clear(unit, 3)
        unit[i] = 1
        clear(S + 6 * (3 + i), 6)
        view_up(multi, unit, 0, S + 6 * (3 + i) + 3, at)
        if base != MIXED:
            clear(S + 6 * i, 6)
            view_up(multi, unit, 0, S + 6 * i, at)
        if base == SPATIAL:
            clear(moved, 3)
            add_cross(unit, multi_series(multi, POSITION, 0, at), 1, moved)
            view_up(multi, moved, 0, S + 6 * i + 3, at)


cdef void advance_base(int base, real* multi, int k, const Pass* at) noexcept nogil:
    """R of order k + 1 from R' = [turn] R, or R [turn] for MIXED; p' = u + turn x p for SPATIAL"""
    cdef int i, j, a, c, m
    cdef real[9] next
    cdef real* rate = multi_series(multi, POSITION_RATE, k, at)
    cdef const real* turn
    if base == BODY:
        return
    if base == SPATIAL:
        copy(multi_series(multi, SLIDE, k, at), rate, 3)
        for j in range(k + 1):
            add_cross(multi_series(multi, TURN, j, at),
                      multi_series(multi, POSITION, k - j, at), 1, rate)
    if k + 1 == at.n:
        return
    clear(next, 9)
    for j in range(k + 1):
        turn = multi_series(multi, TURN, k - j, at)
        for i in range(3):
            if base == MIXED:
                add_cross(multi_series(multi, VIEW + i, j, at), turn, 1, next + 3 * i)
                continue
            # row i of [turn] R: turn_a times row c less turn_c times row a, (i, a, c) cyclic
            a = (i + 1) % 3
            c = (i + 2) % 3
            for m in range(3):
                next[3 * i + m] += (turn[a] * multi_series(multi, VIEW + c, j, at)[m]
                                    - turn[c] * multi_series(multi, VIEW + a, j, at)[m])
    for i in range(3):
        for j in range(3):
            multi_series(multi, VIEW + i, k + 1, at)[j] = divided(next[3 * i + j], k + 1)
        if base == SPATIAL:
            multi_series(multi, POSITION, k + 1, at)[i] = divided(rate[i], k + 1)


cdef void base_bias(int base, const double* g, real* block, real* multi, int k,
                    const Pass* at) noexcept nogil:
    """bias_k = A_k - S vd_k;  lower_k = tau_k - S^T W_k for W of lower orders"""
    cdef int i, j
    cdef real* bias = single(block, BIAS, at)
    cdef real* weight = multi_series(multi, WEIGHT, k, at)
    cdef real* rest = multi_number(multi, KNOWN_FALL, at)
    cdef real* lower = multi_number(multi, LOWER_ORDERS, at)
    cdef real[3] force
    clear(bias, 2 * TRIPLE)
    clear(lower, 6)
    if base == BODY:
        # a = u' + w x u - g, and g' = g x w in body axes
        if k > 0:
            clear(weight, TRIPLE)
            for j in range(k):
                add_cross(multi_series(multi, WEIGHT, j, at),
                          series(block, OMEGA, k - 1 - j, at), 1, weight)
            for i in range(3):
                weight[i] = divided(weight[i], k)
        for j in range(k + 1):
            add_cross(series(block, OMEGA, j, at), multi_series(multi, SLIDE, k - j, at), 1,
                      bias + TRIPLE)
        for i in range(3):
            bias[TRIPLE + i] -= weight[i]
        return
    for i in range(3):
        rest[i] = -g[i] if k == 0 else 0
    if base == SPATIAL:
        # p'' = u' + turn' x p + turn x p'
        for j in range(k + 1):
            add_cross(multi_series(multi, TURN, j, at),
                      multi_series(multi, POSITION_RATE, k - j, at), 1, rest)
        for j in range(k):
            add_cross(multi_series(multi, TURN_RATE, j, at),
                      multi_series(multi, POSITION, k - j, at), 1, rest)
    view_up(multi, rest, 0, bias + TRIPLE, at)
    for j in range(1, k + 1):
        view_up(multi, multi_series(multi, FALL, k - j, at), j, bias + TRIPLE, at)
        view_down(multi, multi_series(multi, FORCE, k - j, at), j, lower + 3, at)
        if base != MIXED:
            view_up(multi, multi_series(multi, TURN_RATE, k - j, at), j, bias, at)
            view_down(multi, multi_series(multi, MOMENT, k - j, at), j, lower, at)
    if base == SPATIAL:
        add_cross(multi_series(multi, POSITION, 0, at), lower + 3, 1, lower)
        for j in range(1, k + 1):
            clear(force, 3)
            for i in range(k - j + 1):
                view_down(multi, multi_series(multi, FORCE, k - j - i, at), i, force, at)
            add_cross(multi_series(multi, POSITION, j, at), force, 1, lower)


cdef void torque_to_body(int base, const real* torque, real* multi, real* out,
                         const Pass* at) noexcept nogil:
    """out = S^-T generalized force, a wrench in body axes"""
    cdef real[3] moment, position
    if base == BODY:
        copy(torque, out, 6)
        return
    clear(out, 6)
    copy(torque, moment, 3)
    if base == SPATIAL:
        copy(multi_series(multi, POSITION, 0, at), position, 3)
        add_cross(position, torque + 3, -1, moment)
    if base == MIXED:
        copy(moment, out, 3)
    else:
        view_up(multi, moment, 0, out, at)
    view_up(multi, torque + 3, 0, out + 3, at)


cdef void base_coordinates(int base, real* block, real* multi, real* vd,
                           const Pass* at) noexcept nogil:
    """vd = S^-1 (A - bias)"""
    cdef int i
    cdef real[6] x
    cdef const real* A = single(block, ACCELERATION, at)
    cdef const real* bias = single(block, BIAS, at)
    for i in range(6):
        x[i] = A[in_triples(i)] - bias[in_triples(i)]
    if base == BODY:
        copy(x, vd, 6)
        return
    clear(vd, 6)
    view_down(multi, x + 3, 0, vd + 3, at)
    if base == MIXED:
        copy(x, vd, 3)
    else:
        view_down(multi, x, 0, vd, at)
    if base == SPATIAL:
        add_cross(vd, multi_series(multi, POSITION, 0, at), -1, vd + 3)


cdef void base_acceleration(int base, const real* vd, real* multi, int k,
                            const Pass* at) noexcept nogil:
    """vd_k is known: v_{k+1} = vd_k / (k + 1), turn' and p'' - g of order k in inertial axes.

    Base "body" has no need of the latter two.
    """
    cdef int i
    cdef real* turn_rate = multi_series(multi, TURN_RATE, k, at)
    cdef real* fall = multi_series(multi, FALL, k, at)
    if k + 1 == at.n:
        return
    for i in range(3):
        multi_series(multi, TURN, k + 1, at)[i] = divided(vd[i], k + 1)
        multi_series(multi, SLIDE, k + 1, at)[i] = divided(vd[3 + i], k + 1)
        if base != BODY:
            turn_rate[i] = vd[i]
            fall[i] = vd[3 + i] + multi_number(multi, KNOWN_FALL, at)[i]
    if base == SPATIAL:
        add_cross(vd, multi_series(multi, POSITION, 0, at), 1, fall)


cdef bint factor_base(const Link* link, real* block, real* multi,
                      const Pass* at) noexcept nogil:
    """Factors of IA itself, for a base none of whose coordinates is prescribed; as `factor`."""
    cdef int i
    cdef int[6] turns
    cdef real* whole = multi_number(multi, IA_MATRIX, at)
    for i in range(6):
        turns[i] = i < 3
    remember_size(block, at)
    whole_inertia(block, whole, at)
    return factor(whole, 6, link, number(block, ROUNDED, at), turns,
                  multi_number(multi, TRIANGLE, at), multi_number(multi, PIVOT, at))


cdef void release_base(int base, real* torque, real* block, real* multi, real* vd, int k,
                       const Pass* at) noexcept nogil:
    """A from IA A = W - p, W = S^-T (force - lower): what the tree shares with free fall never
    enters. Then vd.
    """
    cdef int i
    cdef real[6] x
    cdef real* A = single(block, ACCELERATION, at)
    cdef const real* wrench = single(block, WRENCH, at)
    for i in range(6):
        torque[i] -= multi_number(multi, LOWER_ORDERS, at)[i]
    torque_to_body(base, torque, multi, x, at)
    copy(x, multi_series(multi, MOMENT, k, at), 3)
    copy(x + 3, multi_series(multi, FORCE, k, at), 3)
    for i in range(6):
        x[i] -= wrench[in_triples(i)]
    solve(multi_number(multi, TRIANGLE, at), multi_number(multi, PIVOT, at), 6, x)
    clear(A, 2 * TRIPLE)
    for i in range(6):
        A[in_triples(i)] = x[i]
    base_coordinates(base, block, multi, vd, at)
