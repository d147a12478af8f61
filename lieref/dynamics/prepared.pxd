"""What prepared calls share: the model, the order, and a workspace that one call at a time uses."""

cdef class Prepared:
    cdef readonly object model
    cdef readonly int order
    cdef readonly str base, wrench_axes
    cdef int _base
    cdef bint _inertial
    cdef int _taken
    cdef size_t _doubles
    cdef void* _memory
    cdef int allocate(self, size_t reals) except -1
    cdef int occupy(self) except -1
    cdef void leave(self) noexcept
    cdef bint is_as_wanted(self, object value, tuple shape)
    cdef int require(self, tuple arguments, tuple results) except -1
