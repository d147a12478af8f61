"""Partials of inverse dynamics of any order for Cython elsewhere: fill a Call, run it."""

from lieref.model.model cimport Model
from lieref.partials.calls cimport OrderPartialsCall as Call

cdef size_t order_partials_workspace_size(Model model, int r) noexcept nogil
cdef void run_inverse_dynamics_order_partials(Model model, const Call* call) noexcept nogil
