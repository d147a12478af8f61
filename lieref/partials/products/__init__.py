"""Products of partial derivatives with vectors, without the matrices.

Kernel: `products_kernel.pxi`; of second partials `contraction.pxi`. Plain Python:
`products_twin.py`, `contraction_twin.py`. Checked entries: `products.pyx`, `products_forward.py`.
Public functions: `lieref.inverse_dynamics_jvp`, `lieref.inverse_dynamics_vjp`,
`lieref.inverse_dynamics_contraction` and those of forward dynamics. Algorithm: IDSVA [Singh, (12),
(13)] and IDSVA-SO [Singh, Algorithm 1].
"""
