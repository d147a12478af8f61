"""Articulated inertias in body-fixed twists.

Kernel: `gabi_body_kernel.pxi`, `h_gabi_twist_body.pxi`. Plain Python:
`h_gabi_twist_body_twin.py`. Public functions: `lieref.forward_dynamics(form="body")`,
`lieref.hybrid_dynamics`. Algorithm: Ali et al., Algorithms 3 and 4, by the twists of Müller, (65),
(66) and (67).
"""
