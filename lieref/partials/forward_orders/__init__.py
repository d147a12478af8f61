"""First partial derivatives of forward dynamics of any order.

Kernel: `order_solve.pxi`. Plain Python: `order_solve_twin.py`. Public function:
`lieref.forward_dynamics_order_partials`. Algorithm: those of inverse dynamics, `orders`, solved by
the factor of H along the branches, order by order; docs/order-partials.md, (8).
"""
