"""Products with the partials of any order for Cython elsewhere: fill a Call, run it."""

from lieref.model.model cimport Model
from lieref.partials.calls cimport OrderProductsCall as Call

cdef size_t order_products_workspace_size(Model model, int r) noexcept nogil
cdef void run_order_jvp(Model model, const Call* call) noexcept nogil
cdef void run_order_vjp(Model model, const Call* call) noexcept nogil
