"""First partials of inverse and forward dynamics of order r, traced over symbols.

Those of inverse dynamics are tangents of its graph. Those of forward dynamics follow order by order
from tau^(k)(q, v, a, ..., a^(k)) being given: with x one of q, v and tau^(j)

    H da^(k)/dx = dtau^(k)/dx - partial tau^(k)/partial x - sum_{i < k} (dtau^(k)/da^(i)) da^(i)/dx
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


def _blocks(
    K: Graph, robot: Robot, q: list[Any], v: Rows
) -> tuple[list[Rows], list[list[Rows]], Rows]:
    """Columns of dtau^(k)/dq and of dtau^(k)/dv^(j), and H."""
    tau = inverse_dynamics(K, robot, q, v)
    H = joint_space_inertia(K, robot, q)
    along_q = configuration_seeds(K, robot, q)
    by_q = [[derivative(K, row, seeds) for seeds in along_q] for row in tau]
    nil = [[0.0] * robot.nv for _ in range(robot.nv)]
    by_v: list[list[Rows]] = []
    for k, row in enumerate(tau):
        by_v.append([])
        for j, given in enumerate(v):
            if j <= k:
                by_v[k].append([derivative(K, row, seeds) for seeds in entry_seeds(given)])
            else:
                # H is symmetric: its rows are its columns
                by_v[k].append(H if j == k + 1 else nil)
    return by_q, by_v, H


def _rows(columns: Rows) -> Rows:
    """The matrix of some columns."""
    return [list(row) for row in zip(*columns, strict=True)]


def inverse_dynamics_order_partials(
    K: Graph, robot: Robot, q: list[Any], v: Rows
) -> tuple[Rows, Rows]:
    """dtau_dq (r + 1 blocks) and dtau_dv (r + 1 by r + 2 blocks), block by block."""
    by_q, by_v, _ = _blocks(K, robot, q, v)
    dq = [row for block in by_q for row in _rows(block)]
    return dq, [row for blocks in by_v for block in blocks for row in _rows(block)]


def forward_dynamics_order_partials(
    K: Graph, robot: Robot, q: list[Any], v: list[Any], tau: Rows
) -> tuple[tuple[Rows, Rows, Rows], list[Any]]:
    """da_dq, da_dv (r + 1 blocks) and da_dtau (r + 1 by r + 1 blocks), and the pivots of H."""
    found, pivots = forward_dynamics(K, robot, q, v, tau)
    held = [v, *([K.held(x) for x in row] for row in found)]
    by_q, by_v, H = _blocks(K, robot, q, held)
    factors, n, orders = factorized(H), robot.nv, range(len(tau))
    unit = [[float(i == j) for i in range(n)] for j in range(n)]

    def solved(k: int, right: Rows, before: list[Rows]) -> Rows:
        """Columns of da^(k)/dx from those of what it balances and of the lower orders."""
        columns = []
        for c, column in enumerate(right):
            rest = list(column)
            for i, lower in enumerate(before):
                block = by_v[k][i + 1]
                for j, x in enumerate(lower[c]):
                    rest = [y - b * x for y, b in zip(rest, block[j], strict=True)]
            columns.append(factors.solve(rest))
        return columns

    def minus(block: Rows) -> Rows:
        return [[-x for x in column] for column in block]

    dq: list[Rows] = []
    dv: list[Rows] = []
    for k in orders:
        dq.append(solved(k, minus(by_q[k]), dq))
        dv.append(solved(k, minus(by_v[k][0]), dv))
    nil = [[0.0] * n for _ in range(n)]
    dtau = []
    for j in orders:
        # zero before order j
        columns: list[Rows] = [nil] * j
        for k in orders[j:]:
            columns.append(solved(k, unit if k == j else nil, columns))
        dtau.append(columns)
    tables = [[row for block in blocks for row in _rows(block)] for blocks in (dq, dv)]
    by_tau = [row for k in orders for j in orders for row in _rows(dtau[j][k])]
    return (tables[0], tables[1], by_tau), pivots
