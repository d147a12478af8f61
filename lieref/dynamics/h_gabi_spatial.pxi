# The paper's own form of forward and hybrid dynamics: [Ali, Algorithms 3 and 4] in spatial
# representation. Here the part that is the same at every order [Ali, Lemma 2]: articulated
# inertias and their factors. Poses, subspaces and inertias of bodies are those of the spatial
# inverse dynamics. One lane to a coefficient. Plain twin: h_gabi_spatial_twin.py, which says why
# columns are eliminated so. Symbols, all in the shifted frame:
#   M       articulated inertia M^A, 6x6 row by row
#   T       columns of the joint's motion subspace as they are eliminated, the last one first
#   U, D    M T of the column, M being what the columns after it left, and the pivot T . U
#   N       bound of the rounding errors in M, in units of the rounding, 6x6

from libc.stdint cimport uint8_t

# Places in a body's fixed numbers, in reals.
cdef enum FixedPlace:
    ARTICULATED = 0
    NOISE = 36
    COLUMNS = 72        # T of each coordinate, 6
    FORCES = 108        # U / D of each coordinate, 6
    PIVOTS = 144        # 1 / D
    LEVER = 150         # of each angular coordinate, 3: see `columns`
    # of the order at work
    SOLVED = 159        # y: q~ of (9), 6
    BIAS_WRENCH = 165   # W^A, 6
    BIAS_RATE = 171     # b: V_bias', 6
    HANDED = 177        # bias wrench for the parent, 6
    ACCELERATION = 183  # A = V', 6
    FIXED = 189

# A pivot below this part of its rounding errors' scale has lost all but some five of its digits.
cdef double LEAST_PIVOT = 1e-10

# One body and its joint, as the passes see them.
cdef struct Joint:
    int kind
    int base        # representation of a free joint's velocity
    int count       # velocity coordinates
    int iv          # the first of them
    bint levered    # all linear coordinates of a free joint are free
    bint whole      # all six are: the joint transmits its own effort and nothing else
    const uint8_t* prescribed  # of its first coordinate, or NULL
    real* block
    real* multi
    real* fixed

# A column of the motion subspace: component i, coefficient m is x[(i - first) * stride + m].
cdef struct Column:
    const real* x
    int stride
    int first


cdef inline bint given(const Joint* j, int c) noexcept nogil:
    """Whether the motion of coordinate c is prescribed."""
    return j.prescribed != NULL and j.prescribed[c] != 0


cdef inline Column column(const Joint* j, int c, int W) noexcept nogil:
    """Column c of S = [[B, 0], [L, D]], or the screw of a joint of one degree."""
    cdef Column s
    s.first = 0
    s.stride = 3 * W
    if j.kind < SPHERICAL:
        s.stride = W
        s.x = j.block + S * W
    elif c < 3:
        s.x = j.multi + (B + c) * W
    else:
        s.first = 3
        s.x = j.multi + ((B if j.base == BODY else D) + c - 3) * W
    return s


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


cdef void columns(const Joint* j, int W) noexcept nogil:
    """T of each coordinate; where `levered`, (B, 0) of angular ones and L on the linear columns.

    With the linear columns (0, e) S_c = (B_c, L_c) spans the same as (B_c, 0) together with them,
    v_linear = v'_linear - LEVER v_c; it would make D small far from the point v refers to.
    """
    cdef int c, i
    cdef Column s
    cdef real* T
    for c in range(j.count - 1, -1, -1):
        s = column(j, c, W)
        T = j.fixed + COLUMNS + 6 * c
        for i in range(6):
            T[i] = s.x[(i - s.first) * s.stride] if i >= s.first else 0
        if j.levered and c < 3:
            for i in range(3):
                j.fixed[LEVER + 3 * c + i] = dot(j.fixed + COLUMNS + 6 * (3 + i) + 3, T + 3, 3)
            clear(T + 3, 3)


cdef void rigid_inertia(double mass, const Joint* j, int W) noexcept nogil:
    """M = [[J - m c~ c~, m c~], [-m c~, m 1]] of the body alone   (E1)"""
    cdef int i, a, b
    cdef real* M = j.fixed + ARTICULATED
    cdef const real* c = j.block + CENTRE * W
    cdef const real* J = j.block + INERTIA * W
    clear(M, 36)
    for i in range(3):
        a = (i + 1) % 3
        b = (i + 2) % 3
        # -c~ c~ = |c|^2 1 - c c^T
        M[7 * i] = J[i * W] + mass * (c[a * W] * c[a * W] + c[b * W] * c[b * W])
        M[7 * (3 + i)] = mass
        # xy, yz, xz stand at 3, 5, 4
        M[6 * i + a] = J[(3 if i == 0 else 5 if i == 1 else 4) * W] - mass * c[i * W] * c[a * W]
        M[6 * a + i] = M[6 * i + a]
        # (c~)_ab = -c_i for (i, a, b) cyclic
        M[6 * a + 3 + b] = -mass * c[i * W]
        M[6 * b + 3 + a] = mass * c[i * W]
        M[6 * (3 + b) + a] = -mass * c[i * W]
        M[6 * (3 + a) + b] = mass * c[i * W]


cdef bint eliminate(const Joint* j, int c, real* M, real* N) noexcept nogil:
    """M -= U U^T / D and what becomes of its errors; False if D is lost in them.

    N <- P^T N P + the rounding of this step, P = 1 - T U^T / D.
    """
    cdef int a, b
    cdef const real* T = j.fixed + COLUMNS + 6 * c
    cdef real* g = j.fixed + FORCES + 6 * c
    cdef real pivot, scale, inverse
    cdef double least, found
    cdef real[6] U, n
    for a in range(6):
        U[a] = dot(M + 6 * a, T, 6)
        n[a] = dot(N + 6 * a, T, 6)
    pivot = dot(T, U, 6)
    scale = dot(T, n, 6)
    # of complex numbers the real parts
    found = pivot
    least = scale
    if not found > LEAST_PIVOT * least:
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


cdef bint articulate(const Joint* j, real* parent) noexcept nogil:
    """M_p += M - U U^T / D   [Ali, Alg. 3 and 4]; False if a pivot is lost in rounding errors."""
    cdef int a, c
    cdef real[36] M
    cdef real* N = j.fixed + NOISE
    copy(j.fixed + ARTICULATED, M, 36)
    for a in range(6):
        N[7 * a] = N[7 * a] + M[7 * a]
    for c in range(j.count - 1, -1, -1):
        if not given(j, c) and not eliminate(j, c, M, N):
            return False
    if parent != NULL and not j.whole:
        for a in range(36):
            parent[ARTICULATED + a] = parent[ARTICULATED + a] + M[a]
            parent[NOISE + a] = parent[NOISE + a] + N[a]
    return True
