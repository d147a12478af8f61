"""Articulated inertias in the spatial representation.

Kernel: `gabi_spatial_kernel.pxi`, `h_gabi_spatial.pxi`, `h_gabi_spatial_orders.pxi`. Plain Python:
`h_gabi_spatial_twin.py`. Public functions: `lieref.forward_dynamics(form="spatial")`,
`lieref.hybrid_dynamics`. Algorithm: Ali et al., Algorithms 3 and 4.
"""
