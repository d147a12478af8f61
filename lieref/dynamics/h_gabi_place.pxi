# Where the bodies are and how fast they move, before any order is under way; and the turning of
# one-degree joints.

from lieref.dynamics.forward_dynamics cimport Call


cdef inline void home_lever(const Link* link, real* block, const Pass* at) noexcept nogil:
    """The lever r of a joint that does not shift, and the columns of [r]"""
    cdef int c, b
    cdef real* lever = single(block, LEVER, at)
    for c in range(4):
        for b in range(SPAN):
            store(lever + c * TRIPLE + b * LANES, constant(link.lever + c * TRIPLE + b * LANES))


cdef inline void turn_of_joint(const Link* link, real c, real s, real* block, int k,
                               const Pass* at) noexcept nogil:
    """R_k = E^T Rz_k from coefficient k of cosine and sine; the axis itself does not turn."""
    cdef int i, b, m
    cdef lane up, e0, e1, e2
    for b in range(SPAN):
        m = b * LANES
        for i in range(3):
            up = (c * constant(link.up_cos + TRIPLE * i + m)
                  + s * constant(link.up_sin + TRIPLE * i + m))
            if k == 0:
                up = up + constant(link.up_axis + TRIPLE * i + m)
            store(series(block, UP + i, k, at) + m, up)
        e0 = constant(link.rows + m)
        e1 = constant(link.rows + TRIPLE + m)
        store(series(block, DOWN, k, at) + m, c * e0 + s * e1)
        store(series(block, DOWN + 1, k, at) + m, c * e1 - s * e0)
        e2 = constant(link.rows + 2 * TRIPLE + m) if k == 0 else zero_lane()
        store(series(block, DOWN + 2, k, at) + m, e2)


cdef inline void advance_angle(const Link* link, bint turns, real* block, int k,
                               const Pass* at) noexcept nogil:
    """Cosine and sine of order k + 1 from c' = -s qd, s' = c qd, and R of that order if needed"""
    cdef int j
    cdef real* rate = number_series(block, RATE, at)
    cdef real* cosine = number_series(block, COS, at)
    cdef real* sine = number_series(block, SIN, at)
    cdef real c = 0
    cdef real s = 0
    if turns:
        for j in range(k + 1):
            c -= rate[k - j] * sine[j]
            s += rate[k - j] * cosine[j]
    cosine[k + 1] = divided(c, k + 1)
    sine[k + 1] = divided(s, k + 1)
    if k + 1 < at.n:
        turn_of_joint(link, cosine[k + 1], sine[k + 1], block, k + 1, at)


cdef inline lane last_turn(const Link* link, real* block, const real* x, int b,
                           const Pass* at) noexcept nogil:
    """Lane b of R_n^T x, for which alone R_n would be needed."""
    return (number_series(block, COS, at)[at.n] * constant_times(link.up_cos, x, b)
            + number_series(block, SIN, at)[at.n] * constant_times(link.up_sin, x, b))


cdef inline bint on_world(Model model, int i) noexcept nogil:
    """A free joint on the world?"""
    return model.kind[i] == FREE and model.parent[i] < 0


cdef inline bint released(const Call* call, const int* iv, int i) noexcept nogil:
    """A free joint on the world none of whose coordinates is prescribed?"""
    cdef int j
    if call.prescribed != NULL:
        for j in range(6):
            if call.prescribed[iv[i] + j]:
                return False
    return True


cdef inline void place(Model model, const Call* call, Pass* at, Pass* shared) noexcept nogil:
    """Poses and velocities now, and the inertias of the bodies alone."""
    cdef int i, j, b, m, kind
    cdef const real* q = <const real*> call.q
    cdef const real* v = <const real*> call.v
    cdef const real* rates
    cdef real* block
    cdef real* parent
    cdef real* w
    cdef real* further = at.further
    cdef lane spin
    for i in range(model.nbodies):
        block = at.body + i * at.size
        parent = at.body + (model.nbodies if model.parent[i] < 0 else model.parent[i]) * at.size
        kind = model.kind[i]
        rates = v + model.iv[i]
        own_inertia(&model.links[i], block, at)
        if on_world(model, i):
            place_base(&model.bodies[i], call.base, model.g, q + model.iq[i], rates, block,
                       further, shared)
            if not released(call, model.iv, i):
                base_subspace(call.base, further, shared)
            further += at.more
            continue
        if kind < SPHERICAL:
            number_series(block, RATE, at)[0] = rates[0]
            number_series(block, COS, at)[0] = 1 if kind == PRISMATIC else at.cosines[i]
            number_series(block, SIN, at)[0] = 0 if kind == PRISMATIC else at.sines[i]
            turn_of_joint(&model.links[i], number_series(block, COS, at)[0],
                          number_series(block, SIN, at)[0], block, 0, at)
            if kind == REVOLUTE:
                home_lever(&model.links[i], block, at)
            else:
                place_shift(&model.bodies[i], kind, q[model.iq[i]], block, further, shared)
        else:
            # zeros beside the numbers that come one by one
            clear_series(series(block, UP, 0, at), 6 * at.T)
            clear_series(further_series(further, TURN, 0, at), TRIPLE)
            place_multi(&model.bodies[i], kind, q + model.iq[i], block, further, shared)
            for j in range(3):
                further_series(further, TURN, 0, at)[j] = rates[j]
                if kind == FREE:
                    further_series(further, SLIDE, 0, at)[j] = rates[3 + j]
        # w = R^T w_p + turn
        w = series(block, OMEGA, 0, at)
        for b in range(SPAN):
            m = b * LANES
            spin = times(series(block, UP, 0, at), at.T, series(parent, OMEGA, 0, at), b)
            if kind == REVOLUTE or kind == HELICAL:
                spin = spin + rates[0] * constant(unit_triples + 2 * TRIPLE + m)
            elif kind != PRISMATIC:
                spin = spin + load(further_series(further, TURN, 0, at) + m)
            store(w + m, spin)
        if kind != REVOLUTE:
            further += at.more
