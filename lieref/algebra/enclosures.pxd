"""Results with proven bounds, made of double-doubles and of balls; see enclosures.pyx."""

from libc.math cimport INFINITY, fabs, isfinite

# What the radii of balls are of those of double-doubles, ball.h, and what the radii's own roundings
# take from them.
cdef double share
cdef double outward


cdef inline void widen(double* value, double* bound, double mid) noexcept nogil:
    """A ball, its radius in bound, as a double and the bound of its error."""
    bound[0] *= outward
    if bound[0] < INFINITY and isfinite(mid):
        value[0] = mid
    else:
        bound[0] = INFINITY


cdef inline void enclose(double hi, double lo, double* value, double* bound) noexcept nogil:
    """A double-double and the radius of its ball, in bound, as a double and its error's bound."""
    cdef double rounded = hi + lo
    cdef double rest = lo - (rounded - hi)
    cdef double least = (fabs(rest) + share * bound[0]) * outward
    if least < INFINITY and isfinite(rounded):
        value[0] = rounded
        bound[0] = least
    else:
        # the value of doubles stays
        bound[0] = INFINITY
