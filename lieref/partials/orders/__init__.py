"""First partial derivatives of the dynamics of any order.

Kernel: `order_partials.pxi`. Plain Python: `order_partials_twin.py`. Public function:
`lieref.inverse_dynamics_order_partials`. Algorithm: IDSVA [Singh, (12), (13)] over Taylor
coefficients, docs/order-partials.md.
"""
