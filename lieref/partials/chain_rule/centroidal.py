"""Partial derivatives of the centroidal momentum and of its rate.

While q_j moves alone, at the twist S_j of its subtree, and the components of v are held,

    dh/dq_j = -ad_{S_j}^T h_j + M_j [V_p, S_j],

with h_j, M_j momentum and inertia of the subtree and V_p the twist of the body that carries it,
all about a point at rest. The rest is what holds for the variation of any function of the motion,
delta(h') = (delta h)': with delta v = xi' + [v, xi] of xi, which moves q to q exp(xi),

    dh'/dq = (dh/dq)' - dh/dq [v, .],    dh'/dv = dh/dq + A',    dh'/da = dh/dv = A,

with the brackets of each joint, which are zero for joints of one degree.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.groups.inertia import spatial_inertia
from lieref.algebra.groups.screw_arrays import Ad, ad, ad_t_times, bracket, cross, product, times
from lieref.dynamics import closed_forms
from lieref.dynamics.forward.roots import base_changes
from lieref.dynamics.shared.motion_rows import finite
from lieref.errors import SingularError
from lieref.kinematics.posture import Posture, posture
from lieref.model.loops.other_models import of_loops
from lieref.model.model import Model
from lieref.partials.chain_rule.base_partials import HeldBase, held_base
from lieref.partials.chain_rule.linearized import joint_brackets
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


class _Series(NamedTuple):
    """Two Taylor coefficients along a motion, about a fixed point near the robot.

    A (6, nv): momentum matrix. moved (6, nv): dh/dq. p (3,): linear momentum. c (3,): center of
    mass. All with the leading axis of coefficients.
    """

    A: Array
    moved: Array
    p: Array
    c: Array


def centroidal_momentum_partials(
    model: Model,
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
        partials = _about_center(model, _series(model, posture(model, q, np.stack([v, a]), "body")))
        partials[2] += partials[0] @ joint_brackets(model, v)
        for root in roots:
            _held(root, *partials)
    dh_dq, A, dhdot_dq, dhdot_dv = map(finite, CentroidalPartials._fields[:4], partials)
    return CentroidalPartials(dh_dq, A, dhdot_dq, dhdot_dv, A.copy())


def _series(model: Model, at: Posture) -> _Series:
    """What the partials are made of, from the postures of v_body and a_body."""
    N = model.nbodies
    # from the first root's origin now
    r = at.d + (at.o - at.o[0])
    to = Ad(np.broadcast_to(np.eye(3), (N, 3, 3)), at.o - at.o[0])
    V = times(to, at.V)
    # M = Ad^-T M_body Ad^-1, M' = -ad_V^T M - M ad_V
    back = at.R.swapaxes(1, 2)
    inverse = Ad(back, -times(back, r))
    bodies = spatial_inertia(model.masses, model.coms, model.inertias)
    M = inverse.swapaxes(1, 2) @ bodies @ inverse
    turned = M @ ad(V[0])
    M = np.stack([M, -turned - turned.swapaxes(1, 2)])
    S = times(Ad(at.R, r)[at.joint], at.X)
    S = np.stack([S, bracket(V[0, at.joint], S)])
    h = product(M, V, times)
    # sums over the subtrees
    moved = at.moves[:, at.joint].astype(float)
    below = np.tensordot(M, moved, ([1], [0])).transpose(0, 3, 1, 2)
    carried = np.tensordot(h, moved, ([1], [0])).swapaxes(1, 2)
    parents = model.parents[at.joint]
    by = np.where((parents >= 0)[:, None], V[:, parents], 0.0)
    change = product(below, product(by, S, bracket), times) - product(S, carried, ad_t_times)
    places = r + times(at.R, model.coms)
    mass = model.masses.sum()
    p = h.sum(1)[:, 3:]
    c = np.stack([model.masses @ places, p[0]]) / mass
    A = product(below, S, times)
    return _Series(A.swapaxes(1, 2), change.swapaxes(1, 2), p, c)


def _about_center(model: Model, at: _Series) -> list[Array]:
    """dh_dq, A, dh_dq', dhdot_dv of base "body" about the center of mass, brackets left out."""
    A, moved = (x.copy() for x in (at.A, at.moved))
    # h_c = h - c x p, and dc/dq_j by the linear part of A
    lever, momentum = at.c[:, None], at.p[:, None]
    shifts = [x[:, 3:].swapaxes(1, 2) for x in (at.A, at.moved)]
    step = shifts[0] / model.masses.sum()
    A[:, :3] -= product(lever, shifts[0], cross).swapaxes(1, 2)
    moved[:, :3] -= (product(lever, shifts[1], cross) + product(step, momentum, cross)).swapaxes(
        1, 2
    )
    return [moved[0], A[0], moved[1], moved[0] + A[1]]


def _held(root: HeldBase, dh_dq: Array, A: Array, dhdot_dq: Array, dhdot_dv: Array) -> None:
    """Change the partials to those with the root's components held in its representation."""
    here = root.here
    dhdot_dq[:, here] += dhdot_dv[:, here] @ root.V + A[:, here] @ root.A
    dhdot_dv[:, here] = (dhdot_dv[:, here] + A[:, here] @ root.D) @ root.T
    dh_dq[:, here] += A[:, here] @ root.V
    A[:, here] = A[:, here] @ root.T
