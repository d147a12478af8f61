# Articulated inertias in body frames, for h_gabi_body.pxi: once per call, for every order
# [Ali, Lemma 2]. Plain twin: articulated_twin.py.


cdef inline void own_inertia(const Link* link, real* block, const Pass* at) noexcept nogil:
    """IA of the body alone: n = J dw + h x a, f = m a - h x dw"""
    cdef int i, b, c
    cdef real* to = single(block, ANGULAR, at)
    for i in range(3):
        for b in range(SPAN):
            c = TRIPLE * i + b * LANES
            store(to + c, constant(link.J + c))
            store(to + (COUPLING - ANGULAR) * TRIPLE + c, constant(link.H + c))
            store(to + (LINEAR - ANGULAR) * TRIPLE + c, link.m * constant(unit_triples + c))


cdef inline real articulate(const Link* link, int kind, double pitch, bint yields, real* block,
                            const Pass* at) noexcept nogil:
    """Ia = IA - U U^T / D with U = IA S, D = S^T U of a one-degree joint; returns D - least.

    YIELD keeps U / D, COMPLIANCE 1 / D. What the joint lets go is exactly zero in Ia.
    """
    cdef int c, b, m, row
    cdef real D, inverse
    cdef lane n, f, x
    cdef real* A = single(block, ANGULAR, at)
    cdef real* B = single(block, COUPLING, at)
    cdef real* BT = single(block, BACK, at)
    cdef real* M = single(block, LINEAR, at)
    cdef real* U = single(block, YIELD, at)
    transpose_triples(B, TRIPLE, BT)
    if not yields:
        clear_series(U, 2 * TRIPLE)
        return 1
    row = 2 * TRIPLE
    for b in range(SPAN):
        m = b * LANES
        if kind == PRISMATIC:
            n = load(B + row + m)
            f = load(M + row + m)
        else:
            n = load(A + row + m)
            f = load(BT + row + m)
            if kind == HELICAL:
                n = n + pitch * load(B + row + m)
                f = f + pitch * load(M + row + m)
        store(U + m, n)
        store(U + TRIPLE + m, f)
    D = U[TRIPLE + 2] if kind == PRISMATIC else U[2]
    if kind == HELICAL:
        D = D + pitch * U[TRIPLE + 2]
    inverse = 1 / D
    number(block, COMPLIANCE, at)[0] = inverse
    for c in range(3):
        for b in range(SPAN):
            m = c * TRIPLE + b * LANES
            n = load(U + b * LANES)
            f = load(U + TRIPLE + b * LANES)
            store(A + m, load(A + m) - (U[c] * inverse) * n)
            store(B + m, load(B + m) - (U[TRIPLE + c] * inverse) * n)
            store(BT + m, load(BT + m) - (U[c] * inverse) * f)
            store(M + m, load(M + m) - (U[TRIPLE + c] * inverse) * f)
    for b in range(SPAN):
        m = b * LANES
        x = load(U + m)
        store(U + m, inverse * x)
        x = load(U + TRIPLE + m)
        store(U + TRIPLE + m, inverse * x)
    return D - link.least[1 if kind == PRISMATIC else 0]


cdef inline void without_axis(int kind, real* block, const Pass* at) noexcept nogil:
    """Zero, exactly, in Ia what meets the axis z of a revolute or prismatic joint that yields."""
    cdef int c, b, m
    cdef lane keep
    # A and row z of B for a revolute joint; M and row z of B^T for a prismatic one
    cdef real* own = single(block, ANGULAR if kind == REVOLUTE else LINEAR, at)
    cdef real* beside = single(block, COUPLING if kind == REVOLUTE else BACK, at)
    cdef real* opposite = single(block, BACK if kind == REVOLUTE else COUPLING, at)
    for b in range(SPAN):
        m = b * LANES
        keep = constant(unit_triples + m) + constant(unit_triples + TRIPLE + m)
        for c in range(3):
            store(beside + c * TRIPLE + m, keep * load(beside + c * TRIPLE + m))
        store(own + m, keep * load(own + m))
        store(own + TRIPLE + m, keep * load(own + TRIPLE + m))
        store(own + 2 * TRIPLE + m, zero_lane())
        store(opposite + 2 * TRIPLE + m, zero_lane())


cdef inline void congruence(const real* X, const real* down, int T, real* by,
                            real* out) noexcept nogil:
    """out = R X R^T for three columns X; R by its columns, `by` is scratch of three triples."""
    cdef int c, b, m
    cdef const real* row
    for c in range(3):
        for b in range(SPAN):
            store(by + c * TRIPLE + b * LANES, times(down, T, X + c * TRIPLE, b))
    for b in range(SPAN):
        m = b * LANES
        for c in range(3):
            # column c of R^T: entries c of the columns of R
            row = down + c
            store(out + c * TRIPLE + m,
                  row[0] * load(by + m) + row[T] * load(by + TRIPLE + m)
                  + row[2 * T] * load(by + 2 * TRIPLE + m))


cdef inline void inertia_to_parent(real* block, real* parent, const Pass* at) noexcept nogil:
    """IA_p += X^T Ia X: turned by R, then shifted, B' = B + [l] M, A' = A - B' [l] + [l] B^T"""
    cdef int c, b, m
    cdef real[9 * TRIPLE] turned
    cdef real[3 * TRIPLE] scratch
    cdef real[3 * TRIPLE] moved
    cdef const real* L = single(block, LEVER_CROSS, at)
    cdef const real* down = series(block, DOWN, 0, at)
    cdef real* to = single(parent, ANGULAR, at)
    cdef lane x
    congruence(single(block, ANGULAR, at), down, at.T, scratch, turned)
    congruence(single(block, COUPLING, at), down, at.T, scratch, turned + 3 * TRIPLE)
    congruence(single(block, LINEAR, at), down, at.T, scratch, turned + 6 * TRIPLE)
    transpose_triples(turned + 3 * TRIPLE, TRIPLE, scratch)
    for b in range(SPAN):
        m = b * LANES
        for c in range(3):
            x = (load(turned + (3 + c) * TRIPLE + m)
                 + times(L, TRIPLE, turned + (6 + c) * TRIPLE, b))
            store(moved + c * TRIPLE + m, x)
            add_to(to + (COUPLING - ANGULAR + c) * TRIPLE + m, x, 0)
            add_to(to + (LINEAR - ANGULAR + c) * TRIPLE + m, load(turned + (6 + c) * TRIPLE + m), 0)
    for b in range(SPAN):
        m = b * LANES
        for c in range(3):
            x = load(turned + c * TRIPLE + m) + times(L, TRIPLE, scratch + c * TRIPLE, b)
            x = x - times(moved, TRIPLE, L + c * TRIPLE, b)
            add_to(to + c * TRIPLE + m, x, 0)


cdef inline void carry(real* block, const Pass* at) noexcept nogil:
    """LIFT = [l] R and its transpose LOWER, X^T U / D"""
    cdef int c, b, m
    cdef real* lift = single(block, LIFT, at)
    cdef real* U = single(block, YIELD, at)
    cdef real* to = single(block, YIELD_ABOVE, at)
    for c in range(3):
        for b in range(SPAN):
            store(lift + c * TRIPLE + b * LANES,
                  times(single(block, LEVER_CROSS, at), TRIPLE, series(block, DOWN + c, 0, at), b))
    transpose_triples(lift, TRIPLE, single(block, LOWER, at))
    for b in range(SPAN):
        m = b * LANES
        store(to + m, times(series(block, DOWN, 0, at), at.T, U, b)
              + times(lift, TRIPLE, U + TRIPLE, b))
        store(to + TRIPLE + m, times(series(block, DOWN, 0, at), at.T, U + TRIPLE, b))


cdef inline lane resisting_moment(real* block, const real* A, int b, const Pass* at) noexcept nogil:
    """Lane b of the moment of Ia (dw, a); A: two triples."""
    return (times(single(block, ANGULAR, at), TRIPLE, A, b)
            + times(single(block, COUPLING, at), TRIPLE, A + TRIPLE, b))


cdef inline lane resisting_force(real* block, const real* A, int b, const Pass* at) noexcept nogil:
    """Lane b of the force of Ia (dw, a)."""
    return (times(single(block, BACK, at), TRIPLE, A, b)
            + times(single(block, LINEAR, at), TRIPLE, A + TRIPLE, b))
