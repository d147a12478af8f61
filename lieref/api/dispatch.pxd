# What a public function does with other than one state of a tree.

cdef class Dispatch:
    cdef str name, trees, batches
    # of trees, for one state
    cdef object function
    # of mechanisms, for one state and for many; None until a mechanism comes
    cdef object single, many
    cdef tuple names, defaults, axes
    # indices of the options of trees alone
    cdef tuple alone
    # of the other arguments: own axes; indices and the same axes in C
    cdef tuple axes_of_others
    cdef int count
    cdef int[16] index, axis_count
    cdef int workers

    cdef object call(self, object model, tuple given)
    cdef int find(self) except -1
    cdef int require_default(self, int i, object value) except -1
