from lieref.model.model cimport Model

cdef object gravity_forces_of(Model model, object q, object base)
cdef object bias_forces_of(Model model, object q, object v, object base)
