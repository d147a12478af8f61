"""Second-order sensitivity to the placements of the bodies, in inverse and forward dynamics.

In front of each body that matters stands a massless one on a free joint at rest, and the second
partials of that tree by IDSVA-SO, [Singh, (52)], hold the wanted ones: Müller (2018), Sec. 6.2,
where a factor exp(U pi) of a placement is one more joint. For accelerations, differentiating
tau(q, v, a, U) = const twice along x, then y,

    H a_xy = -(tau_xy + H_x a_y + H_y a_x).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.dynamics.forward_dynamics import forward_dynamics
from lieref.dynamics.joint_space_inertia import inverse_inertia_times
from lieref.errors import ShapeError
from lieref.model.joints import Free
from lieref.model.model import Model
from lieref.partials.geometric_partials import inverse_dynamics_geometric_partials
from lieref.partials.inverse_dynamics_partials import inverse_dynamics_partials
from lieref.partials.inverse_dynamics_second_partials import inverse_dynamics_second_partials
from lieref.partials.sensitivities import checked_motion

if TYPE_CHECKING:
    from lieref.partials.results import InverseDynamicsSecondPartials

Array = NDArray[np.float64]


class InverseGeometricSecondPartials(NamedTuple):
    """Second partials of the forces; (nv, m, m), (nv, m, nv), (nv, m, nv), (nv, nv, m).

    m = 6 for each body chosen; d2tau_dU_dU[i, j, k] is the Lie derivative along k of that along j.
    """

    d2tau_dU_dU: Array
    d2tau_dU_dq: Array
    d2tau_dU_dv: Array
    d2tau_da_dU: Array


class ForwardGeometricSecondPartials(NamedTuple):
    """Second partials of the accelerations; (nv, m, m), (nv, m, nv), (nv, m, nv), (nv, nv, m)."""

    d2a_dU_dU: Array
    d2a_dU_dq: Array
    d2a_dU_dv: Array
    d2a_dtau_dU: Array


def inverse_dynamics_geometric_second_partials(
    model: Model,
    q: ArrayLike,
    v: ArrayLike,
    a: ArrayLike,
    bodies: Sequence[int | str] | None = None,
) -> InverseGeometricSecondPartials:
    """Return second derivatives of the generalised forces that involve placements, base "body".

    Source: Müller (2018), Sec. 6.2; entries by [Singh, (52)].

    Parameters
    ----------
    model : Model
    q : (nq,)
        Configuration: rad or m; quaternions (x, y, z, w) of unit norm within 1e-9.
    v, a : (nv,)
        Generalised velocity and its componentwise time derivative, held.
    bodies : sequence of int or str, optional
        Numbers or names of the bodies whose placements T move, to T exp(U), in this order; all of
        them when none are given.

    Returns
    -------
    InverseGeometricSecondPartials
        Six columns to a body chosen, as those of `inverse_dynamics_geometric_partials`; q as in
        dtau_dq. In d2tau_dU_dU[i, j, k] the placement is T exp(E_k y) exp(E_j x).

    Raises
    ------
    ShapeError
        A wrong shape or dtype, or a body that does not exist or comes twice.
    NonFiniteError
        NaN or infinity, or a result beyond the range of double; names where and the index.
    ConfigurationError
        A quaternion that is not of unit norm; names the joint.

    Notes
    -----
    Cost O((nv + m) d^2), d the coordinates between a joint and the root, and a model of the larger
    tree is made. For a free root that is chosen, errors grow with the square of its distance from
    its placement.
    """
    q, v, a = checked_motion(model, q, v, a)
    chosen = _chosen(model, bodies)
    return _selected(model, chosen, _extended_partials(model, chosen, q, v, a))


def forward_dynamics_geometric_second_partials(
    model: Model,
    q: ArrayLike,
    v: ArrayLike,
    tau: ArrayLike,
    bodies: Sequence[int | str] | None = None,
) -> ForwardGeometricSecondPartials:
    """Return second derivatives of the accelerations that involve placements, base "body".

    Source: as `inverse_dynamics_geometric_second_partials`, and the module's text.

    Parameters
    ----------
    model, q, v, bodies
        As `inverse_dynamics_geometric_second_partials`.
    tau : (nv,)
        Generalised force, held; N m or N.

    Returns
    -------
    ForwardGeometricSecondPartials

    Raises
    ------
    ShapeError, NonFiniteError, ConfigurationError
        As `inverse_dynamics_geometric_second_partials`.
    SingularError
        A joint that no inertia opposes, or none that rounding errors leave; names the joint.
    """
    q, v, tau = checked_motion(model, q, v, tau, "tau")
    chosen = _chosen(model, bodies)
    a = forward_dynamics(model, q, v, tau[None])[0]
    everything = _extended_partials(model, chosen, q, v, a)
    UU, Uq, Uv, aU = _selected(model, chosen, everything)
    real, _ = _coordinates(model, chosen)
    aq = everything.d2tau_da_dq[np.ix_(real, real, real)]
    columns = [6 * i + c for i in chosen for c in range(6)]
    first = inverse_dynamics_partials(model, q, v, a)
    placed = inverse_dynamics_geometric_partials(model, q, v, a)[:, columns]

    def solved(forces: Array) -> Array:
        found = inverse_inertia_times(model, q, -forces.reshape(model.nv, -1))
        return found.reshape(forces.shape)

    a_U, a_q, a_v = solved(placed), solved(first.dtau_dq), solved(first.dtau_dv)
    a_tau = solved(-np.eye(model.nv))

    # H_x a_y, [i, x, y]
    def times(slope: Array, rates: Array) -> Array:
        return np.tensordot(slope, rates, ([1], [0]))

    across = times(aU, a_U)
    return ForwardGeometricSecondPartials(
        solved(UU + across + across.swapaxes(1, 2)),
        solved(Uq + times(aU, a_q) + times(aq, a_U).swapaxes(1, 2)),
        solved(Uv + times(aU, a_v)),
        solved(times(aU, a_tau).swapaxes(1, 2)),
    )


def _chosen(model: Model, bodies: Sequence[int | str] | None) -> list[int]:
    """Numbers of the bodies, each at most once."""
    if bodies is None:
        return list(range(model.nbodies))
    if isinstance(bodies, str):
        raise ShapeError(f"bodies is {bodies!r}, expected a sequence of numbers or names")
    found: list[int] = []
    for k, body in enumerate(bodies):
        number = model.names.index(body) if body in model.names else body
        wrong = isinstance(number, bool | np.bool_) or not isinstance(number, int | np.integer)
        if wrong or not 0 <= int(number) < model.nbodies:
            raise ShapeError(
                f"bodies[{k}] is {body!r}, expected a name or a number from 0 to "
                f"{model.nbodies - 1}"
            )
        if int(number) in found:
            raise ShapeError(f"bodies[{k}] is {body!r}, which came before")
        found.append(int(number))
    return found


def _coordinates(model: Model, chosen: list[int]) -> tuple[list[int], list[int]]:
    """Velocity coordinates in the larger tree: those of the model, and of the virtual joints."""
    real: list[int] = []
    virtual: dict[int, list[int]] = {}
    at = 0
    for i, joint in enumerate(model.joints):
        if i in chosen:
            virtual[i] = list(range(at, at + 6))
            at += 6
        real += range(at, at + joint.nv)
        at += joint.nv
    return real, [c for i in chosen for c in virtual[i]]


def _extended_partials(
    model: Model, chosen: list[int], q: Array, v: Array, a: Array
) -> InverseDynamicsSecondPartials:
    """Second partials of the larger tree with its virtual joints at rest."""
    tree = _extended(model, chosen)
    real, _ = _coordinates(model, chosen)
    rates = np.zeros((2, tree.nv))
    rates[:, real] = v, a
    places: list[int] = []
    at = 0
    for i, joint in enumerate(model.joints):
        at += 7 * (i in chosen)
        places += range(at, at + joint.nq)
        at += joint.nq
    configuration = tree.neutral()
    configuration[places] = q
    return inverse_dynamics_second_partials(tree, configuration, rates[0], rates[1])


def _extended(model: Model, chosen: list[int]) -> Model:
    """The model with a massless body on a free joint in front of each body chosen."""
    rows: list[tuple[Any, ...]] = []
    where: dict[int, int] = {-1: -1}
    still, nothing = np.eye(4), (0.0, np.zeros(3), np.zeros((3, 3)))
    for i, joint in enumerate(model.joints):
        parent, placement = where[int(model.parents[i])], model.placements[i]
        body = (model.masses[i], model.coms[i], model.inertias[i])
        if i in chosen:
            rows.append((f"placement of {i}", Free(), parent, placement, nothing))
            parent, placement = len(rows) - 1, still
        rows.append((f"body {i}", joint, parent, placement, body))
        where[i] = len(rows) - 1
    names, joints, parents, placements, bodies = zip(*rows, strict=True)
    masses, coms, inertias = (np.array(x) for x in zip(*bodies, strict=True))
    nv = model.nv + 6 * len(chosen)
    bounds = np.full(nv, np.inf)
    poses = np.array(placements)
    return Model(
        model.name, names, names, joints, parents, poses, masses, coms, inertias,
        model.gravity, -bounds, bounds,
    )  # fmt: skip


def _selected(
    model: Model, chosen: list[int], second: InverseDynamicsSecondPartials
) -> InverseGeometricSecondPartials:
    real, virtual = _coordinates(model, chosen)
    return InverseGeometricSecondPartials(
        second.d2tau_dq_dq[np.ix_(real, virtual, virtual)],
        second.d2tau_dq_dq[np.ix_(real, virtual, real)],
        second.d2tau_dq_dv[np.ix_(real, virtual, real)],
        second.d2tau_da_dq[np.ix_(real, real, virtual)],
    )
