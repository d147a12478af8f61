"""Prepared calls of the partials of any order.

Public functions: `lieref.prepare_inverse_dynamics_order_partials` and
`lieref.prepare_forward_dynamics_order_partials`, which run the kernels of `lieref.partials.orders`
and `lieref.partials.forward_orders`.
"""
