"""First partial derivatives of forward dynamics.

Kernel: `fdsva_kernel.pxi`. Plain Python: `../fdsva_so/fdsva_so_twin.py`. Checked entry:
`forward_dynamics_partials.pyx`. Public function: `lieref.forward_dynamics_partials`. Algorithm:
FDSVA [Singh, (45)]: those of inverse dynamics, solved by the factor of H along the branches.
"""
