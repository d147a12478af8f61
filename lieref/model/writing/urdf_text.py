"""A model as the text of a URDF file."""

from __future__ import annotations

import math
from xml.sax.saxutils import quoteattr

import numpy as np

from lieref.errors import ModelError
from lieref.model.joints.joints import Free, Prismatic, Revolute, Screw
from lieref.model.tree.angles import roll_pitch_yaw
from lieref.model.tree.tree_model import Array, Frame, JointPhysics, TreeModel

#: Position limit, m or rad, where the format demands one and the model has none; also the limits
#: of force and velocity that other readers demand.
UNLIMITED = 1e9
PHYSICS = JointPhysics._fields


def urdf_text(model: TreeModel) -> str:
    """Return the robot as a URDF file; see `lieref.model.model.Model.to_urdf`."""
    shifts = joint_points(model)
    root = _root_name(model)
    lines = ["<?xml version='1.0'?>", f"<robot name={quoteattr(model.name or 'robot')}>"]
    if root is not None:
        lines.append(f"  <link name={quoteattr(root)}/>")
    for i, name in enumerate(model.names):
        lines += _link(model, i, name, model.coms[i] - shifts[i])
    for i in range(model.nbodies):
        parent = int(model.parents[i])
        if parent < 0 and root is None:
            continue
        above = shifts[parent] if parent >= 0 else np.zeros(3)
        placement = model.placements[i]
        position = placement[:3, 3] + placement[:3, :3] @ shifts[i] - above
        name = model.names[parent] if parent >= 0 else str(root)
        lines += _joint(model, i, name, position)
    for frame in model.frames.values():
        if frame.name not in model.names and (frame.body is not None or root is not None):
            lines += _frame(model, frame, root, shifts)
    return "\n".join([*lines, "</robot>", ""])


def _frame(model: TreeModel, frame: Frame, root: str | None, shifts: Array) -> list[str]:
    """A frame as a link without mass on a fixed joint."""
    body = None if frame.body is None else model.names.index(frame.body)
    position = frame.placement[:3, 3] - (0.0 if body is None else shifts[body])
    angles = roll_pitch_yaw(frame.placement[:3, :3])
    joint = f"{frame.name}_frame"
    while joint in model.joint_names:
        joint += "_"
    return [
        f"  <link name={quoteattr(frame.name)}/>",
        f'  <joint name={quoteattr(joint)} type="fixed">',
        f'    <origin xyz="{numbers(*position)}" rpy="{numbers(*angles)}"/>',
        f"    <parent link={quoteattr(str(root) if frame.body is None else frame.body)}/>",
        f"    <child link={quoteattr(frame.name)}/>",
        "  </joint>",
    ]


def joint_points(model: TreeModel) -> Array:
    """A point of each joint's axis in its body's frame; zero where any point will do."""
    return np.array([getattr(joint, "point", (0.0, 0.0, 0.0)) for joint in model.joints]).reshape(
        -1, 3
    )


def _root_name(model: TreeModel) -> str | None:
    """The link that stands for the world; None if the only root is a free body at the origin."""
    roots = [i for i in range(model.nbodies) if model.parents[i] < 0]
    if len(roots) == 1 and model.joints[roots[0]].kind == "free":
        if np.array_equal(model.placements[roots[0]], np.eye(4)):
            return None
    name = "world"
    while name in model.frames:
        name += "_"
    return name


def numbers(*values: float) -> str:
    """Numbers in decimals that are read as the same doubles."""
    return " ".join(repr(float(x) + 0.0) for x in values)


def inertia_words(model: TreeModel, i: int) -> list[tuple[str, str]]:
    """Name and number of each entry of a body's inertia, as both formats call them."""
    pairs = ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2))
    return [(f"i{'xyz'[j]}{'xyz'[k]}", numbers(model.inertias[i, j, k])) for j, k in pairs]


def _link(model: TreeModel, i: int, name: str, com: Array) -> list[str]:
    """A link with its mass, the inertia about the center of mass in the axes of the link."""
    if not model.masses[i] and not model.inertias[i].any():
        return [f"  <link name={quoteattr(name)}/>"]
    entries = " ".join(f'{key}="{word}"' for key, word in inertia_words(model, i))
    return [
        f"  <link name={quoteattr(name)}>",
        "    <inertial>",
        f'      <origin xyz="{numbers(*com)}" rpy="0 0 0"/>',
        f'      <mass value="{numbers(model.masses[i])}"/>',
        f"      <inertia {entries}/>",
        "    </inertial>",
        "  </link>",
    ]


def _joint(model: TreeModel, i: int, parent: str, position: Array) -> list[str]:
    """The joint above a link, which stands on the joint's axis."""
    joint, name = model.joints[i], model.joint_names[i]
    kind, axis = "floating", ""
    if isinstance(joint, Revolute | Prismatic | Screw) and joint.kind != "helical":
        kind, axis = joint.kind, numbers(*joint.axis)
        at = int(model.idx_v[i])
        if kind == "revolute" and math.isinf(model.lower[at]) and math.isinf(model.upper[at]):
            kind = "continuous"
    elif not isinstance(joint, Free):
        raise ModelError(
            f"joint {name!r}: URDF has no {joint.kind} joint, expected revolute, prismatic or free"
        )
    angles = roll_pitch_yaw(model.placements[i][:3, :3])
    lines = [
        f'  <joint name={quoteattr(name)} type="{kind}">',
        f'    <origin xyz="{numbers(*position)}" rpy="{numbers(*angles)}"/>',
        f"    <parent link={quoteattr(parent)}/>",
        f"    <child link={quoteattr(model.names[i])}/>",
    ]
    if axis:
        lines.append(f'    <axis xyz="{axis}"/>')
    if axis:
        lines += _limit(model, int(model.idx_v[i]), kind)
    lines += _dynamics(model, i)
    for mimic in model.mimics:
        if mimic.joint == name:
            lines.append(
                f"    <mimic joint={quoteattr(mimic.source)} "
                f'multiplier="{numbers(mimic.multiplier)}" offset="{numbers(mimic.offset)}"/>'
            )
    return [*lines, "  </joint>"]


def _limit(model: TreeModel, at: int, kind: str) -> list[str]:
    """Limits of coordinate `at`; a joint that turns on and on needs none."""
    limits = model.drive_limits
    drive = [math.inf] * 2 if limits is None else [float(row[at]) for row in limits]
    if kind == "continuous" and all(map(math.isinf, drive)):
        return []
    words = [("effort", drive[0]), ("velocity", drive[1])]
    if kind != "continuous":
        words = [("lower", float(model.lower[at])), ("upper", float(model.upper[at])), *words]
    inside = " ".join(f'{key}="{_ends(x)}"' for key, x in words)
    return [f"    <limit {inside}/>"]


def _ends(x: float) -> str:
    """A limit; of one that is none the number that the format has for it."""
    return f"{math.copysign(UNLIMITED, x):g}" if math.isinf(x) else numbers(x)


def _dynamics(model: TreeModel, i: int) -> list[str]:
    """Damping and friction of a joint of one degree; the format has no more of its physics."""
    at, what = int(model.idx_v[i]), f"joint {model.joint_names[i]!r}"
    if model.joint_physics is None:
        return []
    physics = {key: float(row[at]) for key, row in zip(PHYSICS, model.joint_physics, strict=True)}
    for key in ("armature", "stiffness"):
        if physics[key]:
            raise ModelError(f"{what}: URDF has no {key}, expected 0")
    if physics["friction"] and physics["friction_width"]:
        raise ModelError(f"{what}: URDF has no friction_width, expected 0")
    words = [f'{key}="{numbers(physics[key])}"' for key in ("damping", "friction") if physics[key]]
    return [f"    <dynamics {' '.join(words)}/>"] if words else []
