"""Partial derivatives of the centroidal momentum and of its rate.

A free joint at rest in front of each root carries the wrench that changes the momentum, without
gravity: about its origin o, of inverse dynamics ID(q, v, a),

    h'_o = ID(q, v, a),    h_o = ID(q, 0, v),    A_o = dID/da.

About the center of mass c, h = h_o - c x p and, since p = m c', h' = h'_o - c x p'. So

    dh/dq = dh_o/dq - c x dp/dq - dc/dq x p,    dh'/dq = dh'_o/dq - c x dp'/dq - dc/dq x p',
    dh'/dv = dh'_o/dv - c x dp'/dv,             dh'/da = dh/dv = A_o - c x dp/dv,

with dc/dq = dp/dv / m. The origin is that of the first root, wherever it is.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.groups.screw_arrays import cross
from lieref.dynamics import closed_forms
from lieref.dynamics.forward.roots import base_changes
from lieref.dynamics.inverse_dynamics import inverse_dynamics
from lieref.dynamics.shared.motion_rows import finite
from lieref.errors import SingularError
from lieref.model.loops.loop_model import LoopModel
from lieref.model.loops.other_models import of_loops
from lieref.model.model import Model
from lieref.partials.chain_rule.base_partials import HeldBase, held_base
from lieref.partials.inverse_dynamics_partials import inverse_dynamics_partials
from lieref.partials.parameters.parameter_tree import Extended, extended, extended_state
from lieref.partials.sensitivities import checked_motion

Array = NDArray[np.float64]


class CentroidalPartials(NamedTuple):
    """(6, nv) each: (angular, linear) in inertial axes, coordinate.

    h: momentum about the center of mass, dhdot: its rate. dh_dv is dhdot_da, the centroidal
    momentum matrix.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model, q, v = lieref.catalogue.serial_chain(3), np.zeros(3), np.ones(3)
    >>> lieref.centroidal_momentum_partials(model, q, v, v).dhdot_da.shape
    (6, 3)
    """

    dh_dq: Array
    dh_dv: Array
    dhdot_dq: Array
    dhdot_dv: Array
    dhdot_da: Array


def centroidal_momentum_partials(
    model: Model | LoopModel,
    q: ArrayLike,
    v: ArrayLike,
    a: ArrayLike,
    base: Literal["body", "spatial", "hybrid", "mixed"] = "body",
) -> CentroidalPartials:
    """Return the first partials of the centroidal momentum and of its rate.

    Source: the equations at the head of this module. Derivatives along q are right Lie
    derivatives, the components of v and a in the representation `base` being held.

    Parameters
    ----------
    model : Model or LoopModel
    q : (nq,)
        Configuration, m and rad.
    v, a : (nv,)
        Velocity and its time derivative.
    base : "body", "spatial", "hybrid" or "mixed"
        Representation of the velocity of free joints on the world (docs/conventions.md).

    Returns
    -------
    CentroidalPartials
        dh_dq, dh_dv, dhdot_dq, dhdot_dv, dhdot_da, (6, nv) arrays: (angular, linear) about the
        center of mass wherever it is, inertial axes.

    Raises
    ------
    ArgumentError
        A model of another kind, or a name that is not known.
    ShapeError
        An argument of another shape or dtype.
    NonFiniteError
        NaN or infinity, or a result beyond the range of double.
    ConfigurationError
        A quaternion that is not of unit norm within 1e-9; names the joint.
    SingularError
        A model without mass has no center of mass.

    Notes
    -----
    O(nbodies nv); dense.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model = lieref.catalogue.serial_chain(7)
    >>> v = np.ones(7)
    >>> lieref.centroidal_momentum_partials(model, model.neutral(), v, v).dhdot_dq.shape
    (6, 7)
    """
    if not isinstance(model, Model):
        arguments = (q, v, a, base)
        passed: CentroidalPartials = of_loops(
            "centroidal_momentum_partials", model, arguments, (1, 1, 1, 0)
        )
        return passed
    q, v, a = checked_motion(model, q, v, a)
    closed_forms.require_base(base)
    if not model.masses.sum() > 0:
        raise SingularError("the model has no mass, hence no center of mass")
    with np.errstate(over="ignore", invalid="ignore"):
        roots = [held_base(x, base, v, a) for x in base_changes(model, q, None, base, 1)]
        v, a = v.copy(), a.copy()
        for root in roots:
            v[root.here], a[root.here] = root.v, root.acceleration()
        partials = _about_center(model, q, v, a)
        for root in roots:
            _held(root, *partials)
    dh_dq, A, dhdot_dq, dhdot_dv = map(finite, CentroidalPartials._fields[:4], partials)
    return CentroidalPartials(dh_dq, A, dhdot_dq, dhdot_dv, A.copy())


@lru_cache(maxsize=8)
def _carried(model: Model) -> Extended:
    """The model without gravity, on a free joint at rest in front of each root."""
    return extended(model.with_gravity((0.0, 0.0, 0.0)), _roots(model))


def _roots(model: Model) -> tuple[int, ...]:
    return tuple(int(i) for i in np.flatnonzero(np.asarray(model.parents) < 0))


def _near(model: Model, q: Array) -> tuple[Array, dict[int, Array]]:
    """q with the first root's origin for that of space, and where each root's placement is then.

    Of a free root all of its way is in q: nothing loses digits with the distance.
    """
    q, levers = q.copy(), {}
    start = None
    for i in _roots(model):
        R, p = model.placements[i, :3, :3], model.placements[i, :3, 3]
        here = slice(int(model.idx_q[i]), int(model.idx_q[i]) + 3)
        free = model.joints[i].kind == "free"
        origin = p + R @ q[here] if free else p
        start = origin if start is None else start
        levers[i] = np.zeros(3) if free else p - start
        if free:
            q[here] = R.T @ (origin - start)
    return q, levers


def _about_center(model: Model, q: Array, v: Array, a: Array) -> list[Array]:
    """dh_dq, A, dhdot_dq, dhdot_dv of base "body" about the center of mass."""
    at = _carried(model)
    near, levers = _near(model, q)
    q_all, v_all, a_all, _ = extended_state(at, near, v, a, None)
    still = np.zeros_like(v_all)
    rates = inverse_dynamics(at.tree, q_all, np.stack([v_all, a_all]))[0]
    by = inverse_dynamics_partials(at.tree, q_all, v_all, a_all)
    moved = inverse_dynamics_partials(at.tree, q_all, still, v_all).dtau_dq
    # of each root: dh_dq, A, dhdot_dq, dhdot_dv, the rate of the momentum; what m and m c are in
    columns = [moved[:, at.real], by.dtau_da[:, at.real]]
    columns += [by.dtau_dq[:, at.real], by.dtau_dv[:, at.real], rates[:, None]]
    every = np.concatenate(columns, 1)
    total, mass_center = np.zeros((6, every.shape[1])), np.zeros(3)
    for i, first in at.virtual.items():
        R = model.placements[i, :3, :3]
        wrench = R @ every[first : first + 6].reshape(2, 3, -1)
        total[3:] += wrench[1]
        total[:3] += wrench[0] + cross(levers[i], wrench[1].T).T
        # the block m c~ of the inertia
        block = by.dtau_da[first : first + 3, first + 3 : first + 6]
        moment = np.array([block[2, 1], block[0, 2], block[1, 0]])
        mass_center += R @ moment + by.dtau_da[first + 3, first + 3] * levers[i]
    mass = model.masses.sum()
    total[:3] -= cross(mass_center / mass, total[3:].T).T
    nv = model.nv
    dh_dq, A, dhdot_dq, dhdot_dv = (total[:, k * nv : (k + 1) * nv].copy() for k in range(4))
    step = A[3:].T / mass
    dh_dq[:3] -= cross(step, A[3:] @ v).T
    dhdot_dq[:3] -= cross(step, total[3:, -1]).T
    return [dh_dq, A, dhdot_dq, dhdot_dv]


def _held(root: HeldBase, dh_dq: Array, A: Array, dhdot_dq: Array, dhdot_dv: Array) -> None:
    """Change the partials to those with the root's components held in its representation."""
    here = root.here
    dhdot_dq[:, here] += dhdot_dv[:, here] @ root.V + A[:, here] @ root.A
    dhdot_dv[:, here] = (dhdot_dv[:, here] + A[:, here] @ root.D) @ root.T
    dh_dq[:, here] += A[:, here] @ root.V
    A[:, here] = A[:, here] @ root.T
