# Frames on bodies, their motion, and memory for a pass over a tree;
# after forward_kinematics.pxi.

from libc.string cimport memset

# Requested frames: their bodies (-1: the world), and their poses in the bodies' frames, 12 reals
# each; NULL: the frames of all bodies.
cdef struct BodyFrames:
    Py_ssize_t count
    const int* body
    const real* pose


cdef void pose_of(Model model, BodyFrames* frames, Py_ssize_t f, real* pose,
                  Pass* at) noexcept nogil:
    """C and o of a frame."""
    cdef int i
    cdef int b = frames.body[f]
    cdef const real* own
    if b < 0:
        copy(frames.pose + 12 * f, pose + C, 12)
        clear(pose + ORIGIN, 3)
        return
    own = at.pose + b * POSES
    compose(own + C, frames.pose + 12 * f, pose + C)
    copy(own + ORIGIN, pose + ORIGIN, 3)


cdef void ancestors(Model model, int body, int* moves) noexcept nogil:
    """Mark a body and its ancestors."""
    while body >= 0 and not moves[body]:
        moves[body] = 1
        body = model.parent[body]


cdef void base_to_frames(Model model, int base, BodyFrames* frames, const real* q, const real* v,
                         int* moves, Pass* at) noexcept nogil:
    """Pose, subspace and twist of the frames' bodies and of their ancestors."""
    cdef Py_ssize_t f
    cdef int i
    cdef real* multi = at.multi
    memset(moves, 0, model.nbodies * sizeof(int))
    for f in range(frames.count):
        ancestors(model, frames.body[f], moves)
    clear(at.body + model.nbodies * at.size * at.W, RATE * at.W)
    for i in range(model.nbodies):
        if moves[i]:
            multi = body_motion(model, i, base, q, v, multi, at)
        elif model.kind[i] >= SPHERICAL:
            multi += MULTI * at.W


cdef inline void origin_rate(const real* twist, int k, real* x, real* rate,
                             Pass* at) noexcept nogil:
    """Coefficient k of x' = v + w x x, and k + 1 of the origin x; twist: V of the body."""
    cdef int i, m
    cdef int W = at.W
    read_vector(twist + 6 * W, 3, k, 2 * W, rate)
    for m in range(k + 1):
        add_cross_at(twist + k - m, 2 * W, x + m, W, rate)
    if k < at.n - 1:
        for i in range(3):
            x[i * W + k + 1] = rate[i] / (k + 1)


cdef size_t prepare(Model model, int n, int scratch, Pass* at) noexcept nogil:
    """Sizes of a pass with n coefficients and `scratch` series besides; number of reals."""
    cdef int i
    cdef size_t multi = 0
    cdef size_t bodies = model.nbodies
    for i in range(model.nbodies):
        if model.kind[i] >= SPHERICAL:
            multi += MULTI
    at.n = n
    at.blocks = (n + LANES - 1) // LANES
    at.W = at.blocks * LANES
    at.size = MOTION
    return ((bodies + 1) * MOTION + scratch + multi) * at.W + POSES * bodies


cdef void divide(Model model, int scratch, Pass* at) noexcept nogil:
    """Point at the parts of the memory that begins with the bodies'."""
    cdef int i
    cdef size_t bodies = model.nbodies
    at.scratch = at.body + (bodies + 1) * MOTION * at.W
    at.multi = at.scratch + scratch * at.W
    at.pose = at.multi
    for i in range(model.nbodies):
        if model.kind[i] >= SPHERICAL:
            at.pose += MULTI * at.W
