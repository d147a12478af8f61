"""First partial derivatives of inverse dynamics.

Kernel: `idsva.pxi`. Plain Python: `idsva_twin.py`. Public function:
`lieref.inverse_dynamics_partials`. Algorithm: IDSVA [Singh, (12), (13)].
"""
