# The paper's own form of forward and hybrid dynamics: [Ali, Algorithms 3 and 4] in spatial
# representation. Here the part that is the same at every order [Ali, Lemma 2]: articulated
# inertias and their factors. Poses, subspaces and inertias of bodies are those of the spatial
# inverse dynamics; what happens at one joint is in articulated_columns.pxi, whose symbols are used.
# One lane to a coefficient. Plain twin: h_gabi_spatial_twin.py, which says why the numbers of
# articulated_columns.pxi are about the body's origin x; series are in the shifted frame.

# A column of the motion subspace: component i, coefficient m is x[(i - first) * stride + m].
cdef struct Column:
    const real* x
    int stride
    int first


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


cdef inline void add_moment(double sign, const real* x, const real* f, int step,
                            real* n) noexcept nogil:
    """n += sign x x f: wrenches (n, f) from x to the origin, twists (v, w) from there to -x"""
    n[0] = n[0] + sign * (x[1] * f[2 * step] - x[2] * f[step])
    n[step] = n[step] + sign * (x[2] * f[0] - x[0] * f[2 * step])
    n[2 * step] = n[2 * step] + sign * (x[0] * f[step] - x[1] * f[0])


cdef void columns(const Joint* j, const real* x, int W) noexcept nogil:
    """T of each coordinate."""
    cdef int c, i
    cdef Column s
    for c in range(j.count):
        s = column(j, c, W)
        for i in range(6):
            j.fixed[COLUMNS + 6 * c + i] = s.x[(i - s.first) * s.stride] if i >= s.first else 0
        add_moment(-1, x, j.fixed + COLUMNS + 6 * c, 1, j.fixed + COLUMNS + 6 * c + 3)
    unlever(j)


cdef void rigid_inertia(const Rigid* rigid, const real* R, const Joint* j, int W) noexcept nogil:
    """M = [[J - m c~ c~, m c~], [-m c~, m 1]] of the body alone, c from its origin   (E1)"""
    cdef int i, a, b
    cdef double mass = rigid.m
    cdef real* M = j.fixed + ARTICULATED
    cdef const real* J = j.block + INERTIA * W
    cdef real[3] c
    clear(M, 36)
    for i in range(3):
        c[i] = R[3 * i] * rigid.c[0] + R[3 * i + 1] * rigid.c[1] + R[3 * i + 2] * rigid.c[2]
    for i in range(3):
        a = (i + 1) % 3
        b = (i + 2) % 3
        # -c~ c~ = |c|^2 1 - c c^T
        M[7 * i] = J[i * W] + mass * (c[a] * c[a] + c[b] * c[b])
        M[7 * (3 + i)] = mass
        # xy, yz, xz stand at 3, 5, 4
        M[6 * i + a] = J[(3 if i == 0 else 5 if i == 1 else 4) * W] - mass * c[i] * c[a]
        M[6 * a + i] = M[6 * i + a]
        # (c~)_ab = -c_i for (i, a, b) cyclic
        M[6 * a + 3 + b] = -mass * c[i]
        M[6 * b + 3 + a] = mass * c[i]
        M[6 * (3 + b) + a] = -mass * c[i]
        M[6 * (3 + a) + b] = mass * c[i]


cdef void add_moved(const real* d, real* M, real* out) noexcept nogil:
    """out += M about a point that d leads away from, M changed: column by column, row by row"""
    cdef int a, b
    for b in range(6):
        add_moment(1, d, M + 18 + b, 6, M + b)
    for a in range(6):
        add_moment(1, d, M + 6 * a + 3, 1, M + 6 * a)
        for b in range(a + 1):
            out[6 * a + b] = out[6 * a + b] + M[6 * a + b]
            if b < a:
                out[6 * b + a] = out[6 * b + a] + M[6 * a + b]


cdef bint articulate(const Joint* j, const real* lever, real* parent) noexcept nogil:
    """M_p += M - U U^T / D   [Ali, Alg. 3 and 4]; False if a pivot is lost in rounding errors."""
    cdef int a, b
    cdef real[36] M
    cdef real* N = j.fixed + NOISE
    cdef const real* own = j.fixed + ARTICULATED
    for a in range(6):
        # rounding errors are of the size of the trace, whatever the axis
        b = 21 if a >= 3 else 0
        N[7 * a] = N[7 * a] + (own[b] + own[b + 7] + own[b + 14])
    if not release(j, M):
        return False
    if parent != NULL and not j.whole:
        add_moved(lever, M, parent + ARTICULATED)
        add_moved(lever, N, parent + NOISE)
    return True
