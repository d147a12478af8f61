"""Partial derivatives of the dynamics of any order, from their definition, by jets.

`inverse_dynamics` and `forward_dynamics` of order r with numbers that carry their derivatives:
their Taylor series in time are computed from a start q exp(E_j x) and rates that move. Nothing is
known here of how a perturbation goes on in time, nor of the partial derivatives of order 0.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from lieref.model.model import Model
from lieref.oracle.arguments import configuration, loads, stack
from lieref.oracle.computation import computed
from lieref.oracle.scalars.jets import Jet, Jets
from lieref.oracle.tree.exact_models import exact_model
from lieref.oracle.tree.forward_dynamics import forward_problem, solution
from lieref.oracle.tree.inverse_dynamics import torques
from lieref.oracle.tree.perturbations import displaced, unit_slopes

Matrix = list[list[Any]]


class InverseDynamicsOrderPartials(NamedTuple):
    """Nested lists: dtau_dq[k][i][c] of tau_i^(k), dtau_dv[k][j][i][c] of it along v_c^(j)."""

    dtau_dq: list[Matrix]
    dtau_dv: list[list[Matrix]]


class ForwardDynamicsOrderPartials(NamedTuple):
    """Nested lists: da_dq[k][i][c] and da_dv[k][i][c] of a_i^(k), da_dtau[k][j][i][c] of it along

    tau_c^(j), where a = v'.
    """

    da_dq: list[Matrix]
    da_dv: list[Matrix]
    da_dtau: list[list[Matrix]]


@computed("v : (r + 2, nv)", "wrenches : (r + 1, nbodies, 6), optional")
def inverse_dynamics_order_partials(
    model: Model,
    q: Any,
    v: Any,
    base: str = "body",
    wrenches: Any = None,
    wrench_axes: str = "body",
    digits: int = 50,
    field: Any = None,
    balls: bool = False,
) -> InverseDynamicsOrderPartials:
    """First partial derivatives of the generalized forces' time derivatives, at any precision.

    Derivatives with respect to q are right Lie derivatives, d/dx tau^(k)(q * exp(E_j x)): one
    column for each velocity coordinate, in body axes of the joint whatever `base` is. All
    components of v and its derivatives in the representation `base` are held.

    Returns
    -------
    InverseDynamicsOrderPartials
        dtau_dq, r + 1 matrices, and dtau_dv, r + 1 lists of r + 2 matrices: nv lists of nv
        scalars of the field.
    """
    K = field
    qs, vs = configuration(K, model, q), stack(K, model, "v", v, 2)
    applied, _ = loads(K, model, wrenches, None, len(vs) - 1)
    return order_partials(K, exact_model(model, K), qs, vs, base, applied, wrench_axes)


def order_partials(
    K: Any,
    exact: Any,
    q: list[Any],
    v: list[list[Any]],
    base: str,
    applied: Any = None,
    axes: str = "body",
) -> InverseDynamicsOrderPartials:
    """`inverse_dynamics_order_partials` of scalars of K; call inside K.working()."""
    J, n = Jets(K), len(v[0])
    every = unit_slopes(K, range(n))
    moves = [Jet(K(0), every[c]) for c in range(n)]
    turned = displaced(J, exact.bodies, q, moves)
    dtau_dq = slopes(K, torques(J, exact, turned, v, base, applied, axes, None))
    dtau_dv: list[list[Matrix]] = [[] for _ in v[1:]]
    for j, row in enumerate(v):
        moved = [x + move for x, move in zip(row, moves, strict=True)]
        rows = [*v[:j], moved, *v[j + 1 :]]
        tau = torques(J, exact, q, rows, base, applied, axes, None)
        for blocks, block in zip(dtau_dv, slopes(K, tau), strict=True):
            blocks.append(block)
    return InverseDynamicsOrderPartials(dtau_dq, dtau_dv)


@computed("tau : (r + 1, nv)", "wrenches : (r + 1, nbodies, 6), optional", "SingularError")
def forward_dynamics_order_partials(
    model: Model,
    q: Any,
    v: Any,
    tau: Any,
    base: str = "body",
    wrenches: Any = None,
    wrench_axes: str = "body",
    digits: int = 50,
    field: Any = None,
    balls: bool = False,
) -> ForwardDynamicsOrderPartials:
    """First partial derivatives of the accelerations' time derivatives, at any precision.

    Right Lie derivatives with respect to q, as of `inverse_dynamics_order_partials`; v and tau are
    held in the representation `base`.

    Returns
    -------
    ForwardDynamicsOrderPartials
        da_dq and da_dv, r + 1 matrices, and da_dtau, r + 1 lists of r + 1 matrices: nv lists of
        nv scalars of the field.
    """
    K = field
    at = forward_problem(K, model, q, v, tau, base, wrenches, wrench_axes, None)
    J = Jets(K)
    every = unit_slopes(K, range(len(at.v)))
    moves = [Jet(K(0), every[c]) for c in range(len(at.v))]

    def accelerations(**moved: Any) -> list[Matrix]:
        return slopes(K, solution(J, replace(at, **moved))[0][1:])

    da_dtau: list[list[Matrix]] = [[] for _ in at.tau]
    for j, row in enumerate(at.tau):
        moved = [x + move for x, move in zip(row, moves, strict=True)]
        found = accelerations(tau=[*at.tau[:j], moved, *at.tau[j + 1 :]])
        for blocks, block in zip(da_dtau, found, strict=True):
            blocks.append(block)
    return ForwardDynamicsOrderPartials(
        accelerations(q=displaced(J, at.exact.bodies, at.q, moves)),
        accelerations(v=[x + move for x, move in zip(at.v, moves, strict=True)]),
        da_dtau,
    )


def slopes(K: Any, tau: list[list[Any]]) -> list[Matrix]:
    """The slopes of rows of jets, a matrix to each row."""

    def row(x: Any, n: int) -> list[Any]:
        u = x.u if isinstance(x, Jet) else ()
        return [*u, *[K(0)] * (n - len(u))]

    return [[row(x, len(rows)) for x in rows] for rows in tau]
