# Vectors, rotations and 6-vectors of plain numbers: three, nine row by row, and six, their angular
# part first. Included before subtrees.pxi, whose symbols these are.

from lieref.model.model cimport param


cdef inline void add_cross(const real* a, const real* b, real* out) noexcept nogil:
    """out += a x b"""
    out[0] = out[0] + (a[1] * b[2] - a[2] * b[1])
    out[1] = out[1] + (a[2] * b[0] - a[0] * b[2])
    out[2] = out[2] + (a[0] * b[1] - a[1] * b[0])


cdef inline real dot(const real* a, const real* b) noexcept nogil:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


cdef inline real dot6(const real* a, const real* b) noexcept nogil:
    return dot(a, b) + dot(a + 3, b + 3)


cdef inline void turn(const real* R, const real* x, real* out) noexcept nogil:
    """out = R x"""
    cdef int i
    for i in range(3):
        out[i] = dot(R + 3 * i, x)


cdef inline void turn_back(const real* R, const real* x, real* out) noexcept nogil:
    """out = R^T x"""
    cdef int i
    for i in range(3):
        out[i] = R[i] * x[0] + R[3 + i] * x[1] + R[6 + i] * x[2]


cdef inline void add_turn(const real* R, const param* x, real* out) noexcept nogil:
    """out += R x for a constant x"""
    cdef int i
    for i in range(3):
        out[i] = out[i] + (R[3 * i] * x[0] + R[3 * i + 1] * x[1] + R[3 * i + 2] * x[2])


cdef inline void constant_turn_back(const param* K, const real* x, real* out) noexcept nogil:
    """out = K^T x for a constant K"""
    cdef int i
    for i in range(3):
        out[i] = K[i] * x[0] + K[3 + i] * x[1] + K[6 + i] * x[2]


cdef inline void times_constant_back(const real* A, const param* E, real* out) noexcept nogil:
    """out = A E^T for a constant E, 3 x 3"""
    cdef int i, j
    for i in range(3):
        for j in range(3):
            out[3 * i + j] = (A[3 * i] * E[3 * j] + A[3 * i + 1] * E[3 * j + 1]
                              + A[3 * i + 2] * E[3 * j + 2])


cdef inline void motion_cross(const real* v, const real* s, real* out) noexcept nogil:
    """out = v x s = (w x s_w, u x s_w + w x s_u)   (6)"""
    cdef real[6] y
    cross(v, s, y)
    cross(v + 3, s, y + 3)
    add_cross(v, s + 3, y + 3)
    copy(y, out, 6)


cdef inline void add_force_cross(const real* v, const real* f, real* out) noexcept nogil:
    """out += v x* f = (w x n + u x l, w x l)   (7)"""
    cdef real[6] y
    copy(out, y, 6)
    add_cross(v, f, y)
    add_cross(v + 3, f + 3, y)
    add_cross(v, f + 3, y + 3)
    copy(y, out, 6)


cdef inline void times_symmetric(const real* J, const real* x, real* out) noexcept nogil:
    """out = J x"""
    out[0] = J[0] * x[0] + J[3] * x[1] + J[4] * x[2]
    out[1] = J[3] * x[0] + J[1] * x[1] + J[5] * x[2]
    out[2] = J[4] * x[0] + J[5] * x[1] + J[2] * x[2]
