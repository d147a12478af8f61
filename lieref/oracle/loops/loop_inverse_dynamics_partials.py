"""First and second partial derivatives of inverse dynamics through loops, from the definitions.

`loop_inverse_dynamics` of order 0 with numbers that carry their derivatives. A configuration moves
along X_j = G e_j, the motion of tree and chains that the loops admit while the independent velocity
j alone is 1; the loops' equations then vanish in all derivatives that the numbers carry, so that
nothing is closed again. Where only some velocity coordinates of a joint are independent, there is
no independent configuration q exp(e_j x) to close at, and the derivatives are along X_j too.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lieref.model.loops.loop_model import LoopModel
from lieref.oracle.arguments import scalars
from lieref.oracle.computation import computed
from lieref.oracle.loops.loop_elimination import factorize
from lieref.oracle.loops.loop_inverse_dynamics import reduced, tree_torques
from lieref.oracle.loops.loop_motion import in_base, motion
from lieref.oracle.loops.loop_positions import Closed, closed
from lieref.oracle.scalars.jets import Jet, Jets
from lieref.oracle.tree.inverse_dynamics_partials import (
    InverseDynamicsPartials,
    InverseDynamicsSecondPartials,
    by_name,
)
from lieref.oracle.tree.path_derivatives import EVERY
from lieref.oracle.tree.perturbations import Change, displaced, moved, unit_slopes

Array = NDArray[Any]


@dataclass(frozen=True)
class LoopState:
    """Closed configuration, velocity, acceleration and loads, checked, as scalars of a field.

    closed, based: the configuration, with K for velocities in body axes and in those of `base`;
    applied: (1, nbodies, 6) or None; the rest as in `loop_inverse_dynamics_partials`.
    """

    closed: Closed
    based: Closed
    v: list[Any]
    a: list[Any]
    base: str
    applied: Any
    axes: str


@computed()
def loop_inverse_dynamics_partials(
    model: LoopModel,
    q: Any,
    v: Any,
    a: Any,
    base: str = "body",
    wrenches: Any = None,
    wrench_axes: str = "body",
    near: Any = None,
    digits: int = 50,
    field: Any = None,
    balls: bool = False,
) -> InverseDynamicsPartials:
    """First partial derivatives of the independent coordinates' forces, at any precision.

    Derivatives with respect to q are Lie derivatives along G e_j: the independent coordinates move
    as q exp(e_j x), in body axes whatever `base` is, and the others so that all loops stay closed.
    The components of v and a in the representation `base`, and those of the wrenches in
    `wrench_axes`, are held.

    Returns
    -------
    InverseDynamicsPartials
        dtau_dq, dtau_dv, dtau_da, each nv lists of nv scalars of the field.

    Examples
    --------
    >>> len(lieref.oracle.loop_inverse_dynamics_partials(model, q, v, v).dtau_dq)
    1
    """
    K = field
    at = loop_state(K, model, q, v, a, base, wrenches, wrench_axes, near)
    found = first_derivatives(K, at)
    return InverseDynamicsPartials(*(found[kind].tolist() for kind in "qva"))


@computed()
def loop_inverse_dynamics_second_partials(
    model: LoopModel,
    q: Any,
    v: Any,
    a: Any,
    base: str = "body",
    wrenches: Any = None,
    wrench_axes: str = "body",
    near: Any = None,
    digits: int = 50,
    field: Any = None,
    balls: bool = False,
) -> InverseDynamicsSecondPartials:
    """Second partial derivatives of the independent coordinates' forces, at any precision.

    Indices as of `inverse_dynamics_second_partials`: d2tau_dq_dq[i][j][k] is the derivative along
    G e_k of that along G e_j, not symmetric between the coordinates of one spherical or free joint,
    nor where these are independent in part.

    Returns
    -------
    InverseDynamicsSecondPartials
        d2tau_dq_dq, d2tau_dv_dv, d2tau_dq_dv, d2tau_da_dq, each nv lists of nv lists of nv
        scalars of the field. All others are zero: tau is affine in a, with factors free of v.

    Examples
    --------
    >>> len(lieref.oracle.loop_inverse_dynamics_second_partials(model, q, v, v).d2tau_dq_dq)
    1
    """
    K = field
    at = loop_state(K, model, q, v, a, base, wrenches, wrench_axes, near)
    return by_name(second_derivatives(K, at))


def loop_state(
    K: Any,
    model: LoopModel,
    q: Any,
    v: Any,
    a: Any,
    base: str,
    wrenches: Any,
    wrench_axes: str,
    near: Any,
) -> LoopState:
    """State from a user's arguments; the errors of `loop_inverse_dynamics_partials`."""
    nv, applied = int(model.nv), None
    velocity, acceleration = scalars(K, "v", v, (nv,)), scalars(K, "a", a, (nv,))
    if wrenches is not None:
        applied = [scalars(K, "wrenches", wrenches, (int(model.tree.nbodies), 6))]
    here = closed(K, model, q, near)
    based = in_base(K, here, base)
    return LoopState(here, based, velocity, acceleration, base, applied, wrench_axes)


def perturbed_loop_torques(
    K: Any, at: LoopState, e: Change, d: Change, mixed: list[Any] | None = None
) -> list[Jet]:
    """Forces of the independent coordinates as jets, the state being moved along e and d.

    Arguments as of `perturbed_torques`, in independent coordinates: the configuration goes along
    d first, then along the motions that e stands for there.
    """
    J, none = Jets(K), [K(0)] * len(at.v)
    q = at.closed.q
    for along, delta in ((d, moved("q", none, {}, d)), (e, moved("q", none, e, {}))):
        if "q" in along:
            q = moved_along(J, at.closed, q, delta)
    rows = [moved("v", at.v, e, d), moved("a", at.a, e, d, mixed)]
    tau = moved_forces(J, at, q, rows)[0]
    return [x if isinstance(x, Jet) else Jet(x) for x in tau]


def moved_along(J: Jets, start: Closed, q: list[Any], delta: list[Jet]) -> list[Any]:
    """q, moved along the motion that the loops admit for independent velocities delta."""
    rates = motion(J, _arrived(J, start, q, "body"), [delta], "body")[0]
    return displaced(J, start.system.bodies, q, rates)


def moved_forces(J: Jets, at: LoopState, q: list[Any], rows: list[list[Any]]) -> list[list[Any]]:
    """Forces of the independent coordinates, and derivatives, at q and of other rows than at.v."""
    here = _arrived(J, at.based, q, at.base)
    moving = motion(J, here, rows, at.base)
    tau = tree_torques(J, here, moving, at.base, at.applied, at.axes)
    return reduced(J, here, moving, tau, at.base)


def _arrived(J: Jets, start: Closed, q: list[Any], base: str) -> Closed:
    """The state at q, to which motions that the loops admit have brought the one at the start."""
    if q is start.q:
        return start
    K_rows = start.system.jacobian(J, q, base)
    table = [[K_rows[i][j] for j in start.pivots.columns] for i in start.pivots.rows]
    return replace(start, q=q, factors=factorize(J, table))


def first_derivatives(K: Any, at: LoopState) -> dict[str, Array]:
    """Derivatives "q", "v", "a" of the forces (nv, nv); call inside K.working()."""
    slopes, _ = _slopes(K, at, "qva", {})
    return dict(zip("qva", slopes, strict=True))


def second_derivatives(K: Any, at: LoopState) -> dict[str, Array]:
    """Those of `first_derivatives`, and second ones by pairs, as `torque_derivatives` has them."""
    n = len(at.v)
    out = {kind: np.full((n,) * (1 + len(kind)), K(0), dtype=object) for kind in EVERY[1:]}
    for k in range(n):
        for kinds, second in (("qva", "q"), ("v", "v")):
            slopes, mixed = _slopes(K, at, kinds, {second: {k: [K(1)]}})
            for kind, first, both in zip(kinds, slopes, mixed, strict=True):
                out[kind] = first
                out[kind + second][:, :, k] = both
    return out


def _slopes(K: Any, at: LoopState, kinds: str, d: Change) -> tuple[Array, Array]:
    """Slopes of the forces, and of their slopes along d: (kind, force, coordinate) each."""
    n = len(at.v)
    units = unit_slopes(K, range(len(kinds) * n))
    e = {kind: {j: units[m * n + j] for j in range(n)} for m, kind in enumerate(kinds)}
    first, mixed = (np.full((n, len(kinds) * n), K(0), dtype=object) for _ in "uw")
    for i, x in enumerate(perturbed_loop_torques(K, at, e, d)):
        first[i, : len(x.u)], mixed[i, : len(x.w)] = x.u, x.w
    shape = (n, len(kinds), n)
    return first.reshape(shape).swapaxes(0, 1), mixed.reshape(shape).swapaxes(0, 1)
