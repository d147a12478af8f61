"""Partials of forward dynamics of any order for other people's Cython."""

from lieref.partials.any_order.forward.forward_dynamics_order_partials cimport (
    Call, forward_order_partials_workspace_size, run_forward_dynamics_order_partials,
)
