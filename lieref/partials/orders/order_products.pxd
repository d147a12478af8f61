"""Products with the partials of any order for other people's Cython."""

from lieref.partials.any_order.inverse.inverse_dynamics_order_products cimport (
    Call, order_products_workspace_size, run_order_jvp, run_order_vjp,
)
