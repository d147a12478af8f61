"""Named frames on the bodies of a model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from lieref.errors import ModelError
from lieref.model.tree.tree_model import Array, Frame, TreeModel


class BodyFrame(NamedTuple):
    """A frame on a body: number of the body (-1: the world), origin (3,) and axes (3, 3) in it.

    `axes` is None where they are those of the body.
    """

    body: int
    point: Array
    axes: Array | None


def frozen_frame(frame: Frame) -> Frame:
    """Return the frame with a read-only copy of its placement."""
    placement = np.array(frame.placement, np.float64).reshape(4, 4)
    placement.setflags(write=False)
    return Frame(frame.name, frame.body, placement)


def frame_table(model: TreeModel, frames: Sequence[Frame]) -> Mapping[str, Frame]:
    """Return every frame by its name: those of the bodies first, then the ones on them."""
    identity = np.eye(4)
    identity.setflags(write=False)
    own = {name: Frame(name, name, identity) for name in model.names}
    return MappingProxyType(own | {frame.name: frame for frame in frames})


def body_frame_table(model: TreeModel) -> dict[str, BodyFrame]:
    """Return every frame by its name, with the number of its body."""
    numbers: dict[str | None, int] = {name: i for i, name in enumerate(model.names)}
    numbers[None] = -1
    body_frames = {}
    for name, (_, body, placement) in model.frames.items():
        turned = not np.array_equal(placement[:3, :3], np.eye(3))
        axes = np.ascontiguousarray(placement[:3, :3]) if turned else None
        body_frames[name] = BodyFrame(numbers[body], np.ascontiguousarray(placement[:3, 3]), axes)
    return body_frames


def check_frames(frames: Sequence[Frame], bodies: Sequence[str]) -> None:
    """Raise ModelError for a name that is used twice, or a body that is not there."""
    known, used = set(bodies), set(bodies)
    for name, body, _ in frames:
        if name in used:
            raise ModelError(f"frame {name!r}: the name is used twice, by a body or another frame")
        used.add(name)
        if body is not None and body not in known:
            raise ModelError(f"frame {name!r}: its body {body!r} is no body of the model")
