"""A model from the poses of its bodies alone: joints, axes and placements that move them so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lieref.algebra import SE3
from lieref.check.diagnosis.recursions import links_of
from lieref.check.model_table import rebuilt
from lieref.errors import ModelError
from lieref.model.joints.joints import Helical, Joint, Prismatic, Revolute
from lieref.model.model import Model

Array = NDArray[np.float64]
#: Poses that differ by less, in m and in entries of rotations, are the same.
SAME = 1e-9


def from_poses(
    name: str, gravity: Any, bodies: Sequence[Mapping[str, Any]], poses: Mapping[str, Any]
) -> Model:
    """Return the tree of one-degree joints whose bodies have these poses.

    Parameters
    ----------
    name, gravity : as of a Model
    bodies : sequence of tables
        "name", "mass", "com" and "inertia" of each, parents first; coordinate j moves body j first.
    poses : table
        "zero": poses at q = 0; "moved": for each coordinate, at 1 rad or 1 m of it alone; "trial":
        "q" and "poses" by which the result is tried.

    Raises
    ------
    ModelError
        The poses are not those of such a tree.
    """
    n = len(bodies)
    zero, moved = _poses(poses["zero"], (n,)), _poses(poses["moved"], (n, n))
    moves = np.abs(moved - zero).max(axis=(2, 3)) > SAME
    parents = [_parent(moves, j, str(body["name"])) for j, body in enumerate(bodies)]
    joints: list[Joint] = []
    placements = np.empty((n, 4, 4))
    for j, parent in enumerate(parents):
        placements[j] = zero[j] if parent < 0 else np.linalg.solve(zero[parent], zero[j])
        joints.append(_joint(np.linalg.solve(zero[j], moved[j, j]), str(bodies[j]["name"])))
    names = [str(body["name"]) for body in bodies]
    model = rebuilt(
        name,
        names,
        [str(body.get("joint", f"{body['name']}_joint")) for body in bodies],
        joints,
        parents,
        gravity,
        placements,
        np.array([float(body["mass"]) for body in bodies]),
        np.array([body["com"] for body in bodies], dtype=float),
        np.array([body["inertia"] for body in bodies], dtype=float),
    )
    _try(model, np.array(poses["trial"]["q"]), _poses(poses["trial"]["poses"], (n,)))
    return model


def _poses(given: Any, shape: tuple[int, ...]) -> Array:
    """Poses as an array; ModelError for anything else."""
    try:
        found = np.array(given, dtype=float)
    except (TypeError, ValueError):
        found = np.empty(0)
    if found.shape != (*shape, 4, 4) or not np.isfinite(found).all():
        raise ModelError(f"poses of shape {found.shape}, expected {(*shape, 4, 4)}, finite")
    return found


def _parent(moves: Any, j: int, name: str) -> int:
    """The nearest body whose joint moves body j, beside its own: the last of them."""
    if not moves[j, j]:
        raise ModelError(f"body {name!r}: coordinate {j} does not move it, expected its joint's")
    above = [k for k in range(len(moves)) if k != j and moves[k, j]]
    if any(k > j for k in above):
        raise ModelError(f"body {name!r}: moved by a joint behind its own, expected parents first")
    return max(above, default=-1)


def _joint(displacement: Array, name: str) -> Joint:
    """The joint that moves a body by this pose, in its own frame, at 1 rad or 1 m."""
    X = SE3.log(displacement)
    w, v = X[:3], X[3:]
    angle, shift = float(np.linalg.norm(w)), float(np.linalg.norm(v))
    if abs(angle - 1.0) <= SAME:
        axis = w / angle
        point, pitch = np.cross(axis, v), float(axis @ v)
        if abs(pitch) <= SAME:
            return Revolute(tuple(axis), tuple(point))
        return Helical(tuple(axis), pitch, tuple(point))
    if angle <= SAME and abs(shift - 1.0) <= SAME:
        return Prismatic(tuple(v / shift))
    raise ModelError(
        f"body {name!r}: its joint turns by {angle:.6g} rad and shifts by {shift:.6g} m, expected "
        "1 rad or 1 m"
    )


def _try(model: Model, q: Array, want: Array) -> None:
    """Raise ModelError unless the model has these poses in a configuration."""
    if q.shape != (model.nq,):
        raise ModelError(f"trial of shape {q.shape}, expected {(model.nq,)}")
    found: list[Array] = []
    for i, link in enumerate(links_of(model, q[None])):
        pose = np.eye(4)
        pose[:3, :3], pose[:3, 3] = link.R[0, 0], link.r[0, 0]
        parent = int(model.parents[i])
        found.append(found[parent] @ pose if parent >= 0 else pose)
        apart = float(np.abs(found[i] - want[i]).max())
        if apart > SAME * max(1.0, float(np.abs(want).max())):
            raise ModelError(
                f"body {model.names[i]!r}: its pose at the trial differs by {apart:.3g} from that "
                "of one-degree joints, each with one coordinate"
            )
