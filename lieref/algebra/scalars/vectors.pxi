# Vectors and quaternions of reals, whatever these are.

cdef inline void cross(const real* a, const real* b, real* out) noexcept nogil:
    """out = a x b"""
    out[0] = a[1] * b[2] - a[2] * b[1]
    out[1] = a[2] * b[0] - a[0] * b[2]
    out[2] = a[0] * b[1] - a[1] * b[0]


cdef inline void quaternion_rotation(const real* q, real* R, int stride) noexcept nogil:
    """Rotation of q / |q|, q = (x, y, z, w), into R[0], R[stride], ..., row by row."""
    cdef real x = q[0]
    cdef real y = q[1]
    cdef real z = q[2]
    cdef real w = q[3]
    cdef real s = 2 / (x * x + y * y + z * z + w * w)
    R[0] = 1 - s * (y * y + z * z)
    R[stride] = s * (x * y - w * z)
    R[2 * stride] = s * (x * z + w * y)
    R[3 * stride] = s * (x * y + w * z)
    R[4 * stride] = 1 - s * (x * x + z * z)
    R[5 * stride] = s * (y * z - w * x)
    R[6 * stride] = s * (x * z - w * y)
    R[7 * stride] = s * (y * z + w * x)
    R[8 * stride] = 1 - s * (x * x + y * y)
