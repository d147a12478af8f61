# Articulated inertias in axes that all bodies share, of hybrid twists and of the spatial form: on
# the way to the parent only the origin moves. Plain twin: `to_parent_inertia` of
# articulated_inertia_twin.py.


cdef inline void add_moment(double sign, const real* x, const real* f, real* n) noexcept nogil:
    """n += sign x x f: wrenches (n, f) from x to the origin, twists (v, w) from there to -x"""
    n[0] = n[0] + sign * (x[1] * f[2] - x[2] * f[1])
    n[1] = n[1] + sign * (x[2] * f[0] - x[0] * f[2])
    n[2] = n[2] + sign * (x[0] * f[1] - x[1] * f[0])


cdef void add_moved(const real* l, real* M, real* out) noexcept nogil:
    """out += X^T M X, X = [[1, 0], [-l~, 1]], M symmetric and changed: M's origin is at l"""
    cdef int i, a, b, c
    for a in range(6):
        # M X, row by row
        add_moment(1, l, M + 6 * a + 3, M + 6 * a)
    for i in range(3):
        a = (i + 1) % 3
        b = (i + 2) % 3
        # X^T M X, on and below the diagonal
        for c in range(i + 1):
            M[6 * i + c] = M[6 * i + c] + (l[a] * M[6 * (3 + b) + c] - l[b] * M[6 * (3 + a) + c])
    for a in range(6):
        for b in range(a + 1):
            out[6 * a + b] = out[6 * a + b] + M[6 * a + b]
            if b < a:
                out[6 * b + a] = out[6 * b + a] + M[6 * a + b]


cdef bint articulate(const Joint* j, const real* l, real* parent) noexcept nogil:
    """M_p += M - U U^T / D, its origin at l; False if a pivot is lost in rounding errors."""
    cdef real[36] M
    if not release(j, M):
        return False
    if parent != NULL and not j.whole:
        add_moved(l, M, parent + ARTICULATED)
        add_moved(l, j.fixed + NOISE, parent + NOISE)
    return True
