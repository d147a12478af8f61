"""First and second partial derivatives of forward dynamics, from those of inverse dynamics.

tau(q, v, a(q, v, tau)) = tau, differentiated once and twice and solved with H. The result is
certified: inverse dynamics is run in jets, along two directions that move everything at random,
with the accelerations that the result says, and must return the forces as they were moved.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lieref.errors import LierefError
from lieref.model.model import Model
from lieref.oracle.arguments import scalars
from lieref.oracle.computation import computed
from lieref.oracle.scalars.jets import Jet
from lieref.oracle.tree.forward_dynamics import forward_dynamics
from lieref.oracle.tree.inertia import coordinate_names, factorize, inertia_matrix, solve
from lieref.oracle.tree.inverse_dynamics_partials import (
    Matrix,
    Tensor,
    first_partials,
)
from lieref.oracle.tree.perturbations import State, perturbed_torques, state
from lieref.oracle.tree.torque_derivatives import torque_derivatives

Array = NDArray[Any]


class ForwardDynamicsPartials(NamedTuple):
    """(nv, nv) nested lists: acceleration, coordinate."""

    da_dq: Matrix
    da_dv: Matrix
    da_dtau: Matrix


class ForwardDynamicsSecondPartials(NamedTuple):
    """(nv, nv, nv) nested lists: acceleration, then the coordinates in the order of the name."""

    d2a_dq_dq: Tensor
    d2a_dv_dv: Tensor
    d2a_dq_dv: Tensor
    d2a_dtau_dq: Tensor


@dataclass(frozen=True)
class Solved:
    """A state with the accelerations that forward dynamics gives it.

    moved: its forces as jets, the state being moved along e, d and, its accelerations alone, both,
    see `perturbed_torques`; names: of the coordinates; H and its factor.
    """

    moved: Callable[..., list[Jet]]
    names: list[str]
    H: Matrix
    L: Matrix


@computed("LierefError")
def forward_dynamics_partials(
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
) -> ForwardDynamicsPartials:
    """First partial derivatives of the accelerations, at any precision.

    Right Lie derivatives with respect to q, as of `inverse_dynamics_partials`; v, tau and the
    wrenches are held in their representations.

    Source: H da/dx = -dtau/dx, x = q, v, and H da/dtau = 1.

    Returns
    -------
    ForwardDynamicsPartials
        da_dq, da_dv, da_dtau, each nv lists of nv scalars of the field.

    Examples
    --------
    >>> len(lieref.oracle.forward_dynamics_partials(model, q, v, v).da_dq)
    3
    """
    K = field
    at, solved = _solved(K, model, q, v, tau, base, wrenches, wrench_axes)
    of_tau = first_partials(K, at)
    return certified_first(K, solved, of_tau.dtau_dq, of_tau.dtau_dv)


@computed("LierefError")
def forward_dynamics_second_partials(
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
) -> ForwardDynamicsSecondPartials:
    """Second partial derivatives of the accelerations, at any precision.

    Indices and the order of the Lie derivatives are those of `inverse_dynamics_second_partials`:
    d2a_dtau_dq[i][j][k] belongs to acceleration i, generalized force j and configuration k.

    Source: the equations of `forward_dynamics_partials`, differentiated once more.

    Returns
    -------
    ForwardDynamicsSecondPartials
        d2a_dq_dq, d2a_dv_dv, d2a_dq_dv, d2a_dtau_dq, each nv lists of nv lists of nv scalars of
        the field. All others are zero: a is affine in tau, with factors free of v.

    Examples
    --------
    >>> len(lieref.oracle.forward_dynamics_second_partials(model, q, v, v).d2a_dq_dq)
    3
    """
    K = field
    at, solved = _solved(K, model, q, v, tau, base, wrenches, wrench_axes)
    return certified_second(K, solved, torque_derivatives(K, at))


def _solved(
    K: Any, model: Model, q: Any, v: Any, tau: Any, base: str, wrenches: Any, wrench_axes: str
) -> tuple[State, Solved]:
    """Forward dynamics of a user's arguments; the errors of `forward_dynamics_partials`."""
    torques = scalars(K, "tau", tau, (int(model.nv),))
    at = state(K, model, q, v, [0] * int(model.nv), base, wrenches, wrench_axes)
    a = forward_dynamics(model, at.q, at.v, [torques], base, at.applied, wrench_axes, field=K)[0]
    H, sizes = inertia_matrix(K, at.exact, at.q, base)
    names = coordinate_names(model)
    at = replace(at, a=a)
    return at, Solved(partial(perturbed_torques, K, at), names, H, factorize(K, H, sizes, names))


def certified_first(
    K: Any, solved: Solved, dtau_dq: Matrix, dtau_dv: Matrix
) -> ForwardDynamicsPartials:
    """First derivatives of the accelerations from those of the forces; see the module."""
    first = _first(K, solved, dtau_dq, dtau_dv)
    _certify(K, solved, first, None)
    return first


def certified_second(
    K: Any, solved: Solved, of_tau: dict[str, Array]
) -> ForwardDynamicsSecondPartials:
    """Second ones, from the first and second derivatives that `torque_derivatives` returns."""
    first = _first(K, solved, of_tau["q"].tolist(), of_tau["v"].tolist())
    second = _second(K, of_tau, first)
    _certify(K, solved, first, second)
    return second


def _first(K: Any, solved: Solved, dtau_dq: Matrix, dtau_dv: Matrix) -> ForwardDynamicsPartials:
    """H da/dq = -dtau/dq, H da/dv = -dtau/dv, H da/dtau = 1."""
    n = len(solved.H)
    unit = [[K(-1 if i == j else 0) for j in range(n)] for i in range(n)]
    return ForwardDynamicsPartials(
        *(_against(K, solved.L, rows) for rows in (dtau_dq, dtau_dv, unit))
    )


def _second(
    K: Any, of_tau: dict[str, Array], first: ForwardDynamicsPartials
) -> ForwardDynamicsSecondPartials:
    """Derivatives of the equations of `_first`, T^x_ijk = sum_m d2tau_i/da_m dq_j da_m/dx_k:

    H d2a/dq dq = -(d2tau/dq dq + T^q + T^q transposed), H d2a/dv dv = -d2tau/dv dv,
    H d2a/dq dv = -(d2tau/dq dv + T^v), H d2a/dtau dq = -T^tau transposed.
    """
    dH = of_tau["aq"].swapaxes(1, 2)
    along_q, along_v, along_tau = (
        _contracted(K, dH, np.array(x, object)) for x in (first.da_dq, first.da_dv, first.da_dtau)
    )
    right_sides = (
        of_tau["qq"] + along_q + along_q.swapaxes(1, 2),
        of_tau["vv"],
        of_tau["vq"].swapaxes(1, 2) + along_v,
        along_tau.swapaxes(1, 2),
    )
    # the inverse of H is symmetric, so that it may stand on the right of a tensor whose axes turn
    against = -np.array(first.da_dtau, object)
    return ForwardDynamicsSecondPartials(
        *(
            _contracted(K, x.transpose(1, 2, 0), against).transpose(2, 0, 1).tolist()
            for x in right_sides
        )
    )


def _against(K: Any, L: Matrix, rows: Matrix) -> Matrix:
    """-H^-1 times a matrix, by the factor of H."""
    columns = [solve(K, L, [-x for x in column]) for column in zip(*rows, strict=True)]
    return [list(row) for row in zip(*columns, strict=True)]


def _contracted(K: Any, tensor: Array, matrix: Array) -> Array:
    """sum_m tensor[i, j, m] matrix[m, k]."""
    rows = K.product(tensor.reshape(-1, len(matrix)), matrix)
    return np.asarray(rows.reshape(*tensor.shape[:2], matrix.shape[1]))


def _certify(
    K: Any,
    solved: Solved,
    first: ForwardDynamicsPartials,
    second: ForwardDynamicsSecondPartials | None,
) -> None:
    """Raise LierefError unless inverse dynamics, run on the result, returns the generalized forces.

    q, v and tau are moved along two directions r and s of random components, and the
    accelerations by what the result says; up to the product of the two if there is a `second`.
    """
    n, rng = len(solved.H), random.Random(0)
    # dyadic fractions, so that the weights themselves are exact
    r, s = ([[K(rng.randint(-999, 999)) / 1024 for _ in range(n)] for _ in "qvt"] for _ in "rs")
    along_r, along_s = _along_one(K, first, r), _along_one(K, first, s)
    mixed = None if second is None else _along_both(K, second, r, s)
    e, d = (
        {name: {j: [x] for j, x in enumerate(row)} for name, row in zip("qva", rows, strict=True)}
        for rows in ([*r[:2], along_r], [*s[:2], along_s])
    )
    got = solved.moved(e, d, mixed)
    _compare(K, solved, "r", [x.u[0] for x in got], r[2], along_r)
    _compare(K, solved, "s", [x.y[0] for x in got], s[2], along_s)
    if mixed is not None:
        _compare(K, solved, "r and s", [x.w[0] for x in got], [K(0)] * n, mixed)


def _along_one(K: Any, first: ForwardDynamicsPartials, r: Matrix) -> list[Any]:
    """First derivatives of the accelerations along r = (of q, of v, of tau)."""
    return [
        sum((K.dot(row, x) for row, x in zip(rows, r, strict=True)), K(0))
        for rows in zip(*first, strict=True)
    ]


def _along_both(K: Any, second: ForwardDynamicsSecondPartials, r: Matrix, s: Matrix) -> list[Any]:
    """Second derivatives of the accelerations along r, then along s."""
    out = []
    for dq_dq, dv_dv, dq_dv, dtau_dq in zip(*second, strict=True):
        terms = [(dq_dq, r[0], s[0]), (dv_dv, r[1], s[1])]
        terms += [(dq_dv, r[0], s[1]), (dq_dv, s[0], r[1])]
        terms += [(dtau_dq, r[2], s[0]), (dtau_dq, s[2], r[0])]
        out.append(sum((K.dot(x, [K.dot(z, y) for z in rows]) for rows, x, y in terms), K(0)))
    return out


def _compare(
    K: Any, solved: Solved, label: str, got: list[Any], expected: list[Any], rates: list[Any]
) -> None:
    """Raise LierefError unless forces agree to half of the digits of the terms of H rates."""
    size = max(
        max(abs(K.to_float(x * y)) for row in solved.H for x, y in zip(row, rates, strict=True)),
        max(abs(K.to_float(x)) for x in expected),
    )
    for name, x, y in zip(solved.names, got, expected, strict=True):
        # a power of doubles: with very many digits it is 0, where 10**n would be no double
        bound = K.radius(x - y) + size * 10.0 ** -(K.digits // 2)
        error = abs(K.to_float(x - y))
        # written so that a NaN is refused
        if not error <= bound:
            raise LierefError(
                f"{name}: inverse dynamics does not return the slope of the force along "
                f"{label}: {error:.1e} apart, expected at most {bound:.1e}"
            )
