"""Articulated inertias in hybrid twists.

Kernel: `h_gabi_hybrid.pxi`, `gabi_hybrid_kernel.pxi`. Plain Python: `h_gabi_hybrid_twin.py`. Public
function: `lieref.forward_dynamics(form="hybrid")`. Algorithm: Ali et al., Algorithm 3, by
the twists of Müller, (75) and (76).
"""
