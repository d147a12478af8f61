"""First partial derivatives of forward dynamics of any order.

Kernel: `order_solve_kernel.pxi`. Plain Python: `order_solve_twin.py`. Public functions:
`lieref.forward_dynamics_order_partials`, `lieref.forward_dynamics_order_jvp` and `_vjp`. Algorithm:
those of inverse dynamics, `orders`, solved by the factor of H along the branches, or by forward
dynamics at rest, order by order; docs/order-partials.md, (8).
"""
