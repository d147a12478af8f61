"""H-GRNE, the default recursion: joint angles in lanes, moments about moved origins.

Kernel: `h_grne_body.pxi` to `h_grne_run.pxi`. Plain Python: `inverse_dynamics_twin.py`. Public
function: `lieref.inverse_dynamics`. Algorithm: the Newton-Euler recursion of papers 001 and 003
with the time derivatives of any order.
"""
