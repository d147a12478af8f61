# The paper's own form of forward and hybrid dynamics: [Ali, Algorithms 3 and 4] in spatial
# representation. Here the part that is the same at every order [Ali, Lemma 2]: articulated
# inertias and their factors. Poses, subspaces and inertias of bodies are those of the spatial
# inverse dynamics; what happens at one joint is in column_elimination.pxi, whose symbols are used.
# One lane to a coefficient. Plain twin: h_gabi_spatial_twin.py, which says why the numbers of
# column_elimination.pxi are about the body's origin x; series are in the shifted frame.

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
        s.x = j.multi + ((B if j.base == IN_BODY else D) + c - 3) * W
    return s


cdef void columns(const Joint* j, const real* x, int W) noexcept nogil:
    """T of each coordinate."""
    cdef int c
    cdef real* T
    cdef Column s
    for c in range(j.count):
        s = column(j, c, W)
        T = j.fixed + COLUMNS + 6 * c
        clear(T, 6)
        read_vector(s.x, 6 - s.first, 0, s.stride, T + s.first)
        add_moment(-1, x, T, T + 3)
    unlever(j)


cdef void body_inertia(const Rigid* rigid, const real* R, const Joint* j, int W) noexcept nogil:
    """M = [[J - m c~ c~, m c~], [-m c~, m 1]] of the body alone, c from its origin   (E1)"""
    cdef int i, a, b
    cdef const real* J = j.block + INERTIA * W
    cdef real[3] c, h
    cdef real[9] about
    for i in range(3):
        c[i] = R[3 * i] * rigid.c[0] + R[3 * i + 1] * rigid.c[1] + R[3 * i + 2] * rigid.c[2]
        h[i] = rigid.m * c[i]
    for i in range(3):
        a = (i + 1) % 3
        b = (i + 2) % 3
        # -c~ c~ = |c|^2 1 - c c^T
        about[4 * i] = J[i * W] + (h[a] * c[a] + h[b] * c[b])
        # xy, yz, xz stand at 3, 5, 4
        about[3 * i + a] = J[(3 if i == 0 else 5 if i == 1 else 4) * W] - h[i] * c[a]
        about[3 * a + i] = about[3 * i + a]
    rigid_inertia(rigid.m, h, about, j.fixed + ARTICULATED)
