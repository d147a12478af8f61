"""Time derivatives of a pose from those of its spatial twist and back: [Ali, Remark 1]."""

from __future__ import annotations

from math import comb

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra import SE3
from lieref.algebra.arguments import UNIT_TOLERANCE, as_poses, as_stack, require_finite_result
from lieref.algebra.groups.screw_arrays import times
from lieref.errors import ConfigurationError, ShapeError
from lieref.kinematics.representations import CONVERSIONS, MOST_ROWS, factorials

Array = NDArray[np.float64]


def pose_derivatives(pose: ArrayLike, twists: ArrayLike) -> Array:
    """Return C and its time derivatives from the derivatives of its spatial twist.

    Source: Ali et al., Remark 1: C^(r) = sum_k binom(r-1, k) [V^(k)] C^(r-1-k).

    Parameters
    ----------
    pose : (..., 4, 4)
        C, pose of the body in the inertial frame, m.
    twists : (..., n, 6)
        Spatial twist V = (omega, v) of the body and its plain time derivatives of order
        0 .. n - 1, n >= 1; leading axes as those of `pose`.

    Returns
    -------
    (..., n + 1, 4, 4) array
        C^(0) .. C^(n).

    Raises
    ------
    ShapeError, NonFiniteError
        Arguments that are no such arrays.
    ConfigurationError
        `pose` farther than 1e-9 from a pose.

    Notes
    -----
    O(n^2) a frame, in double-double, rounded once (the claim `pose_stacks`).

    Examples
    --------
    >>> import lieref, numpy as np
    >>> lieref.pose_derivatives(np.eye(4), np.ones((2, 6))).shape
    (3, 4, 4)
    """
    C = as_poses(pose, "pose")
    V = as_stack(twists, "twists", (6,))
    if V.ndim < 2 or V.shape[-2] == 0 or V.shape[:-2] != C.shape[:-2]:
        raise ShapeError(
            f"twists has shape {V.shape}, expected {(*C.shape[:-2], 'n', 6)} with n >= 1"
        )
    n = _orders("twists", V.shape[-2])
    derivatives = np.zeros((*C.shape[:-2], n + 1, 4, 4))
    CONVERSIONS.poses_of_twists(
        C.reshape(-1, 4, 4),
        V.reshape(-1, n, 6),
        factorials(n + 1),
        derivatives.reshape(-1, n + 1, 4, 4),
    )
    # its last row, too, as it is
    derivatives[..., 0, :, :] = C
    require_finite_result(derivatives, "twists", 3)
    return derivatives


def twist_derivatives(poses: ArrayLike) -> Array:
    """Return the spatial twist and its time derivatives from those of a pose.

    Source: Ali et al., Remark 1, solved for the twist of highest order:
    [V^(r-1)] = (C^(r) - sum_{k<r-1} binom(r-1, k) [V^(k)] C^(r-1-k)) C^-1.

    Parameters
    ----------
    poses : (..., n + 1, 4, 4)
        C^(0) .. C^(n), pose of the body in the inertial frame and its plain time derivatives,
        n >= 1.

    Returns
    -------
    (..., n, 6) array
        V^(0) .. V^(n-1), V = (omega, v) the spatial twist.

    Raises
    ------
    ShapeError, NonFiniteError
        An argument that is no such array.
    ConfigurationError
        C^(0) farther than 1e-9 from a pose; or matrices that are no derivatives of a pose: a
        [V^(k)] whose symmetric part exceeds 1e-9 of the terms that it is the sum of.

    Notes
    -----
    O(n^2) a frame, in double-double, rounded once; C^-1 is the inverse of the matrix that is
    given, so that the way back from `pose_derivatives` loses what the rounding of its result cost
    and nothing else (the claim `pose_stacks`).

    Examples
    --------
    >>> import lieref, numpy as np
    >>> poses = lieref.pose_derivatives(np.eye(4), np.ones((2, 6)))
    >>> bool(np.allclose(lieref.twist_derivatives(poses), 1.0, 0, 1e-12))
    True
    """
    C = as_stack(poses, "poses", (4, 4))
    if C.ndim < 3 or C.shape[-3] < 2:
        raise ShapeError(f"poses has shape {C.shape}, expected (..., n + 1, 4, 4) with n >= 1")
    inverse = SE3.inverse(as_poses(C[..., 0, :, :], "poses[0]"))
    n = _orders("poses", C.shape[-3] - 1)
    upper = np.empty((*C.shape[:-3], n, 3, 4))
    CONVERSIONS.hats_of_poses(
        C.reshape(-1, n + 1, 4, 4), factorials(n + 1), upper.reshape(-1, n, 3, 4)
    )
    hats = np.zeros((*C.shape[:-3], n, 4, 4))
    hats[..., :3, :] = upper
    for r in range(1, n + 1):
        terms = [C[..., r, :, :]] + [
            comb(r - 1, k) * (hats[..., k, :, :] @ C[..., r - 1 - k, :, :]) for k in range(r - 1)
        ]
        size = np.sum(np.abs(terms), axis=0).max((-1, -2)) * np.abs(inverse).max((-1, -2))
        hat = hats[..., r - 1, :, :].copy()
        hat[..., 3, :] = times(inverse.swapaxes(-1, -2), C[..., r, 3, :])
        _require_twist(hat, size, r)
    return _vee(hats)


def _orders(name: str, n: int) -> int:
    """The number of orders of a twist, or ShapeError where a factorial would exceed a double."""
    if n >= MOST_ROWS:
        raise ShapeError(f"{name}: {n} orders of the twist, expected at most {MOST_ROWS - 1}")
    return n


def _vee(hats: Array) -> Array:
    """Inverse of `_hat`; of the angular part the skew-symmetric share."""
    out = np.empty((*hats.shape[:-2], 6))
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        out[..., i] = (hats[..., k, j] - hats[..., j, k]) / 2
        out[..., 3 + i] = hats[..., i, 3]
    return out


def _require_twist(hat: Array, size: Array, order: int) -> None:
    """Raise ConfigurationError unless [[omega~, v], [0, 0]], up to 1e-9 of `size`."""
    turn = hat[..., :3, :3]
    symmetric = np.abs(turn + turn.swapaxes(-1, -2)).max((-1, -2))
    deviation = np.maximum(symmetric, np.abs(hat[..., 3, :]).max(-1))
    bad = np.argwhere(~(deviation <= UNIT_TOLERANCE * size))
    if len(bad):
        index = tuple(int(i) for i in bad[0])
        raise ConfigurationError(
            f"poses: derivative {order} at batch index {index} is none of a pose: C^({order}) "
            f"C^-1 less the lower orders misses a twist by {float(deviation[index]):.3g}, at most "
            f"{UNIT_TOLERANCE:g} of {float(size[index]):.3g} expected"
        )
