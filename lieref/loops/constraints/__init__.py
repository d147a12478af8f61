"""Kinematics of the closing: phi of loops and couplings, K, and G and g with their derivatives.

qdot = G ydot, qddot = G yddot + g. Kernel: `constraint_stage.pxi`, with the steps of
`loop_poses.pxi` (the loops' frames), `explicit_constraints.pxi` and `constraint_bias.pxi` (K, G,
g), `loop_equations.pxi` and `openings.pxi` (phi), `closing.pxi` (Newton's method), in the module of
`constraints.pyx`; along a motion `series`. Plain Python over any scalar: `any_scalar.py`; of the
partials of G and g `constraint_partials_twin.py`. Public functions:
`lieref.loops.constraint_state`, `expand`, `project` and others of `constraint_equations.py` and
`configuration.py`. Algorithm: implicit constraints made explicit by complete pivoting on K_d
[Chignoli, Sec. II-B].
"""
