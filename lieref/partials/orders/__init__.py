"""First partial derivatives of the dynamics of any order.

Kernels: `order_partials.pxi`, `order_products.pxi`. Plain Python: `order_partials_twin.py`,
`order_products_twin.py`. Public functions: `lieref.inverse_dynamics_order_partials`, `_jvp`, `_vjp`
and `lieref.forward_dynamics_order_partials`. Algorithm: IDSVA [Singh, (12), (13)] over Taylor
coefficients, docs/order-partials.md.
"""
