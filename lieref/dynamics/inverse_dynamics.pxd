"""Inverse dynamics for other people's Cython: fill a Call, run it without the GIL."""

from lieref.dynamics.shared.calls cimport InverseCall as Call
from lieref.model.model cimport Model

cdef size_t workspace_size(Model model, int r, bint inertial_wrenches) noexcept nogil
cdef void run_inverse_dynamics(Model model, const Call* call) noexcept nogil

cdef object inverse_dynamics_of(Model model, object q, object v, object base, object wrenches,
                                object wrench_axes, object tau_ext, object form, object workers,
                                object bounds, object input_radius)
