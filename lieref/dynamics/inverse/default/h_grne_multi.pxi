# Spherical and free joints, and the free base in its four representations; plain twins:
# inverse_dynamics_twin._several_degrees and base_twin. Symbols besides those of h_grne_body.pxi:
#   Q, p    rotation of the joint in its placement's axes, position in the parent's kernel axes;
#           for a free base: rotation and position of the body in the inertial frame
#   rate, u angular and linear velocity of the joint, in body axes; for a base as `base` says;
#           of a free joint between bodies u becomes p', du becomes p'', in the parent's axes

# Offsets in the block of such a joint; nine series of Q row by row; all but the last two padded.
cdef enum MultiOffset:
    Q = 1
    MRATE = 19
    U = 25
    P = 31
    DMRATE = 36
    DU = 39
    MULTI = 42

cdef enum Base:
    BODY = 0
    SPATIAL = 1
    HYBRID = 2
    MIXED = 3


cdef void multi_series(const Body* body, int kind, const real* q, const real* v, int nv,
                       real* block, real* multi, Pass* at) noexcept nogil:
    """Rates, and the series of Q and p, of a spherical or free joint in body axes."""
    cdef int i, k, m
    cdef int W = at.W
    cdef real* turned = at.scratch + 6 * W
    cdef const real* quaternion = q if kind == SPHERICAL else q + 3
    clear_series(multi, MULTI * W)
    clear_paddings(block, kind, at)
    for i in range(3):
        derivative_series(v + i, nv, multi + (MRATE + 2 * i) * W, multi + (DMRATE + i) * W, at.n)
    quaternion_rotation(quaternion, multi + Q * W, 2 * W)
    rotation_series(multi + MRATE * W, 2 * W, multi + Q * W, 2 * W, False, at.n)
    if kind == SPHERICAL:
        return
    for i in range(3):
        derivative_series(v + 3 + i, nv, multi + (U + 2 * i) * W, multi + (DU + i) * W, at.n)
    # p' = E^T Q u,  p'' = E^T Q (u' + rate x u)
    for m in range(at.blocks):
        put_at(turned, 0, m, plus(vector_at(multi, DU, m, at), cross_terms(
            multi + MRATE * W, 2 * W, multi + U * W, m, at)), at)
    rotate_vector(multi + Q * W, turned, W, at.scratch, W, False, at.n, W)
    constant_rotation_back(body.E, at.scratch, multi + DU * W, at)
    rotate_vector(multi + Q * W, multi + U * W, 2 * W, at.scratch, W, False, at.n, W)
    clear_tails(at.scratch + 3 * W, 3, at.n, W)
    for i in range(3):
        at.scratch[(3 + i) * W] = q[i]
        for k in range(at.n - 1):
            at.scratch[(3 + i) * W + k + 1] = divided(at.scratch[i * W + k], k + 1)
    constant_rotation_back(body.E, at.scratch, turned, at)
    constant_rotation_back(body.E, at.scratch + 3 * W, at.scratch, at)
    for i in range(3):
        copy(turned + i * W, multi + (U + 2 * i) * W, W)
        copy(at.scratch + i * W, multi + (P + 2 * i) * W, W)


cdef inline void last_of_rate(real* w, const real* dw, Pass* at) noexcept nogil:
    """w_n = dw_{n-1} / n"""
    cdef int i
    for i in range(3):
        w[2 * i * at.W + at.n] = divided(dw[i * at.W + at.n - 1], at.n)


cdef inline Lanes3 derived(Lanes3 later, int m) noexcept nogil:
    """Block m of the derivative, k x_k, from coefficients k of the series, one later than those."""
    cdef lane count = count_from(m * LANES)
    return lanes3(count * later.x, count * later.y, count * later.z)


cdef void multi_motion(const Body* body, int kind, real* block, real* multi, const real* parent,
                       Pass* at) noexcept nogil:
    """w = Q^T E w_p + rate,  dw = Q^T E dw_p + w x rate + rate',  a = Q^T E (a_p + Xi_p r + slide)

    Of dw the last coefficient alone is news: it gives coefficient n of w.
    """
    cdef int m
    cdef int W = at.W
    cdef real* w = block + W_X * W
    cdef real* point = at.scratch + 3 * W
    cdef real* dw = at.scratch + 6 * W
    constant_rotation(body.E, parent + W_X * W, 2 * W, at.scratch, at)
    rotate_vector(multi + Q * W, at.scratch, W, w, 2 * W, True, at.n, W)
    for m in range(at.blocks):
        add_padded(block, W_X, m, padded_at(multi, MRATE, m, at), at)
        put_at(dw, 0, m, derived(vector(parent + W_X * W + m * LANES + 1, 2 * W), m), at)
    constant_rotation(body.E, dw, W, at.scratch, at)
    rotate_vector(multi + Q * W, at.scratch, W, dw, W, True, at.n, W)
    for m in range(at.blocks):
        add_at(dw, 0, m, plus(cross_terms(w, 2 * W, multi + MRATE * W, m, at),
                              vector_at(multi, DMRATE, m, at)), at)
    last_of_rate(w, dw, at)
    point_acceleration(parent + A * W, parent + XI * W, body.r, point, at)
    if kind == FREE:
        for m in range(at.blocks):
            add_at(point, 0, m, vector_at(block, SLIDE, m, at), at)
    constant_rotation(body.E, point, W, at.scratch, at)
    rotate_vector(multi + Q * W, at.scratch, W, block + A * W, W, True, at.n, W)


cdef void multi_slide(real* block, const real* multi, const real* parent,
                      Pass* at) noexcept nogil:
    """slide = Xi_p p + 2 w_p x p' + p'', in the parent's axes for the reason given in `slide`"""
    cdef int m
    cdef int W = at.W
    cdef Lanes3 along, across
    for m in range(at.blocks):
        along = matrix_products(parent + XI * W, multi + P * W, m, at)
        across = cross_terms(parent + W_X * W, 2 * W, multi + U * W, m, at)
        put_at(block, SLIDE, m, plus(plus(along, scaled(2, across)), vector_at(multi, DU, m, at)),
               at)


cdef void multi_wrench_to_parent(const Body* body, int kind, real* block, real* multi,
                                 real* parent, Pass* at) noexcept nogil:
    """f_p += F,  n_p += E^T Q n + r x F + p x (E^T Q f + m (a_p + Xi_p r + slide))

    with F = E^T Q f + m slide.
    """
    cdef int m
    cdef int W = at.W
    cdef Lanes3 F_parent
    cdef real* whole = at.scratch
    cdef real* force = at.scratch + 3 * W
    cdef real* moment = at.scratch + 6 * W
    rotate_vector(multi + Q * W, block + N * W, W, at.scratch, W, False, at.n, W)
    constant_rotation_back(body.E, at.scratch, moment, at)
    rotate_vector(multi + Q * W, block + F * W, W, at.scratch, W, False, at.n, W)
    constant_rotation_back(body.E, at.scratch, force, at)
    if kind == FREE:
        point_acceleration(parent + A * W, parent + XI * W, body.r, whole, at)
        for m in range(at.blocks):
            add_at(force, 0, m, scaled(body.m, vector_at(block, SLIDE, m, at)), at)
            put_at(whole, 0, m, plus(scaled(body.m, vector_at(whole, 0, m, at)),
                                     vector_at(force, 0, m, at)), at)
        for m in range(at.blocks):
            subtract_at(moment, 0, m, cross_terms(whole, W, multi + P * W, m, at), at)
    for m in range(at.blocks):
        F_parent = vector_at(force, 0, m, at)
        add_at(parent, F, m, F_parent, at)
        add_at(parent, N, m, plus(vector_at(moment, 0, m, at), cross_constant(body.r, F_parent)),
               at)


cdef void spatial_base_motion(real* multi, Pass* at) noexcept nogil:
    """From the spatial twist (w, v): p' = v + w x p; u becomes p', du becomes p''."""
    cdef int i, a, b, j, k, m
    cdef int W = at.W
    cdef real total
    cdef const real* w = multi + MRATE * W
    cdef real* p = multi + P * W
    cdef real* u = multi + U * W
    for k in range(at.n - 1):
        for i in range(3):
            a = (i + 1) % 3
            b = (i + 2) % 3
            total = u[2 * i * W + k]
            for j in range(k + 1):
                total += (w[2 * a * W + j] * p[2 * b * W + k - j]
                          - w[2 * b * W + j] * p[2 * a * W + k - j])
            p[2 * i * W + k + 1] = divided(total, k + 1)
    for m in range(at.blocks):
        add_padded(multi, U, m, cross_terms(w, 2 * W, p, m, at), at)
    for m in range(at.blocks):
        add_at(multi, DU, m, plus(cross_terms(multi + DMRATE * W, W, p, m, at),
                                  cross_terms(w, 2 * W, u, m, at)), at)


cdef inline void base_series(const Body* body, int base, const real* q, const real* v, int nv,
                             const double* g, real* block, real* multi, Pass* at,
                             Pass* shared) noexcept nogil:
    """Series of a free joint on the world: w, u, u', and gravity in body axes in `slide`."""
    cdef int i, j
    cdef int W = at.W
    cdef real[9] local
    cdef real* w = block + W_X * W
    cdef real* R = multi + Q * W
    cdef real* gravity = block + SLIDE * W
    clear_paddings(block, FREE, at)
    clear_tails(gravity, 3, at.n, W)
    # R = E^T Q
    quaternion_rotation(q + 3, local, 1)
    for i in range(3):
        for j in range(3):
            R[2 * (3 * i + j) * W] = (body.E[i] * local[j] + body.E[3 + i] * local[3 + j]
                                      + body.E[6 + i] * local[6 + j])
    for j in range(3):
        gravity[j * W] = (R[2 * j * W] * g[0] + R[2 * (3 + j) * W] * g[1]
                          + R[2 * (6 + j) * W] * g[2])
    if base == BODY:
        clear_tails(multi + DU * W, 3, at.n, W)
        for i in range(3):
            if at.n > 1:
                clear_series(multi + (U + 2 * i - 1) * W, 2 * W)
            clear_tails(w + 2 * i * W, 1, at.n, W)
            taylor_series(v + i, nv, w + 2 * i * W, at.n + 1)
            derivative_series(v + 3 + i, nv, multi + (U + 2 * i) * W, multi + (DU + i) * W, at.n)
    else:
        base_motion_inertial(body, base, q, v, nv, block, multi, shared)
    fixed_direction(w, 2 * W, gravity, W, at.n)


cdef inline void base_motion(int base, real* block, const real* multi, Pass* at) noexcept nogil:
    """a = alpha - R^T g, with alpha = u' + w x u for a velocity in body axes"""
    cdef int m
    cdef int W = at.W
    for m in range(at.blocks):
        if base == BODY:
            put_at(block, A, m, plus(vector_at(multi, DU, m, at), cross_terms(
                block + W_X * W, 2 * W, multi + U * W, m, at)), at)
        # gravity is in the place of the slide, see `base_series`
        subtract_at(block, A, m, vector_at(block, SLIDE, m, at), at)


cdef void base_motion_inertial(const Body* body, int base, const real* q, const real* v, int nv,
                               real* block, real* multi, Pass* at) noexcept nogil:
    """w and a = R^T p'' of a base whose velocity is given in inertial axes; R(0) is there."""
    cdef int i
    cdef int W = at.W
    cdef real[9] start
    cdef real* w = block + W_X * W
    cdef real* R = multi + Q * W
    for i in range(9):
        start[i] = R[2 * i * W]
    clear_series(multi, MULTI * W)
    for i in range(9):
        R[2 * i * W] = start[i]
    for i in range(3):
        derivative_series(v + i, nv, multi + (MRATE + 2 * i) * W, multi + (DMRATE + i) * W, at.n)
        derivative_series(v + 3 + i, nv, multi + (U + 2 * i) * W, multi + (DU + i) * W, at.n)
        # p = r + E^T q
        multi[(P + 2 * i) * W] = (body.r[i] + body.E[i] * q[0] + body.E[3 + i] * q[1]
                                  + body.E[6 + i] * q[2])
    rotation_series(multi + MRATE * W, 2 * W, R, 2 * W, base != MIXED, at.n)
    if base == SPATIAL:
        spatial_base_motion(multi, at)
    if base == MIXED:
        for i in range(3):
            copy(multi + (MRATE + 2 * i) * W, w + 2 * i * W, W)
        last_of_rate(w, multi + DMRATE * W, at)
    else:
        rotate_vector(R, multi + MRATE * W, 2 * W, w, 2 * W, True, at.n, W)
        rotate_vector(R, multi + DMRATE * W, W, at.scratch, W, True, at.n, W)
        last_of_rate(w, at.scratch, at)
    rotate_vector(R, multi + DU * W, W, block + A * W, W, True, at.n, W)


cdef void base_torque(const Body* body, int base, const double* g, real* block, real* multi,
                      Pass* at) noexcept nogil:
    """The wrench on a free base as the dual of `base`: moment left in N, force in scratch 3..5.

    In inertial axes m a is m (p'' - g) as it was given: not by way of the turning body.
    """
    cdef int i, m
    cdef int W = at.W
    cdef real* force = at.scratch + 3 * W
    rotate_vector(multi + Q * W, block + F * W, W, force, W, False, at.n, W)
    for i in range(3):
        multi[(DU + i) * W] -= g[i]
    for m in range(at.blocks):
        add_at(force, 0, m, scaled(body.m, vector_at(multi, DU, m, at)), at)
    if base == MIXED:
        return
    rotate_vector(multi + Q * W, block + N * W, W, at.scratch, W, False, at.n, W)
    for m in range(at.blocks):
        put_at(block, N, m, vector_at(at.scratch, 0, m, at), at)
        if base == SPATIAL:
            subtract_at(block, N, m, cross_terms(force, W, multi + P * W, m, at), at)
