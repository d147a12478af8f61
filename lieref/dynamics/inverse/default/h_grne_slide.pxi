# Joints that shift along their axis, prismatic and helical, in the default recursion; plain
# twin: inverse_dynamics_twin._shift. Symbols as in h_grne_body.pxi, and
#   p       shift in the parent's axes, E^T z d, 3;  lead its length over the angle or coordinate

cdef inline void shift_series(const Body* body, int kind, real q, real* block,
                              Pass* at) noexcept nogil:
    """d = lead q with lead = 1 (prismatic) or the pitch (helical)"""
    cdef int k
    cdef int W = at.W
    cdef param lead = body.pitch if kind == HELICAL else 1
    block[SHIFT * W] = lead * q
    for k in range(at.n - 1):
        block[SHIFT * W + k + 1] = divided(lead * block[RATE * W + k], k + 1)


cdef inline Lanes3 constant_crossed(Lanes3 a, const param* z) noexcept nogil:
    """a x z"""
    return lanes3(z[2] * a.y - z[1] * a.z, z[0] * a.z - z[2] * a.x, z[1] * a.x - z[0] * a.y)


cdef inline void slide(const Body* body, int kind, real* block, const real* parent,
                       Pass* at) noexcept nogil:
    """slide = (Xi_p z d + 2 w_p x z d' + z d'') of a joint that shifts along z, in parent's axes

    Not in the body's own: against a body that turns fast the same vector has large high
    derivatives, which would cancel where the force returns to the parent.
    """
    cdef int b
    cdef int W = at.W
    cdef param lead = body.pitch if kind == HELICAL else 1
    cdef const param* z = body.E + 6
    cdef lane rate
    cdef Lanes3 sum
    for b in range(at.blocks):
        put_at(at.scratch, 0, b, matrix_times(parent, XI, z, b, at), at)
        put_at(at.scratch, 3, b,
               scaled(2 * lead, constant_crossed(padded_at(parent, W_X, b, at), z)), at)
    for b in range(at.blocks):
        sum = plus(products(at.scratch, W, block + SHIFT * W, b, at),
                   products(at.scratch + 3 * W, W, block + RATE * W, b, at))
        # coefficients of the rate's derivative as those of w's in angular_acceleration
        rate = load(block + RATE * W + b * LANES + 1)
        put_at(block, SLIDE, b, plus(sum, lanes3(lead * z[0] * count_from(b * LANES) * rate,
                                                 lead * z[1] * count_from(b * LANES) * rate,
                                                 lead * z[2] * count_from(b * LANES) * rate)), at)


cdef inline void moment_of_shift(const Body* body, const real* joint, real* parent,
                                 Pass* at) noexcept nogil:
    """n_p += E^T z d x (E^T Rz f + m (a_p + Xi_p r + slide)); scratch 6..8 holds E^T Rz f."""
    cdef int b
    cdef int W = at.W
    cdef real* force = at.scratch + 6 * W
    point_acceleration(parent + A * W, parent + XI * W, body.r, at.scratch, at)
    for b in range(at.blocks):
        add_at(force, 0, b, scaled(body.m, plus(vector_at(at.scratch, 0, b, at),
                                                vector_at(joint, SLIDE, b, at))), at)
    for b in range(at.blocks):
        put_at(at.scratch, 0, b, products(force, W, joint + SHIFT * W, b, at), at)
    for b in range(at.blocks):
        add_at(parent, N, b, cross_constant(body.E + 6, vector_at(at.scratch, 0, b, at)), at)


cdef inline void sliding_torque(const Body* body, int kind, const real* joint,
                                Pass* at) noexcept nogil:
    """scratch = z . (m a + f) of a prismatic joint, z . n + pitch z . (m a + f) of a helical one"""
    cdef int b
    cdef lane force
    for b in range(at.blocks):
        force = body.m * lane_at(joint, A + 2, b, at) + lane_at(joint, F + 2, b, at)
        if kind == HELICAL:
            force = lane_at(joint, N + 2, b, at) + body.pitch * force
        store(at.scratch + b * LANES, force)
