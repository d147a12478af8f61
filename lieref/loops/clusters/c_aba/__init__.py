"""Forward dynamics over clusters of bodies.

Kernel: `c_aba_groups.pxi`, `c_aba_kernel.pxi`; `c_aba.pyx` calls it. Plain Python:
`c_aba_twin.py`. Public function: `lieref.forward_dynamics`, `lieref.loops.forward_dynamics`.
Algorithm: C-ABA [Chignoli, Algorithm 1].
"""
