"""Partial derivatives of the dynamics through loops of any order, from their definition, by jets.

`loop_inverse_dynamics` of order r with numbers that carry their derivatives: configurations move as
in `loop_inverse_dynamics_partials`, rates by themselves. Forward dynamics follows from

    tau^(k)(q, v, a, ..., a^(k)) = tau^(k),    a = v',

differentiated, and is put through inverse dynamics again.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lieref.errors import LierefError
from lieref.model.loops.loop_model import LoopModel
from lieref.oracle.arguments import loads, stack
from lieref.oracle.computation import computed
from lieref.oracle.loops.loop_forward_dynamics import loop_forward_dynamics
from lieref.oracle.loops.loop_inverse_dynamics_partials import (
    LoopState,
    loop_state,
    moved_along,
    moved_forces,
)
from lieref.oracle.scalars.jets import Jet, Jets
from lieref.oracle.tree.inertia import factorize, solve
from lieref.oracle.tree.order_partials import (
    ForwardDynamicsOrderPartials,
    InverseDynamicsOrderPartials,
    Matrix,
    slopes,
)
from lieref.oracle.tree.perturbations import unit_slopes


@computed("v : (r + 2, nv)", "wrenches : (r + 1, nbodies, 6), optional")
def loop_inverse_dynamics_order_partials(
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
) -> InverseDynamicsOrderPartials:
    """First partial derivatives of the independent coordinates' forces and of their derivatives.

    Lie derivatives along G e_j, as of `loop_inverse_dynamics_partials`; all components of v, of its
    derivatives and of the wrenches are held in their representations.

    Returns
    -------
    InverseDynamicsOrderPartials
        dtau_dq, r + 1 matrices, and dtau_dv, r + 1 lists of r + 2 matrices: nv lists of nv
        scalars of the field.

    Examples
    --------
    >>> len(lieref.oracle.loop_inverse_dynamics_order_partials(model, q, [v, v, v]).dtau_dq)
    2
    """
    K = field
    rows = stack(K, model, "v", v, 2)
    at = _state(K, model, q, rows, len(rows) - 1, base, wrenches, wrench_axes, near)
    return _inverse(K, at, rows)


@computed("tau : (r + 1, nv)", "wrenches : (r + 1, nbodies, 6), optional", "LierefError")
def loop_forward_dynamics_order_partials(
    model: LoopModel,
    q: Any,
    v: Any,
    tau: Any,
    base: str = "body",
    wrenches: Any = None,
    wrench_axes: str = "body",
    near: Any = None,
    digits: int = 50,
    field: Any = None,
    balls: bool = False,
) -> ForwardDynamicsOrderPartials:
    """First partial derivatives of the independent coordinates' accelerations and derivatives.

    Lie derivatives with respect to q as of `loop_inverse_dynamics_partials`.

    Returns
    -------
    ForwardDynamicsOrderPartials
        da_dq and da_dv, r + 1 matrices, and da_dtau, r + 1 lists of r + 1 matrices: nv lists of
        nv scalars of the field.

    Examples
    --------
    >>> len(lieref.oracle.loop_forward_dynamics_order_partials(model, q, v, [v, v]).da_dq)
    2
    """
    K = field
    forces = stack(K, model, "tau", tau, 1)
    at = _state(K, model, q, [v], len(forces), base, wrenches, wrench_axes, near)
    a = loop_forward_dynamics(
        model, q, at.v, forces, base, at.applied, wrench_axes, near=near, field=K
    )
    rows = [at.v, *a]
    found = _solved(K, at, _inverse(K, at, rows))
    _certify(K, at, rows, found)
    return found


def _state(
    K: Any,
    model: LoopModel,
    q: Any,
    rows: Any,
    n: int,
    base: str,
    wrenches: Any,
    axes: str,
    near: Any,
) -> LoopState:
    """State from a user's arguments, with n rows of wrenches; the velocity is rows[0]."""
    at = loop_state(K, model, q, rows[0], [0] * int(model.nv), base, None, axes, near)
    return replace(at, applied=loads(K, model.tree, wrenches, None, n)[0])


def _inverse(K: Any, at: LoopState, rows: list[list[Any]]) -> InverseDynamicsOrderPartials:
    """`loop_inverse_dynamics_order_partials` of scalars of K."""
    J, every = Jets(K), unit_slopes(K, range(len(at.v)))
    moves = [Jet(K(0), every[c]) for c in range(len(at.v))]
    q = moved_along(J, at.closed, at.closed.q, moves)
    dtau_dq = slopes(K, moved_forces(J, at, q, rows))
    dtau_dv: list[list[Matrix]] = [[] for _ in rows[1:]]
    for j, row in enumerate(rows):
        moved = [x + move for x, move in zip(row, moves, strict=True)]
        tau = moved_forces(J, at, at.closed.q, [*rows[:j], moved, *rows[j + 1 :]])
        for blocks, block in zip(dtau_dv, slopes(K, tau), strict=True):
            blocks.append(block)
    return InverseDynamicsOrderPartials(dtau_dq, dtau_dv)


def _solved(
    K: Any, at: LoopState, first: InverseDynamicsOrderPartials
) -> ForwardDynamicsOrderPartials:
    """H da^(k) = dtau^(k) less what q, v and da, ..., da^(k-1) give."""
    system, H = at.closed.system, first.dtau_dv[0][1]
    names = [system.names[j] for j in system.independent]
    L = factorize(K, H, [row[i] for i, row in enumerate(H)], names)
    Q, D = np.array(first.dtau_dq, object), np.array(first.dtau_dv, object)
    n, nv = len(Q), len(H)

    def accelerations(forces: NDArray[Any]) -> list[Matrix]:
        found: list[NDArray[Any]] = []
        for k, given in enumerate(forces):
            for j, lower in enumerate(found):
                given = given - D[k, j + 1] @ lower
            columns = [solve(K, L, column) for column in given.T.tolist()]
            found.append(np.array(columns, object).T)
        return [block.tolist() for block in found]

    units = np.full((n, n, nv, nv), K(0), object)
    for k in range(n):
        units[k, k, range(nv), range(nv)] = K(1)
    by_tau = [accelerations(unit) for unit in units]
    return ForwardDynamicsOrderPartials(
        accelerations(-Q),
        accelerations(-D[:, 0]),
        [[blocks[k] for blocks in by_tau] for k in range(n)],
    )


def _certify(
    K: Any, at: LoopState, rows: list[list[Any]], found: ForwardDynamicsOrderPartials
) -> None:
    """Raise LierefError unless inverse dynamics returns a change of the forces, to half the digits.

    q, v and the forces change by random numbers, the accelerations by what was found.
    """
    J, rng, n, nv = Jets(K), random.Random(0), len(found.da_dq), len(at.v)
    # dyadic fractions, so that they are exact
    dq, dv, *dtau = ([K(rng.randint(-999, 999)) / 1024 for _ in range(nv)] for _ in range(n + 2))
    changes = [dv]
    for k in range(n):
        by_tau = zip(found.da_dtau[k], dtau, strict=True)
        given = [(found.da_dq[k], dq), (found.da_dv[k], dv), *by_tau]
        changes.append([sum((K.dot(block[i], x) for block, x in given), K(0)) for i in range(nv)])
    moves = [Jet(K(0), [x]) for x in dq]
    moved = [
        [x + Jet(K(0), [change]) for x, change in zip(row, more, strict=True)]
        for row, more in zip(rows, changes, strict=True)
    ]
    tau = moved_forces(J, at, moved_along(J, at.closed, at.closed.q, moves), moved)
    H = slopes(K, tau)
    for k, (got, expected) in enumerate(zip(H, dtau, strict=True)):
        size = max(abs(K.to_float(x)) for x in [*expected, *changes[k + 1]])
        for row, y in zip(got, expected, strict=True):
            error = abs(K.to_float(row[0] - y)) - K.radius(row[0] - y)
            if not error <= size * 10.0 ** -(K.digits // 2):
                raise LierefError(
                    f"inverse dynamics does not return the change of tau^({k}): {error:.1e} apart"
                )
