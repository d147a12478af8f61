"""H-GABI and H-GHYB, the default recursions by articulated inertias.

Kernel: `h_gabi_kernel.pxi`. Order by order three passes: `base_to_tip.pxi`, `tip_to_base.pxi`,
`accelerations.pxi`; their steps by kind of joint: `bodies.pxi`, `one_dof.pxi`,
`shifting_joints.pxi`, `multi_dof.pxi`, `free_base.pxi`; `articulated_inertia.pxi`, `layout.pxi`.
Plain Python: `forward_dynamics_generic.py`, over any scalar, which is arbitrary precision as well.
Public functions: `lieref.forward_dynamics`, `lieref.hybrid_dynamics`. Algorithm: Ali et al.,
Algorithms 3 and 4, in body frames: articulated bodies (ABA) and their derivatives.
"""
