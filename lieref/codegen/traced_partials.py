"""First and second partial derivatives of inverse and forward dynamics, traced over symbols.

Those of inverse dynamics are tangents of its graph. Those of forward dynamics solve with H, which is
factored once: da/dx = -H^-1 dtau/dx at the acceleration that belongs to the forces.
"""

from __future__ import annotations

from typing import Any

from lieref.codegen.graph import Graph
from lieref.codegen.tangents import configuration_seeds, derivative, entry_seeds
from lieref.codegen.traced_dynamics import (
    Rows,
    factorized,
    forward_dynamics,
    inverse_dynamics,
    joint_space_inertia,
)
from lieref.codegen.traced_robot import Robot
from lieref.model.loops.coupling_trace import Symbol


def _columns(K: Graph, outputs: list[Any], seeds: list[dict[int, Any]]) -> Rows:
    """Derivatives of outputs, a column to each direction."""
    columns = [derivative(K, outputs, one) for one in seeds]
    return [list(row) for row in zip(*columns, strict=True)]


def inverse_dynamics_partials(
    K: Graph, robot: Robot, q: list[Any], v: list[Any], a: list[Any]
) -> tuple[Rows, Rows, Rows]:
    """dtau/dq, dtau/dv, dtau/da."""
    tau = inverse_dynamics(K, robot, q, [v, a])[0]
    dq = _columns(K, tau, configuration_seeds(K, robot, q))
    return dq, _columns(K, tau, entry_seeds(v)), joint_space_inertia(K, robot, q)


def forward_dynamics_partials(
    K: Graph, robot: Robot, q: list[Any], v: list[Any], tau: list[Any]
) -> tuple[tuple[Rows, Rows, Rows], list[Any]]:
    """da/dq, da/dv, da/dtau, and the pivots of H."""
    rows, pivots = forward_dynamics(K, robot, q, v, [tau])
    # inverse dynamics at this acceleration, which stays where it is
    a = [_held(K, x) for x in rows[0]]
    dq, dv, H = inverse_dynamics_partials(K, robot, q, v, a)
    factors = factorized(H)
    solved = []
    for table in (dq, dv):
        columns = [factors.solve([-x for x in column]) for column in zip(*table, strict=True)]
        solved.append([list(row) for row in zip(*columns, strict=True)])
    unit = [[float(i == j) for i in range(robot.nv)] for j in range(robot.nv)]
    inverse = [factors.solve(column) for column in unit]
    for i in range(robot.nv):
        for j in range(i):
            inverse[i][j] = inverse[j][i]
    return (solved[0], solved[1], inverse), pivots


def _held(K: Graph, x: Any) -> Any:
    """A value without tangents: a node of its own."""
    return K.held(x) if isinstance(x, Symbol) else x
