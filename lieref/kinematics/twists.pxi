# Poses and twists of all bodies as they are returned: [Ali, Algorithm 1]. Included after
# forward_kinematics.pxi.

# Series of scratch: B and L of the body's Ad_C, then its body twist.
cdef enum Scratch:
    BODY_TWIST = 18
    SPARE = 24


cdef void inertial_twist(const real* pose, const real* block, real* out, int stride,
                         Pass* at) noexcept nogil:
    """From the shifted to the inertial origin: (w, v + o x w), as plain derivatives."""
    cdef int i, k
    cdef int W = at.W
    cdef real[6] x
    for k in range(at.n):
        read_vector(block + V * W, 6, k, 2 * W, x)
        add_cross_at(pose + ORIGIN, 1, x, 1, x + 3)
        write_vector(x, 6, k, W, at.spare)
    for i in range(6):
        write_series(at.spare + i * W, out + i, stride, at.n)


cdef void body_twist(const real* pose, const real* block, real* out, int stride,
                     Pass* at) noexcept nogil:
    """Ad_C^-1 V = (R^T w, R^T v + L^T w), Ad_C = [[R, 0], [L, R]], (Ad_C)' = ad_V Ad_C"""
    cdef int i, j, k, m
    cdef int W = at.W
    cdef real[6] x
    cdef real* R = at.spare + B * W
    cdef real* lever = at.spare + L * W
    cdef real* twist = at.spare + BODY_TWIST * W
    cdef const real* w = block + V * W
    cdef const real* v = w + 6 * W
    adjoint_blocks(pose, R, lever, W)
    for j in range(3):
        for k in range(at.n - 1):
            screw_rate(w, R + j * W, 3 * W, k, W)
    for k in range(at.n):
        clear(x, 6)
        for m in range(k + 1):
            add_turn_back_at(R + m, W, w + k - m, 2 * W, x)
            add_turn_back_at(R + m, W, v + k - m, 2 * W, x + 3)
            add_turn_back_at(lever + m, W, w + k - m, 2 * W, x + 3)
        write_vector(x, 6, k, W, twist)
    for i in range(6):
        write_series(twist + i * W, out + i, stride, at.n)


cdef void passes(Model model, int base, bint in_body, const real* q, const real* v,
                 real* poses, real* origins, real* twists, int stride, Pass* at) noexcept nogil:
    """All bodies; poses (nbodies, 4, 4) row by row, zeroed; twists (nbodies, 6), orders apart."""
    cdef int b, i, j
    cdef const real* pose
    cdef const real* block
    base_to_tip(model, base, q, v, at)
    for b in range(model.nbodies):
        pose = at.pose + b * POSES
        block = at.body + b * MOTION * at.W
        for i in range(3):
            for j in range(3):
                poses[16 * b + 4 * i + j] = pose[C + 3 * i + j]
            poses[16 * b + 4 * i + 3] = pose[C + 9 + i]
            origins[3 * b + i] = pose[ORIGIN + i]
        poses[16 * b + 15] = 1
        if in_body:
            body_twist(pose, block, twists + 6 * b, stride, at)
        else:
            inertial_twist(pose, block, twists + 6 * b, stride, at)


cdef size_t kinematics_room(Model model, int n) noexcept nogil:
    """Number of reals of scratch that n coefficients need."""
    cdef size_t places = (<size_t> model.nbodies + 1) * MOTION + SPARE
    cdef int i
    for i in range(model.nbodies):
        if model.kind[i] >= SPHERICAL:
            places += MULTI
    return places * ((n + LANES - 1) // LANES * LANES) + POSES * <size_t> model.nbodies


cdef Pass pass_at(Model model, int n, real* memory) noexcept nogil:
    cdef Pass at
    cdef size_t bodies = model.nbodies
    at.n = n
    at.blocks = (n + LANES - 1) // LANES
    at.W = at.blocks * LANES
    at.size = MOTION
    at.body = memory
    at.spare = memory + (bodies + 1) * MOTION * at.W
    at.pose = at.spare + SPARE * at.W
    at.multi = at.pose + POSES * bodies
    return at
