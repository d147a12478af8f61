"""Poses and twists of bodies and frames, the passes of kinematics from the base to the tips.

Kernel: `forward_kinematics.pxi`, `twists.pxi`. Plain Python: `forward_kinematics_twin.py`. Public
function: `lieref.forward_kinematics`. Algorithm: Ali et al., Algorithm 1.
"""
