# Joints that shift or have several degrees: what h_gabi_body.pxi does for a revolute joint. Plain
# twins: forward_dynamics_generic.py and articulated_inertia_twin.py. Symbols besides those of
# h_gabi_body.pxi:
#   p       shift of the origin in the parent's axes, so that lever = r + p(0)
#   turn, u angular and linear velocity of the joint in body axes; of a base as `base` says
#   S       columns of the motion subspace, six numbers each

# Places in the multi-DoF block of such a joint, in units of n triples.
cdef enum MultiSeries:
    SHIFT = 0
    SHIFT_RATE = 1
    CARRIED_FORCE = 2   # R T f
    PARENT_SQUARE = 3   # Om of the parent
    TURN = 6
    SLIDE = 7
    CURL = 8            # turn x u of a free joint
    VIEW = 9            # rows of the rotation body axes -> inertial axes of a free base
    POSITION = 12       # of a free base, inertial frame
    POSITION_RATE = 13
    TURN_RATE = 14      # derivative of turn in inertial axes
    FALL = 15           # acceleration of the origin minus gravity, inertial axes
    WEIGHT = 16         # gravity in body axes
    TURNED = 17         # of a joint of several degrees rows of T, and what T turns
    DW_ABOVE = 20
    POINT = 21
    MOMENT = 22
    FORCE = 23
    CARRIED = 24        # w less turn, what comes from the parent, of a joint between bodies
    MULTI = 25
# Then plain numbers.
cdef enum MultiNumber:
    LEVER = 0
    LEVER_CROSS = 4
    SUBSPACE = 16
    WHOLE = 52
    U_COLUMNS = 88         # U = IA S of the free coordinates
    TRIANGLE = 124      # unit lower triangle L of D = L diag(pivots) L^T
    PIVOT = 160         # their reciprocals
    LEFT = 166          # generalized forces u of the free coordinates
    BELOW = 172         # generalized force of lower orders
    UNKNOWN_FREE = 178  # part of p'' - g that the acceleration of the order adds nothing to
    NUMBERS = 184


cdef inline real* multi_series(real* multi, int place, int k, const Pass* at) noexcept nogil:
    return multi + place * at.T + TRIPLE * k


cdef inline real* multi_number(real* multi, int place, const Pass* at) noexcept nogil:
    return multi + MULTI * at.T + place


cdef inline void add_cross(const real* x, const real* y, double factor, real* out) noexcept nogil:
    """out += factor x x y"""
    out[0] += factor * (x[1] * y[2] - x[2] * y[1])
    out[1] += factor * (x[2] * y[0] - x[0] * y[2])
    out[2] += factor * (x[0] * y[1] - x[1] * y[0])


cdef inline int free_coordinates(const unsigned char* held, int count, int* free) noexcept nogil:
    """Numbers of the coordinates that are not prescribed."""
    cdef int j
    cdef int found = 0
    for j in range(count):
        if held == NULL or not held[j]:
            free[found] = j
            found += 1
    return found


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


cdef inline real mirrored(const real* M, int row, int column) noexcept nogil:
    """An entry of a symmetric matrix of three triples."""
    return M[TRIPLE * max(row, column) + min(row, column)]


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


cdef void place_multi(const Body* body, int kind, const real* q, real* block, real* multi,
                      const Pass* at) noexcept nogil:
    """R, p and S of a spherical joint, or of a free one between bodies"""
    cdef int i, j
    cdef real[9] Q
    cdef real* p = multi_series(multi, SHIFT, 0, at)
    cdef real* S = multi_number(multi, SUBSPACE, at)
    quaternion_rotation(q if kind == SPHERICAL else q + 3, Q, 1)
    clear(p, 3)
    clear(multi_number(multi, BELOW, at), 6)
    for i in range(3):
        for j in range(3):
            # R = E^T Q
            single(block, DOWN + j, at)[i] = (
                body.E[i] * Q[j] + body.E[3 + i] * Q[3 + j] + body.E[6 + i] * Q[6 + j])
            multi_series(multi, TURNED + i, 0, at)[j] = 1 if i == j else 0
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
            add_cross(multi_series(multi, TURNED + i, j, at),
                      multi_series(multi, TURN, k - j, at), 1, row)
        for j in range(3):
            multi_series(multi, TURNED + i, k + 1, at)[j] = divided(row[j], k + 1)
        if kind == FREE:
            multi_series(multi, SHIFT, k + 1, at)[i] = divided(
                multi_series(multi, SHIFT_RATE, k, at)[i], k + 1)


cdef inline void add_down(real* block, const real* x, real* out, const Pass* at) noexcept nogil:
    """out += R x"""
    cdef int i
    cdef const real* down = single(block, DOWN, at)
    for i in range(3):
        out[i] += down[i] * x[0] + down[TRIPLE + i] * x[1] + down[2 * TRIPLE + i] * x[2]


cdef void shift_bias(int kind, real* block, real* parent, real* multi, real* known, int k,
                     const Pass* at) noexcept nogil:
    """known += (Xi_p p)_k without p_0 + 2 (w_p x p')_k + what of p''_k is known

    Xi_p p = Om_p p + dw_p x p; p'' = R T (u' + turn x u), of which only a free joint has the second
    and only a free joint's T turns u.
    """
    cdef int i, j
    cdef real[3] bent, rate
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
        copy(multi_series(multi, CURL, k, at), bent, 3)
        for j in range(1, k + 1):
            for i in range(3):
                rate[i] = ((k - j + 1) * multi_series(multi, SLIDE, k - j + 1, at)[i]
                           + multi_series(multi, CURL, k - j, at)[i])
            turn_on(multi, rate, j, bent, at)
        add_down(block, bent, known, at)


cdef void shifted_wrench(real* block, real* parent, real* multi, int k,
                         const Pass* at) noexcept nogil:
    """n_p += sum of p_i x (R f)_{k-i}, i > 0"""
    cdef int j
    cdef real* to = single(parent, WRENCH, at)
    for j in range(1, k + 1):
        add_cross(multi_series(multi, SHIFT, j, at),
                  multi_series(multi, CARRIED_FORCE, k - j, at), 1, to)


cdef void after_shift(int kind, real* block, real* multi, int k,
                      const Pass* at) noexcept nogil:
    """R T f its series; the acceleration of the shift enters `point` where T turns it."""
    cdef int i, j
    cdef real[3] force
    cdef real[2 * TRIPLE] sums
    cdef real* carried = multi_series(multi, CARRIED_FORCE, k, at)
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
    clear(carried, TRIPLE)
    add_down(block, force, carried, at)


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
                           const unsigned char* held, real* block, real* multi,
                           const Pass* at) noexcept nogil:
    """Ia = IA - U D^-1 U^T with D = S^T U + diag(armature); False where the inertia across a free
    coordinate is singular.
    """
    cdef int i, j, c
    cdef int[6] free
    cdef int[6] turns
    cdef int found = free_coordinates(held, count, free)
    cdef real* S = multi_number(multi, SUBSPACE, at)
    cdef real* U = multi_number(multi, U_COLUMNS, at)
    cdef real* whole = multi_number(multi, WHOLE, at)
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


cdef void prescribe_multi(int count, const unsigned char* held, const real* vd, real* block,
                          real* multi, const Pass* at) noexcept nogil:
    """bias += S vd of prescribed coordinates"""
    cdef int i, j
    cdef real* S = multi_number(multi, SUBSPACE, at)
    cdef real* bias = single(block, BIAS, at)
    for j in range(count):
        if held[j]:
            for i in range(6):
                bias[in_triples(i)] += vd[j] * S[6 * j + i]


cdef void multi_bias(int count, const Coordinate* rotors, const unsigned char* held,
                     const real* torque, real* block, real* multi,
                     const Pass* at) noexcept nogil:
    """u = force - S^T p,  p' = p + U D^-1 u of the coordinates that are not prescribed

    p holds Ia bias, S^T Ia = diag(armature) D^-1 U^T
    """
    cdef int i, j
    cdef int[6] free
    cdef int found = free_coordinates(held, count, free)
    cdef real* S = multi_number(multi, SUBSPACE, at)
    cdef real* U = multi_number(multi, U_COLUMNS, at)
    cdef real* u = multi_number(multi, LEFT, at)
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


cdef void multi_acceleration(int count, const unsigned char* held, real* vd, real* block,
                             real* multi, const Pass* at) noexcept nogil:
    """vd = D^-1 (u - U^T A'),  A = A' + S vd of the coordinates that are not prescribed"""
    cdef int i, j
    cdef int[6] free
    cdef int found = free_coordinates(held, count, free)
    cdef real* S = multi_number(multi, SUBSPACE, at)
    cdef real* U = multi_number(multi, U_COLUMNS, at)
    cdef real* A = single(block, ACCELERATION, at)
    cdef real[6] x
    for j in range(found):
        x[j] = multi_number(multi, LEFT, at)[j]
        for i in range(6):
            x[j] -= U[6 * j + i] * A[in_triples(i)]
    solve(multi_number(multi, TRIANGLE, at), multi_number(multi, PIVOT, at), found, x)
    for j in range(found):
        vd[free[j]] = x[j]
        for i in range(6):
            A[in_triples(i)] += x[j] * S[6 * free[j] + i]


cdef inline real projected(const real* S, real* block, const Pass* at) noexcept nogil:
    """S^T W of the order under way for a column of S"""
    cdef const real* n = single(block, WRENCH, at)
    cdef const real* f = n + TRIPLE
    return (S[0] * n[0] + S[1] * n[1] + S[2] * n[2]) + (S[3] * f[0] + S[4] * f[1] + S[5] * f[2])
