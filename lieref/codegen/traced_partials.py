"""First and second partial derivatives of inverse and forward dynamics, traced over symbols.

Those of inverse dynamics are tangents of its graph. Those of forward dynamics solve with H,
which is factored once: da/dx = -H^-1 dtau/dx at the acceleration that belongs to the forces.
"""

from __future__ import annotations

from dataclasses import dataclass
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
    a = [K.held(x) for x in rows[0]]
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


def _joints(robot: Robot) -> list[int]:
    """The body of each velocity coordinate."""
    return [i for i in range(len(robot.exact.bodies)) for _ in robot.coordinates(i)]


@dataclass
class Second:
    """First and second partials of inverse dynamics; tables of second ones by (j, k) are columns.

    dq, dv, H : as of `inverse_dynamics_partials`
    qq, vv, qv : qq[j][k] is the derivative along j, then along k, of the forces
    aq : aq[k] is the derivative of H along k
    """

    dq: Rows
    dv: Rows
    H: Rows
    qq: list[Rows]
    vv: list[Rows]
    qv: list[Rows]
    aq: list[Rows]


def _second(K: Graph, robot: Robot, q: list[Any], v: list[Any], a: list[Any]) -> Second:
    """Derivatives of derivatives; those that commute are computed once."""
    dq, dv, H = inverse_dynamics_partials(K, robot, q, v, a)
    along_q, along_v = configuration_seeds(K, robot, q), entry_seeds(v)
    n, joint = robot.nv, _joints(robot)
    by_q, by_v = ([list(x) for x in zip(*table, strict=True)] for table in (dq, dv))
    qq: list[Rows] = [[[] for _ in range(n)] for _ in range(n)]
    vv: list[Rows] = [[[] for _ in range(n)] for _ in range(n)]
    for j in range(n):
        for k in range(n):
            # derivatives along coordinates of one joint do not commute
            mirrored = k < j and joint[j] != joint[k]
            qq[j][k] = qq[k][j] if mirrored else derivative(K, by_q[j], along_q[k])
            vv[j][k] = vv[k][j] if k < j else derivative(K, by_v[j], along_v[k])
    qv = [[derivative(K, by_q[j], along_v[k]) for k in range(n)] for j in range(n)]
    aq = []
    for seeds in along_q:
        below = [derivative(K, row[: i + 1], seeds) for i, row in enumerate(H)]
        aq.append([[below[max(i, j)][min(i, j)] for j in range(n)] for i in range(n)])
    return Second(dq, dv, H, qq, vv, qv, aq)


def _tensor(columns: list[Rows]) -> Rows:
    """Columns by (j, k) as rows (i, j) of entries k."""
    n = len(columns)
    return [[columns[j][k][i] for k in range(n)] for i in range(n) for j in range(n)]


def inverse_dynamics_second_partials(
    K: Graph, robot: Robot, q: list[Any], v: list[Any], a: list[Any]
) -> tuple[Rows, Rows, Rows, Rows]:
    """d2tau/dq dq, d2tau/dv dv, d2tau/dq dv, d2tau/da dq; rows (i, j)."""
    found, n = _second(K, robot, q, v, a), robot.nv
    aq = [[found.aq[k][i][j] for k in range(n)] for i in range(n) for j in range(n)]
    return _tensor(found.qq), _tensor(found.vv), _tensor(found.qv), aq


def forward_dynamics_second_partials(
    K: Graph, robot: Robot, q: list[Any], v: list[Any], tau: list[Any]
) -> tuple[tuple[Rows, Rows, Rows, Rows], list[Any]]:
    """d2a/dq dq, d2a/dv dv, d2a/dq dv, d2a/dtau dq, and the pivots of H; rows (i, j).

    A_x = -H^-1 tau_x,  A_xy = -H^-1 (tau_xy + H_x A_y + H_y A_x), where H_v = 0.
    """
    rows, pivots = forward_dynamics(K, robot, q, v, [tau])
    found = _second(K, robot, q, v, [K.held(x) for x in rows[0]])
    factors, n = factorized(found.H), robot.nv

    def solved(column: list[Any]) -> list[Any]:
        return factors.solve([-x for x in column])

    a_q, a_v = (
        [solved(list(column)) for column in zip(*table, strict=True)]
        for table in (found.dq, found.dv)
    )
    inverse = [factors.solve([float(i == j) for i in range(n)]) for j in range(n)]
    joint = _joints(robot)

    def turned(k: int, x: list[Any]) -> list[Any]:
        return [sum(h * y for h, y in zip(row, x, strict=True)) for row in found.aq[k]]

    def added(*columns: list[Any]) -> list[Any]:
        return [sum(entries) for entries in zip(*columns, strict=True)]

    qq: list[Rows] = [[[] for _ in range(n)] for _ in range(n)]
    vv: list[Rows] = [[[] for _ in range(n)] for _ in range(n)]
    for j in range(n):
        for k in range(n):
            whole = added(found.qq[j][k], turned(j, a_q[k]), turned(k, a_q[j]))
            qq[j][k] = qq[k][j] if k < j and joint[j] != joint[k] else solved(whole)
            vv[j][k] = vv[k][j] if k < j else solved(found.vv[j][k])
    qv = [[solved(added(found.qv[j][k], turned(j, a_v[k]))) for k in range(n)] for j in range(n)]
    tq = [[solved(turned(k, inverse[j])) for k in range(n)] for j in range(n)]
    return (_tensor(qq), _tensor(vv), _tensor(qv), _tensor(tq)), pivots
