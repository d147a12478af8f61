# Composite bodies for one state: H alone, with x, y, z of a vector in lanes, and the momenta of
# several joints, see momentum_slots.pxi. The same recursion as in composite_bodies.pxi, whose plain
# twin is this one's and whose symbols these are; matrices are columns of triples here. And
#   A       R_p E^T, or E^T of a root: R = A Q with the joint's own turn Q
#   Y, g    Q P Q^T, Q h

from lieref.dynamics.shared.calls cimport ClosedFormsCall as Call
from lieref.model.model cimport FREE, HELICAL, PRISMATIC, REVOLUTE, SPHERICAL, Body, Link, Model
from lieref.model.tree.widths cimport width

# Offsets in a body's block. The last three are of joints that are not revolute, below a parent.
cdef enum:
    ROTATION = 0
    LEVER = 12
    FIRST = 16
    SECOND = 20
    TURN = 32
    OFFSET = 44
    SHIFT = 48
    BLOCK = 52


cdef inline lane times(const real* M, const real* x, int b) noexcept nogil:
    """Lane b of M x; M: three columns."""
    return (x[0] * load(M + b * LANES) + x[1] * load(M + TRIPLE + b * LANES)
            + x[2] * load(M + 2 * TRIPLE + b * LANES))


cdef inline lane times_row(const lane* M, const real* Q, int step) noexcept nogil:
    """M x of three columns and three numbers, so many reals apart"""
    return Q[0] * M[0] + Q[step] * M[1] + Q[2 * step] * M[2]


cdef inline void put_turned(const lane* A, int kind, real cosine, real sine, const real* Q,
                            real* out) noexcept nogil:
    """A Q; out: three columns."""
    cdef int j
    if kind < SPHERICAL:
        store(out, cosine * A[0] + sine * A[1])
        store(out + TRIPLE, cosine * A[1] - sine * A[0])
        store(out + 2 * TRIPLE, A[2])
    else:
        for j in range(3):
            store(out + j * TRIPLE, times_row(A, Q + j, 3))


cdef inline void pose_of_body(const Body* body, const Link* link, int kind, const real* q,
                              real sine, real cosine, const real* parent,
                              real* block) noexcept nogil:
    """R and lever of one body, h and P of it alone, and T and s where they are read."""
    cdef int b, k
    cdef real[9] Q
    cdef real[3] p
    cdef lane[3] A, E
    cdef lane lever, shift
    cdef const real* rows = <const real*> link.rows
    cdef bint slides = kind != REVOLUTE and kind != SPHERICAL
    if kind == PRISMATIC:
        cosine, sine = 1, 0
    if kind < SPHERICAL:
        p[0], p[1] = 0, 0
        p[2] = 0
        if slides:
            p[2] = q[0] if kind == PRISMATIC else body.pitch * q[0]
    else:
        quaternion_rotation(q if kind == SPHERICAL else q + 3, Q, 1)
        for k in range(3):
            p[k] = q[k] if kind == FREE else 0
    for b in range(SPAN):
        for k in range(3):
            E[k] = load(rows + k * TRIPLE + b * LANES)
            A[k] = E[k] if parent == NULL else times(parent + ROTATION, rows + k * TRIPLE, b)
        lever = zero_lane()
        if slides:
            lever = times_row(A, p, 1)
        if parent != NULL:
            lever = lever + times(parent + ROTATION, <const real*> link.lever, b)
        put_turned(A, kind, cosine, sine, Q, block + ROTATION + b * LANES)
        store(block + LEVER + b * LANES, lever)
        if kind != REVOLUTE and parent != NULL:
            put_turned(E, kind, cosine, sine, Q, block + TURN + b * LANES)
            shift = times_row(E, p, 1)
            store(block + SHIFT + b * LANES, shift)
            store(block + OFFSET + b * LANES,
                  load(<const real*> link.lever + b * LANES) + shift)
    if kind == FREE and parent == NULL:
        # the axes of the tree are those of its root
        copy(<const real*> unit_triples, block + ROTATION, 3 * TRIPLE)
        clear(block + LEVER, TRIPLE)
    clear_series(block + FIRST, 4 * TRIPLE)
    for k in range(3):
        block[FIRST + k] = body.h[k]
        block[SECOND + k * (TRIPLE + 1)] = body.P[k]
    for k in range(2):
        block[SECOND + k + 1] = body.P[3 + k]
        block[SECOND + (k + 1) * TRIPLE] = body.P[3 + k]
    block[SECOND + TRIPLE + 2] = body.P[5]
    block[SECOND + 2 * TRIPLE + 1] = body.P[5]


cdef inline void rotated_about_z(const real* P, real c, real s, real* Y) noexcept nogil:
    """Y = Rz P Rz^T, columns of three"""
    cdef real x = c * P[0] - s * P[1]
    cdef real y = c * P[1] - s * P[TRIPLE + 1]
    cdef real u = s * P[0] + c * P[1]
    cdef real v = s * P[1] + c * P[TRIPLE + 1]
    Y[0] = c * x - s * y
    Y[1] = s * x + c * y
    Y[4] = s * u + c * v
    Y[2] = c * P[2] - s * P[TRIPLE + 2]
    Y[5] = s * P[2] + c * P[TRIPLE + 2]
    Y[8] = P[2 * TRIPLE + 2]
    Y[3], Y[6], Y[7] = Y[1], Y[2], Y[5]


cdef inline void moments_to_parent(const Body* body, const Link* link, int kind, real sine,
                                   real cosine, const real* block, real* parent) noexcept nogil:
    """h_p += G,  P_p += T P T^T + l G^T + G l^T - m s s^T  with G = T h + m s

    T P T^T is E^T Y E of a joint of one degree. The mass m at l - s is in the parent's constants
    already.
    """
    cdef int b, j
    cdef real[9] Y
    cdef real[3] g
    cdef real[PADDED] G
    cdef lane[3] X
    cdef lane sum
    # of T, or of E^T; and what is next to it
    cdef const real* columns = <const real*> link.rows
    cdef const real* offset = <const real*> link.lever if kind == REVOLUTE else block + OFFSET
    cdef const real* shift = block + SHIFT
    cdef const real* P = block + SECOND
    cdef const real* h = block + FIRST
    if kind == PRISMATIC:
        cosine, sine = 1, 0
    if kind < SPHERICAL:
        rotated_about_z(P, cosine, sine, Y)
        g[0] = cosine * h[0] - sine * h[1]
        g[1] = sine * h[0] + cosine * h[1]
        g[2] = h[2]
    else:
        columns = block + TURN
        for j in range(3):
            copy(P + j * TRIPLE, Y + 3 * j, 3)
        copy(h, g, 3)
    for b in range(SPAN):
        sum = times(columns, g, b)
        if kind != REVOLUTE:
            sum = sum + body.m * load(shift + b * LANES)
        store(G + b * LANES, sum)
        store(parent + FIRST + b * LANES, load(parent + FIRST + b * LANES) + sum)
    for b in range(SPAN):
        for j in range(3):
            X[j] = times(columns, Y + 3 * j, b)
        for j in range(3):
            sum = load(parent + SECOND + j * TRIPLE + b * LANES) + times_row(X, columns + j, TRIPLE)
            sum = sum + (G[j] * load(offset + b * LANES) + offset[j] * load(G + b * LANES))
            if kind != REVOLUTE:
                sum = sum - (body.m * shift[j]) * load(shift + b * LANES)
            store(parent + SECOND + j * TRIPLE + b * LANES, sum)


cdef inline void momentum(const Body* body, int kind, const real* block, int c,
                          real* out) noexcept nogil:
    """(n, f) for a unit velocity of the joint's coordinate c, in kernel axes

    n = J e_a, f = e_a x h of a turn; h x e_a, m e_a of a shift.
    """
    cdef real lead = body.pitch if kind == HELICAL else 1
    cdef int x = 2 if kind < SPHERICAL else c % 3
    cdef int y = (x + 1) % 3
    cdef int z = (x + 2) % 3
    cdef const real* h = block + FIRST
    cdef const real* P = block + SECOND
    clear(out, 6)
    if kind != PRISMATIC and c < 3:
        out[x] = P[y * (TRIPLE + 1)] + P[z * (TRIPLE + 1)]
        out[y] = -P[x * TRIPLE + y]
        out[z] = -P[x * TRIPLE + z]
        out[3 + y] = -h[z]
        out[3 + z] = h[y]
    if kind == PRISMATIC or kind == HELICAL or c >= 3:
        out[y] += lead * h[z]
        out[z] -= lead * h[y]
        out[3 + x] += lead * body.m


# Of joints that are not revolute, each in one copy.

cdef void pose_of_other(const Body* body, const Link* link, int kind, const real* q, real sine,
                        real cosine, const real* parent, real* block) noexcept nogil:
    pose_of_body(body, link, kind, q, sine, cosine, parent, block)


cdef void moments_of_other(const Body* body, const Link* link, int kind, real sine, real cosine,
                           const real* block, real* parent) noexcept nogil:
    moments_to_parent(body, link, kind, sine, cosine, block, parent)


cdef void momentum_of_other(const Body* body, int kind, const real* block, int c, int iv,
                            const Table* to, real* F) noexcept nogil:
    """And the entries S^T F of the joint's own coordinates up to c."""
    cdef int a
    momentum(body, kind, block, c, F)
    if kind == PRISMATIC:
        put_pair(to, iv, iv, F[5])
    elif kind == HELICAL:
        put_pair(to, iv, iv, F[2] + body.pitch * F[5])
    else:
        for a in range(c + 1):
            put_pair(to, iv + a, iv + c, F[a])


cdef void to_other(const real* lever, const Body* body, int kind, const real* R, int first,
                   int end, const Slots* at) noexcept nogil:
    to_parent(lever, body, kind, R, first, end, at)


cdef void start_to_other(const real* F, const real* block, const Body* body, int kind,
                         const real* R, int slot, const Slots* at) noexcept nogil:
    start(F, block, body, kind, R, slot, at)
