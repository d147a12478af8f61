"""Articulated inertias in hybrid twists.

Kernel: `gabi_hybrid_kernel.pxi`, `h_gabi_hybrid.pxi`. Plain Python: `h_gabi_hybrid_twin.py`. Public
functions: `lieref.forward_dynamics(form="hybrid")`, `lieref.hybrid_dynamics`. Algorithm: Ali et
al., Algorithms 3 and 4, by the twists of Müller, (72) to (76).
"""
