"""Products of partial derivatives with vectors, without the matrices.

Kernel: `products.pxi`, `contraction.pxi`. Plain twins: `products_twin.py`, `contraction_twin.py`.
Public functions: `lieref.inverse_dynamics_jvp`, `lieref.inverse_dynamics_contraction` and their
kin. Algorithm: [Singh, (12), (13)].
"""
