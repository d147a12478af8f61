"""First partials of inverse dynamics for Cython elsewhere: fill a Call, run it without the GIL."""

from lieref.model.model cimport Model
from lieref.partials.calls cimport PartialsCall as Call

cdef size_t partials_workspace_size(Model model) noexcept nogil
cdef void run_inverse_dynamics_partials(Model model, const Call* call) noexcept nogil

cdef object inverse_dynamics_partials_of(Model model, object q, object v, object a, object base,
                                         object wrenches, object wrench_axes, object method,
                                         object workers, object bounds, object input_radius)
