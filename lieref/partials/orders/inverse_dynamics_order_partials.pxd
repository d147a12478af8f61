"""Partials of inverse dynamics of any order for other people's Cython."""

from lieref.partials.any_order.inverse.inverse_dynamics_order_partials cimport (
    Call, order_partials_workspace_size, run_inverse_dynamics_order_partials,
)
