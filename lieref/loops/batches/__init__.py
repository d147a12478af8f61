"""Many states of a mechanism at once, in lanes and threads.

Kernel: closed_kernel.pxi, the texts of a single state over states side by side. Public functions:
those of `lieref` with leading axes, which pass a `LoopModel` on to closed_batches.pyx, and those of
AT_ONCE, which take one leading axis themselves; see `lieref.model.loops.other_models`. Plain
Python: that of a single state. Source: Chignoli et al. (2023).
"""

from lieref.loops.batches.closed_batches import (
    forward_dynamics,
    inverse_dynamics,
    joint_space_inertia,
)
from lieref.loops.batches.partial_batches import (
    forward_dynamics_partials,
    inverse_dynamics_partials,
)

#: Functions of `lieref.loops` of the tree's motion, `lieref.loops.tree_motion`.
AT_ONCE = frozenset(
    (
        "bias_forces",
        "center_of_mass",
        "centroidal_bias",
        "centroidal_momentum",
        "centroidal_momentum_matrix",
        "centroidal_momentum_matrix_derivatives",
        "coriolis_matrix",
        "energy",
        "external_forces",
        "forward_kinematics",
        "jacobian",
        "jacobian_derivatives",
        "joint_space_inertia_derivatives",
        "momentum",
        "system_jacobian",
        "system_jacobian_derivatives",
    )
)

__all__ = [
    "forward_dynamics",
    "forward_dynamics_partials",
    "inverse_dynamics",
    "inverse_dynamics_partials",
    "joint_space_inertia",
]
