"""A model attached to the body of another: a gripper on an arm, an arm on a base."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from lieref.algebra.arguments import choice
from lieref.errors import ArgumentError, ModelError
from lieref.model.body_arguments import name_of, rigid_pose
from lieref.model.tree.configuration import wrong_model
from lieref.model.tree.drive_limits import no_limits
from lieref.model.tree.editing import Parts, T, parts_of, reduced
from lieref.model.tree.joint_physics import zero_physics
from lieref.model.tree.tree_model import (
    Array,
    Attached,
    DriveLimits,
    Frame,
    JointPhysics,
    TreeModel,
)


@dataclass(frozen=True)
class Mount:
    """Where another model goes.

    Attributes
    ----------
    body : str or None
        Body that carries it; None is the world.
    pose : (4, 4) array
        Pose of its world in that body, m.
    prefix : str
        What its names begin with.
    """

    body: str | None
    pose: Array
    prefix: str

    def on(self, body: str | None, at: Array) -> tuple[str | None, Array]:
        """A body of the attached model, and a pose in its frame, as the whole has them."""
        return (self.body, self.pose @ at) if body is None else (self.prefix + body, at)

    def named(self, names: Iterable[str]) -> tuple[str, ...]:
        """Names of the attached model, as the whole has them."""
        return tuple(self.prefix + name for name in names)

    def refuse_shared(self, what: str, own: Iterable[str], others: Iterable[str]) -> None:
        """Raise ModelError if a name of the attached model is one of the other's."""
        known = set(own)
        shared = [name for name in self.named(others) if name in known]
        if shared:
            raise ModelError(
                f"{what} names used in both models: {shared}; prefix= gives those of `other` "
                "another beginning"
            )


def attach(
    model: TreeModel,
    other: Attached,
    frame: str | None,
    placement: ArrayLike | None,
    prefix: str,
) -> Attached:
    """See `Model.attach`."""
    require_attachable(other)
    whole: Attached = other._attached_to(model, frame, placement, prefix)
    return whole


def require_attachable(other: object) -> None:
    """Raise ArgumentError for what is no model."""
    if not hasattr(type(other), "_attached_to"):
        raise wrong_model(other, "lieref.Model or lieref.LoopModel", argument="other")


def mount_on(
    model: TreeModel, frame: str | None, placement: ArrayLike | None, prefix: str
) -> Mount:
    """Return the mount at a pose in a frame of a model; errors as of `Model.attach`."""
    if not isinstance(prefix, str):
        raise ArgumentError(f"prefix is {prefix!r}, expected a text")
    if prefix:
        name_of("prefix", prefix)
    given = rigid_pose("placement", placement)
    if frame is None:
        return Mount(None, given, prefix)
    _, body, at = model.frames[choice("frame", frame, model.frames)]
    return Mount(body, at @ given, prefix)


def fixed_roots(other: TreeModel, mount: Mount, tied: Collection[int] = ()) -> list[int]:
    """Bodies on free joints that become part of the body that carries them; none of the world's.

    tied : bodies that loops hold, whose free joints stay
    """
    if mount.body is None:
        return []
    return [
        i
        for i, (parent, joint) in enumerate(zip(other.parents, other.joints, strict=True))
        if parent < 0 and joint.kind == "free" and i not in tied
    ]


def attached(model: T, other: TreeModel, mount: Mount, fixed: Collection[int]) -> T:
    """Return a tree with another one at its mount, whose roots `fixed` become part of a body."""
    old, new = parts_of(model), parts_of(other)
    mount.refuse_shared("body or frame", model.frames, other.frames)
    mount.refuse_shared("joint", model.joint_names, other.joint_names)
    carrier = -1 if mount.body is None else model.names.index(mount.body)
    above = [carrier if i < 0 else model.nbodies + int(i) for i in other.parents]
    poses = [
        mount.pose @ pose if i < 0 else pose
        for i, pose in zip(other.parents, other.placements, strict=True)
    ]
    mimics = [
        replace(x, joint=mount.prefix + x.joint, source=mount.prefix + x.source) for x in new.mimics
    ]
    frames = [Frame(mount.prefix + name, *mount.on(body, at)) for name, body, at in new.frames]
    physics = [x.joint_physics or zero_physics(x.nv) for x in (model, other)]
    limits = [x.drive_limits or no_limits(x.nv) for x in (model, other)]
    whole = Parts(
        old.name,
        [*old.names, *mount.named(new.names)],
        [*old.joint_names, *mount.named(new.joint_names)],
        [*old.joints, *new.joints],
        [*model.parents.tolist(), *above],
        [*model.placements, *poses],
        np.append(model.masses, other.masses),
        np.concatenate([model.coms, other.coms]),
        np.concatenate([model.inertias, other.inertias]),
        model.gravity,
        np.append(model.lower, other.lower).tolist(),
        np.append(model.upper, other.upper).tolist(),
        [*old.mimics, *mimics],
        [*old.frames, *frames],
        JointPhysics(*map(np.append, *physics)),
        DriveLimits(*map(np.append, *limits)),
    ).like(model)
    return reduced(whole, mount.named(other.joint_names[i] for i in fixed)) if fixed else whole
