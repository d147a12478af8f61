"""The closed forms for other people's Cython: fill a Call, run it without the GIL."""

from lieref.dynamics.shared.calls cimport ClosedFormsCall as Call
from lieref.model.model cimport Model

# with n coefficients of H; coriolis: for run_coriolis, where n is 1
cdef size_t closed_forms_workspace_size(Model model, int n, bint coriolis) noexcept nogil
cdef void run_inertia(Model model, const Call* call) noexcept nogil
cdef void run_coriolis(Model model, const Call* call) noexcept nogil

cdef object joint_space_inertia_of(Model model, object q, object base, object method,
                                   object workers, object bounds, object input_radius)
