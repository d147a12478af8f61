"""Dynamics of mechanisms by projection and by multipliers, for comparison.

Kernel: `projection_kernel.pxi`. Plain Python: `projection_twin.py`.
"""
