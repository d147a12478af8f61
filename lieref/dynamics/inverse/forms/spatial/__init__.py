"""The recursion in the spatial representation, in a frame at the base's current origin.

Kernel: `h_grne_spatial.pxi`, `h_grne_spatial_applied.pxi`, `spatial_kernel.pxi`. Plain Python:
`spatial_twin.py`. Public function: `lieref.inverse_dynamics(form="spatial")`. Algorithm: Ali
et al., Algorithms 1 and 2.
"""
