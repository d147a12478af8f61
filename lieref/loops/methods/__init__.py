"""Dynamics of mechanisms by projection and by multipliers, for comparison.

Kernel: `projections_kernel.pxi`. Plain Python: `projection_twin.py`.
"""
