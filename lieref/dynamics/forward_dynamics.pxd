"""Forward and hybrid dynamics for other people's Cython: fill a Call, run it without the GIL."""

from lieref.dynamics.shared.calls cimport (
    BODY_COMPLEX, BODY_REAL, DEFAULT_COMPLEX, DEFAULT_FINE, DEFAULT_REAL,
    DIGITS_OF_DOUBLE_DOUBLES, DIGITS_OF_DOUBLES, DONE, HYBRID_COMPLEX, HYBRID_REAL,
    SPATIAL_COMPLEX, SPATIAL_REAL, Form, ForwardCall as Call, flag)
from lieref.model.model cimport Model

cdef size_t forward_workspace_size(Model model, int r, bint inertial_wrenches) noexcept nogil
# DONE, or the number of the body at whose joint the articulated inertia is singular
cdef int run_forward_dynamics(Model model, const Call* call) noexcept nogil
# The same over double-doubles, in so many doubles of memory; the call's workspace is not used.
cdef size_t fine_workspace_size(Model model, const Call* call) noexcept nogil
cdef int run_fine(Model model, const Call* call, double* memory) noexcept nogil

cdef object forward_dynamics_of(Model model, object q, object v, object tau, object base,
                                object wrenches, object wrench_axes, object tau_ext, object form,
                                object digits, object workers, object bounds)
