"""Mechanisms with loops and couplings: constraints, and recursions over clusters of bodies.

Folders: `constraints` (phi, K, G and g, their series and partials), `clusters` (C-RNEA, C-ABA,
C-EFPA), `methods` (projection, multipliers, approximations), `partials`. Files beside them hold the
public functions by topic. Most are those of the tree along qdot = G ydot, `lift.py`.

Examples
--------
A crank, a coupler hinged to its end, a rocker hinged beside it, and the loop between the last two:

>>> import numpy as np
>>> from lieref import ModelBuilder, Revolute, loops, oracle
>>> def along_x(x):
...     return np.array([[1, 0, 0, x], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])
>>> b = ModelBuilder()
>>> hinge = Revolute((0, -1, 0))
>>> for name, parent, x, length in (
...     ("crank", None, 0.0, 0.2),
...     ("coupler", "crank", 0.2, 0.5),
...     ("rocker", None, 0.45, 0.4),
... ):
...     inertia = np.eye(3) * length**3 / 12
...     _ = b.add_body(name, parent, hinge, along_x(x), length, (length / 2, 0, 0), inertia)
>>> _ = b.add_loop("closing", "coupler", "rocker", hinge, along_x(0.5), along_x(0.4))
>>> model = b.build(independent=["crank_joint"], assembly=[1.0, 0.3, 2.0])
>>> model.nv, model.tree.nv
(1, 3)

Its configuration is the crank's angle; the other joints follow from it:

>>> q = loops.expand(model, [1.2])
>>> print(q.round(6))
[ 1.2      -0.775591  1.374252]

The crank's torque for a rate and an acceleration of the crank, and back:

>>> v = np.array([[2.0], [0.5]])
>>> tau = loops.inverse_dynamics(model, q, v)
>>> print(tau.round(8))
[[0.44491052]]
>>> print(loops.forward_dynamics(model, q, v[0], tau).round(12))
[[0.5]]

The same from first principles, which closes the loop again to all digits:

>>> str(oracle.loop_inverse_dynamics(model, [1.2], v, digits=30)[0][0])[:27]
'0.4449105240666897532379142'
"""

from lieref.loops.centroidal import (
    center_of_mass,
    centroidal_momentum,
    centroidal_momentum_matrix,
    centroidal_momentum_matrix_derivatives,
    momentum,
)
from lieref.loops.configuration import expand, project
from lieref.loops.constraint_equations import (
    ConstraintState,
    choose_independent,
    constraint_state,
    expand_motion,
    loop_bias,
    loop_jacobian,
    loop_residual,
    toggle_measure,
)
from lieref.loops.contacts import DistributedForces, Impact, distribute_forces, impact
from lieref.loops.dynamics import forward_dynamics, inverse_dynamics
from lieref.loops.equations_of_motion import (
    bias_forces,
    coriolis_matrix,
    energy,
    external_forces,
    joint_space_inertia,
    joint_space_inertia_derivatives,
)
from lieref.loops.kinematics import inverse_kinematics_derivatives
from lieref.loops.loop_forces import ConstraintForces, constraint_forces
from lieref.loops.moved_frames import move_frames
from lieref.loops.operational_inertia import inverse_operational_inertia
from lieref.loops.partials.any_order.dynamics_partials import (
    forward_dynamics_order_partials,
    inverse_dynamics_order_partials,
)
from lieref.loops.partials.contact_partials import (
    ConstraintForcePartials,
    ImpactPartials,
    constraint_force_partials,
    impact_partials,
)
from lieref.loops.partials.dynamics_partials import (
    forward_dynamics_partials,
    forward_dynamics_second_partials,
    inverse_dynamics_partials,
    inverse_dynamics_second_partials,
)
from lieref.model.loops.loop_assembly import close

__all__ = [
    "ConstraintForcePartials",
    "ConstraintForces",
    "ConstraintState",
    "DistributedForces",
    "Impact",
    "ImpactPartials",
    "bias_forces",
    "center_of_mass",
    "centroidal_momentum",
    "centroidal_momentum_matrix",
    "centroidal_momentum_matrix_derivatives",
    "choose_independent",
    "close",
    "constraint_force_partials",
    "constraint_forces",
    "constraint_state",
    "coriolis_matrix",
    "distribute_forces",
    "energy",
    "expand",
    "expand_motion",
    "external_forces",
    "forward_dynamics",
    "forward_dynamics_order_partials",
    "forward_dynamics_partials",
    "forward_dynamics_second_partials",
    "impact",
    "impact_partials",
    "inverse_dynamics",
    "inverse_dynamics_order_partials",
    "inverse_dynamics_partials",
    "inverse_dynamics_second_partials",
    "inverse_kinematics_derivatives",
    "inverse_operational_inertia",
    "joint_space_inertia",
    "joint_space_inertia_derivatives",
    "loop_bias",
    "loop_jacobian",
    "loop_residual",
    "momentum",
    "move_frames",
    "project",
    "toggle_measure",
]
