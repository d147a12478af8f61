"""Columns of geometric Jacobians from a posture, of any scalar and with time derivatives.

Columns stand as rows here: (..., nv, 6), one instantaneous joint screw each. `bodies` (m,) are
the bodies that are asked about, `arms` (m, 3) the points in their axes that stand for their
origins. J_{i,j} is column j of body i, zero where joint j does not move it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lieref.algebra.groups.screw_arrays import bracket, constant, cross, product, times
from lieref.kinematics.posture import Posture
from lieref.kinematics.representations import BODY_AXES, change_series, pose_series

Array = NDArray[Any]


def columns(at: Posture, bodies: NDArray[np.intp], arms: Array, representation: str) -> Array:
    """J (m, nv, 6) for base "body"   [(103)-(106), (100)]"""
    # 0X_j^j = Ad_{R_j} jX_j   [(107)]
    w = times(at.R[at.joint], at.X[:, :3])
    u = times(at.R[at.joint], at.X[:, 3:])
    if representation == "spatial":
        # J_j^s = Ad_{C_j} jX_j   [(104)]
        lever = np.broadcast_to(at.d[at.joint] + at.o[at.joint], (len(bodies), *w.shape))
    else:
        # J_ij^h = Ad_{r_ij} 0X_j^j   [(105)]
        lever = at.d[at.joint] - points(at, bodies, arms)[:, None]
    J = np.concatenate([np.broadcast_to(w, lever.shape), u + cross(lever, w)], -1)
    for part, in_body in zip((slice(0, 3), slice(3, 6)), BODY_AXES[representation], strict=True):
        if in_body:
            # R_i^T x, the columns being rows   [(106), (100)]
            J[..., part] = J[..., part] @ at.R[bodies]
    return masked(at, bodies, J)


def column_series(
    at: Posture, bodies: NDArray[np.intp], arms: Array, representation: str, n: int
) -> Array:
    """Taylor coefficients (n, m, nv, 6) of the same, from n - 1 orders of motion or more.

    J_j^s' = [V_j^s, J_j^s], (16), holds for every joint whose screw is constant in its body; the
    other representations are changes of it, (106), which move with body i.
    """
    V = at.V[:, at.joint]
    S = np.empty((n, len(at.X), 6), at.X.dtype)
    S[0, :, :3] = times(at.R[at.joint], at.X[:, :3])
    S[0, :, 3:] = times(at.R[at.joint], at.X[:, 3:]) + cross(at.d[at.joint], S[0, :, :3])
    for k in range(n - 1):
        S[k + 1] = sum(bracket(V[k - j], S[j]) for j in range(k + 1)) / (k + 1)
    if representation == "spatial":
        # the inertial origin is at rest at -o in the shifted frame
        p = constant(-at.o[bodies], n)
        T = change_series(constant(at.R[bodies], n), p, "spatial", "hybrid")
    else:
        R, p = pose_series(at.R[bodies], points(at, bodies, arms), at.V[:, bodies], "spatial", n)
        T = change_series(R, p, "spatial", representation)
    return masked(at, bodies, product(T[:, :, None], S[:, None], times))


def points(at: Posture, bodies: NDArray[np.intp], arms: Array) -> Array:
    """The points that are asked about (m, 3), relative to the root's origin, inertial axes."""
    return np.asarray(at.d[bodies] + times(at.R[bodies], arms))


def masked(at: Posture, bodies: NDArray[np.intp], J: Array) -> Array:
    """J with zeros in the columns of joints that do not move the body."""
    moved = at.moves[bodies][:, at.joint]
    J[..., ~moved, :] = 0
    return J
