"""The inverse operational-space inertia over clusters of bodies.

Kernel: `c_efpa_kernel.pxi`; `c_efpa.pyx` calls it. Plain Python: `c_efpa_twin.py`. Public function:
`lieref.loops.inverse_operational_inertia`. Algorithm: C-EFPA [Chignoli, Sec. VIII].
"""
