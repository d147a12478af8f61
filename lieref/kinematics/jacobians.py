"""Geometric Jacobians of bodies, of frames on them, and of the whole system, after argument
checks."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.arguments import choice
from lieref.algebra.groups.screw_arrays import derivatives
from lieref.errors import ShapeError
from lieref.kinematics.jacobian_columns import column_series, columns
from lieref.kinematics.posture import Posture, posture
from lieref.kinematics.representations import (
    MOST_ROWS,
    Representation,
    require_representation,
)
from lieref.model.arguments import real_array, require_in_range
from lieref.model.model import Model
from lieref.model.tree.configuration import checked_configuration, require_tree

Array = NDArray[Any]
Floats = NDArray[np.float64]


def jacobian(
    model: Model,
    q: ArrayLike,
    body: int | str,
    representation: Representation = "body",
    point: ArrayLike | None = None,
    base: Representation = "body",
) -> Floats:
    """Return the geometric Jacobian of a body, or of a frame at any point of it.

    V = J v. Source: Müller (2018), (103)-(106), and (100) for "mixed".

    Parameters
    ----------
    model : Model
    q : (nq,)
        Configuration, m and rad.
    body : int or str
        Number or name of the body.
    representation : "body", "spatial", "hybrid" or "mixed"
        Of the twist V (docs/conventions.md).
    point : (3,), optional
        Origin of the frame, body axes, m; its axes are those of the body. The body's own origin
        when none is given. A spatial twist is the same for all points.
    base : "body", "spatial", "hybrid" or "mixed"
        Representation of the velocity of free joints on the world.

    Returns
    -------
    (6, nv) array
        Angular part first; zero in the columns of joints that do not move the body.

    Raises
    ------
    ArgumentError
        A model of another kind, or a name that is not known.
    ShapeError
        An argument of another shape or dtype, or a number of no body.
    NonFiniteError
        NaN or infinity; names argument and index.
    ConfigurationError
        A quaternion that is not of unit norm within 1e-9; names the joint.

    Notes
    -----
    O(N + nv). "spatial" grows with the distance from the inertial origin, the others do not see it.
    """
    bodies, arms = checked_frame(model, body, point)
    require_representation("representation", representation)
    at = checked_posture(model, q, np.zeros((0, model.nv)), base)
    J = at.in_base(columns(at, bodies, arms, representation)[None])
    require_in_range("J", J)
    return np.ascontiguousarray(J[0, 0].T)


def jacobian_derivatives(
    model: Model,
    q: ArrayLike,
    v: ArrayLike,
    body: int | str,
    representation: Representation = "body",
    point: ArrayLike | None = None,
    base: Representation = "body",
) -> Floats:
    """Return the Jacobian of a body, or of a frame on it, and its first r time derivatives.

    Source: Müller (2018), (16), J_j^s' = [V_j^s, J_j^s], to any order, and the changes of
    representation (100), (106). It has J^b' of (8), J^h' of (27) and J^h'' of (30) in it.

    Parameters
    ----------
    model, q, body, representation, point, base
        As `jacobian`.
    v : (r, nv)
        Velocity and its plain time derivatives of order 0 .. r - 1, r >= 0; SI units.

    Returns
    -------
    (r + 1, 6, nv) array
        Row k: k-th componentwise time derivative.

    Raises
    ------
    ShapeError, NonFiniteError, ConfigurationError
        As `jacobian`.

    Notes
    -----
    O(N r^2 + nv r^2). With binomials, V^(k) = sum_j binom(k, j) J^(j) v^(k-j).
    """
    bodies, arms = checked_frame(model, body, point)
    return np.ascontiguousarray(_derivatives(model, q, v, bodies, arms, representation, base)[:, 0])


def system_jacobian(
    model: Model,
    q: ArrayLike,
    representation: Representation = "body",
    base: Representation = "body",
) -> Floats:
    """Return the Jacobians of all bodies on top of each other.

    Source: Müller (2018), (111), (112); `system_factors` gives the factors.

    Parameters
    ----------
    model, q, representation, base
        As `jacobian`.

    Returns
    -------
    (6 N, nv) array
        Rows 6 i .. 6 i + 5 are the Jacobian of body i.

    Raises
    ------
    ShapeError, NonFiniteError, ConfigurationError
        As `jacobian`.
    """
    require_tree(model)
    none = np.zeros((0, model.nv))
    return np.asarray(system_jacobian_derivatives(model, q, none, representation, base)[0])


def system_jacobian_derivatives(
    model: Model,
    q: ArrayLike,
    v: ArrayLike,
    representation: Representation = "body",
    base: Representation = "body",
) -> Floats:
    """Return the system Jacobian and its first r time derivatives.

    Source: as `jacobian_derivatives`; (8) of Müller (2018) is the first one in body form, right
    for joints of one degree. A joint of several degrees adds [X_j v_j, X_j] in its own block, so
    J' = -A a (J - X) there.

    Parameters
    ----------
    model, q, representation, base
        As `jacobian`.
    v : (r, nv)
        Velocity and its plain time derivatives of order 0 .. r - 1, r >= 0; SI units.

    Returns
    -------
    (r + 1, 6 N, nv) array

    Raises
    ------
    ShapeError, NonFiniteError, ConfigurationError
        As `jacobian`.
    """
    require_tree(model)
    bodies, arms = np.arange(model.nbodies), np.zeros((model.nbodies, 3))
    J = _derivatives(model, q, v, bodies, arms, representation, base)
    return J.reshape(len(J), 6 * model.nbodies, model.nv)


def checked_frame(
    model: Model, body: int | str, point: ArrayLike | None
) -> tuple[NDArray[np.intp], Floats]:
    """Return the body's number (1,) and the point (1, 3), or raise what is wrong."""
    require_tree(model)
    if isinstance(body, str):
        choice("body", body, model.names)
        number = model.names.index(body)
    elif isinstance(body, bool | np.bool_) or not isinstance(body, int | np.integer):
        raise ShapeError(f"body is {body!r}, expected a number or a name")
    else:
        number = int(body)
        if not 0 <= number < model.nbodies:
            raise ShapeError(f"body is {number}, expected 0 to {model.nbodies - 1}")
    arm = np.zeros(3) if point is None else real_array("point", point, (3,))
    return np.array([number]), arm[None]


def checked_posture(model: Model, q: ArrayLike, v: ArrayLike, base: str) -> Posture:
    """Return the posture for checked q (nq,) and v (r, nv), r >= 0."""
    require_representation("base", base)
    configuration = checked_configuration(model, q)
    if configuration.ndim != 1:
        raise ShapeError(f"q has shape {configuration.shape}, expected ({model.nq},)")
    velocity = real_array("v", v, ("r", model.nv))
    if len(velocity) >= MOST_ROWS:
        raise ShapeError(f"v has {len(velocity)} rows, expected at most {MOST_ROWS - 1}")
    return posture(model, configuration, velocity, base)


def _derivatives(
    model: Model,
    q: ArrayLike,
    v: ArrayLike,
    bodies: NDArray[np.intp],
    arms: Floats,
    representation: str,
    base: str,
) -> Array:
    """Plain derivatives (r + 1, m, 6, nv)."""
    require_representation("representation", representation)
    with np.errstate(over="ignore", invalid="ignore"):
        at = checked_posture(model, q, v, base)
        J = column_series(at, bodies, arms, representation, len(at.V) + 1)
        rates = derivatives(at.in_base(J)).swapaxes(-1, -2)
    require_in_range("J", rates)
    return rates
