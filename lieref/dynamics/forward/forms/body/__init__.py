"""Articulated inertias in body-fixed twists.

Kernel: `h_gabi_twist_body.pxi`, `gabi_body_kernel.pxi`. Plain Python:
`h_gabi_twist_body_twin.py`. Public function: `lieref.forward_dynamics(form="body")`. Algorithm:
Ali et al., Algorithm 3, by the twists of Müller, (66) and (67).
"""
