# The free base in its four representations, forces of spherical and free joints, and applied
# wrenches in the hybrid recursion; plain twin: hybrid_twin.py. Symbols as in h_grne_hybrid.pxi.


cdef void base_hybrid_twist(const Body* body, int base, const real* q, const real* v, int nv,
                            real* block, real* multi, Pass* at) noexcept nogil:
    """R, w and v of a free base from its velocity in the representation `base`."""
    cdef int i, j, b
    cdef int W = at.W
    cdef bint inertial = base == SPATIAL or base == HYBRID
    cdef real[9] local
    cdef real* R = block + ATTITUDE * W
    cdef real* rate = multi + MRATE * W
    cdef real* u = multi + U * W
    clear_series(multi, MULTI * W)
    clear_tails(R, 9, at.n, W)
    for i in range(3):
        taylor_series(v + i, nv, rate + 2 * i * W, at.n)
        taylor_series(v + 3 + i, nv, u + 2 * i * W, at.n)
    # R = E^T Q, p = r + E^T q
    quaternion_rotation(q + 3, local, 1)
    for i in range(3):
        multi[(P + 2 * i) * W] = body.r[i] + (body.E[i] * q[0] + body.E[3 + i] * q[1]
                                              + body.E[6 + i] * q[2])
        for j in range(3):
            R[(3 * i + j) * W] = (body.E[i] * local[j] + body.E[3 + i] * local[3 + j]
                                  + body.E[6 + i] * local[6 + j])
    rotation_series(rate, 2 * W, R, W, inertial, at.n)
    if base == SPATIAL:
        # u becomes p' = u + w x p
        spatial_base_motion(multi, at)
    for i in range(3):
        for b in range(at.blocks):
            store(block + (W_X + 2 * i) * W + b * LANES, load(rate + 2 * i * W + b * LANES)
                  if inertial else row_product(R + 3 * i * W, rate, b, at.n, W))
            store(block + (SPEED + i) * W + b * LANES,
                  row_product(R + 3 * i * W, u, b, at.n, W) if base == BODY
                  else load(u + 2 * i * W + b * LANES))


cdef void several_degrees_torque(int kind, int base, const real* block, const real* multi,
                                 real* tau, int nv, Pass* at) noexcept nogil:
    """X^T W: (R^T n, R^T f) in body form, (R^T n, f), (n, f), (n + p x f, f) of a base"""
    cdef int i, b
    cdef int W = at.W
    cdef int n = at.n - 1
    cdef const real* R = block + ATTITUDE * W
    cdef const real* moment = block + MOMENT * W
    cdef const real* force = block + FORCE * W
    for i in range(3):
        for b in range(at.blocks):
            if base == BODY or base == MIXED:
                store(at.scratch + b * LANES, column_product(R + i * W, moment, b, n, W))
            else:
                store(at.scratch + b * LANES, load(moment + 2 * i * W + b * LANES))
            if base == SPATIAL:
                add_to(at.scratch, cross_term(multi + P * W, 2 * W, force, i, b, n, W), b)
            if base == BODY:
                store(at.scratch + W + b * LANES, column_product(R + i * W, force, b, n, W))
            else:
                store(at.scratch + W + b * LANES, load(force + 2 * i * W + b * LANES))
        write_series(at.scratch, tau + i, nv, n)
        if kind == FREE:
            write_series(at.scratch + W, tau + 3 + i, nv, n)


cdef void subtract_applied(const Body* body, const real* wrench, int stride, bint inertial,
                           real* block, Pass* at) noexcept nogil:
    """f -= f_app, n -= n_app - R k x f_app; the wrench acts at the body's origin, ours lies k off.

    wrench: six numbers, their k-th derivatives k stride further.
    """
    cdef int i, b
    cdef int W = at.W
    cdef int n = at.n - 1
    cdef double[3] off
    cdef const real* R = block + ATTITUDE * W
    cdef real* lever = at.scratch + 6 * W
    cdef real* moment = at.scratch + 13 * W
    cdef real* force = at.scratch + 19 * W
    clear_series(at.scratch, 24 * W)
    for i in range(6):
        taylor_series(wrench + i, stride, at.scratch + i * W, n)
    for i in range(3):
        off[i] = body.K[i] * body.k[0] + body.K[3 + i] * body.k[1] + body.K[6 + i] * body.k[2]
    if not inertial:
        constant_rotation_back(body.K, at.scratch, lever, at)
        constant_rotation_back(body.K, at.scratch + 3 * W, at.scratch + 9 * W, at)
        for i in range(3):
            copy(at.scratch + (9 + i) * W, force + 2 * i * W, W)
        for i in range(3):
            copy(lever + i * W, moment + 2 * i * W, W)
        for i in range(3):
            for b in range(at.blocks):
                store(at.scratch + i * W + b * LANES, row_product(R + 3 * i * W, moment, b, n, W))
                store(at.scratch + (3 + i) * W + b * LANES,
                      row_product(R + 3 * i * W, force, b, n, W))
    for i in range(3):
        copy(at.scratch + (3 + i) * W, force + 2 * i * W, W)
        for b in range(at.blocks):
            store(lever + i * W + b * LANES, row_times(R + 3 * i * W, off, b * LANES, W))
    for i in range(3):
        for b in range(at.blocks):
            subtract_from(block + (FORCE + 2 * i) * W, load(force + 2 * i * W + b * LANES), b)
            subtract_from(block + (MOMENT + 2 * i) * W, load(at.scratch + i * W + b * LANES)
                          - cross_term(lever, W, force, i, b, n, W), b)
