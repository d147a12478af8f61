"""Forward dynamics over clusters of bodies.

Kernel: `c_aba_groups.pxi`, `c_aba_kernel.pxi`. Plain Python: `c_aba_twin.py`. Public function:
`lieref.loops.forward_dynamics`. Algorithm: C-ABA [Chignoli, Algorithm 1].
"""
