"""Products of partial derivatives with vectors, without the matrices.

Kernel: `products.pxi`, `contraction.pxi`. Plain Python: `products_twin.py`, `contraction_twin.py`.
Public functions: `lieref.inverse_dynamics_jvp`, `inverse_dynamics_vjp`,
`inverse_dynamics_contraction` and those of forward dynamics. Algorithm: [Singh, (12), (13)].
"""
