"""Partials of forward dynamics of any order for Cython elsewhere: fill a Call, run it."""

from lieref.model.model cimport Model
from lieref.partials.calls cimport ForwardOrderPartialsCall as Call

cdef size_t forward_order_partials_workspace_size(Model model, int r) noexcept nogil
cdef bint run_forward_dynamics_order_partials(Model model, const Call* call) noexcept nogil
