# Wrenches that are constant in inertial axes, in the directional forms of inverse dynamics.
# Included after subtrees.pxi; resolved as there.
#
# Wrench (n, l) at the origin x of body b does not turn with it, but its arm moves: a twist
# z = (w, u) of b changes the moment about the tree's origin by (u + w x x) x l. Sums over a
# subtree: n, l and
#   L    sum x l^T
#   Z    sum y l^T + w n^T, where (w, y - w x x) is the twist that rates w give the body
# With (a x b) x l = (b l^T - tr) a, the sums serve every twist.

cdef enum LoadOffset:
    TORQUE = 0              # n
    PULL = 3                # l
    LEVER = 6               # L, row by row
    SPREAD = 15             # Z, row by row
    LOAD = 24


cdef inline real trace(const real* M) noexcept nogil:
    return M[0] + M[4] + M[8]


cdef inline void add_outer(const real* x, const real* y, real* M) noexcept nogil:
    """M += x y^T"""
    cdef int i, j
    for i in range(3):
        for j in range(3):
            M[3 * i + j] += x[i] * y[j]


cdef inline void skew_part(const real* M, real* out) noexcept nogil:
    """out = sum x x l of M = sum x l^T"""
    out[0] = M[5] - M[7]
    out[1] = M[6] - M[2]
    out[2] = M[1] - M[3]


cdef inline void own_load(const Body* body, const real* block, const real* wrench,
                          const real* twist, real* load) noexcept nogil:
    """The wrench of one body; twist: the one that rates w give it, or NULL."""
    cdef int i
    cdef real[3] x, y
    cdef const real* R = block + ROTATION
    clear(load, LOAD)
    copy(wrench, load + TORQUE, 6)
    # the body's origin, -K^T k off that of its kernel frame
    copy(block + ORIGIN, x, 3)
    for i in range(3):
        y[i] = -(body.K[i] * body.k[0] + body.K[3 + i] * body.k[1] + body.K[6 + i] * body.k[2])
    for i in range(3):
        x[i] += dot(R + 3 * i, y)
    add_outer(x, wrench + 3, load + LEVER)
    if twist == NULL:
        return
    copy(twist + 3, y, 3)
    add_cross(twist, x, y)
    add_outer(y, wrench + 3, load + SPREAD)
    add_outer(twist, wrench, load + SPREAD)


cdef inline void sum_loads(Model model, const real* bodies, const real* wrenches,
                           const real* twists, int step, real* loads) noexcept nogil:
    """loads (nbodies, LOAD) of every subtree; twists, a step apart, or NULL"""
    cdef int i, k
    cdef const real* twist = twists
    for i in range(model.nbodies):
        own_load(&model.bodies[i], bodies + i * BLOCK, wrenches + 6 * i, twist, loads + i * LOAD)
        if twists != NULL:
            twist += step
    for i in range(model.nbodies - 1, -1, -1):
        if model.parent[i] >= 0:
            for k in range(<int> LOAD):
                loads[model.parent[i] * LOAD + k] += loads[i * LOAD + k]


cdef inline void load_moment(const real* load, const real* z, real* out) noexcept nogil:
    """out = sum (u + w x x) x l = L w - tr(L) w + u x l of a twist z = (w, u)"""
    cdef int i
    cdef real t = trace(load + LEVER)
    cross(z + 3, load + PULL, out)
    for i in range(3):
        out[i] += dot(load + LEVER + 3 * i, z) - t * z[i]


cdef inline void subtract_turned_load(const real* load, const real* w, real* F) noexcept nogil:
    """F -= (n x w + L^T w - tr(L) w, l x w): what s gains when its path turns by w is s . F"""
    cdef int i
    cdef real t = trace(load + LEVER)
    cdef const real* L = load + LEVER
    add_cross(w, load + TORQUE, F)
    add_cross(w, load + PULL, F + 3)
    for i in range(3):
        F[i] -= L[i] * w[0] + L[3 + i] * w[1] + L[6 + i] * w[2] - t * w[i]


cdef inline void load_spread(const real* load, const real* W, const real* s,
                             real* out) noexcept nogil:
    """sum (W_w x z) x l + (s_w x (y - Y)) x l + (s_w x (w - W_w)) x n, z of s and Y of W at x

    = (M - tr M) W_w + (N - tr N) s_w,  M = s_u l^T + [s_w] L,
    N = Z - W_u l^T - [W_w] L - W_w n^T, with tr([w] L) = w . sum x x l.
    """
    cdef int i
    cdef real t, pull, lean, torque
    cdef real[3] turned, moment, leant
    cdef const real* force = load + PULL
    cdef const real* Z = load + SPREAD
    skew_part(load + LEVER, moment)
    turn(load + LEVER, W, turned)
    cross(s, turned, out)
    turn(load + LEVER, s, turned)
    cross(W, turned, leant)
    pull = dot(force, W)
    t = dot(s + 3, force) + dot(s, moment)
    lean = dot(force, s)
    torque = dot(load + TORQUE, s)
    for i in range(3):
        out[i] += s[3 + i] * pull - t * W[i]
    t = trace(Z) - dot(W + 3, force) - dot(W, moment) - dot(W, load + TORQUE)
    for i in range(3):
        out[i] += (dot(Z + 3 * i, s) - W[3 + i] * lean - leant[i] - W[i] * torque - t * s[i])
