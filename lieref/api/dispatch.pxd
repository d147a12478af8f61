# What a public function does with other than one state of a tree.

cdef class Dispatch:
    cdef str name, batches
    # of trees, for one state
    cdef object function
    # of mechanisms, for one state and for many; None until a mechanism comes
    cdef object single, many
    cdef tuple names, defaults, axes
    # places of the options of trees alone
    cdef tuple alone
    # what mechanisms take: own axes, again in C with the places
    cdef tuple axes_of_others
    cdef int count
    cdef int[16] place, own
    cdef int workers

    cdef object call(self, object model, tuple given)
    cdef int find(self) except -1
    cdef int require_default(self, int i, object value) except -1
