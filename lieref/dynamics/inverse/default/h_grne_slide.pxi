# Joints that shift along their axis, prismatic and helical, in the production recursion; plain
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


cdef inline void slide(const Body* body, int kind, real* block, const real* parent,
                       Pass* at) noexcept nogil:
    """slide = (Xi_p z d + 2 w_p x z d' + z d'') of a joint that shifts along z, in parent's axes

    Not in the body's own: against a body that turns fast the same vector has large high
    derivatives, which would cancel where the force returns to the parent.
    """
    cdef int m, i, j, k
    cdef int W = at.W
    cdef param lead = body.pitch if kind == HELICAL else 1
    cdef const param* z = body.E + 6
    cdef const real* Xi = parent + XI * W
    cdef const real* w = parent + W_X * W
    for i in range(3):
        j = (i + 1) % 3
        k = (i + 2) % 3
        for m in range(at.blocks):
            store(at.spare + m * LANES, z[0] * load(Xi + 3 * i * W + m * LANES)
                  + z[1] * load(Xi + (3 * i + 1) * W + m * LANES)
                  + z[2] * load(Xi + (3 * i + 2) * W + m * LANES))
            store(at.spare + W + m * LANES, 2 * lead * (z[k] * load(w + 2 * j * W + m * LANES)
                                                        - z[j] * load(w + 2 * k * W + m * LANES)))
        for m in range(at.blocks):
            # coefficients of the rate's derivative as those of w's in angular_acceleration
            store(block + (SLIDE + i) * W + m * LANES,
                  product(at.spare, block + SHIFT * W, m, at.n)
                  + product(at.spare + W, block + RATE * W, m, at.n)
                  + lead * z[i] * count_from(m * LANES) * load(block + RATE * W + m * LANES + 1))


cdef inline void moment_of_shift(const Body* body, const real* joint, real* parent,
                                 Pass* at) noexcept nogil:
    """n_p += E^T z d x (E^T Rz f + m (a_p + Xi_p r + slide)); spare 6..8 holds E^T Rz f."""
    cdef int m, i, j, k
    cdef int W = at.W
    cdef const param* z = body.E + 6
    cdef real* force = at.spare + 6 * W
    point_acceleration(parent + A * W, parent + XI * W, body.r, at.spare, at)
    for i in range(3):
        for m in range(at.blocks):
            add_to(force + i * W, body.m * (load(at.spare + i * W + m * LANES)
                                            + load(joint + (SLIDE + i) * W + m * LANES)), m)
    for i in range(3):
        for m in range(at.blocks):
            store(at.spare + i * W + m * LANES,
                  product(force + i * W, joint + SHIFT * W, m, at.n))
    for i in range(3):
        j = (i + 1) % 3
        k = (i + 2) % 3
        for m in range(at.blocks):
            add_to(parent + (N + i) * W, z[j] * load(at.spare + k * W + m * LANES)
                   - z[k] * load(at.spare + j * W + m * LANES), m)


cdef inline void sliding_effort(const Body* body, int kind, const real* joint,
                                Pass* at) noexcept nogil:
    """spare = z . (m a + f) of a prismatic joint, z . n + pitch z . (m a + f) of a helical one"""
    cdef int m
    cdef int W = at.W
    cdef lane force
    for m in range(at.blocks):
        force = (body.m * load(joint + (A + 2) * W + m * LANES)
                 + load(joint + (F + 2) * W + m * LANES))
        if kind == HELICAL:
            force = load(joint + (N + 2) * W + m * LANES) + body.pitch * force
        store(at.spare + m * LANES, force)
