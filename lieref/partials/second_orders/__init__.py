"""Second partial derivatives of inverse dynamics of any order, contracted with weights.

Kernel: `order_contraction.pxi`, `second_blocks.pxi`. Plain Python: `order_contraction_twin.py`.
Public function: `lieref.inverse_dynamics_order_contraction`. Algorithm: [Singh, Algorithm 1] over
Taylor coefficients, docs/order-partials.md, (14) to (16).
"""
