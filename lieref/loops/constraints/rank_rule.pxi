# The rule for ranks of loops. Whether a pivot is rounding is decided in rad and lengths of the
# loop, where the terms of an entry are as large as 1: masses, units and the directions of the axes
# do not matter. A pivot is compared with the size of the terms that were added up, never with their
# sum: terms that cancel leave a sum of roundings, which is not small beside itself.
# Plain twin: any_scalar.py; singular values: row_space.py.

# A pivot below this part of its terms is rounding: 128 of them, room for chains of some 100 terms.
cdef double BOUND = 2.0 ** -45


cdef inline bint is_rounding(double pivot, double size) noexcept nogil:
    """Whether a pivot is no more than rounding of terms of that size; NaN is."""
    return not pivot > BOUND * size
