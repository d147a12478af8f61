# Articulated inertias in body frames: once per call, for every order [Ali, Lemma 2]. And what
# rounding errors in them amount to, which the pivot D of a joint must exceed:
# docs/singular-joints.md. Plain twin: articulated_inertia_twin.py.

from lieref.model.model cimport (
    HELICAL, PRISMATIC, REVOLUTE, SPHERICAL, Coordinate, Link, Model, param)


cdef inline void own_inertia(const Link* link, real* block, const Pass* at) noexcept nogil:
    """IA of the body alone: n = J dw + h x a, f = m a - h x dw"""
    cdef int i, b, c
    cdef real* to = single(block, ANGULAR, at)
    for i in range(3):
        for b in range(SPAN):
            c = PADDED * i + b * LANES
            put_lane(to + (COUPLING - ANGULAR + i) * TRIPLE, b, constant(link.H + c))
            if not repeats(b, i):
                put_lane(to + TRIPLE * i, b, constant(link.J + c))
                put_lane(to + (LINEAR - ANGULAR + i) * TRIPLE, b,
                         link.m * constant(unit_triples + c))
    number(block, ROUNDED, at)[0] = 0
    number(block, ROUNDED, at)[1] = 0


cdef inline double armature_of(Model model, int column, const Pass* at) noexcept nogil:
    return model.physics[column].armature if at.acting else 0


cdef inline const Coordinate* rotors(Model model, int i, const Pass* at) noexcept nogil:
    """Joint physics of a joint of several degrees; NULL where none of its axes has a rotor."""
    cdef int c
    if not at.acting:
        return NULL
    for c in range(model.iv[i], model.iv[i] + (3 if model.kind[i] == SPHERICAL else 6)):
        if model.physics[c].armature != 0:
            return model.physics + model.iv[i]
    return NULL


cdef inline real articulate(real least, int kind, param pitch, double armature, bint is_free,
                            real* block, const Pass* at) noexcept nogil:
    """Ia = IA - U U^T / D with U = IA S, D = S^T U + armature of a one-degree joint; returns
    D - least.

    GAIN keeps U / D, COMPLIANCE 1 / D. Ia S is exactly zero where there is no armature.
    """
    cdef int c, b, m, row
    cdef bint exact
    cdef real D, inverse
    cdef lane n, f, x, y, z, back, keep
    cdef real* A = single(block, ANGULAR, at)
    cdef real* B = single(block, COUPLING, at)
    cdef real* BT = single(block, BACK, at)
    cdef real* M = single(block, LINEAR, at)
    cdef real* U = single(block, GAIN, at)
    if LANES > 1:
        transpose_triples(B, TRIPLE, BT, TRIPLE)
    if not is_free:
        clear_series(U, 2 * TRIPLE)
        return 1
    row = 2 * TRIPLE
    for b in range(SPAN):
        m = b * LANES
        if kind == PRISMATIC:
            n = lane_of(B + row, b)
            f = lane_of(M + row, b)
        else:
            n = lane_of(A + row, b)
            f = lane_of(BT + row, b) if LANES > 1 else load(B + b * TRIPLE + 2)
            if kind == HELICAL:
                n = n + pitch * lane_of(B + row, b)
                f = f + pitch * lane_of(M + row, b)
        put_lane(U, b, n)
        put_lane(linear(U), b, f)
    D = U[TRIPLE + 2] if kind == PRISMATIC else U[2]
    if kind == HELICAL:
        D = D + pitch * U[TRIPLE + 2]
    exact = armature == 0
    if not exact:
        D = D + armature
    inverse = 1 / D
    number(block, COMPLIANCE, at)[0] = inverse
    for b in range(SPAN):
        m = b * LANES
        n = lane_of(U, b)
        f = linear_lane(U, b)
        # Ia S of a revolute or prismatic joint is exactly zero
        keep = constant(unit_triples + m) + constant(unit_triples + PADDED + m)
        for c in range(3):
            row = c * TRIPLE + m
            y = load(B + row) - (U[TRIPLE + c] * inverse) * n
            if kind == REVOLUTE and exact:
                y = keep * y
            elif kind == PRISMATIC and exact:
                y = zero_lane() if c == 2 else y
            store(B + row, y)
            if LANES > 1:
                back = load(BT + row) - (U[c] * inverse) * f
                if kind == REVOLUTE and exact:
                    back = zero_lane() if c == 2 else back
                elif kind == PRISMATIC and exact:
                    back = keep * back
                store(BT + row, back)
            if repeats(b, c):
                continue
            x = load(A + row) - (U[c] * inverse) * n
            z = load(M + row) - (U[TRIPLE + c] * inverse) * f
            if kind == REVOLUTE and exact:
                x = zero_lane() if c == 2 else keep * x
            elif kind == PRISMATIC and exact:
                z = zero_lane() if c == 2 else keep * z
            store(A + row, x)
            store(M + row, z)
    for b in range(SPAN):
        m = b * LANES
        x = lane_of(U, b)
        put_lane(U, b, inverse * x)
        x = linear_lane(U, b)
        put_lane(linear(U), b, inverse * x)
    return D - least


cdef inline void congruence(bint symmetric, const real* X, const real* down, int T, int columns,
                            int rows, real* by, real* out) noexcept nogil:
    """out = R X R^T for columns X, zero beyond the first few columns and rows; R by its columns.

    by: scratch of three triples.
    """
    cdef int c, b, i
    cdef const real* row
    cdef real[3] x
    cdef lane t
    for c in range(columns):
        for i in range(rows):
            x[i] = X[i * TRIPLE + c if symmetric and repeats(i, c) else c * TRIPLE + i]
        for b in range(SPAN):
            t = x[0] * lane_of(down, b) + x[1] * lane_of(down + T, b)
            if rows == 3:
                t = t + x[2] * lane_of(down + 2 * T, b)
            put_lane(by + c * TRIPLE, b, t)
    for b in range(SPAN):
        for c in range(3):
            if symmetric and repeats(b, c):
                put_lane(out + c * TRIPLE, b, load(out + b * TRIPLE + c))
                continue
            # column c of R^T: entries c of the columns of R
            row = down + c
            t = row[0] * lane_of(by, b) + row[T] * lane_of(by + TRIPLE, b)
            if columns == 3:
                t = t + row[2 * T] * lane_of(by + 2 * TRIPLE, b)
            put_lane(out + c * TRIPLE, b, t)


cdef inline void inertia_to_parent(const Link* link, int kind, bint plane, real* block,
                                   real* parent, real* multi, const Pass* at) noexcept nogil:
    """IA_p += X^T Ia X: turned by R, then shifted, B' = B + [l] M, A' = A - B' [l] + [l] B^T

    plane: a revolute joint that is free, so that nothing is left about z in A and B.
    """
    cdef int c, b, m
    cdef real[9 * TRIPLE] turned
    cdef real[3 * TRIPLE] scratch, moved, L
    cdef const real* down = single(block, DOWN, at)
    cdef real* to = single(parent, ANGULAR, at)
    cdef lane x
    for c in range(3):
        for b in range(SPAN):
            if shifts(kind):
                put_lane(L + c * TRIPLE, b,
                         lane_of(multi_number(multi, LEVER_CROSS, at) + c * TRIPLE, b))
            else:
                put_lane(L + c * TRIPLE, b, constant(link.lever + (1 + c) * PADDED + b * LANES))
    if plane:
        congruence(True, single(block, ANGULAR, at), down, TRIPLE, 2, 2, scratch, turned)
        congruence(False, single(block, COUPLING, at), down, TRIPLE, 3, 2, scratch,
                   turned + 3 * TRIPLE)
    else:
        congruence(True, single(block, ANGULAR, at), down, TRIPLE, 3, 3, scratch, turned)
        congruence(False, single(block, COUPLING, at), down, TRIPLE, 3, 3, scratch,
                   turned + 3 * TRIPLE)
    congruence(True, single(block, LINEAR, at), down, TRIPLE, 3, 3, scratch, turned + 6 * TRIPLE)
    transpose_triples(turned + 3 * TRIPLE, TRIPLE, scratch, TRIPLE)
    for b in range(SPAN):
        m = b * LANES
        for c in range(3):
            x = (lane_of(turned + (3 + c) * TRIPLE, b)
                 + times(L, TRIPLE, turned + (6 + c) * TRIPLE, b))
            put_lane(moved + c * TRIPLE, b, x)
            add_lane(to + (COUPLING - ANGULAR + c) * TRIPLE, b, x)
            if not repeats(b, c):
                add_lane(to + (LINEAR - ANGULAR + c) * TRIPLE, b,
                         lane_of(turned + (6 + c) * TRIPLE, b))
    for b in range(SPAN):
        m = b * LANES
        for c in range(3):
            if repeats(b, c):
                continue
            x = lane_of(turned + c * TRIPLE, b) + times(L, TRIPLE, scratch + c * TRIPLE, b)
            x = x - times(moved, TRIPLE, L + c * TRIPLE, b)
            add_lane(to + c * TRIPLE, b, x)


cdef inline void carry(const Link* link, int kind, real* block, real* multi,
                       const Pass* at) noexcept nogil:
    """LIFT = [l] R and its transpose LOWER, X^T U / D: for lanes alone"""
    cdef int c, b
    cdef real* lift = single(block, LIFT, at)
    cdef real* U = single(block, GAIN, at)
    cdef real* to = single(block, GAIN_ABOVE, at)
    if LANES == 1:
        return
    for c in range(3):
        for b in range(SPAN):
            put_lane(lift + c * TRIPLE, b,
                     crossed(link, kind, multi, single(block, DOWN + c, at), b, at))
    transpose_triples(lift, TRIPLE, single(block, LOWER, at), TRIPLE)
    for b in range(SPAN):
        put_lane(to, b, times(single(block, DOWN, at), TRIPLE, U, b)
                 + times(lift, TRIPLE, linear(U), b))
        put_lane(linear(to), b, times(single(block, DOWN, at), TRIPLE, linear(U), b))


cdef inline lane resisting_moment(bint plane, lane sum, real* block, const real* dw, const real* a,
                                  int b, const Pass* at) noexcept nogil:
    """sum and lane b of the moment of Ia (dw, a); plane: as of `inertia_to_parent`."""
    cdef int rows = 2 if plane else 3
    cdef const real* A = single(block, ANGULAR, at)
    cdef const real* B = single(block, COUPLING, at)
    if LANES == 1:
        if b == rows:
            return sum
        sum = (sum + dw[0] * part(A, 0, b)) + dw[1] * part(A, 1, b)
        if rows == 3:
            sum = sum + dw[2] * part(A, 2, b)
        return few_more_times(sum, B, a, 3, b)
    return sum + (few_times(A, dw, rows, b) + times(B, TRIPLE, a, b))


cdef inline lane resisting_force(bint plane, lane sum, real* block, const real* dw, const real* a,
                                 int b, const Pass* at) noexcept nogil:
    """sum and lane b of the force of Ia (dw, a); plane: as of `inertia_to_parent`."""
    cdef int rows = 2 if plane else 3
    cdef const real* B = single(block, COUPLING + b, at)
    cdef const real* M = single(block, LINEAR, at)
    if LANES == 1:
        # row b of B^T is column b of B
        sum = (sum + dw[0] * B[0]) + dw[1] * B[1]
        if rows == 3:
            sum = sum + dw[2] * B[2]
        return ((sum + a[0] * part(M, 0, b)) + a[1] * part(M, 1, b)) + a[2] * part(M, 2, b)
    return sum + (few_times(single(block, BACK, at), dw, rows, b) + times(M, TRIPLE, a, b))


cdef inline bint factor(const real* D, int count, const Link* link, const real* sizes,
                        const int* turns, real* L, real* pivots) noexcept nogil:
    """D = L diag(pivots) L^T, reciprocals of the pivots; False if one is rounding error.

    sizes of rounding errors about and along an axis
    """
    cdef int i, j, c
    cdef real[6] row
    cdef real pivot
    for i in range(count):
        for j in range(i):
            row[j] = D[6 * i + j]
            for c in range(j):
                row[j] -= row[c] * L[6 * j + c]
        pivot = D[7 * i]
        for j in range(i):
            L[6 * i + j] = row[j] * pivots[j]
            pivot -= row[j] * L[6 * i + j]
        if not exceeds(pivot, least_pivot(link, turns[i], sizes[0 if turns[i] else 1])):
            return False
        pivots[i] = 1 / pivot
    return True


cdef inline void solve(const real* L, const real* pivots, int count, real* x) noexcept nogil:
    """x = D^-1 x"""
    cdef int i, j
    for i in range(count):
        for j in range(i):
            x[i] -= L[6 * i + j] * x[j]
    for i in range(count):
        x[i] = x[i] * pivots[i]
    for i in range(count - 1, -1, -1):
        for j in range(i + 1, count):
            x[i] -= L[6 * j + i] * x[j]


cdef inline real rounded_size(param pitch, bint turns, real* block, const Pass* at) noexcept nogil:
    """Size of rounding errors in the inertia about, or along, an axis of the joint."""
    cdef real about = number(block, ROUNDED, at)[0]
    cdef real along = number(block, ROUNDED, at)[1]
    return about + (pitch * pitch) * along if turns else along


cdef inline real least_pivot(const Link* link, bint turns, real size) noexcept nogil:
    """Least inertia about, or along, an axis of the joint beyond its rounding errors."""
    return larger(link.least[0 if turns else 1], TRUSTED * size)


cdef inline void remember_size(real* block, const Pass* at) noexcept nogil:
    """Eliminating a joint makes rounding errors of the size of the traces of IA."""
    cdef real* size = number(block, ROUNDED, at)
    cdef const real* A = single(block, ANGULAR, at)
    cdef const real* M = single(block, LINEAR, at)
    size[0] = larger(size[0], A[0] + A[TRIPLE + 1] + A[2 * TRIPLE + 2])
    size[1] = larger(size[1], M[0] + M[TRIPLE + 1] + M[2 * TRIPLE + 2])


cdef inline void size_to_parent(const Link* link, int kind, real* block, real* parent,
                                real* multi, const Pass* at) noexcept nogil:
    """Errors in A, B, M become errors in A' = A - B' [l] + [l] B^T; no elimination removes them."""
    cdef const real* size = number(block, ROUNDED, at)
    cdef real* to = number(parent, ROUNDED, at)
    cdef int i
    cdef real x
    cdef real square = 0
    for i in range(3):
        if shifts(kind):
            x = multi_number(multi, LEVER, at)[i]
        else:
            x = link.lever[i]
        square += x * x
    to[0] = larger(to[0], size[0] + square * size[1])
    to[1] = larger(to[1], size[1])
