"""Poses of frames and their Jacobians, from the poses of the bodies and their rates."""

from __future__ import annotations

from typing import Any

from lieref.model.model import Model
from lieref.oracle.arguments import choice, configuration
from lieref.oracle.computation import computed
from lieref.oracle.tree.exact_models import exact_model
from lieref.oracle.tree.inertia import Rates, Rows, pose_rates
from lieref.oracle.tree.transforms import Transforms, transforms


@computed()
def frame_pose(
    model: Model, q: Any, frame: str, digits: int = 50, field: Any = None, balls: bool = False
) -> Rows:
    """Pose of a body or a frame on it in the inertial frame.

    Returns
    -------
    (4, 4) list of lists of scalars of the field, x_inertial = R x_frame + p, m.

    Examples
    --------
    >>> import lieref
    >>> model = lieref.catalogue.serial_chain(2)
    >>> len(lieref.oracle.frame_pose(model, [0.3, 0.4], "body1"))
    4
    """
    K = field
    body, _ = _named(model, frame)
    placement = _placement(K, model, frame)
    last = [K(0), K(0), K(0), K(1)]
    if body < 0:
        return [*_rows(K.entries(placement))[:3], last]
    qs = configuration(K, model, q)
    T = transforms(K, exact_model(model, K).bodies, qs, [], "body")[body].T[0]
    return [*_rows(K.entries(K.times(T, placement))), last]


@computed()
def jacobian(
    model: Model,
    q: Any,
    frame: str,
    representation: str = "body",
    base: str = "body",
    digits: int = 50,
    field: Any = None,
    balls: bool = False,
) -> Rows:
    """Geometric Jacobian J of a body or a frame on it: its twist is J v.

    Source: column j is the twist (R' R^T, p') of the frame's pose (R, p) while coordinate j alone
    has velocity 1, in the representations of docs/conventions.md.

    Returns
    -------
    (6, nv) list of lists of scalars of the field, angular part first.

    Examples
    --------
    >>> import lieref
    >>> model = lieref.catalogue.serial_chain(2)
    >>> len(lieref.oracle.jacobian(model, [0.3, 0.4], "body1"))
    6
    """
    K = field
    body, _ = _named(model, frame)
    out = [[K(0)] * model.nv for _ in range(6)]
    if body < 0:
        return out
    bodies = exact_model(model, K).bodies
    poses = transforms(K, bodies, configuration(K, model, q), [], base)
    rates = _path_rates(K, bodies, poses, body, base)
    T, placement = poses[body].T[0], _placement(K, model, frame)
    at = _rows(K.entries(K.times(T, placement)))
    carried = _rows(K.entries(K.times(rates.dT, placement)))
    turning = _rows(K.entries(rates.dT))
    R = [row[:3] for row in _rows(K.entries(T))]
    axes = [row[:3] for row in _rows(K.entries(placement))[:3]]
    for k, j in enumerate(rates.path):
        dR = [row[:3] for row in turning[3 * k : 3 * k + 3]]
        rate = [row[3] for row in carried[3 * k : 3 * k + 3]]
        w, v = _represented(R, dR, rate, axes, at, representation)
        for i, x in enumerate((*w, *v)):
            out[i][j] = x
    return out


def _represented(
    R: Rows, dR: Rows, rate: list[Any], axes: Rows, at: Rows, representation: str
) -> tuple[list[Any], list[Any]]:
    """Angular and linear part of a twist from R, R' of the body and the pose and p' of the frame.

    [w] = R^T R' in axes of the body, which is turned into those of the frame.
    """
    own = [sum(R[i][a] * dR[i][b] for i in range(3)) for a, b in ((2, 1), (0, 2), (1, 0))]
    inertial = _times(R, own)
    if representation == "mixed":
        return _times(_transposed(axes), own), rate
    if representation == "body":
        turn = _transposed([row[:3] for row in at])
        return _times(_transposed(axes), own), _times(turn, rate)
    if representation == "hybrid":
        return inertial, rate
    # the point that passes the inertial origin: p' - w x p
    p = [row[3] for row in at]
    swing = [inertial[a] * p[b] - inertial[b] * p[a] for a, b in ((1, 2), (2, 0), (0, 1))]
    return inertial, [x - y for x, y in zip(rate, swing, strict=True)]


def _path_rates(K: Any, bodies: Any, poses: list[Transforms], body: int, base: str) -> Rates:
    """Rates of the pose of one body, from those of the bodies that carry it."""
    way = [body]
    while bodies[way[0]].parent >= 0:
        way.insert(0, bodies[way[0]].parent)
    found: Rates | None = None
    for i in way:
        found = pose_rates(K, bodies[i], poses[i], base, found)
    assert found is not None
    return found


def _named(model: Model, frame: str) -> tuple[int, Any]:
    """Number of a frame's body, -1 for the world, and its placement (4, 4) on it."""
    choice("frame", frame, model.frames)
    _, body, placement = model.frames[frame]
    return -1 if body is None else model.names.index(body), placement


def _placement(K: Any, model: Model, frame: str) -> Any:
    """The placement of a frame as a matrix of the field."""
    return K.matrix(4, 4, [K(float(x)) for x in _named(model, frame)[1].ravel()])


def _rows(entries: list[Any]) -> Rows:
    """Rows of four."""
    return [list(entries[k : k + 4]) for k in range(0, len(entries), 4)]


def _transposed(matrix: Rows) -> Rows:
    return [list(row) for row in zip(*matrix, strict=True)]


def _times(matrix: Rows, x: list[Any]) -> list[Any]:
    return [sum(a * b for a, b in zip(row, x, strict=True)) for row in matrix]
