"""First partial derivatives of forward dynamics.

Kernel: `fdsva_kernel.pxi`. Public function: `lieref.forward_dynamics_partials`. Algorithm: those of
inverse dynamics, solved by the factor of H along the branches.
"""
