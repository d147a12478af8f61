"""Mechanisms with loops and couplings: constraints, and recursions over clusters of bodies."""

from lieref.loops.cluster_dynamics import forward_dynamics, inverse_dynamics
from lieref.loops.constraint_state import (
    ConstraintState,
    choose_independent,
    constraint_state,
    expand_motion,
    loop_bias,
    loop_jacobian,
    loop_residual,
    toggle_measure,
)
from lieref.loops.operational_inertia import inverse_operational_inertia
from lieref.loops.tree_configuration import expand, project

__all__ = [
    "ConstraintState",
    "choose_independent",
    "constraint_state",
    "expand",
    "expand_motion",
    "forward_dynamics",
    "inverse_dynamics",
    "inverse_operational_inertia",
    "loop_bias",
    "loop_jacobian",
    "loop_residual",
    "project",
    "toggle_measure",
]
