"""Inverse dynamics through loops, by d'Alembert's principle, and the forces in the loops."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lieref.model.loops.loop_model import LoopModel
from lieref.oracle.arguments import loads, scalars, stack
from lieref.oracle.computation import computed
from lieref.oracle.loops.loop_elimination import factorize, solve
from lieref.oracle.loops.loop_motion import in_base, jacobian_series, motion, velocity_map
from lieref.oracle.loops.loop_positions import Closed, closed
from lieref.oracle.scalars import series as ts
from lieref.oracle.scalars.taylor_scalars import Taylor, TaylorField
from lieref.oracle.tree.inverse_dynamics import torques

Rows = list[list[Any]]


@dataclass(frozen=True)
class LoopForces:
    """Forces that hold loops and couplings together, and their time derivatives.

    loops: (r + 1, loops, 6) wrenches (torque, force), N m and N, on the successors at the origins
    of their loop frames, in the axes of these; the predecessors feel the opposite. couplings:
    (r + 1, couplings, driven) generalized forces on the driven joints, then the multipliers of
    implicit constraints (r + 1, constraints, size). unique_loops (loops, 6), unique_couplings: as
    these, whether the motion alone determines a component; if not, the distribution is that of
    least norm, the sum of the squares of all of them in SI units.
    """

    loops: list[list[list[Any]]]
    couplings: list[list[list[Any]]]
    unique_loops: list[list[bool]]
    unique_couplings: list[list[bool]]


@computed("v : (r + 2, nv)", "wrenches : (r + 1, nbodies, 6), optional")
def loop_inverse_dynamics(
    model: LoopModel,
    q: Any,
    v: Any,
    base: str = "body",
    wrenches: Any = None,
    wrench_axes: str = "body",
    tau_ext: Any = None,
    near: Any = None,
    digits: int = 50,
    field: Any = None,
    balls: bool = False,
) -> Rows:
    """Generalized forces of the independent coordinates and their time derivatives up to order r.

    Source: d'Alembert's principle, tau_y . delta y = tau . delta q for every displacement that
    the loops admit, at every t: tau from `inverse_dynamics` of the tree, delta q = G(t) delta y
    from the loops' equations along the motion.

    Parameters
    ----------
    tau_ext : (r + 1, nv), optional
        Forces on the independent coordinates that act beside the result, N m and N.

    Returns
    -------
    list of r + 1 lists of nv scalars of the field.

    Examples
    --------
    >>> len(lieref.oracle.loop_inverse_dynamics(model, q, [v, v])[0])
    1
    """
    K = field
    rows = stack(K, model, "v", v, 2)
    applied = loads(K, model.tree, wrenches, None, len(rows) - 1)[0]
    state = in_base(K, closed(K, model, q, near), base)
    moving = motion(K, state, rows, base)
    tau = tree_torques(K, state, moving, base, applied, wrench_axes)
    out = reduced(K, state, moving, tau, base)
    if tau_ext is not None:
        external = scalars(K, "tau_ext", tau_ext, (len(out), int(model.nv)))
        out = [
            [x - y for x, y in zip(a, b, strict=True)] for a, b in zip(out, external, strict=True)
        ]
    return out


@computed("v : (r + 2, nv)", "wrenches : (r + 1, nbodies, 6), optional")
def loop_constraint_forces(
    model: LoopModel,
    q: Any,
    v: Any,
    base: str = "body",
    wrenches: Any = None,
    wrench_axes: str = "body",
    near: Any = None,
    digits: int = 50,
    field: Any = None,
    balls: bool = False,
) -> LoopForces:
    """Forces in the loops and couplings along a motion that the independent joints drive.

    Source: K^T lambda = what the motion of the tree takes less what the independent joints
    exert, at every t; of the solutions that with the least sum of squares. The dependent joints
    exert nothing.

    Returns
    -------
    LoopForces

    Examples
    --------
    >>> forces = lieref.oracle.loop_constraint_forces(model, q, [v, v])
    >>> len(forces.loops)
    1
    """
    K = field
    rows = stack(K, model, "v", v, 2)
    applied = loads(K, model.tree, wrenches, None, len(rows) - 1)[0]
    state = in_base(K, closed(K, model, q, near), base)
    moving = motion(K, state, rows, base)
    tau = tree_torques(K, state, moving, base, applied, wrench_axes)
    return _forces(K, state, moving, tau, base)


def tree_torques(K: Any, state: Closed, moving: Rows, base: str, applied: Any, axes: str) -> Rows:
    """Generalized forces that a motion of tree and chains takes on the tree, and derivatives."""
    n = int(state.system.model.tree.nv)
    v = [row[:n] for row in moving]
    return torques(K, state.system.exact, state.tree_q, v, base, applied, axes, None)


def reduced(K: Any, state: Closed, moving: Rows, tau: Rows, base: str) -> Rows:
    """G(t)^T tau(t) and its time derivatives, for tau and its derivatives along the tree."""
    columns = [ts.taylor(column) for column in zip(*tau, strict=True)]
    G = velocity_map(K, state, moving, base, len(tau))[: len(columns)]
    out = [ts.plain(ts.dot(K, column, columns)) for column in zip(*G, strict=True)]
    return [list(row) for row in zip(*out, strict=True)]


def _forces(K: Any, state: Closed, moving: Rows, tau: Rows, base: str) -> LoopForces:
    """lambda = K_D (K_D^T K_D)^-1 f_D, D the dependent coordinates, which the joints leave free.

    K_D has full rank and the range of K, in which solutions of least norm are.
    """
    system, length = state.system, len(tau)
    T = TaylorField(K, length)
    K_rows = jacobian_series(K, state, moving[: length - 1], base)
    columns = state.pivots.columns
    K_D = [[Taylor(T, row[j]) for j in columns] for row in K_rows]
    zero = T(0)
    f = [
        Taylor(T, ts.taylor([row[j] for row in tau])) if j < len(tau[0]) else zero for j in columns
    ]
    transposed = [list(column) for column in zip(*K_D, strict=True)]
    gram = factorize(T, [[T.dot(a, b) for b in transposed] for a in transposed])
    m = solve(gram, f)
    forces = [ts.plain(T.dot(row, m).x) for row in K_D]
    # a component is unique if it is in the range of K: its part there is all of it
    unique = []
    for row in K_D:
        inside = T.dot(row, solve(gram, row)).x[0]
        unique.append(abs(1 - K.to_float(inside)) < 10.0 ** -(K.digits / 2))
    shapes = [closure.size for closure in system.closures]
    first = len(system.model.loops)
    by_order = [_split([x[k] for x in forces], shapes) for k in range(length)]
    flags = _split(unique, shapes)
    return LoopForces(
        [parts[:first] for parts in by_order],
        [parts[first:] for parts in by_order],
        flags[:first],
        flags[first:],
    )


def _split(values: list[Any], sizes: list[int]) -> list[list[Any]]:
    """Consecutive parts of these sizes."""
    out = []
    for size in sizes:
        out.append(values[:size])
        values = values[size:]
    return out
