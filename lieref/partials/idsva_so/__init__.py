"""Second partial derivatives of inverse dynamics.

Kernel: `idsva_so_kernel.pxi`. Plain Python: `../idsva/idsva_twin.py`. Public function:
`lieref.inverse_dynamics_second_partials`. Algorithm: IDSVA-SO [Singh, Algorithm 1]. `pairs.pyx`
finds the same by second-order numbers.
"""
