"""The truth at any precision: slow, short, from the definitions.

Imports the model room only. Needs the extra ``lieref[oracle]`` (mpmath, and python-flint for
proven bounds) when a function is called, not before.
"""

from lieref.oracle.certified import (
    Certified,
    certified_forward_dynamics,
    certified_hybrid_dynamics,
    certified_inverse_dynamics,
)
from lieref.oracle.loops.loop_conditioning import loop_conditioning_floor
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
from lieref.oracle.loops.loop_motion import loop_energy, loop_motion, loop_velocity_map
from lieref.oracle.loops.loop_positions import loop_configuration
from lieref.oracle.scalars.jets import Jet, Jets
from lieref.oracle.scalars.scalars import Arb, ComplexDouble, Counting, Double, Mp
from lieref.oracle.tree.conditioning import conditioning_floor, hybrid_conditioning_floor
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
from lieref.oracle.tree.poses import body_poses

__all__ = [
    "Arb",
    "Certified",
    "ComplexDouble",
    "Counting",
    "Double",
    "Energy",
    "ForwardDynamicsPartials",
    "ForwardDynamicsSecondPartials",
    "InverseDynamicsPartials",
    "InverseDynamicsSecondPartials",
    "Jet",
    "Jets",
    "LoopForces",
    "Momentum",
    "Mp",
    "body_poses",
    "certified_forward_dynamics",
    "certified_hybrid_dynamics",
    "certified_inverse_dynamics",
    "conditioning_floor",
    "energy",
    "forward_dynamics",
    "forward_dynamics_partials",
    "forward_dynamics_second_partials",
    "hybrid_conditioning_floor",
    "hybrid_dynamics",
    "inverse_dynamics",
    "inverse_dynamics_partials",
    "inverse_dynamics_second_partials",
    "joint_space_inertia",
    "loop_conditioning_floor",
    "loop_configuration",
    "loop_constraint_forces",
    "loop_energy",
    "loop_forward_dynamics",
    "loop_forward_dynamics_partials",
    "loop_forward_dynamics_second_partials",
    "loop_inverse_dynamics",
    "loop_inverse_dynamics_partials",
    "loop_inverse_dynamics_second_partials",
    "loop_inverse_operational_inertia",
    "loop_motion",
    "loop_velocity_map",
    "momentum",
]
