"""First partial derivatives of the dynamics of any order.

Kernels: `order_partials_kernel.pxi`, `order_products_kernel.pxi`, `order_directions.pxi`. Plain
Python: `order_partials_twin.py`, `order_products_twin.py`, `order_directions_twin.py`. Public
functions: `lieref.inverse_dynamics_order_partials`, `_jvp`, `_vjp`. Algorithm: IDSVA
[Singh, (12), (13)] over Taylor coefficients, docs/order-partials.md.
"""
