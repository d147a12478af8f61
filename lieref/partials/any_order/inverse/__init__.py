"""Partial derivatives of inverse dynamics of any order.

Kernels: `series_partials_kernel.pxi`, `series_products_kernel.pxi`. Plain Python:
`series_partials_twin.py`, `series_products_twin.py`, `directions_twin.py`, `contraction_twin.py`.
Public functions: `lieref.inverse_dynamics_order_partials`, `_jvp`, `_vjp`, and
`lieref.inverse_dynamics_order_contraction`. Algorithm: IDSVA [Singh, (12), (13)] and IDSVA-SO
[Singh, Algorithm 1] over Taylor coefficients, docs/order-partials.md.
"""
