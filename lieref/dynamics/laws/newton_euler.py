"""Newton-Euler equations of single bodies in every representation and in arbitrary frames.

W is the wrench that makes a body move so, gravity not counted. Müller (2018), Section 3, read as
docs/errata.md says: (42) with the tilde over the bracket, (52) at the center of mass only, (60)
with ad^T, (63) with the angular velocity of F_k relative to F_j, (64) with R_jk.

The functions take arrays with any leading axes, which broadcast. Those whose names begin with
`_` compute, for arrays of any scalar.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.arguments import as_poses, as_rotations, as_stack
from lieref.algebra.groups.screw_arrays import Ad, ad_t_times, bracket, cross, skew, times
from lieref.documentation import described
from lieref.errors import ModelError, NonFiniteError, ShapeError
from lieref.kinematics.representations import Representation, require_representation

Array = NDArray[Any]
Floats = NDArray[np.float64]


@described("ConfigurationError, rotations")
def newton_euler(
    inertia: ArrayLike,
    twist: ArrayLike,
    acceleration: ArrayLike,
    representation: Representation = "body",
    rotations: ArrayLike | None = None,
) -> Floats:
    """Return the wrench on bodies from inertia, twist and acceleration in one representation.

    Source: Müller (2018), (38) for "spatial", (41) and (44) for "body", (48) and (53) for
    "hybrid", (56) with (57) for "mixed":

        body, spatial   W = M V' - ad_V^T M V
        hybrid          W = M V' + ad_w M (w, 0)
        mixed           W = M V' + (w x M11 w, R (w x R^T M21 w))

    Parameters
    ----------
    inertia : (..., 6, 6)
        M in this representation (`convert_inertias`): kg m^2, kg m and kg.
    twist, acceleration : (..., 6)
        V = (omega, v) and its componentwise time derivative; rad and m per s and s^2.
    rotations : (..., 3, 3)
        Body axes to inertial axes; needed for "mixed", not read for the others.

    Returns
    -------
    (..., 6) array
        (torque, force) in the dual representation, N m and N.

    Raises
    ------
    ShapeError
        Arguments of other shapes, leading axes that do not broadcast, rotations
        missing.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> twist = np.array([0, 0, 1.0, 1, 0, 0])
    >>> lieref.newton_euler(np.eye(6), twist, 0 * twist)
    array([0., 0., 0., 0., 1., 0.])
    """
    require_representation("representation", representation)
    M, V = as_stack(inertia, "inertia", (6, 6)), as_stack(twist, "twist", (6,))
    A = as_stack(acceleration, "acceleration", (6,))
    R = _rotations(rotations, representation, ("mixed",))
    _batch((("inertia", M, 2), ("twist", V, 1), ("acceleration", A, 1), ("rotations", R, 2)))
    return _finite(_newton_euler(M, V, A, representation, R))


@described("ConfigurationError, rotations")
def newton_euler_components(
    mass: ArrayLike,
    com: ArrayLike,
    inertia: ArrayLike,
    twist: ArrayLike,
    acceleration: ArrayLike,
    representation: Representation = "body",
    rotations: ArrayLike | None = None,
) -> Floats:
    """Return the wrench on bodies, torque and force by separate vector equations.

    Source: Müller (2018), (42), read as docs/errata.md says, and (43) for "body", (54) and (55) for
    "hybrid", (56) and (57) for "mixed"; with com = 0 they are (45), (46), (49), (50) and (58). With
    the acceleration a of the frame's origin, d from there to the center of mass and Theta about the
    origin

        t = Theta w' + w x Theta w + m d x a,    f = m (a + w' x d + w x (w x d)).

    Parameters
    ----------
    mass : (...)
        kg.
    com : (..., 3)
        Center of mass in the body frame, d_bc, m.
    inertia : (..., 3, 3)
        Rotational inertia about the center of mass, body axes, kg m^2.
    twist, acceleration : (..., 6)
        As in `newton_euler`.
    representation : "body", "hybrid" or "mixed"
        The paper has no such form of "spatial".
    rotations : (..., 3, 3)
        Body axes to inertial axes; needed for "hybrid" and "mixed".

    Returns
    -------
    (..., 6) array

    Raises
    ------
    ModelError
        A negative mass.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> twist = np.array([0, 0, 1.0, 1, 0, 0])
    >>> lieref.newton_euler_components(1.0, np.zeros(3), np.eye(3), twist, 0 * twist)
    array([0., 0., 0., 0., 1., 0.])
    """
    require_representation("representation", representation)
    if representation == "spatial":
        raise ShapeError("representation is 'spatial', expected 'body', 'hybrid' or 'mixed'")
    m, d = as_stack(mass, "mass", ()), as_stack(com, "com", (3,))
    if (m < 0.0).any():
        raise ModelError(f"mass is {m.min()}, expected no negative mass")
    Theta = as_stack(inertia, "inertia", (3, 3))
    V, A = as_stack(twist, "twist", (6,)), as_stack(acceleration, "acceleration", (6,))
    R = _rotations(rotations, representation, ("hybrid", "mixed"))
    given = (("mass", m, 0), ("com", d, 1), ("inertia", Theta, 2))
    _batch((*given, ("twist", V, 1), ("acceleration", A, 1), ("rotations", R, 2)))
    return _finite(_components((m, d, Theta), V, A, representation, R))


@described("ConfigurationError, rotations")
def momentum_balance(
    momentum: ArrayLike,
    rate: ArrayLike,
    twist: ArrayLike,
    representation: Representation = "spatial",
    rotations: ArrayLike | None = None,
) -> Floats:
    """Return the wrench on bodies from momenta and their time derivatives.

    Source: Müller (2018), (36), W = Pi', for "spatial"; (41), W = Pi' - ad_V^T Pi, for "body";
    (52) corrected, W = Pi' - ad_r'^T Pi = Pi' + (r' x P, 0), for "hybrid", where the printed W =
    Pi' holds at the center of mass only. "mixed": the torque as R^T times that of "hybrid",
    L' + w x L + R^T (r' x P).

    Parameters
    ----------
    momentum, rate : (..., 6)
        Pi = M V = (angular, linear), dual to the twist, and its componentwise time derivative.
    twist : (..., 6)
        V in the same representation; r' is its linear part.
    rotations : (..., 3, 3)
        Body axes to inertial axes; needed for "mixed".

    Returns
    -------
    (..., 6) array

    Examples
    --------
    >>> import lieref, numpy as np
    >>> twist = np.array([0, 0, 1.0, 1, 0, 0])
    >>> lieref.momentum_balance(2 * twist, 0 * twist, twist)
    array([0., 0., 0., 0., 0., 0.])
    """
    require_representation("representation", representation)
    Pi, Pi_rate = as_stack(momentum, "momentum", (6,)), as_stack(rate, "rate", (6,))
    V, R = as_stack(twist, "twist", (6,)), _rotations(rotations, representation, ("mixed",))
    _batch((("momentum", Pi, 1), ("rate", Pi_rate, 1), ("twist", V, 1), ("rotations", R, 2)))
    return _finite(_momentum_balance(Pi, Pi_rate, V, representation, R))


@described()
def newton_euler_in_frame(
    inertia: ArrayLike,
    twist: ArrayLike,
    acceleration: ArrayLike,
    frame_twist: ArrayLike,
    turning: ArrayLike | None = None,
) -> Floats:
    """Return the wrench on bodies in a frame F_j that moves as it likes, resolved in another F_k.

    Source: Müller (2018), (60) and (63), read as docs/errata.md says:

        W = M (V' + ad_{V_j} V + ad_{w_kj} V) - ad_V^T M V.

    Special cases: F_j on the body gives (41); at rest in the origin, (38); on the body with F_k
    at rest, w_kj = -omega, (53).

    Parameters
    ----------
    inertia : (..., 6, 6)
        kM_i^j (`inertia_in_frame`), about the origin of F_j, in the axes of F_k.
    twist, acceleration : (..., 6)
        kV_i^j: twist of the body, its linear part that of the body's point in the origin of F_j,
        in the axes of F_k; and its componentwise time derivative.
    frame_twist : (..., 6)
        kV_j^j: twist of F_j at its own origin, in the axes of F_k.
    turning : (..., 3), optional
        Angular velocity of F_k relative to F_j, axes of F_k, rad/s. Zero when none is given: then
        F_k keeps its attitude in F_j, and for F_k = F_j the equation is (60).

    Returns
    -------
    (..., 6) array
        kW_i^j.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> twist = np.array([0, 0, 1.0, 1, 0, 0])
    >>> lieref.newton_euler_in_frame(np.eye(6), twist, 0 * twist, 0 * twist).shape
    (6,)
    """
    M, V = as_stack(inertia, "inertia", (6, 6)), as_stack(twist, "twist", (6,))
    A = as_stack(acceleration, "acceleration", (6,))
    V_j = as_stack(frame_twist, "frame_twist", (6,))
    w = np.zeros(3) if turning is None else as_stack(turning, "turning", (3,))
    given = (("inertia", M, 2), ("twist", V, 1), ("acceleration", A, 1))
    _batch((*given, ("frame_twist", V_j, 1), ("turning", w, 1)))
    return _finite(_in_frame(M, V, A, V_j, w))


def inertia_in_frame(
    inertia: ArrayLike, frames: ArrayLike, rotations: ArrayLike | None = None
) -> Floats:
    """Return spatial inertias about the origin of frames F_j, resolved in frames F_k.

    Source: Müller (2018), (61), jM_i = Ad_{C_j}^T M_i^s Ad_{C_j}, and (64) with R_jk:
    kM_i^j = Ad_{R_jk}^T jM_i Ad_{R_jk}.

    Parameters
    ----------
    inertia : (..., 6, 6)
        M_i^s, about the inertial origin in inertial axes.
    frames : (..., 4, 4)
        C_j, poses of F_j in the inertial frame, m.
    rotations : (..., 3, 3), optional
        R_jk: axes of F_k to those of F_j. F_j itself when none are given.

    Returns
    -------
    (..., 6, 6) array

    Raises
    ------
    ShapeError, NonFiniteError, ConfigurationError
        As `newton_euler`.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> lieref.inertia_in_frame(np.eye(6), lieref.SE3.exp(np.array([0, 0, 0, 1.0, 0,
    ...     0]))).shape
    (6, 6)
    """
    M, C = as_stack(inertia, "inertia", (6, 6)), as_poses(frames, "frames")
    R = np.eye(3) if rotations is None else as_rotations(rotations, "rotations")
    _batch((("inertia", M, 2), ("frames", C, 2), ("rotations", R, 2)))
    return _finite(_inertia_in_frame(M, C, R))


def _newton_euler(M: Array, V: Array, A: Array, representation: str, R: Array | None) -> Array:
    """`newton_euler` for arrays of any scalar."""
    inertial = times(M, A)
    w = V[..., :3]
    if representation in ("body", "spatial"):
        # (38), (41)
        return np.asarray(inertial - ad_t_times(V, times(M, V)))
    torque, force = times(M[..., :3, :3], w), times(M[..., 3:, :3], w)
    if R is None:
        # (53)
        return np.asarray(inertial + np.concatenate([cross(w, torque), cross(w, force)], -1))
    # (56), (57): M21 = -m R d~, so that R (w x R^T M21 w) = m R w~ w~ d
    turned = times(R, cross(w, times(R.swapaxes(-1, -2), force)))
    return np.asarray(inertial + np.concatenate([cross(w, torque), turned], -1))


def _components(
    body: tuple[Array, Array, Array], V: Array, A: Array, representation: str, R: Array | None
) -> Array:
    """`newton_euler_components` for arrays of any scalar; body: m, d, Theta_c in body axes."""
    m, d, Theta = body
    m = m[..., None]
    w, w_rate = V[..., :3], A[..., :3]
    a = A[..., 3:]
    if representation == "hybrid" and R is not None:
        d, Theta = times(R, d), R @ Theta @ R.swapaxes(-1, -2)
    elif representation == "mixed" and R is not None:
        a = times(R.swapaxes(-1, -2), a)
    elif representation == "body":
        # r'' in body axes
        a = a + cross(w, V[..., 3:])
    # Theta = Theta_c - m d~ d~   [(40), (51)]
    Theta = Theta - m[..., None] * (skew(d) @ skew(d))
    # (42), (54), (56)
    torque = times(Theta, w_rate) + cross(w, times(Theta, w)) + m * cross(d, a)
    # (43), (55), (57)
    force = m * (a + cross(w_rate, d) + cross(w, cross(w, d)))
    if representation == "mixed" and R is not None:
        force = times(R, force)
    return np.concatenate(np.broadcast_arrays(torque, force), -1)


def _momentum_balance(
    Pi: Array, rate: Array, V: Array, representation: str, R: Array | None
) -> Array:
    """`momentum_balance` for arrays of any scalar."""
    if representation == "spatial":
        # (36)
        return np.asarray(rate + 0 * V)
    if representation == "body":
        # (41)
        return np.asarray(rate - ad_t_times(V, Pi))
    # (52), corrected
    moved = cross(V[..., 3:], Pi[..., 3:])
    if R is not None:
        moved = cross(V[..., :3], Pi[..., :3]) + times(R.swapaxes(-1, -2), moved)
    return np.asarray(rate + np.concatenate([moved, 0 * moved], -1))


def _in_frame(M: Array, V: Array, A: Array, V_j: Array, w: Array) -> Array:
    """`newton_euler_in_frame` for arrays of any scalar   [(60), (63)]"""
    turned = np.concatenate([cross(w, V[..., :3]), cross(w, V[..., 3:])], -1)
    return np.asarray(times(M, A + bracket(V_j, V) + turned) - ad_t_times(V, times(M, V)))


def _inertia_in_frame(M: Array, C: Array, R: Array) -> Array:
    """`inertia_in_frame` for arrays of any scalar   [(61), (64)]"""
    turn = C[..., :3, :3] @ R
    # Ad_{C_j} Ad_{R_jk}
    change = Ad(turn, np.broadcast_to(C[..., :3, 3], turn.shape[:-1]))
    return np.asarray(change.swapaxes(-1, -2) @ M @ change)


def _rotations(
    rotations: ArrayLike | None, representation: str, needed: Sequence[str]
) -> Floats | None:
    """Checked rotations where the representation needs them, else None."""
    if representation not in needed:
        # not used, but what is none is an error all the same
        if rotations is not None:
            as_rotations(rotations, "rotations")
        return None
    if rotations is None:
        raise ShapeError(f"rotations are needed for representation {representation!r}, none came")
    return as_rotations(rotations, "rotations")


def _batch(given: Sequence[tuple[str, Array | None, int]]) -> None:
    """Raise ShapeError unless the leading axes broadcast; given: name, array, its own axes."""
    leads = {name: x.shape[: x.ndim - core] for name, x, core in given if x is not None}
    try:
        np.broadcast_shapes(*leads.values())
    except ValueError:
        shapes = ", ".join(f"{name} {lead}" for name, lead in leads.items())
        raise ShapeError(f"leading axes do not broadcast: {shapes}") from None


def _finite(x: Array) -> Array:
    """x, or NonFiniteError where it is beyond the range of double."""
    if not np.isfinite(x).all():
        index = tuple(int(i) for i in np.argwhere(~np.isfinite(x))[0])
        raise NonFiniteError(f"the result at {index} is beyond the range of double")
    return x
