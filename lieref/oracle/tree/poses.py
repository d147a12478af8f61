"""Poses of all bodies as Taylor series in t, entry by entry.

The poses of `transforms`, for those who need series of numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lieref.model.model import Model
from lieref.model.tree.exact import ExactBody
from lieref.oracle.arguments import configuration, stack
from lieref.oracle.computation import computed
from lieref.oracle.scalars import series as ts
from lieref.oracle.tree.exact_models import exact_model
from lieref.oracle.tree.transforms import Series, coefficient, joint_pose, transforms


@dataclass
class PoseSeries:
    """Pose of a body in the inertial frame, coefficients of t^k.

    R: rotation (x_inertial = R x_body + p); p: origin.
    """

    R: ts.Matrix
    p: ts.Vector


def pose_series(
    K: Any, bodies: tuple[ExactBody, ...], q: list[Any], v: list[list[Any]], base: str
) -> list[PoseSeries]:
    """Taylor series of every body's pose, len(v) + 1 coefficients, parents first."""
    return [_entries(K, pose.T) for pose in transforms(K, bodies, q, v, base)]


def unit_rates(
    K: Any, bodies: tuple[ExactBody, ...], q: list[Any], base: str
) -> tuple[list[PoseSeries], list[PoseSeries]]:
    """Poses at rest, and for each velocity coordinate the pose of the body that it moves first.

    The second list has two coefficients: pose at q and its rate while that coordinate alone has
    velocity 1, so that the body's parent rests.
    """
    nv = sum({"spherical": 3, "free": 6}.get(body.kind, 1) for body in bodies)
    rest = transforms(K, bodies, q, [[K(0)] * nv], base)
    out: list[PoseSeries] = []
    for i, body in enumerate(bodies):
        end = bodies[i + 1].iv if i + 1 < len(bodies) else nv
        for j in range(body.iv, end):
            v = [[K(1 if column == j else 0) for column in range(nv)]]
            T = joint_pose(K, body, q, v, base)
            if body.parent >= 0:
                T = [coefficient(K, rest[body.parent].T, T, k) for k in range(2)]
            out.append(_entries(K, T))
    return [_entries(K, pose.T) for pose in rest], out


def _entries(K: Any, T: Series) -> PoseSeries:
    """Series of the entries of a pose."""
    flat = [K.entries(x) for x in T]
    rows = [[[x[4 * i + j] for x in flat] for j in range(4)] for i in range(3)]
    return PoseSeries([row[:3] for row in rows], [row[3] for row in rows])


def angular_velocity(K: Any, R: ts.Matrix) -> ts.Vector:
    """w in body axes from [w] = R^T dR/dt, one coefficient shorter than R."""
    columns = ts.transpose(R)
    rates = [[ts.derivative(x) for x in column] for column in columns]
    return [ts.dot(K, columns[i], rates[j]) for i, j in ((2, 1), (0, 2), (1, 0))]


@computed()
def body_poses(
    model: Model, q: Any, v: Any, base: str = "body", digits: int = 50, field: Any = None
) -> list[list[list[list[Any]]]]:
    """Time derivatives of the pose of every body, from the definitions.

    Parameters
    ----------
    v : (m, nv)
        Velocity and its plain time derivatives of order 0 .. m - 1, m >= 1; SI units.

    Returns
    -------
    list
        [k][i] is the k-th time derivative, k = 0 .. m, of the 4x4 pose of body i in the inertial
        frame (x_inertial = R x_body + p), as rows of scalars of the field.

    Examples
    --------
    >>> len(lieref.oracle.body_poses(model, q, [v]))
    2
    """
    K = field
    qs, vs = configuration(K, model, q), stack(K, model, "v", v, 1)
    poses = pose_series(K, exact_model(model, K).bodies, qs, vs, base)
    out: list[list[list[list[Any]]]] = [[] for _ in range(len(vs) + 1)]
    for pose in poses:
        R = [[ts.plain(entry) for entry in row] for row in pose.R]
        p = [ts.plain(entry) for entry in pose.p]
        for k, matrices in enumerate(out):
            top = [[R[i][0][k], R[i][1][k], R[i][2][k], p[i][k]] for i in range(3)]
            matrices.append([*top, [K(0), K(0), K(0), K(1 if k == 0 else 0)]])
    return out
