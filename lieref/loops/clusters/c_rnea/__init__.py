"""Inverse dynamics over clusters of bodies.

Kernel: `c_rnea.pyx`, which calls the recursion of the open tree, `lieref.dynamics.inverse.default`.
Plain Python: `c_rnea_twin.py`. Public function: `lieref.inverse_dynamics`,
`lieref.loops.inverse_dynamics`. Algorithm: C-RNEA [Chignoli, Sec. VI].
"""
