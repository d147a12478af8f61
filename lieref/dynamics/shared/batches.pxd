# Arguments with leading axes, one state to each place of them, for the compiled public functions.

cimport numpy as cnp

from lieref.algebra.scalars.state_groups cimport Batch
from lieref.model.model cimport Model

cdef int worker_count(object workers) except -1
cdef cnp.ndarray state_rows(str what, object value, int core, const cnp.npy_intp* shape)
cdef object batch_shape(object arguments)
cdef int compute_batch(Batch* batch, Model model, object function, object arguments, object axes,
                       int workers, object edge) except -1
cdef str state_index(Py_ssize_t state, object axes)
