# cython: language_level=3
"""Loops of a primitive over stacks of vectors or matrices; the loop runs without the GIL."""

ctypedef void (*OneToOne)(const double *, double *) noexcept nogil
ctypedef void (*TwoToOne)(const double *, const double *, double *) noexcept nogil

cdef object map_one(OneToOne primitive, object x, tuple core_in, tuple core_out, str name)
cdef object map_two(
    TwoToOne primitive, object x, object y, tuple core_x, tuple core_y, tuple core_out,
    str name_x, str name_y,
)
