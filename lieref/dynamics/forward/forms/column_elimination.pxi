# One joint in [Ali, Algorithms 3 and 4]: its columns are eliminated from an articulated inertia,
# in any frame. Plain twin: column_elimination_twin.py, which says why columns are eliminated so.
# What is the same at every order [Ali, Lemma 2], then the steps of one order. Symbols:
#   M       articulated inertia M^A, 6x6 row by row
#   T       columns of the joint's motion subspace as they are eliminated, the last one first
#   U, D    M T of the column, M being what the columns after it left, and the pivot T . U, to which
#           the armature of a joint is added
#   N       bound of the rounding errors in M, in units of the rounding, 6x6
#   A, b    V', the acceleration of the body, and what of it is known
#   W       wrench (n, f) that the joint transmits, W_k = M A_k + W^A_k

from libc.stdint cimport uint8_t

from lieref.dynamics.shared.calls cimport ForwardCall as Call
from lieref.model.model cimport FREE, SPHERICAL, Coordinate, Model

# Offsets in a body's fixed numbers, in reals.
cdef enum FixedOffset:
    ARTICULATED = 0
    NOISE = 36
    COLUMNS = 72        # T of each coordinate, 6
    FORCES = 108        # U / D of each coordinate, 6
    PIVOTS = 144        # 1 / D
    LEVER = 150         # of each angular coordinate, 3: see `unlever`
    # of the order at work
    SOLVED = 159        # y: q~ of (9), 6
    BIAS_WRENCH = 165   # W^A, 6
    BIAS_RATE = 171     # b: V_bias', 6
    PARENT_BIAS = 177   # bias wrench for the parent, 6
    ACCELERATION = 183  # A = V', 6
    FIXED = 189

# A pivot below this part of its rounding errors' scale has lost all but some five of its digits, of
# double-doubles all but some fifteen.
cdef double LEAST_PIVOT = TRUSTED / 10

# One body and its joint, as the passes see them.
cdef struct Joint:
    int kind
    int base        # representation of a free joint's velocity
    int count       # velocity coordinates
    int iv          # the first of them
    bint levered    # all linear coordinates of a free joint are free
    bint whole      # all six are: the joint transmits its own generalized force and nothing else
    const uint8_t* prescribed  # of its first coordinate, or NULL
    const Coordinate* physics  # of its first coordinate, or NULL
    real* block
    real* multi
    real* fixed


cdef inline bint given(const Joint* j, int c) noexcept nogil:
    """Whether the motion of coordinate c is prescribed."""
    return j.prescribed != NULL and j.prescribed[c] != 0


cdef inline Joint joint_of(Model model, const Call* call, int i, real* fixed) noexcept nogil:
    """Joint of body i but for its series; fixed: numbers of all bodies."""
    cdef Joint j
    cdef int c
    j.kind = model.kind[i]
    j.iv = model.iv[i]
    j.base = call.base if model.parent[i] < 0 and j.kind == FREE else IN_BODY
    j.count = 6 if j.kind == FREE else 3 if j.kind == SPHERICAL else 1
    j.prescribed = call.prescribed + j.iv if call.prescribed != NULL else NULL
    j.physics = model.physics + j.iv if model.physics != NULL else NULL
    j.levered = j.kind == FREE
    j.whole = j.kind == FREE
    if j.kind == FREE:
        for c in range(6):
            if given(&j, c):
                j.whole = False
                if c >= 3:
                    j.levered = False
    j.block = NULL
    j.multi = NULL
    j.fixed = fixed + <size_t> i * FIXED
    return j


cdef inline real dot(const real* a, const real* b, int count) noexcept nogil:
    cdef int i
    cdef real total = a[0] * b[0]
    for i in range(1, count):
        total = total + a[i] * b[i]
    return total


cdef inline void add_scaled(real c, const real* a, real* out) noexcept nogil:
    """out += c a, six numbers"""
    cdef int i
    for i in range(6):
        out[i] = out[i] + c * a[i]


cdef void unlever(const Joint* j) noexcept nogil:
    """Of `levered` joints: (B, 0) for the angular columns, L on the linear columns kept.

    With the linear columns (0, e) S_c = (B_c, L_c) spans the same as (B_c, 0) together with them,
    v_linear = v'_linear - LEVER v_c; it would make D small far from the point v refers to.
    """
    cdef int c, i
    cdef real* T
    if not j.levered:
        return
    for c in range(3):
        T = j.fixed + COLUMNS + 6 * c
        for i in range(3):
            j.fixed[LEVER + 3 * c + i] = dot(j.fixed + COLUMNS + 6 * (3 + i) + 3, T + 3, 3)
        clear(T + 3, 3)


cdef bint eliminate(const Joint* j, int c, real* M, real* N) noexcept nogil:
    """M -= U U^T / D and what becomes of its errors; False if D is lost in them.

    N <- P^T N P + the rounding of this step, P = 1 - T U^T / D.
    """
    cdef int a, b
    cdef const real* T = j.fixed + COLUMNS + 6 * c
    cdef real* g = j.fixed + FORCES + 6 * c
    cdef real pivot, scale, inverse
    cdef real[6] U, n
    for a in range(6):
        U[a] = dot(M + 6 * a, T, 6)
        n[a] = dot(N + 6 * a, T, 6)
    pivot = dot(T, U, 6)
    if j.physics != NULL:
        pivot = pivot + j.physics[c].armature
    scale = dot(T, n, 6)
    if not real_part(pivot) > LEAST_PIVOT * real_part(scale):
        return False
    inverse = 1 / pivot
    j.fixed[PIVOTS + c] = inverse
    for a in range(6):
        g[a] = inverse * U[a]
    for a in range(6):
        for b in range(a + 1):
            N[6 * a + b] = N[6 * a + b] + ((scale * g[a] - n[a]) * g[b] - g[a] * n[b])
            N[6 * b + a] = N[6 * a + b]
        N[7 * a] = N[7 * a] + M[7 * a]
    for a in range(6):
        for b in range(a + 1):
            M[6 * a + b] = M[6 * a + b] - U[a] * g[b]
            M[6 * b + a] = M[6 * a + b]
    return True


cdef bint release(const Joint* j, real* M) noexcept nogil:
    """M = M^A - sum U U^T / D   [Ali, Alg. 3 and 4]; False if a pivot is lost in rounding errors.

    NOISE becomes the bound of the errors in M.
    """
    cdef int a, b, c
    cdef real* N = j.fixed + NOISE
    copy(j.fixed + ARTICULATED, M, 36)
    for a in range(6):
        # rounding errors are of the size of the trace, whatever the axis
        b = 21 if a >= 3 else 0
        N[7 * a] = N[7 * a] + (M[b] + M[b + 7] + M[b + 14])
    for c in range(j.count - 1, -1, -1):
        if not given(j, c) and not eliminate(j, c, M, N):
            return False
    return True


cdef void rigid_inertia(double m, const real* h, const real* J, real* M) noexcept nogil:
    """M = [[J, h~], [-h~, m 1]], h the first moment and J (3x3) the inertia about the origin"""
    cdef int i, a, b
    clear(M, 36)
    for i in range(3):
        a = (i + 1) % 3
        b = (i + 2) % 3
        copy(J + 3 * i, M + 6 * i, 3)
        M[7 * (3 + i)] = m
        # (h~)_ab = -h_i for (i, a, b) cyclic
        M[6 * a + 3 + b] = -h[i]
        M[6 * b + 3 + a] = h[i]
        M[6 * (3 + b) + a] = -h[i]
        M[6 * (3 + a) + b] = h[i]


cdef void keep_joint_torques(Model model, const Call* call, const Joint* j, int k,
                             real* left) noexcept nogil:
    """left -= torques of the joint's own physics, but for its armature"""
    cdef int c
    for c in range(j.count):
        if not given(j, c):
            left[c] = left[c] - taylor(
                known_torque(model, <const real*> call.q, <const real*> call.v,
                             <const real*> call.vdot, j.iv + c, k), k)


cdef void resist(const Joint* j, real* left) noexcept nogil:
    """PARENT_BIAS = W^A + M b + U y, y = q~ of (9)   [Ali, Alg. 3 and 4]; left: forces, changed"""
    cdef int i, c
    cdef const real* T
    cdef real* y = j.fixed + SOLVED
    cdef real* rest = j.fixed + PARENT_BIAS
    if j.levered:
        for c in range(3):
            if not given(j, c):
                for i in range(3):
                    left[c] -= j.fixed[LEVER + 3 * c + i] * left[3 + i]
    for i in range(6):
        rest[i] = (j.fixed[BIAS_WRENCH + i]
                   + dot(j.fixed + ARTICULATED + 6 * i, j.fixed + BIAS_RATE, 6))
    for c in range(j.count - 1, -1, -1):
        if not given(j, c):
            T = j.fixed + COLUMNS + 6 * c
            y[c] = left[c] - dot(T, rest, 6)
            add_scaled(y[c], j.fixed + FORCES + 6 * c, rest)
            y[c] = y[c] * j.fixed[PIVOTS + c]
    if j.whole:
        # T is orthonormal: the wrench of these forces, for any mass of the body beyond
        clear(rest, 6)
        for c in range(6):
            add_scaled(left[c], j.fixed + COLUMNS + 6 * c, rest)


cdef void accelerate(const Joint* j, real* found) noexcept nogil:
    """v' = y - U . A / D of the free coordinates, A <- A + S v' + b   [Ali, Alg. 3]

    ACCELERATION comes as the parent's at this body's place.
    """
    cdef int i, c
    cdef real* A = j.fixed + ACCELERATION
    for c in range(j.count):
        if not given(j, c):
            found[c] = j.fixed[SOLVED + c] - dot(j.fixed + FORCES + 6 * c, A, 6)
            add_scaled(found[c], j.fixed + COLUMNS + 6 * c, A)
    if j.levered:
        for c in range(3):
            if not given(j, c):
                for i in range(3):
                    found[3 + i] -= j.fixed[LEVER + 3 * c + i] * found[c]
    add_scaled(1, j.fixed + BIAS_RATE, A)


cdef inline real transmitted(const Joint* j, int i) noexcept nogil:
    """Component i of W = M A + W^A   [Ali, Lemma 2]"""
    if j.whole:
        return j.fixed[PARENT_BIAS + i]
    return (dot(j.fixed + ARTICULATED + 6 * i, j.fixed + ACCELERATION, 6)
            + j.fixed[BIAS_WRENCH + i])
