# Poses and twists of bodies or frames as they are returned: [Ali, Algorithm 1]. Included after
# forward_kinematics.pxi and body_frames.pxi.

# Series of scratch: B and L of the body's Ad_C, or the position in L; then the twist.
cdef enum Scratch:
    TWIST = 18
    SCRATCH_SERIES = 24


cdef void inertial_twist(const real* pose, const real* block, real* out, int stride,
                         Pass* at) noexcept nogil:
    """From the shifted to the inertial origin: (w, v + o x w), as plain derivatives."""
    cdef int i, k
    cdef int W = at.W
    cdef real[6] x
    for k in range(at.n):
        read_vector(block + V * W, 6, k, 2 * W, x)
        add_cross_at(pose + ORIGIN, 1, x, 1, x + 3)
        write_vector(x, 6, k, W, at.scratch)
    for i in range(6):
        write_series(at.scratch + i * W, out + i, stride, at.n)


cdef void turned_back(const real* R, const real* x, int k, real* total, int W) noexcept nogil:
    """Add coefficient k of R^T x; x two series apart"""
    cdef int m
    for m in range(k + 1):
        add_turn_back_at(R + m, W, x + k - m, 2 * W, total)


cdef void own_twist(const real* pose, const real* block, int representation, real* out,
                    int stride, Pass* at) noexcept nogil:
    """What a frame sees of V, the pose of the frame being C.

    "body": Ad_C^-1 V = (R^T w, R^T v + L^T w), Ad_C = [[R, 0], [L, R]], (Ad_C)' = ad_V Ad_C.
    "hybrid": (w, x'), x' = v + w x x with x the position of its origin. "mixed": (R^T w, x').
    """
    cdef int i, j, k
    cdef int W = at.W
    cdef real[6] total
    cdef real* R = at.scratch + B * W
    cdef real* lever = at.scratch + L * W
    cdef real* twist = at.scratch + TWIST * W
    cdef const real* w = block + V * W
    cdef const real* v = w + 6 * W
    if representation != HYBRID:
        adjoint_blocks(pose, R, lever, W)
        for j in range(3):
            for k in range(at.n - 1):
                screw_rate(w, R + j * W, 3 * W, k, W)
    if representation != IN_BODY:
        write_vector(pose + C + 9, 3, 0, W, lever)
    for k in range(at.n):
        clear(total, 6)
        if representation == HYBRID:
            read_vector(w, 3, k, 2 * W, total)
        else:
            turned_back(R, w, k, total, W)
        if representation == IN_BODY:
            turned_back(R, v, k, total + 3, W)
            turned_back(lever, w, k, total + 3, W)
        else:
            origin_rate(w, k, lever, total + 3, at)
        write_vector(total, 6, k, W, twist)
    for i in range(6):
        write_series(twist + i * W, out + i, stride, at.n)


cdef void passes(Model model, int base, int representation, BodyFrames* frames, const real* q,
                 const real* v, real* poses, real* origins, real* twists, int stride,
                 int* moves, Pass* at) noexcept nogil:
    """All frames; poses (frames, 4, 4) row by row, zeroed; twists (frames, 6), orders apart."""
    cdef Py_ssize_t f
    cdef int b, i, j
    cdef real[POSES] own
    cdef const real* pose
    cdef const real* block
    if frames.body == NULL:
        base_to_tip(model, base, q, v, at)
    else:
        base_to_frames(model, base, frames, q, v, moves, at)
    for f in range(frames.count):
        pose = own
        if frames.body == NULL:
            b = <int> f
            pose = at.pose + b * POSES
        else:
            b = frames.body[f]
            pose_of(model, frames, f, own, at)
        # the world's block is the last
        block = at.body + (b if b >= 0 else model.nbodies) * MOTION * at.W
        for i in range(3):
            for j in range(3):
                poses[16 * f + 4 * i + j] = pose[C + 3 * i + j]
            poses[16 * f + 4 * i + 3] = pose[C + 9 + i]
            origins[3 * f + i] = pose[ORIGIN + i]
        poses[16 * f + 15] = 1
        if representation == SHIFTED:
            for i in range(6):
                write_series(block + (V + 2 * i) * at.W, twists + 6 * f + i, stride, at.n)
        elif representation == SPATIAL:
            inertial_twist(pose, block, twists + 6 * f, stride, at)
        else:
            own_twist(pose, block, representation, twists + 6 * f, stride, at)
