"""Second partial derivatives of forward dynamics.

Kernel: `fdsva_so_kernel.pxi`. Plain Python: `fdsva_so_twin.py`. Checked entry:
`forward_dynamics_second_partials.pyx`. Public function: `lieref.forward_dynamics_second_partials`.
Algorithm: FDSVA-SO [Singh, (46)-(49)].
"""
