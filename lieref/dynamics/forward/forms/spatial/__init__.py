"""Articulated inertias in the spatial representation.

Kernel: `h_gabi_spatial.pxi` and what it is included with. Plain Python: `h_gabi_spatial_twin.py`.
Public function: `lieref.forward_dynamics(form="spatial")`. Algorithm: Ali et al., Algorithm 3.
"""
