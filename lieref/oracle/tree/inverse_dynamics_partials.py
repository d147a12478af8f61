"""First and second partial derivatives of inverse dynamics, from its definitions.

By the principle of virtual work and the product rule, see `torque_derivatives`. Jets of
`inverse_dynamics`, of `perturbations`, are a second way to the same numbers.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from lieref.model.model import Model
from lieref.oracle.computation import computed
from lieref.oracle.tree.path_derivatives import FIRST
from lieref.oracle.tree.perturbations import State, state
from lieref.oracle.tree.torque_derivatives import torque_derivatives

Matrix = list[list[Any]]
Tensor = list[Matrix]


class InverseDynamicsPartials(NamedTuple):
    """(nv, nv) nested lists: generalized force, coordinate."""

    dtau_dq: Matrix
    dtau_dv: Matrix
    dtau_da: Matrix


class InverseDynamicsSecondPartials(NamedTuple):
    """(nv, nv, nv) nested lists: force, then the coordinates in the order of the name."""

    d2tau_dq_dq: Tensor
    d2tau_dv_dv: Tensor
    d2tau_dq_dv: Tensor
    d2tau_da_dq: Tensor


@computed()
def inverse_dynamics_partials(
    model: Model,
    q: Any,
    v: Any,
    a: Any,
    base: str = "body",
    wrenches: Any = None,
    wrench_axes: str = "body",
    digits: int = 50,
    field: Any = None,
    balls: bool = False,
) -> InverseDynamicsPartials:
    """First partial derivatives of the generalized forces, at any precision.

    Derivatives with respect to q are right Lie derivatives, d/dx tau(q * exp(E_j x)): one column
    for each velocity coordinate, in body axes of the joint whatever `base` is. The components of
    v and a in the representation `base`, and those of the wrenches in `wrench_axes`, are held.

    Returns
    -------
    InverseDynamicsPartials
        dtau_dq, dtau_dv, dtau_da, each nv lists of nv scalars of the field.

    Examples
    --------
    >>> len(lieref.oracle.inverse_dynamics_partials(model, q, v, v).dtau_dq)
    3
    """
    K = field
    return first_partials(K, state(K, model, q, v, a, base, wrenches, wrench_axes))


@computed()
def inverse_dynamics_second_partials(
    model: Model,
    q: Any,
    v: Any,
    a: Any,
    base: str = "body",
    wrenches: Any = None,
    wrench_axes: str = "body",
    digits: int = 50,
    field: Any = None,
    balls: bool = False,
) -> InverseDynamicsSecondPartials:
    """Second partial derivatives of the generalized forces, at any precision.

    The index order is that of the name: d2tau_dq_dv[i][j][k] belongs to force i, configuration j
    and velocity k. d2tau_dq_dq[i][j][k] is the right Lie derivative along k of that along j,
    d2/dx dy tau(q * exp(E_k y) * exp(E_j x)): not symmetric between the coordinates of one
    spherical or free joint.

    Returns
    -------
    InverseDynamicsSecondPartials
        d2tau_dq_dq, d2tau_dv_dv, d2tau_dq_dv, d2tau_da_dq, each nv lists of nv lists of nv
        scalars of the field. All others are zero: tau is affine in a, with factors free of v.

    Examples
    --------
    >>> len(lieref.oracle.inverse_dynamics_second_partials(model, q, v, v).d2tau_dq_dq)
    3
    """
    K = field
    return second_partials(K, state(K, model, q, v, a, base, wrenches, wrench_axes))


def first_partials(K: Any, at: State) -> InverseDynamicsPartials:
    """`inverse_dynamics_partials` of a state; call inside K.working()."""
    found = torque_derivatives(K, at, FIRST)
    return InverseDynamicsPartials(*(found[kind].tolist() for kind in "qva"))


def second_partials(K: Any, at: State) -> InverseDynamicsSecondPartials:
    """`inverse_dynamics_second_partials` of a state; call inside K.working()."""
    return by_name(torque_derivatives(K, at))


def by_name(found: dict[str, Any]) -> InverseDynamicsSecondPartials:
    """Second derivatives by the names of the results, from those by pairs of kinds."""
    return InverseDynamicsSecondPartials(
        d2tau_dq_dq=found["qq"].tolist(),
        d2tau_dv_dv=found["vv"].tolist(),
        d2tau_dq_dv=found["vq"].swapaxes(1, 2).tolist(),
        d2tau_da_dq=found["aq"].tolist(),
    )
