"""H-GRNE, the default recursion: joint angles in lanes, moments about moved origins.

Kernel: `h_grne_body.pxi` to `h_grne_kernel.pxi`. Plain Python: `inverse_dynamics_twin.py`. Public
function: `lieref.inverse_dynamics`. Algorithm: Ali et al., Algorithms 1
and 2, in body frames.
"""
