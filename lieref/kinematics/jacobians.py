"""Time derivatives of geometric Jacobians, and those of the whole system, after argument checks."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.documentation import described
from lieref.kinematics.frames import ORIGIN, body_frame_of
from lieref.kinematics.jacobian_series import jacobian_series
from lieref.kinematics.representations import Representation
from lieref.model.arguments import real_numbers, require_in_range
from lieref.model.model import Model
from lieref.model.tree.frames import BodyFrame

Floats = NDArray[np.float64]


@described("q : (nq,) or (batch, nq)", "v : (r, nv) or (batch, r, nv)")
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

    Returns
    -------
    (r + 1, 6, nv) or (batch, r + 1, 6, nv) array
        Row k: k-th componentwise time derivative.

    Notes
    -----
    O(N r^2 + nv r^2). With binomials, V^(k) = sum_j binom(k, j) J^(j) v^(k-j).

    Examples
    --------
    >>> J, Jdot = lieref.jacobian_derivatives(model, q, [v], "body2")
    >>> Jdot.shape
    (6, 3)
    """
    J = _derivatives(model, q, v, base, representation, [body_frame_of(model, body, point)])
    return J[..., 0, :, :]


@described("q : (nq,) or (batch, nq)")
def system_jacobian(
    model: Model,
    q: ArrayLike,
    representation: Representation = "body",
    base: Representation = "body",
) -> Floats:
    """Return the Jacobians of all bodies on top of each other.

    Source: Müller (2018), (111), (112); `system_factors` gives the factors.

    Returns
    -------
    (6 N, nv) or (batch, 6 N, nv) array
        Rows 6 i .. 6 i + 5 are the Jacobian of body i.

    Examples
    --------
    >>> lieref.system_jacobian(model, q).shape
    (18, 3)
    """
    q = real_numbers("q", q)
    none = np.zeros((*q.shape[:-1], 0, model.nv))
    return system_jacobian_derivatives(model, q, none, representation, base)[..., 0, :, :]


@described("q : (nq,) or (batch, nq)", "v : (r, nv) or (batch, r, nv)")
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

    Returns
    -------
    (r + 1, 6 N, nv) or (batch, r + 1, 6 N, nv) array

    Examples
    --------
    >>> lieref.system_jacobian_derivatives(model, q, [v]).shape
    (2, 18, 3)
    """
    body_frames = [BodyFrame(i, ORIGIN, None) for i in range(model.nbodies)]
    J = _derivatives(model, q, v, base, representation, body_frames)
    return J.reshape(*J.shape[:-3], 6 * model.nbodies, model.nv)


def _derivatives(
    model: Model,
    q: ArrayLike,
    v: ArrayLike,
    base: str,
    representation: str,
    body_frames: list[BodyFrame],
) -> Floats:
    """Plain derivatives (..., r + 1, body_frames, 6, nv)."""
    J, good = jacobian_series(model, q, v, base, representation, body_frames)
    if not good:
        require_in_range("J", J)
    return J
