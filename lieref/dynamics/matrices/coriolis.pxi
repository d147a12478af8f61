# The Coriolis matrix of [Ali, Lemma 1] in O(N d), base "body", behind composite_bodies.pxi with
# n = 1. Plain twin: coriolis_twin.py. With k running over the bodies beyond both joints i and j,
#
#   C_ij = S_i^T sum_k (M_k Sdot_j - ad_{V_k}^T M_k S_j),    Sdot_j = ad_{V_j} S_j   [Ali, (8)],
#
# so two composites are enough: that of M and that of D = -ad_V^T M. Everything is in common axes,
# about the kernel origins. Symbols:
#   w, u    angular velocity and velocity of the kernel origin, 3
#   D       [[D_A, D_K + D_U~], [-D_K, D_W~]]: of one body D_A = w~ J - u~ h~, D_K = w~ h~,
#           D_U = m u, D_W = m w

# Offsets in a body's block of velocities and of D.
cdef enum CoriolisOffset:
    W = 0
    U = 3
    D_A = 6
    D_K = 15
    D_U = 24
    D_W = 27
    CORIOLIS = 30

# Behind those of all bodies: of each coordinate S, and then Sdot.
cdef enum:
    TWIST = 6


cdef inline void add_cross(const real* a, const real* b, real* out) noexcept nogil:
    """out += a x b"""
    out[0] += a[1] * b[2] - a[2] * b[1]
    out[1] += a[2] * b[0] - a[0] * b[2]
    out[2] += a[0] * b[1] - a[1] * b[0]


cdef inline real dot(const real* a, const real* b) noexcept nogil:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


cdef inline void unit_twist(const Body* body, int kind, const real* R, int c,
                            real* S) noexcept nogil:
    """Column c of the joint's motion subspace, common axes."""
    cdef int i
    cdef int axis = 2 if kind < SPHERICAL else c % 3
    clear(S, 6)
    for i in range(3):
        if kind == PRISMATIC or c >= 3:
            S[3 + i] = R[3 * i + axis]
        else:
            S[i] = R[3 * i + axis]
        if kind == HELICAL:
            S[3 + i] = body.pitch * R[3 * i + axis]


cdef inline void twist_rate(const real* motion, const real* S, real* out) noexcept nogil:
    """out = ad_V S = (w x s, u x s + w x t)"""
    cross(motion + W, S, out)
    cross(motion + U, S, out + 3)
    add_cross(motion + W, S + 3, out + 3)


cdef inline void velocities(const Body* body, int kind, const real* block, const real* v,
                            real* motion, const real* parent, real* twists) noexcept nogil:
    """w = w_p + S_w v,  u = u_p + w_p x lever + S_u v; S and Sdot = ad_V S"""
    cdef int c, i
    cdef real* S
    if parent == NULL:
        clear(motion, 6)
    else:
        copy(parent, motion, 6)
        add_cross(parent + W, block + LEVER, motion + U)
    for c in range(width(kind)):
        S = twists + 2 * TWIST * c
        unit_twist(body, kind, block + ROTATION, c, S)
        for i in range(6):
            motion[i] += S[i] * v[c]
    for c in range(width(kind)):
        S = twists + 2 * TWIST * c
        twist_rate(motion, S, S + TWIST)


cdef inline void body_inertia(const Link* link, const real* R, real* h, real* J) noexcept nogil:
    """First moment h and inertia J (9) of the body alone about the kernel origin, common axes."""
    cdef int i, j
    cdef real[9] X
    for i in range(3):
        h[i] = (R[3 * i] * link.first[0] + R[3 * i + 1] * link.first[1]
                + R[3 * i + 2] * link.first[2])
        for j in range(3):
            X[3 * i + j] = (R[3 * i] * link.J[PADDED * j] + R[3 * i + 1] * link.J[PADDED * j + 1]
                            + R[3 * i + 2] * link.J[PADDED * j + 2])
    for i in range(3):
        for j in range(i, 3):
            J[3 * i + j] = dot(X + 3 * i, R + 3 * j)
            J[3 * j + i] = J[3 * i + j]


cdef inline void skew_product(const real* w, const real* h, real* out, real sign) noexcept nogil:
    """out += sign w~ h~ = sign (h w^T - (w . h) 1)"""
    cdef int i, j
    cdef real inner = dot(w, h)
    for i in range(3):
        for j in range(3):
            out[3 * i + j] += sign * h[i] * w[j]
        out[4 * i] -= sign * inner


cdef inline void own_rates(const Link* link, const real* block, real* motion) noexcept nogil:
    """D of the body alone."""
    cdef int i, j
    cdef real[9] J
    cdef real[3] h, turned
    body_inertia(link, block + ROTATION, h, J)
    clear(motion + D_A, CORIOLIS - D_A)
    for j in range(3):
        # J is symmetric: its rows are its columns
        cross(motion + W, J + 3 * j, turned)
        for i in range(3):
            motion[D_A + 3 * i + j] = turned[i]
    skew_product(motion + U, h, motion + D_A, -1)
    skew_product(motion + W, h, motion + D_K, 1)
    for i in range(3):
        motion[D_U + i] = link.m * motion[U + i]
        motion[D_W + i] = link.m * motion[W + i]


cdef inline void times_skew(const real* X, const real* l, real* out, real sign) noexcept nogil:
    """out += sign X l~"""
    cdef int i
    for i in range(3):
        out[3 * i] += sign * (X[3 * i + 1] * l[2] - X[3 * i + 2] * l[1])
        out[3 * i + 1] += sign * (X[3 * i + 2] * l[0] - X[3 * i] * l[2])
        out[3 * i + 2] += sign * (X[3 * i] * l[1] - X[3 * i + 1] * l[0])


cdef inline void skew_times(const real* l, const real* X, real* out, real sign) noexcept nogil:
    """out += sign l~ X"""
    cdef int j
    for j in range(3):
        out[j] += sign * (l[1] * X[6 + j] - l[2] * X[3 + j])
        out[3 + j] += sign * (l[2] * X[j] - l[0] * X[6 + j])
        out[6 + j] += sign * (l[0] * X[3 + j] - l[1] * X[j])


cdef inline void rates_to_parent(const real* motion, const real* l, real* parent) noexcept nogil:
    """D about the parent's origin, the lever l back.

    D_U += u - w x l,  D_K += K + w~ l~,  D_A += A - (K + u~) l~ - l~ (K + w~ l~)
    with u, w, K, A the parts of this D.
    """
    cdef int i
    cdef const real* u = motion + D_U
    cdef real[9] upper, lower
    cdef real[3] back
    copy(motion + D_K, upper, 9)
    copy(motion + D_K, lower, 9)
    skew_product(motion + D_W, l, lower, 1)
    # upper = K + u~
    upper[1] -= u[2]
    upper[2] += u[1]
    upper[3] += u[2]
    upper[5] -= u[0]
    upper[6] -= u[1]
    upper[7] += u[0]
    for i in range(9):
        parent[D_A + i] += motion[D_A + i]
        parent[D_K + i] += lower[i]
    times_skew(upper, l, parent + D_A, -1)
    skew_times(l, lower, parent + D_A, -1)
    cross(l, motion + D_W, back)
    for i in range(3):
        parent[D_U + i] += motion[D_U + i] + back[i]
        parent[D_W + i] += motion[D_W + i]


cdef inline void rates_times(const real* motion, const real* S, real* F) noexcept nogil:
    """F += D S"""
    cdef int i
    cdef const real* A = motion + D_A
    cdef const real* X = motion + D_K
    for i in range(3):
        F[i] += dot(A + 3 * i, S) + dot(X + 3 * i, S + 3)
        F[3 + i] -= dot(X + 3 * i, S)
    add_cross(motion + D_U, S + 3, F)
    add_cross(motion + D_W, S + 3, F + 3)


cdef inline void rates_transposed_times(const real* motion, const real* S, real* F) noexcept nogil:
    """F = D^T S"""
    cdef int i
    cdef const real* A = motion + D_A
    cdef const real* X = motion + D_K
    for i in range(3):
        F[i] = ((A[i] * S[0] + A[3 + i] * S[1] + A[6 + i] * S[2])
                - (X[i] * S[3] + X[3 + i] * S[4] + X[6 + i] * S[5]))
        F[3 + i] = X[i] * S[0] + X[3 + i] * S[1] + X[6 + i] * S[2]
    add_cross(S, motion + D_U, F + 3)
    add_cross(S + 3, motion + D_W, F + 3)


cdef inline void inertia_times(const Body* body, const real* block, const real* S,
                               real* F) noexcept nogil:
    """F = M S of the composite body, through its kernel axes: (J s + h x t, s x h + m t)"""
    cdef int i, j
    cdef real trace
    cdef real[6] local, out
    cdef const real* R = block + ROTATION
    cdef const real* h = block + FIRST
    cdef const real* P = block + SECOND
    trace = P[0] + P[1] + P[2]
    for i in range(3):
        local[i] = along(R, i, S, 0, 1)
        local[3 + i] = along(R, i, S + 3, 0, 1)
    for i in range(3):
        out[i] = trace * local[i]
        out[3 + i] = body.m * local[3 + i]
        for j in range(3):
            out[i] -= P[pair(i, j)] * local[j]
    add_cross(h, local + 3, out)
    add_cross(local, h, out + 3)
    turn(R, out, F, 1)
    turn(R, out + 3, F + 3, 1)


cdef inline void lift_three(const real* lever, real* F) noexcept nogil:
    """n += lever x f of the three wrenches in F"""
    cdef int i
    for i in range(3):
        add_cross(lever, F + 6 * i + 3, F + 6 * i)


cdef inline void coriolis_pair(int kind, int j, int at, const real* S, const real* F, bint own,
                               int nv, real* C) noexcept nogil:
    """C_ja = S_j^T (M Sdot_a + D S_a),  C_aj = (M S_a)^T Sdot_j + (D^T S_a)^T S_j  of a = `at`

    The latter is not of its own joint, whose coordinates see each other's columns.
    """
    cdef const real* rate = S + TWIST
    if kind == REVOLUTE:
        C[j * nv + at] = dot(S, F + 12)
        if not own:
            C[at * nv + j] = (dot(rate, F) + dot(rate + 3, F + 3)) + dot(S, F + 6)
    else:
        C[j * nv + at] = dot(S, F + 12) + dot(S + 3, F + 15)
        if not own:
            C[at * nv + j] = ((dot(rate, F) + dot(rate + 3, F + 3))
                              + (dot(S, F + 6) + dot(S + 3, F + 9)))


cdef inline void coriolis_walk(Model model, int start, int at, const real* blocks,
                               const real* twists, real* F, real* C) noexcept nogil:
    """Entries of coordinate `at` with its own joint and all joints on the way to the root.

    F: M S, D^T S and M Sdot + D S of that coordinate, in common axes.
    """
    cdef int c, kind
    cdef int i = start
    while True:
        kind = model.kind[i]
        for c in range(model.iv[i], model.iv[i] + width(kind)):
            coriolis_pair(kind, c, at, twists + 2 * TWIST * c, F, i == start, model.nv, C)
        if model.parent[i] < 0:
            return
        lift_three(blocks + i * BLOCK + LEVER, F)
        i = model.parent[i]


cdef void coriolis_passes(Model model, const Call* call, const real* blocks,
                          real* motions) noexcept nogil:
    """C, from the attitudes and the composite bodies that are in the blocks."""
    cdef int i, c, up, kind
    cdef real[6] local
    cdef real[18] F
    cdef real* motion
    cdef real* S
    cdef real* twists = motions + <size_t> model.nbodies * CORIOLIS
    cdef const real* block
    cdef const real* v = <const real*> call.v
    for i in range(model.nbodies):
        up = model.parent[i]
        velocities(&model.bodies[i], model.kind[i], blocks + i * BLOCK, v + model.iv[i],
                   motions + i * CORIOLIS, motions + up * CORIOLIS if up >= 0 else NULL,
                   twists + 2 * TWIST * model.iv[i])
        own_rates(&model.links[i], blocks + i * BLOCK, motions + i * CORIOLIS)
    for i in range(model.nbodies - 1, -1, -1):
        kind = model.kind[i]
        block = blocks + i * BLOCK
        motion = motions + i * CORIOLIS
        for c in range(width(kind)):
            S = twists + 2 * TWIST * (model.iv[i] + c)
            column(&model.bodies[i], kind, block, c, local, 1)
            turn(block + ROTATION, local, F, 1)
            turn(block + ROTATION, local + 3, F + 3, 1)
            rates_transposed_times(motion, S, F + 6)
            inertia_times(&model.bodies[i], block, S + TWIST, F + 12)
            rates_times(motion, S, F + 12)
            coriolis_walk(model, i, model.iv[i] + c, blocks, twists, F, <real*> call.C)
        if model.parent[i] >= 0:
            rates_to_parent(motion, block + LEVER, motions + model.parent[i] * CORIOLIS)
