"""Algorithm 3's articulated inertia in the inertial frame: as printed and in symmetric form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import mpmath
import numpy as np

import lieref
from lieref import oracle
from lieref.oracle import Mp
from verification.subjects import robots, states

DIGITS = 60
Matrix = Any


def evaluate(params: Mapping[str, Any]) -> dict[str, Any]:
    """Solve the base of the aerial manipulator for its acceleration, in double precision.

    Parameters
    ----------
    params : mapping
        ``robot``, ``state`` with a ``distance``.

    Returns
    -------
    dict
        For the update "printed", M^A (1 - S D^-1 S^T M^A), and "symmetric", M^A - U U^T / D:
        relative max norm of the error of the base's acceleration under a unit wrench, both at
        the base's own origin; the same computation at 60 digits, which the two share, is right.
    """
    model = robots.build(params["robot"])
    state = states.draw(model, params["state"], 0)
    poses = oracle.body_poses(model, state.q, state.v[:1], state.base, field=Mp(DIGITS))[0]
    found = {}
    with mpmath.workdps(DIGITS):
        exact = np.array([[[mpmath.mpf(x) for x in row] for row in pose] for pose in poses])
        wrench = np.array([mpmath.mpf(x) for x in (0.3, -0.5, 0.2, 1.0, 0.7, -0.4)])
        near = _adjoint(exact[0])
        reference = _at_base(near, _solve(model, exact, _spatial(near, wrench), "symmetric"))
        rounded, there = exact.astype(float), _spatial(near, wrench).astype(float)
        for update in ("printed", "symmetric"):
            mine = _at_base(near, _solve(model, rounded, there, update))
            error = max(abs(x) for x in mine - reference) / max(abs(x) for x in reference)
            found[update] = float(error)
    return found


def _skew(x: Matrix) -> Matrix:
    zero = x[0] * 0
    return np.array([[zero, -x[2], x[1]], [x[2], zero, -x[0]], [-x[1], x[0], zero]])


def _adjoint(pose: Matrix) -> Matrix:
    """Ad = [R, 0; [x] R, R]"""
    R = pose[:3, :3]
    return np.block([[R, R * 0], [_skew(pose[:3, 3]) @ R, R]])


def _inverse(pose: Matrix) -> Matrix:
    R = pose[:3, :3]
    return np.vstack([np.column_stack([R.T, -R.T @ pose[:3, 3]]), pose[3:]])


def _spatial(near: Matrix, wrench: Matrix) -> Matrix:
    """A wrench at the base in the inertial frame, Ad^-T W."""
    inverse = mpmath.matrix(near.tolist()) ** -1
    return np.array([(inverse.T * mpmath.matrix(wrench.tolist()))[i] for i in range(6)])


def _at_base(near: Matrix, twist: Matrix) -> Matrix:
    """A spatial twist in the base's frame, Ad^-1 V."""
    found = mpmath.matrix(near.tolist()) ** -1 * mpmath.matrix(twist.tolist())
    return np.array([found[i] for i in range(6)])


def _solve(model: lieref.Model, poses: Matrix, wrench: Matrix, update: str) -> Matrix:
    """V_1' of W = M_1^A V_1' with M^A as in Lemma 2, all in the inertial frame."""
    M, S = [], []
    for i, pose in enumerate(poses):
        # (E1): M = Ad^-T M_b Ad^-1
        inverse = _adjoint(_inverse(pose))
        com, mass = np.array(model.coms[i]), float(model.masses[i])
        arm = mass * _skew(com)
        about = np.array(model.inertias[i]) - arm @ _skew(com)
        M.append(inverse.T @ np.block([[about, arm], [-arm, mass * np.eye(3)]]) @ inverse)
        joint: Any = model.joints[i]
        if i:
            axis, point = np.array(joint.axis), np.array(joint.point)
            S.append(_adjoint(pose) @ np.concatenate([axis, -np.cross(axis, point)]))
        else:
            S.append(None)
    for i in reversed(range(1, len(M))):
        U = M[i] @ S[i]
        D = S[i] @ U
        if update == "symmetric":
            handed = M[i] - np.outer(U, U) / D
        else:
            handed = M[i] @ (np.eye(6) - np.outer(S[i], S[i] @ M[i]) / D)
        M[int(model.parents[i])] = M[int(model.parents[i])] + handed
    if M[0].dtype == object:
        found = mpmath.lu_solve(mpmath.matrix(M[0].tolist()), mpmath.matrix(wrench.tolist()))
        return np.array([found[i] for i in range(6)])
    return np.linalg.solve(M[0], wrench)


def cost(params: Mapping[str, Any]) -> float:
    """Return rough seconds."""
    return 0.3
