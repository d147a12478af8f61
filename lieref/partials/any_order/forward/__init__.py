"""Partial derivatives of forward dynamics of any order.

Kernel: `series_solve_kernel.pxi`. Plain Python: `series_solve_generic.py`. Public functions:
`lieref.forward_dynamics_order_partials`, `lieref.forward_dynamics_order_jvp` and `_vjp`. Algorithm:
those of inverse dynamics, solved by the factor of H along the branches, or by forward dynamics at
rest, order by order; docs/order-partials.md, (8).
"""
