"""Changed copies of a model: gravity, payloads, locked joints, bases and names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeVar, cast

import numpy as np
from numpy.typing import ArrayLike

from lieref.algebra import SE3, SO3
from lieref.algebra.arguments import choice, items
from lieref.errors import ArgumentError, ModelError
from lieref.model.arguments import real_array
from lieref.model.body_arguments import inertia_of, mass_of, name_of
from lieref.model.joints.joints import Free, Joint, Mimic, Spherical
from lieref.model.tree.configuration import checked_configuration, neutral
from lieref.model.tree.drive_limits import limits_of_columns
from lieref.model.tree.frames import check_frames
from lieref.model.tree.joint_physics import physics_of, rows_of
from lieref.model.tree.rigid_sums import Masses, added, merged, moved
from lieref.model.tree.tree import refuse_repeated
from lieref.model.tree.tree_model import Array, DriveLimits, Frame, JointPhysics, TreeModel

T = TypeVar("T", bound=TreeModel)
Base = Literal["free", "fixed"]


@dataclass(frozen=True)
class Parts:
    """What a model is made of, by the names of the arguments of `Model`."""

    name: str
    names: Sequence[str]
    joint_names: Sequence[str]
    joints: Sequence[Joint]
    parents: Sequence[int]
    placements: Sequence[Array] | Array
    masses: Sequence[float] | Array
    coms: Sequence[Array] | Array
    inertias: Sequence[Array] | Array
    gravity: ArrayLike
    lower: Sequence[float]
    upper: Sequence[float]
    mimics: Sequence[Mimic]
    frames: Sequence[Frame]
    physics: JointPhysics | None = None
    drive_limits: DriveLimits | None = None

    def like(self, model: T) -> T:
        """The model of these parts, of the class of another."""
        return type(model)(*vars(self).values())


def parts_of(model: TreeModel) -> Parts:
    """Return the parts of a model."""
    return Parts(*cast("tuple[Any, ...]", model.__reduce__()[1]))


def with_gravity(model: T, gravity: ArrayLike) -> T:
    """See `Model.with_gravity`."""
    return cast("T", model._under(real_array("gravity", gravity, (3,))))


def with_joint_physics(
    model: T,
    armature: ArrayLike | None = None,
    damping: ArrayLike | None = None,
    friction: ArrayLike | None = None,
    friction_width: ArrayLike | None = None,
    stiffness: ArrayLike | None = None,
    rest: ArrayLike | None = None,
) -> T:
    """See `Model.with_joint_physics`; without arguments `Model.without_joint_physics`."""
    rows = (armature, damping, friction, friction_width, stiffness, rest)
    return cast("T", model._driven(physics_of(model, rows)))


def with_inertia(
    model: T,
    body: str,
    mass: float | None = None,
    com: ArrayLike | None = None,
    inertia: ArrayLike | None = None,
) -> T:
    """See `Model.with_inertia`."""
    choice("body", body, model.names)
    i, what = model.names.index(body), f"body {body!r}"
    m, c, J = _rigid(model, i)
    m = m if mass is None else mass_of(what, mass)
    c = c if com is None else real_array(f"{what}: com", com, (3,))
    J = J if inertia is None else inertia_of(what, inertia, m)
    return cast("T", model._changed_inertia(i, m, c, J))


def with_payload(
    model: T,
    frame: str,
    mass: float,
    com: ArrayLike = (0.0, 0.0, 0.0),
    inertia: ArrayLike | None = None,
) -> T:
    """See `Model.with_payload`."""
    frames = model.frames
    choice("frame", frame, frames)
    m, c = mass_of("payload", mass), real_array("payload: com", com, (3,))
    J = inertia_of("payload", inertia, m)
    _, body, at = frames[frame]
    if body is None:
        return model
    i = model.names.index(body)
    if frame != body:
        load = moved(at[None], Masses(np.array([m]), c[None], J[None]))
        c, J = load.com[0], load.inertia[0]
    return cast("T", model._changed_inertia(i, *added([_rigid(model, i), (m, c, J)])))


def _rigid(model: TreeModel, i: int) -> tuple[float, Array, Array]:
    """Mass, center of mass and inertia of a body."""
    return float(model.masses[i]), model.coms[i], model.inertias[i]


def reduced(
    model: T, locked: Mapping[str, ArrayLike] | Sequence[str], name: str | None = None
) -> T:
    """See `Model.reduced`."""
    if isinstance(locked, str):
        raise ArgumentError(f"locked is {locked!r}, expected names of joints or a mapping")
    names = items("locked", locked)
    for joint in names:
        choice("locked", joint, model.joint_names)
    given: dict[str, Any] = (
        dict(locked) if isinstance(locked, Mapping) else dict.fromkeys(names, None)
    )
    # where each body is: on which body of the result, -1 for the world, at which pose
    owner: list[int] = []
    poses: list[Array] = []
    kept: list[int] = []
    placements: list[Array] = []
    identity = np.eye(4)
    above = model.parents.tolist()
    for i, (joint, parent) in enumerate(zip(model.joint_names, above, strict=True)):
        up, pose = (owner[parent], poses[parent]) if parent >= 0 else (-1, identity)
        at = model.placements[i] if pose is identity else pose @ model.placements[i]
        if joint in given:
            owner.append(up)
            poses.append(at @ motion_of(model.joints[i], _position(model, i, given[joint])))
        else:
            owner.append(len(kept))
            poses.append(identity)
            kept.append(i)
            placements.append(at)
    parts = Masses(model.masses, model.coms, model.inertias)
    rigid = merged(owner, len(kept), moved(np.array(poses).reshape(-1, 4, 4), parts))

    def frame(name: str, i: int, at: Array) -> Frame:
        """A frame on body i of the model, -1 for the world."""
        on = owner[i] if i >= 0 else -1
        pose = poses[i] if i >= 0 else identity
        at = at if pose is identity else pose @ at
        return Frame(name, model.names[kept[on]] if on >= 0 else None, at)

    numbers: dict[str | None, int] = {None: -1, **{x: i for i, x in enumerate(model.names)}}
    frames = [
        frame(model.names[i], i, identity)
        for i, joint in enumerate(model.joint_names)
        if joint in given
    ]
    frames += [frame(own, numbers[body], at) for own, body, at in parts_of(model).frames]
    return _selected(model, kept, placements, rigid, owner, frames, name)


def _selected(
    model: T,
    kept: Sequence[int],
    placements: Sequence[Array] | Array,
    rigid: Masses,
    owner: Sequence[int] | Mapping[int, int],
    frames: Sequence[Frame],
    name: str | None,
) -> T:
    """The model of some of the bodies; `owner` has the new number of what each stands on."""
    above = [int(model.parents[i]) for i in kept]
    columns = [c for i in kept for c in range(model.idx_v[i], model.idx_v[i] + model.joints[i].nv)]
    joints = {model.joint_names[i] for i in kept}
    return Parts(
        model.name if name is None else name_of("name", name),
        [model.names[i] for i in kept],
        [model.joint_names[i] for i in kept],
        [model.joints[i] for i in kept],
        [owner[i] if i >= 0 else -1 for i in above],
        placements,
        *rigid,
        model.gravity,
        model.lower[columns].tolist(),
        model.upper[columns].tolist(),
        [x for x in model.mimics if x.joint in joints and x.source in joints],
        frames,
        rows_of(model.joint_physics, columns),
        limits_of_columns(model.drive_limits, columns),
    ).like(model)


def _position(model: TreeModel, i: int, value: ArrayLike | None) -> Array:
    """The coordinates (nq,) of joint i, its zero for None."""
    q = neutral(model)
    here = slice(int(model.idx_q[i]), int(model.idx_q[i]) + model.joints[i].nq)
    if value is not None:
        what = f"locked[{model.joint_names[i]!r}]"
        shape = np.shape(value)
        n = model.joints[i].nq
        q[here] = real_array(what, value, () if shape == () and n == 1 else (n,))
    return np.asarray(checked_configuration(model, q)[here])


def motion_of(joint: Joint, q: Array) -> Array:
    """Pose (4, 4) of the moved body in its place at q = 0."""
    pose = np.eye(4)
    if isinstance(joint, Spherical | Free):
        quaternion = q[-4:] / np.linalg.norm(q[-4:])
        pose[:3, :3] = SO3.from_quaternion(quaternion)
        if isinstance(joint, Free):
            pose[:3, 3] = q[:3]
        return pose
    axis = np.array(joint.axis) / np.linalg.norm(joint.axis)
    if joint.kind == "prismatic":
        pose[:3, 3] = q[0] * axis
        return pose
    screw = np.concatenate([axis, np.cross(joint.point, axis) + joint.pitch * axis])
    return np.asarray(SE3.exp(q[0] * screw))


def subtree(model: T, body: str, name: str | None = None) -> T:
    """See `Model.subtree`."""
    choice("body", body, model.names)
    root = model.names.index(body)
    number: dict[int, int] = {}
    for i in range(root, model.nbodies):
        if i == root or int(model.parents[i]) in number:
            number[i] = len(number)
    kept = list(number)
    names = {model.names[i] for i in kept}
    rigid = Masses(model.masses[kept], model.coms[kept], model.inertias[kept])
    frames = [frame for frame in parts_of(model).frames if frame.body in names]
    number[int(model.parents[root])] = -1
    return _selected(model, kept, model.placements[kept], rigid, number, frames, name)


def with_base(
    model: T,
    base: Base,
    body: str = "base",
    mass: float = 0.0,
    com: ArrayLike = (0.0, 0.0, 0.0),
    inertia: ArrayLike | None = None,
) -> T:
    """See `Model.with_base`."""
    choice("base", base, ("free", "fixed"))
    roots = [i for i in range(model.nbodies) if model.parents[i] < 0]
    free = [i for i in roots if model.joints[i].kind == "free"]
    if base == "fixed":
        return reduced(model, [model.joint_names[i] for i in free]) if free else model
    if free:
        raise ModelError(f"base: body {model.names[free[0]]!r} is a free root already")
    m, old = mass_of(f"body {body!r}", mass), parts_of(model)
    names, joint_names = [body, *old.names], [f"{body}_joint", *old.joint_names]
    refuse_repeated("body", names)
    refuse_repeated("joint", joint_names)
    # a frame of the world that the base is named after becomes the base
    frames = [
        frame._replace(body=frame.body or body)
        for frame in old.frames
        if not (frame.name == body and np.array_equal(frame.placement, np.eye(4)))
    ]
    check_frames(frames, names)
    return Parts(
        old.name,
        names,
        joint_names,
        [Free(), *old.joints],
        [-1, *(int(i) + 1 for i in old.parents)],
        [np.eye(4), *old.placements],
        [m, *old.masses],
        [real_array("com", com, (3,)), *old.coms],
        [inertia_of(f"body {body!r}", inertia, m), *old.inertias],
        old.gravity,
        [-np.inf] * 6 + list(old.lower),
        [np.inf] * 6 + list(old.upper),
        old.mimics,
        frames,
        rows_of(old.physics, [-1] * 6 + list(range(model.nv))),
        limits_of_columns(old.drive_limits, [-1] * 6 + list(range(model.nv))),
    ).like(model)


def rename(
    model: T,
    name: str | None = None,
    bodies: Mapping[str, str] | None = None,
    joints: Mapping[str, str] | None = None,
    frames: Mapping[str, str] | None = None,
) -> T:
    """See `Model.rename`."""
    old = parts_of(model)
    own = [frame.name for frame in old.frames]
    tables: dict[str, Mapping[str, str]] = {
        "bodies": bodies or {},
        "joints": joints or {},
        "frames": frames or {},
    }
    for (what, table), known in zip(
        tables.items(), (model.names, model.joint_names, own), strict=True
    ):
        for before, after in table.items():
            choice(what, before, known)
            name_of(f"{what}[{before!r}]", after)

    def named(what: str, before: str) -> str:
        return tables[what].get(before, before)

    names = [named("bodies", x) for x in old.names]
    joint_names = [named("joints", x) for x in old.joint_names]
    refuse_repeated("body", names)
    refuse_repeated("joint", joint_names)
    found = [
        Frame(named("frames", own), None if on is None else named("bodies", on), at)
        for own, on, at in old.frames
    ]
    check_frames(found, names)
    mimics = [
        replace(x, joint=named("joints", x.joint), source=named("joints", x.source))
        for x in old.mimics
    ]
    whole = old.name if name is None else name_of("name", name)
    return cast("T", model._renamed(whole, names, joint_names, mimics, found))
