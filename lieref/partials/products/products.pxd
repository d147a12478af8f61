"""Directional forms for other people's Cython: fill a Call, run it without the GIL."""

from lieref.model.model cimport Model
from lieref.partials.calls cimport ProductsCall as Call

cdef size_t products_workspace_size(Model model) noexcept nogil
cdef size_t contraction_workspace_size(Model model) noexcept nogil
cdef void run_jvp(Model model, const Call* call) noexcept nogil
cdef void run_vjp(Model model, const Call* call) noexcept nogil
cdef void run_contraction(Model model, const Call* call) noexcept nogil
