"""H-GABI and H-GHYB, the default recursions by articulated inertias.

Kernel: `h_gabi_body.pxi` to `h_gabi_kernel.pxi`. Plain Python: `forward_dynamics_generic.py`.
Public functions: `lieref.forward_dynamics`, `lieref.hybrid_dynamics`. Algorithm: Ali et al.,
Algorithms 3 and 4, in body frames.
"""
