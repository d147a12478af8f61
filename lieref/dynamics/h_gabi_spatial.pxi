# The paper's own form of forward and hybrid dynamics: [Ali, Algorithms 3 and 4] in spatial
# representation. Here the part that is the same at every order [Ali, Lemma 2]: articulated
# inertias and their factors. Poses, subspaces and inertias of bodies are those of the spatial
# inverse dynamics; what happens at one joint is in articulated_columns.pxi, whose symbols are used.
# One lane to a coefficient. Plain twin: h_gabi_spatial_twin.py. All in the shifted frame.

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


cdef void columns(const Joint* j, int W) noexcept nogil:
    """T of each coordinate."""
    cdef int c, i
    cdef Column s
    for c in range(j.count):
        s = column(j, c, W)
        for i in range(6):
            j.fixed[COLUMNS + 6 * c + i] = s.x[(i - s.first) * s.stride] if i >= s.first else 0
    unlever(j)


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


cdef bint articulate(const Joint* j, real* parent) noexcept nogil:
    """M_p += M - U U^T / D   [Ali, Alg. 3 and 4]; False if a pivot is lost in rounding errors."""
    cdef int a
    cdef real[36] M
    cdef real* N = j.fixed + NOISE
    for a in range(6):
        N[7 * a] = N[7 * a] + j.fixed[ARTICULATED + 7 * a]
    if not release(j, M):
        return False
    if parent != NULL and not j.whole:
        for a in range(36):
            parent[ARTICULATED + a] = parent[ARTICULATED + a] + M[a]
            parent[NOISE + a] = parent[NOISE + a] + N[a]
    return True
