"""The recursion in hybrid twists.

Kernel: `hybrid_kernel.pxi`, `h_grne_hybrid.pxi`, `h_grne_hybrid_multi.pxi`. Plain Python:
`hybrid_twin.py`. Public function: `lieref.inverse_dynamics(form="hybrid")`. Algorithm: Müller, (75)
and (76).
"""
