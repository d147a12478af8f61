"""Inverse dynamics over clusters of bodies.

Plain Python: `c_rnea_twin.py`. Public function: `lieref.loops.inverse_dynamics`. Algorithm: C-RNEA
[Chignoli, Sec. VI].
"""
