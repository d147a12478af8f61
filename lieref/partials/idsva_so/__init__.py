"""Second partial derivatives of inverse dynamics.

Kernel: `idsva_so_kernel.pxi`. Plain Python: `../idsva/idsva_twin.py`. Checked entry:
`inverse_dynamics_second_partials.pyx`. Public function: `lieref.inverse_dynamics_second_partials`.
Algorithm: IDSVA-SO [Singh, Algorithm 1].
"""
