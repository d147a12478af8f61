# Where the bodies are and how fast they move, before any order is under way; and the turning of
# one-degree joints.

from lieref.dynamics.shared.calls cimport ForwardCall as Call


cdef inline void turn_of_joint(const Link* link, real c, real s, real* block,
                               const Pass* at) noexcept nogil:
    """R = E^T Rz of now from the cosine and sine of the angle"""
    cdef int b, m
    cdef lane e0, e1
    cdef real* down = single(block, DOWN, at)
    for b in range(SPAN):
        m = b * LANES
        e0 = constant(link.rows + m)
        e1 = constant(link.rows + PADDED + m)
        put_lane(down, b, c * e0 + s * e1)
        put_lane(down + TRIPLE, b, c * e1 - s * e0)
        put_lane(down + 2 * TRIPLE, b, constant(link.rows + 2 * PADDED + m))


cdef inline void advance_angle(bint turns, real* block, int k, const Pass* at) noexcept nogil:
    """c and s of T_{k+1} of a one-degree joint from its rates 0 .. k: c' = -s qd, s' = c qd"""
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


cdef inline void place(Model model, const Call* call, int i, real* block, real* parent,
                       real* multi, Pass* at, Pass* shared) noexcept nogil:
    """Pose and velocity of a body now, and its inertia alone."""
    cdef int j, b, m
    cdef int kind = model.kind[i]
    cdef const real* q = <const real*> call.q + model.iq[i]
    cdef const real* rates = <const real*> call.v + model.iv[i]
    cdef real* w = series(block, OMEGA, 0, at)
    cdef lane spin
    own_inertia(&model.links[i], block, at)
    if on_world(model, i):
        place_base(&model.bodies[i], call.base, model.g, q, rates, block, multi, shared)
        if not released(call, model.iv, i):
            base_subspace(call.base, multi, shared)
        return
    if kind < SPHERICAL:
        number_series(block, RATE, at)[0] = rates[0]
        number_series(block, COS, at)[0] = 1
        number_series(block, SIN, at)[0] = 0
        turn_of_joint(&model.links[i], 1 if kind == PRISMATIC else at.cosines[i],
                      0 if kind == PRISMATIC else at.sines[i], block, at)
        if kind != REVOLUTE:
            place_shift(&model.bodies[i], kind, q[0], multi, shared)
    else:
        # zeros beside the numbers that come one by one
        clear_series(single(block, DOWN, at), 3 * TRIPLE)
        clear_series(multi_series(multi, TURN, 0, at), TRIPLE)
        place_multi(&model.bodies[i], kind, q, block, multi, shared)
        for j in range(3):
            multi_series(multi, TURN, 0, at)[j] = rates[j]
            if kind == FREE:
                multi_series(multi, SLIDE, 0, at)[j] = rates[3 + j]
    if LANES > 1:
        transpose_triples(single(block, DOWN, at), TRIPLE, single(block, UP, at), TRIPLE)
    # w = R^T w_p + turn
    for b in range(SPAN):
        m = b * LANES
        spin = times_transposed(block, DOWN, UP, series(parent, OMEGA, 0, at), b, at)
        if kind == REVOLUTE or kind == HELICAL:
            spin = spin + rates[0] * constant(unit_triples + 2 * PADDED + m)
        elif kind != PRISMATIC:
            put_lane(multi_series(multi, CARRIED, 0, at), b, spin)
            spin = spin + lane_of(multi_series(multi, TURN, 0, at), b)
        put_lane(w, b, spin)
