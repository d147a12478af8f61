"""Second partial derivatives of inverse dynamics of any order, contracted with weights.

Plain Python over any scalar: `late_changes.py`, which the kernel of `lieref.partials.orders` gives
its series, or that kernel's plain twin. Public function:
`lieref.inverse_dynamics_order_contraction`. Algorithm: docs/order-partials.md, (14) to (16).
"""
