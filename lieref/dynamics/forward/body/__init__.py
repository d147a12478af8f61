"""Articulated inertias in body-fixed twists.

Kernel: `h_gabi_twist_body.pxi`, `h_gabi_twist_body_run.pxi`. Plain Python:
`h_gabi_twist_body_twin.py`. Public function: `lieref.forward_dynamics(form="body")`. Algorithm:
paper 003 in the body form of paper 004.
"""
