"""The reference value at any precision: slow, short, from the definitions.

Imports the model package only. Needs the extra ``lieref[oracle]`` when a function is called, not
before: mpmath, and python-flint for proven bounds and for speed.
"""

from typing import TYPE_CHECKING, Any

from lieref.deprecated import renamed
from lieref.oracle.certified import (
    Certified,
    certified_forward_dynamics,
    certified_hybrid_dynamics,
    certified_inverse_dynamics,
)
from lieref.oracle.loops.loop_conditioning import loop_conditioning_bound
from lieref.oracle.loops.loop_forward_dynamics import (
    loop_forward_dynamics,
    loop_inverse_operational_inertia,
)
from lieref.oracle.loops.loop_forward_dynamics_partials import (
    loop_forward_dynamics_partials,
    loop_forward_dynamics_second_partials,
)
from lieref.oracle.loops.loop_inverse_dynamics import (
    LoopForces,
    loop_constraint_forces,
    loop_inverse_dynamics,
)
from lieref.oracle.loops.loop_inverse_dynamics_partials import (
    loop_inverse_dynamics_partials,
    loop_inverse_dynamics_second_partials,
)
from lieref.oracle.loops.loop_motion import (
    loop_centroidal_momentum_matrix_derivatives,
    loop_energy,
    loop_motion,
    loop_velocity_map,
)
from lieref.oracle.loops.loop_order_partials import (
    loop_forward_dynamics_order_partials,
    loop_inverse_dynamics_order_partials,
)
from lieref.oracle.loops.loop_positions import loop_configuration
from lieref.oracle.scalars.counting import Counting
from lieref.oracle.scalars.jets import Jet, Jets
from lieref.oracle.scalars.scalars import Arb, ComplexDouble, Double, Mp
from lieref.oracle.tree.centroidal import (
    CentroidalPartials,
    centroidal_momentum_matrix_derivatives,
    centroidal_momentum_partials,
)
from lieref.oracle.tree.conditioning import conditioning_bound, hybrid_conditioning_bound
from lieref.oracle.tree.energy import Energy, Momentum, energy, momentum
from lieref.oracle.tree.forward_dynamics import forward_dynamics, hybrid_dynamics
from lieref.oracle.tree.forward_dynamics_partials import (
    ForwardDynamicsPartials,
    ForwardDynamicsSecondPartials,
    forward_dynamics_partials,
    forward_dynamics_second_partials,
)
from lieref.oracle.tree.inertia import joint_space_inertia
from lieref.oracle.tree.inverse_dynamics import inverse_dynamics
from lieref.oracle.tree.inverse_dynamics_partials import (
    InverseDynamicsPartials,
    InverseDynamicsSecondPartials,
    inverse_dynamics_partials,
    inverse_dynamics_second_partials,
)
from lieref.oracle.tree.joint_wrenches import joint_wrenches
from lieref.oracle.tree.kinematics import frame_pose, jacobian
from lieref.oracle.tree.order_partials import (
    ForwardDynamicsOrderPartials,
    InverseDynamicsOrderPartials,
    forward_dynamics_order_partials,
    inverse_dynamics_order_partials,
)
from lieref.oracle.tree.poses import body_poses

__all__ = [
    "Arb",
    "CentroidalPartials",
    "Certified",
    "ComplexDouble",
    "Counting",
    "Double",
    "Energy",
    "ForwardDynamicsOrderPartials",
    "ForwardDynamicsPartials",
    "ForwardDynamicsSecondPartials",
    "InverseDynamicsOrderPartials",
    "InverseDynamicsPartials",
    "InverseDynamicsSecondPartials",
    "Jet",
    "Jets",
    "LoopForces",
    "Momentum",
    "Mp",
    "body_poses",
    "centroidal_momentum_matrix_derivatives",
    "centroidal_momentum_partials",
    "certified_forward_dynamics",
    "certified_hybrid_dynamics",
    "certified_inverse_dynamics",
    "conditioning_bound",
    "energy",
    "forward_dynamics",
    "forward_dynamics_order_partials",
    "forward_dynamics_partials",
    "forward_dynamics_second_partials",
    "frame_pose",
    "hybrid_conditioning_bound",
    "hybrid_dynamics",
    "inverse_dynamics",
    "inverse_dynamics_order_partials",
    "inverse_dynamics_partials",
    "inverse_dynamics_second_partials",
    "jacobian",
    "joint_space_inertia",
    "joint_wrenches",
    "loop_centroidal_momentum_matrix_derivatives",
    "loop_conditioning_bound",
    "loop_configuration",
    "loop_constraint_forces",
    "loop_energy",
    "loop_forward_dynamics",
    "loop_forward_dynamics_order_partials",
    "loop_forward_dynamics_partials",
    "loop_forward_dynamics_second_partials",
    "loop_inverse_dynamics",
    "loop_inverse_dynamics_order_partials",
    "loop_inverse_dynamics_partials",
    "loop_inverse_dynamics_second_partials",
    "loop_inverse_operational_inertia",
    "loop_motion",
    "loop_velocity_map",
    "momentum",
]


if not TYPE_CHECKING:  # a checker would take any name

    def __getattr__(name: str) -> Any:
        return renamed("lieref.oracle", name)
