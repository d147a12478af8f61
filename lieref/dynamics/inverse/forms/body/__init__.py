"""The recursion in body-fixed twists.

Kernel: `body_kernel.pxi`, `h_grne_twist_body.pxi`, `h_grne_twist_body_multi.pxi`. Plain Python:
`body_twin.py`. Public function: `lieref.inverse_dynamics(form="body")`. Algorithm: Müller, (66) and
(67).
"""
