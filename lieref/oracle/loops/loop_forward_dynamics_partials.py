"""First and second partial derivatives of forward dynamics through loops.

tau(q, v, a(q, v, tau)) = tau in independent coordinates, differentiated, solved and certified as
in `forward_dynamics_partials`, with the inertia H = dtau/da that they feel.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from numpy.typing import NDArray

from lieref.model.loops.loop_model import LoopModel
from lieref.oracle.arguments import scalars
from lieref.oracle.computation import computed
from lieref.oracle.loops.loop_forward_dynamics import loop_forward_dynamics
from lieref.oracle.loops.loop_inverse_dynamics_partials import (
    LoopState,
    first_derivatives,
    loop_state,
    perturbed_loop_torques,
    second_derivatives,
)
from lieref.oracle.tree.forward_dynamics_partials import (
    ForwardDynamicsPartials,
    ForwardDynamicsSecondPartials,
    Solved,
    certified_first,
    certified_second,
)
from lieref.oracle.tree.inertia import factorize


@computed("LierefError")
def loop_forward_dynamics_partials(
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
) -> ForwardDynamicsPartials:
    """First partial derivatives of the independent coordinates' accelerations, at any precision.

    Lie derivatives with respect to q as of `loop_inverse_dynamics_partials`; v, tau and the
    wrenches are held in their representations.

    Source: H da/dx = -dtau/dx, x = q, v, and H da/dtau = 1, in independent coordinates.

    Returns
    -------
    ForwardDynamicsPartials
        da_dq, da_dv, da_dtau, each nv lists of nv scalars of the field.

    Examples
    --------
    >>> len(lieref.oracle.loop_forward_dynamics_partials(model, q, v, v).da_dq)
    1
    """
    K = field
    at = _accelerated(K, model, q, v, tau, base, wrenches, wrench_axes, near)
    of_tau = first_derivatives(K, at)
    return certified_first(K, _solved(K, at, of_tau), of_tau["q"].tolist(), of_tau["v"].tolist())


@computed("LierefError")
def loop_forward_dynamics_second_partials(
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
) -> ForwardDynamicsSecondPartials:
    """Second partial derivatives of the independent coordinates' accelerations, at any precision.

    Indices as of `forward_dynamics_second_partials`, and the order of the Lie derivatives that of
    `loop_inverse_dynamics_second_partials`.

    Source: the equations of `loop_forward_dynamics_partials`, differentiated once more.

    Returns
    -------
    ForwardDynamicsSecondPartials
        d2a_dq_dq, d2a_dv_dv, d2a_dq_dv, d2a_dtau_dq, each nv lists of nv lists of nv scalars of
        the field. All others are zero: a is affine in tau, with factors free of v.

    Examples
    --------
    >>> len(lieref.oracle.loop_forward_dynamics_second_partials(model, q, v, v).d2a_dq_dq)
    1
    """
    K = field
    at = _accelerated(K, model, q, v, tau, base, wrenches, wrench_axes, near)
    of_tau = second_derivatives(K, at)
    return certified_second(K, _solved(K, at, of_tau), of_tau)


def _accelerated(
    K: Any,
    model: LoopModel,
    q: Any,
    v: Any,
    tau: Any,
    base: str,
    wrenches: Any,
    wrench_axes: str,
    near: Any,
) -> LoopState:
    """State from a user's arguments, its accelerations by Lagrange's equations with multipliers."""
    nv = int(model.nv)
    forces = scalars(K, "tau", tau, (nv,))
    at = loop_state(K, model, q, v, [0] * nv, base, wrenches, wrench_axes, near)
    a = loop_forward_dynamics(
        model, q, at.v, [forces], base, at.applied, wrench_axes, near=near, field=K
    )[0]
    return replace(at, a=a)


def _solved(K: Any, at: LoopState, of_tau: dict[str, NDArray[Any]]) -> Solved:
    """The state with the inertia that the independent coordinates feel."""
    system, H = at.closed.system, of_tau["a"].tolist()
    names = [system.names[j] for j in system.independent]
    L = factorize(K, H, [row[i] for i, row in enumerate(H)], names)
    return Solved(partial(perturbed_loop_torques, K, at), names, H, L)
