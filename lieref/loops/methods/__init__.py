"""What the recursions over clusters are compared with, for a known G and g or K and k.

`projection.pxi`: the equations of the open tree multiplied by G^T; `multipliers.pxi`: equations
with K^T lambda; `approximations.pxi` and `independent_tree.py`: rotors as armatures;
`projected_ends.pxi`: inverse operational-space inertia. Kernel: `projections_kernel.pxi`, which
includes them; `projections.pyx` calls it. Plain Python: `projection_twin.py`. Public functions: the
argument `method` of those of `lieref.loops`, see `projection_methods.py`; `accelerations.py`
chooses between them and the C-ABA. Algorithm: [Chignoli, Sec. II].
"""
