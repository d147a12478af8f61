"""Forward dynamics through loops of any order, and the inertia that is felt at end frames.

Lagrange's equations with multipliers, H a + bias = tau + K^T lambda and K a = k, and their time
derivatives: of each order they are the same equations for the next derivatives of velocity and
multipliers. H and the bias are those of the tree's oracle, K and its derivatives are rates of
the loops' equations.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from lieref.errors import ShapeError, SingularError
from lieref.model.loops.loop_model import LoopModel
from lieref.oracle.arguments import loads, scalars, stack
from lieref.oracle.computation import computed
from lieref.oracle.loops.loop_elimination import Square, square
from lieref.oracle.loops.loop_inverse_dynamics import reduced, tree_torques
from lieref.oracle.loops.loop_motion import (
    free_columns,
    highest_derivative,
    in_base,
    jacobian_series,
    motion,
)
from lieref.oracle.loops.loop_positions import Closed, closed
from lieref.oracle.scalars import series as ts
from lieref.oracle.tree.inertia import inertia_matrix
from lieref.oracle.tree.poses import PoseSeries, angular_velocity, pose_series

Rows = list[list[Any]]


@dataclass(frozen=True)
class _Loads:
    """Forces and their derivatives: tau (r + 1, tree.nv), wrenches or None, and their axes."""

    tau: Rows
    applied: Any
    axes: str


@computed("wrenches : (r + 1, nbodies, 6), optional")
def loop_forward_dynamics(
    model: LoopModel,
    q: Any,
    v: Any,
    tau: Any,
    base: str = "body",
    wrenches: Any = None,
    wrench_axes: str = "body",
    tau_ext: Any = None,
    coordinates: str = "independent",
    near: Any = None,
    digits: int = 50,
    field: Any = None,
    balls: bool = False,
) -> Rows:
    """Accelerations through loops and their time derivatives up to order r.

    Source: [H K^T; K 0] of the tree's coordinates and those of the loops' joints, see the module.
    What is returned has been put through the inverse problem, by d'Alembert's principle, and has
    given the forces back.

    Parameters
    ----------
    v : (nv,) or (tree.nv,)
        Velocity in `coordinates`, rad/s and m/s.
    tau : (r + 1, nv) or (r + 1, tree.nv)
        Force on `coordinates` and its plain time derivatives of order 0 .. r; N m and N, per s^k.
    tau_ext : of the shape of tau, optional
        Forces that act beside tau.
    coordinates : {"independent", "tree"}
        Those of v, tau, tau_ext and of the result. Which coordinates of the tree hold while the
        others are made to fit, q and v, is then chosen by the pivots of K, not by the model: good
        near toggles too.

    Returns
    -------
    list of r + 1 lists of nv, or tree.nv, scalars of the field: row k is the (k + 1)-th
    derivative of v.

    Examples
    --------
    >>> len(lieref.oracle.loop_forward_dynamics(model, q, v, [v])[0])
    1
    """
    K = field
    n = int(model.tree.nv)
    hold = "independent" if coordinates == "independent" else "tree"
    state = in_base(K, closed(K, model, q, near, hold), base)
    given = model.tree if coordinates == "tree" else model
    forces: Rows = stack(K, given, "tau", tau, 1)
    applied = loads(K, model.tree, wrenches, None, len(forces))[0]
    if tau_ext is not None:
        external = scalars(K, "tau_ext", tau_ext, (len(forces), int(given.nv)))
        forces = [
            [x + y for x, y in zip(a, b, strict=True)]
            for a, b in zip(forces, external, strict=True)
        ]
    velocity = scalars(K, "v", v, (int(given.nv),))
    places = range(n) if coordinates == "tree" else state.system.independent
    spread = [[K(0)] * n for _ in forces]
    for row, values in zip(spread, forces, strict=True):
        for j, x in zip(places, values, strict=True):
            row[j] = x
    first = dict(zip(places, velocity, strict=True))
    start = motion(K, state, [[first[j] for j in free_columns(state)]], base)
    acting = _Loads(spread, applied, wrench_axes)
    moving = _solution(K, state, start, acting, base)
    _certify(K, state, moving, acting, base)
    return [[row[j] for j in places] for row in moving[1:]]


@computed()
def loop_inverse_operational_inertia(
    model: LoopModel,
    q: Any,
    ends: Any,
    base: str = "body",
    near: Any = None,
    digits: int = 50,
    field: Any = None,
    balls: bool = False,
) -> Rows:
    """Inverse inertia at end frames: the accelerations that unit wrenches on them cause.

    Source: J a for H a = J^T W + K^T lambda, K a = 0, which is J G (G^T H G)^-1 G^T J^T W.

    Parameters
    ----------
    ends : sequence of (body, place)
        Name of a body, and the pose (4, 4) of the end frame in its frame, or a point (3,) of the
        body, the axes then being the body's; m.
    base : {"body", "spatial", "hybrid", "mixed"}
        Representation of the twists (omega, v) of the end frames, and of the wrenches dual to them.

    Returns
    -------
    list of 6 m lists of 6 m scalars of the field, symmetric; blocks in the order of the ends.

    Examples
    --------
    >>> len(lieref.oracle.loop_inverse_operational_inertia(model, q, [("coupler", (0, 0, 0))]))
    6
    """
    K = field
    frames = [_end_frame(K, model, k, end) for k, end in enumerate(ends)]
    state = closed(K, model, q, near, "tree")
    system = state.system
    n, count = int(model.tree.nv), len(state.pivots.rows)
    J: Rows = [[K(0)] * n for _ in range(6 * len(frames))]
    for j in range(n):
        unit = [[K(1 if c == j else 0) for c in range(n)]]
        poses = pose_series(K, system.exact.bodies, state.tree_q, unit, "body")
        for e, (body, R, p) in enumerate(frames):
            for c, x in enumerate(_end_twist(K, poses[body], R, p, base)):
                J[6 * e + c][j] = x
    kkt, _ = _equations(K, state, "body")
    columns = []
    for row in J:
        a = kkt.solve([*row, *[K(0)] * (system.nv - n + count)])[:n]
        columns.append([K.dot(entries, a) for entries in J])
    return [list(row) for row in zip(*columns, strict=True)]


def _equations(K: Any, state: Closed, base: str) -> tuple[Square, Rows]:
    """[H -K^T; K 0] for tree and chains, factorized, and the rows of K in it."""
    system = state.system
    n, m = system.nv, len(state.pivots.rows)
    K_rows = system.jacobian(K, state.q, base)
    chosen = [K_rows[i] for i in state.pivots.rows]
    H, _ = inertia_matrix(K, system.exact, state.tree_q, base)
    matrix = [[K(0)] * (n + m) for _ in range(n + m)]
    for j, row in enumerate(H):
        matrix[j][: len(row)] = row
    for a, row in enumerate(chosen):
        for j in range(n):
            matrix[n + a][j] = row[j]
            matrix[j][n + a] = -row[j]

    def name(j: int) -> str:
        where = system.names[j] if j < n else "loops"
        return f"{where}: no inertia along a motion that the loops admit"

    # H by its largest entry in rad and lengths: masses compare with the ones of K
    of_rows, moves = system.units(K, state.q)
    rows = [[abs(K.to_float(x)) * u for x, u in zip(row, moves, strict=False)] for row in H]
    heaviest = max((u * max(row) for u, row in zip(moves, rows, strict=False)), default=0.0)
    inertia = 2.0 ** round(math.log2(heaviest)) if heaviest > 0 else 1.0
    held = [of_rows[i] for i in state.pivots.rows]
    units = [inertia / x for x in moves] + held, moves + [inertia / x for x in held]
    return square(K, matrix, name, units), chosen


def _solution(K: Any, state: Closed, start: Rows, acting: _Loads, base: str) -> Rows:
    """The motion of tree and chains, from its velocity on."""
    system = state.system
    n, tree = system.nv, int(system.model.tree.nv)
    kkt, _ = _equations(K, state, base)
    moving = list(start)
    multipliers: Rows = []
    for k, given in enumerate(acting.tau):
        trial = [*moving, [K(0)] * n]
        applied = None if acting.applied is None else acting.applied[: k + 1]
        bias = tree_torques(K, state, trial, base, applied, acting.axes)[k]
        b = [x - y for x, y in zip(given, bias, strict=True)] + [K(0)] * (n - tree)
        # (K^T lambda)^(k) less K^T lambda^(k): sum over 0 < j <= k of (k j) K^(j)T lambda^(k-j)
        if k:
            K_rows = jacobian_series(K, state, moving[:k], base)
            for j in range(1, k + 1):
                factor = math.comb(k, j) * math.factorial(j)
                for i, x in zip(state.pivots.rows, multipliers[k - j], strict=True):
                    b = [y + factor * e[j] * x for y, e in zip(b, K_rows[i], strict=True)]
        # the derivative of order k + 2 of the equations, K v^(k+1) apart
        left = highest_derivative(K, system, state.q, trial, base)
        found = kkt.solve([*b, *[-left[i] for i in state.pivots.rows]])
        moving.append(found[:n])
        multipliers.append(found[n:])
    return moving


def _certify(K: Any, state: Closed, moving: Rows, acting: _Loads, base: str) -> None:
    """Raise SingularError unless the motion takes the given forces, to half the digits."""
    taken = tree_torques(K, state, moving, base, acting.applied, acting.axes)
    lacking = [
        [x - y for x, y in zip(a, b, strict=True)] for a, b in zip(taken, acting.tau, strict=True)
    ]
    for k, row in enumerate(reduced(K, state, moving, lacking, base)):
        scale = max((abs(K.to_float(x)) for x in [*taken[k], *acting.tau[k]]), default=0.0)
        for x in row:
            rest = abs(K.to_float(x)) - K.radius(x)
            if not rest <= scale * 10.0 ** -(K.digits / 2):
                raise SingularError(
                    f"loops: the inverse problem returns tau[{k}] with an error of {rest:.1e}: "
                    f"{K.digits} digits do not suffice"
                )


def _end_frame(K: Any, model: LoopModel, k: int, end: Any) -> tuple[int, Rows, list[Any]]:
    """Index of the body, rotation and origin of an end frame in it."""
    if not isinstance(end, tuple | list) or len(end) != 2 or end[0] not in model.tree.names:
        raise ShapeError(f"ends[{k}]: got {end!r}, expected (name of a body, frame or point)")
    body = model.tree.names.index(end[0])
    frame = np.eye(4)
    if np.shape(end[1]) == (3,):
        frame[:3, 3] = end[1]
    else:
        frame = np.asarray(end[1])
    rows: Rows = scalars(K, f"ends[{k}]", frame, (4, 4))
    return body, [row[:3] for row in rows[:3]], [row[3] for row in rows[:3]]


def _end_twist(K: Any, pose: PoseSeries, R: Rows, p: list[Any], base: str) -> list[Any]:
    """Twist of an end frame from its pose and the pose's rate."""
    turned = ts.transpose([ts.apply_to_constant(pose.R, c) for c in zip(*R, strict=True)])
    origin = ts.vector_add(pose.p, ts.apply_to_constant(pose.R, p))
    w: Any = [x[0] for x in angular_velocity(K, turned)]
    v: Any = [x[1] for x in origin]
    axes = [[entry[0] for entry in row] for row in turned]
    if base == "body":
        return [*w, *(K.dot(list(column), v) for column in zip(*axes, strict=True))]
    if base == "mixed":
        return [*w, *v]
    w = [K.dot(row, w) for row in axes]
    if base == "spatial":
        o = [x[0] for x in origin]
        # velocity of the point that passes the inertial origin: v - w x o
        turn = [w[i] * o[j] - w[j] * o[i] for i, j in ((1, 2), (2, 0), (0, 1))]
        v = [x - y for x, y in zip(v, turn, strict=True)]
    return [*w, *v]
