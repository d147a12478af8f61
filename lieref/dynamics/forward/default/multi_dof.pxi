# Joints of several degrees: spherical ones, free ones between bodies, and a free one on the world
# some coordinate of which is prescribed. Plain twins: forward_dynamics_generic.py,
# articulated_inertia_twin.py.

from lieref.model.model cimport FREE, SPHERICAL, Body, Coordinate, Link


cdef inline int free_coordinates(const unsigned char* prescribed, int count,
                                 int* free) noexcept nogil:
    """Numbers of the coordinates that are not prescribed."""
    cdef int j
    cdef int found = 0
    for j in range(count):
        if prescribed == NULL or not prescribed[j]:
            free[found] = j
            found += 1
    return found


cdef void place_multi(const Body* body, int kind, const real* q, real* block, real* multi,
                      const Pass* at) noexcept nogil:
    """R, p and S of a spherical joint, or of a free one between bodies"""
    cdef int i, j
    cdef real[9] Q
    cdef real* p = multi_series(multi, SHIFT, 0, at)
    cdef real* S = multi_number(multi, SUBSPACE, at)
    quaternion_rotation(q if kind == SPHERICAL else q + 3, Q, 1)
    clear(p, 3)
    clear(multi_number(multi, LOWER_ORDERS, at), 6)
    for i in range(3):
        for j in range(3):
            # R = E^T Q
            single(block, DOWN + j, at)[i] = (
                body.E[i] * Q[j] + body.E[3 + i] * Q[3 + j] + body.E[6 + i] * Q[6 + j])
            multi_series(multi, TURN_ROWS + i, 0, at)[j] = 1 if i == j else 0
        if kind == FREE:
            p[i] = body.E[i] * q[0] + body.E[3 + i] * q[1] + body.E[6 + i] * q[2]
    lever_of(body.r, p, multi, at)
    clear(S, 36)
    for i in range(6):
        S[7 * i] = 1


cdef void advance_multi(int kind, real* block, real* multi, int k, const Pass* at) noexcept nogil:
    """T of order k + 1 from T' = T [turn]; p' = R T u and turn x u of order k, p of order k + 1"""
    cdef int i, j
    cdef real[3] row, rate
    if kind == FREE:
        clear(rate, 3)
        clear(multi_series(multi, CURL, k, at), 3)
        for j in range(k + 1):
            turn_on(multi, multi_series(multi, SLIDE, k - j, at), j, rate, at)
            add_cross(multi_series(multi, TURN, j, at),
                      multi_series(multi, SLIDE, k - j, at), 1,
                      multi_series(multi, CURL, k, at))
        clear(multi_series(multi, SHIFT_RATE, k, at), 3)
        add_down(block, rate, multi_series(multi, SHIFT_RATE, k, at), at)
    if k + 1 == at.n:
        return
    for i in range(3):
        clear(row, 3)
        for j in range(k + 1):
            add_cross(multi_series(multi, TURN_ROWS + i, j, at),
                      multi_series(multi, TURN, k - j, at), 1, row)
        for j in range(3):
            multi_series(multi, TURN_ROWS + i, k + 1, at)[j] = divided(row[j], k + 1)
        if kind == FREE:
            multi_series(multi, SHIFT, k + 1, at)[i] = divided(
                multi_series(multi, SHIFT_RATE, k, at)[i], k + 1)


cdef inline void turn_on(real* multi, const real* x, int j, real* out,
                         const Pass* at) noexcept nogil:
    """out += T_j x of a joint of several degrees"""
    cdef int i
    cdef const real* row
    for i in range(3):
        row = multi_series(multi, TURN_ROWS + i, j, at)
        out[i] += row[0] * x[0] + row[1] * x[1] + row[2] * x[2]


cdef void turn_bias(real* block, real* multi, int k, const Pass* at) noexcept nogil:
    """The sums of `motion_bias` for a joint of several degrees.

    w x turn is PARENT_OMEGA x turn: the rest would leave the rounding errors of turn x turn.
    """
    cdef int i, j, c
    cdef const real* row
    cdef real* bias = single(block, BIAS, at)
    for j in range(k + 1):
        add_cross(multi_series(multi, PARENT_OMEGA, j, at), multi_series(multi, TURN, k - j, at),
                  1, bias)
    for j in range(1, k + 1):
        for i in range(3):
            row = multi_series(multi, TURN_ROWS + i, j, at)
            for c in range(3):
                bias[c] += row[c] * multi_series(multi, DW_ABOVE, k - j, at)[i]
                bias[TRIPLE + c] += row[c] * multi_series(multi, POINT, k - j, at)[i]
    if k + 1 < at.n:
        copy(bias, multi_series(multi, PARENT_OMEGA, k + 1, at), 3)


cdef void turned_wrench(real* multi, int k, real* out, const Pass* at) noexcept nogil:
    """sum T_i n and sum T_i f of order k, i > 0, of a joint of several degrees"""
    cdef int j
    clear(out, 2 * TRIPLE)
    for j in range(1, k + 1):
        turn_on(multi, multi_series(multi, MOMENT, k - j, at), j, out, at)
        turn_on(multi, multi_series(multi, FORCE, k - j, at), j, out + TRIPLE, at)


cdef void whole_inertia(real* block, real* whole, const Pass* at) noexcept nogil:
    """IA as 6 x 6, row by row"""
    cdef int i, j
    for i in range(3):
        for j in range(3):
            whole[6 * i + j] = mirrored(single(block, ANGULAR, at), i, j)
            whole[6 * i + 3 + j] = single(block, COUPLING + j, at)[i]
            whole[6 * (3 + j) + i] = whole[6 * i + 3 + j]
            whole[6 * (3 + i) + 3 + j] = mirrored(single(block, LINEAR, at), i, j)


cdef bint articulate_multi(const Link* link, int count, const Coordinate* rotors,
                           const unsigned char* prescribed, real* block, real* multi,
                           const Pass* at) noexcept nogil:
    """Ia = IA - U D^-1 U^T with D = S^T U + diag(armature); False where the inertia across a free
    coordinate is singular.
    """
    cdef int i, j, c
    cdef int[6] free
    cdef int[6] turns
    cdef int found = free_coordinates(prescribed, count, free)
    cdef real* S = multi_number(multi, SUBSPACE, at)
    cdef real* U = multi_number(multi, U_COLUMNS, at)
    cdef real* whole = multi_number(multi, IA_MATRIX, at)
    cdef real* L = multi_number(multi, TRIANGLE, at)
    cdef real* pivots = multi_number(multi, PIVOT, at)
    cdef const real* s
    cdef real[36] D
    cdef real[6] x
    cdef real taken
    remember_size(block, at)
    if LANES > 1:
        transpose_triples(single(block, COUPLING, at), TRIPLE, single(block, BACK, at), TRIPLE)
    clear_series(single(block, GAIN, at), 2 * TRIPLE)
    whole_inertia(block, whole, at)
    for j in range(found):
        s = S + 6 * free[j]
        turns[j] = free[j] < 3
        for i in range(6):
            U[6 * j + i] = 0
            for c in range(6):
                U[6 * j + i] += whole[6 * i + c] * s[c]
    for i in range(found):
        s = S + 6 * free[i]
        for j in range(i + 1):
            D[6 * i + j] = 0
            for c in range(6):
                D[6 * i + j] += s[c] * U[6 * j + c]
        if rotors != NULL:
            D[7 * i] += rotors[free[i]].armature
    if not factor(D, found, link, number(block, ROUNDED, at), turns, L, pivots):
        return False
    for i in range(6):
        for j in range(found):
            x[j] = U[6 * j + i]
        solve(L, pivots, found, x)
        for c in range(6):
            taken = 0
            for j in range(found):
                taken += U[6 * j + c] * x[j]
            if i < 3 and c < 3:
                if not repeats(c, i):
                    single(block, ANGULAR + i, at)[c] -= taken
            elif i < 3:
                if LANES > 1:
                    single(block, BACK + i, at)[c - 3] -= taken
            elif c < 3:
                single(block, COUPLING + i - 3, at)[c] -= taken
            elif not repeats(c, i):
                single(block, LINEAR + i - 3, at)[c - 3] -= taken
    if found == count and rotors == NULL:
        # Ia S of such a joint is exactly zero
        clear(single(block, ANGULAR, at), (6 if count == 3 else 9) * TRIPLE)
        if LANES > 1:
            clear(single(block, BACK, at), 3 * TRIPLE)
    if found == 6:
        clear(number(block, ROUNDED, at), 2)
    return True


cdef void prescribe_multi(int count, const unsigned char* prescribed, const real* vd, real* block,
                          real* multi, const Pass* at) noexcept nogil:
    """bias += S vd of prescribed coordinates"""
    cdef int i, j
    cdef real* S = multi_number(multi, SUBSPACE, at)
    cdef real* bias = single(block, BIAS, at)
    for j in range(count):
        if prescribed[j]:
            for i in range(6):
                bias[in_triples(i)] += vd[j] * S[6 * j + i]


cdef void multi_bias(int count, const Coordinate* rotors, const unsigned char* prescribed,
                     const real* torque, real* block, real* multi,
                     const Pass* at) noexcept nogil:
    """u = force - S^T p,  p' = p + U D^-1 u of the coordinates that are not prescribed

    p holds Ia bias, S^T Ia = diag(armature) D^-1 U^T
    """
    cdef int i, j
    cdef int[6] free
    cdef int found = free_coordinates(prescribed, count, free)
    cdef real* S = multi_number(multi, SUBSPACE, at)
    cdef real* U = multi_number(multi, U_COLUMNS, at)
    cdef real* u = multi_number(multi, U_FORCES, at)
    cdef real* wrench = single(block, WRENCH, at)
    cdef const real* s
    cdef real[6] x
    for j in range(found):
        s = S + 6 * free[j]
        u[j] = torque[free[j]]
        for i in range(6):
            u[j] -= s[i] * wrench[in_triples(i)]
    if rotors != NULL:
        for j in range(found):
            x[j] = 0
            for i in range(6):
                x[j] += U[6 * j + i] * single(block, BIAS, at)[in_triples(i)]
        solve(multi_number(multi, TRIANGLE, at), multi_number(multi, PIVOT, at), found, x)
        for j in range(found):
            u[j] += rotors[free[j]].armature * x[j]
    for j in range(found):
        x[j] = u[j]
    solve(multi_number(multi, TRIANGLE, at), multi_number(multi, PIVOT, at), found, x)
    for j in range(found):
        for i in range(6):
            wrench[in_triples(i)] += U[6 * j + i] * x[j]
    if found == count and rotors == NULL:
        # S is the unit matrix: the wrench is the generalized force exactly, for any mass beyond
        for j in range(count):
            wrench[in_triples(j)] = torque[j]


cdef void multi_acceleration(int count, const unsigned char* prescribed, real* vd, real* block,
                             real* multi, const Pass* at) noexcept nogil:
    """vd = D^-1 (u - U^T A'),  A = A' + S vd of the coordinates that are not prescribed"""
    cdef int i, j
    cdef int[6] free
    cdef int found = free_coordinates(prescribed, count, free)
    cdef real* S = multi_number(multi, SUBSPACE, at)
    cdef real* U = multi_number(multi, U_COLUMNS, at)
    cdef real* A = single(block, ACCELERATION, at)
    cdef real[6] x
    for j in range(found):
        x[j] = multi_number(multi, U_FORCES, at)[j]
        for i in range(6):
            x[j] -= U[6 * j + i] * A[in_triples(i)]
    solve(multi_number(multi, TRIANGLE, at), multi_number(multi, PIVOT, at), found, x)
    for j in range(found):
        vd[free[j]] = x[j]
        for i in range(6):
            A[in_triples(i)] += x[j] * S[6 * free[j] + i]


cdef inline real projected(const real* S, real* block, const Pass* at) noexcept nogil:
    """S^T W of the current order for a column of S"""
    cdef const real* n = single(block, WRENCH, at)
    cdef const real* f = n + TRIPLE
    return (S[0] * n[0] + S[1] * n[1] + S[2] * n[2]) + (S[3] * f[0] + S[4] * f[1] + S[5] * f[2])
