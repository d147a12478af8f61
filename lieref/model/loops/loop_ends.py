"""The ends of loops: bodies or frames on them by name, and the frame that closes one at q = 0."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from lieref.algebra import SE3
from lieref.errors import ModelError
from lieref.model.loops.clusters import ancestors
from lieref.model.loops.loops import Loop
from lieref.model.model import Model

Array = NDArray[np.float64]


def on_bodies(tree: Model, loop: Loop) -> Loop:
    """The loop with bodies in place of frames, and its own frames in theirs.

    Raises
    ------
    ModelError
        No body or frame of this name; a successor on the world; both ends on one body.
    """
    ends = loop.predecessor, loop.successor
    if all(name is None or name in tree.names for name in ends):
        return loop
    bodies, frames = [], []
    for name, given in zip(ends, (loop.predecessor_frame, loop.successor_frame), strict=True):
        if name is None or name in tree.names:
            bodies.append(name)
            frames.append(given)
            continue
        if name not in tree.frames:
            raise ModelError(f"loop {loop.name!r}: unknown body {name!r}")
        _, body, placement = tree.frames[name]
        bodies.append(body)
        frames.append(placement @ given)
    if bodies[1] is None:
        raise ModelError(f"loop {loop.name!r}: successor {loop.successor!r} is fixed to the world")
    return Loop(loop.name, bodies[0], bodies[1], loop.joint, *frames)


def ends_of(tree: Model, loop: Loop) -> tuple[int, int]:
    """Numbers of predecessor and successor, -1 for the world, of a loop between bodies."""
    predecessor = -1 if loop.predecessor is None else tree.names.index(loop.predecessor)
    return predecessor, tree.names.index(loop.successor)


def neutral_pose(tree: Model, body: int, ancestor: int) -> Array:
    """Pose of a body at q = 0 in the frame of a body that supports it (-1: world)."""
    pose = np.eye(4)
    for i in ancestors(tree.parents.tolist(), body):
        if i == ancestor:
            break
        pose = tree.placements[i] @ pose
    return pose


def at_zero(tree: Model, loop: Loop) -> Loop:
    """The loop, between bodies, with the successor frame that closes it at q = 0.

    In frames of the nearest common ancestor, so that nothing is lost far from the origin.
    """
    loop = on_bodies(tree, loop)
    parents = tree.parents.tolist()
    predecessor, successor = ends_of(tree, loop)
    shared = set(ancestors(parents, predecessor))
    common = next((i for i in ancestors(parents, successor) if i in shared), -1)
    given = neutral_pose(tree, predecessor, common) @ loop.predecessor_frame
    return replace(loop, successor_frame=SE3.inverse(neutral_pose(tree, successor, common)) @ given)
