"""First partial derivatives of inverse dynamics, and of the momentum of all bodies.

Kernels: `idsva_kernel.pxi`, `centroidal_kernel.pxi`. Plain Python: `idsva_twin.py`,
`centroidal_twin.py`. Checked entries: `inverse_dynamics_partials.pyx`, `centroidal.py`. Public
functions: `lieref.inverse_dynamics_partials`, `lieref.centroidal_momentum_partials`. Algorithm:
IDSVA [Singh, (12), (13)].
"""
