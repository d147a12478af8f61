# Frames on bodies that kernels are asked about, their motion, and memory for a pass over a tree;
# after forward_kinematics.pxi.

from libc.string cimport memset

# Where something is asked for: on which bodies (-1: the world), and poses in their frames, 12 reals
# each; NULL are the frames of all bodies.
cdef struct Places:
    Py_ssize_t count
    const int* body
    const real* pose


cdef void pose_of(Model model, Places* places, Py_ssize_t f, real* pose, Pass* at) noexcept nogil:
    """C and o of a frame that is asked for."""
    cdef int i
    cdef int b = places.body[f]
    cdef const real* own
    if b < 0:
        copy(places.pose + 12 * f, pose + C, 12)
        clear(pose + ORIGIN, 3)
        return
    own = at.pose + b * POSES
    compose(own + C, places.pose + 12 * f, pose + C)
    copy(own + ORIGIN, pose + ORIGIN, 3)


cdef void ancestors(Model model, int body, int* moves) noexcept nogil:
    """Mark a body and what carries it."""
    while body >= 0 and not moves[body]:
        moves[body] = 1
        body = model.parent[body]


cdef void base_to_places(Model model, int base, Places* places, const real* q, const real* v,
                         int* moves, Pass* at) noexcept nogil:
    """Pose, subspace and twist of the bodies that are asked about and of what carries them."""
    cdef Py_ssize_t f
    cdef int i
    cdef real* multi = at.multi
    memset(moves, 0, model.nbodies * sizeof(int))
    for f in range(places.count):
        ancestors(model, places.body[f], moves)
    clear(at.body + model.nbodies * at.size * at.W, RATE * at.W)
    for i in range(model.nbodies):
        if moves[i]:
            multi = body_motion(model, i, base, q, v, multi, at)
        elif model.kind[i] >= SPHERICAL:
            multi += MULTI * at.W


cdef inline void place_rate(const real* twist, int k, real* x, real* rate,
                            Pass* at) noexcept nogil:
    """Coefficient k of x' = v + w x x, and k + 1 of the place x; twist: V of the body."""
    cdef int i, m
    cdef int W = at.W
    read_vector(twist + 6 * W, 3, k, 2 * W, rate)
    for m in range(k + 1):
        add_cross_at(twist + k - m, 2 * W, x + m, W, rate)
    if k < at.n - 1:
        for i in range(3):
            x[i * W + k + 1] = rate[i] / (k + 1)


cdef size_t prepare(Model model, int n, int spare, Pass* at) noexcept nogil:
    """Sizes of a pass with n coefficients and so many series of scratch; reals that it takes."""
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
    return ((bodies + 1) * MOTION + spare + multi) * at.W + POSES * bodies


cdef void divide(Model model, int spare, Pass* at) noexcept nogil:
    """Point at the parts of the memory that begins with the bodies'."""
    cdef int i
    cdef size_t bodies = model.nbodies
    at.spare = at.body + (bodies + 1) * MOTION * at.W
    at.multi = at.spare + spare * at.W
    at.pose = at.multi
    for i in range(model.nbodies):
        if model.kind[i] >= SPHERICAL:
            at.pose += MULTI * at.W
