"""A model as the text of an SDF file."""

from __future__ import annotations

import math
from xml.sax.saxutils import escape, quoteattr

from lieref.errors import ModelError
from lieref.model.joints.joints import Free, Helical, Screw, Spherical
from lieref.model.tree.angles import roll_pitch_yaw
from lieref.model.tree.tree_model import JointPhysics, TreeModel
from lieref.model.writing.urdf_text import inertia_words, joint_points, numbers

VERSION = "1.10"
TYPES = {
    "revolute": "revolute",
    "prismatic": "prismatic",
    "helical": "screw",
    "spherical": "ball",
}


def sdf_text(model: TreeModel) -> str:
    """Return the robot as an SDF file; see `lieref.model.model.Model.to_sdf`."""
    points = joint_points(model)
    lines = [
        "<?xml version='1.0'?>",
        f'<sdf version="{VERSION}">',
        f"<model name={quoteattr(model.name or 'robot')}>",
    ]
    for i, name in enumerate(model.names):
        parent = int(model.parents[i])
        relative = f" relative_to={quoteattr(model.names[parent])}" if parent >= 0 else ""
        place = model.placements[i]
        pose = numbers(*place[:3, 3], *roll_pitch_yaw(place[:3, :3]))
        words = (f"<{key}>{word}</{key}>" for key, word in inertia_words(model, i))
        lines += [
            f"  <link name={quoteattr(name)}>",
            f"    <pose{relative}>{pose}</pose>",
            "    <inertial>",
            f"      <pose>{numbers(*model.coms[i])} 0 0 0</pose>",
            f"      <mass>{numbers(model.masses[i])}</mass>",
            f"      <inertia>{''.join(words)}</inertia>",
            "    </inertial>",
            "  </link>",
        ]
    for i in range(model.nbodies):
        lines += _joint(model, i, numbers(*points[i]))
    for frame in model.frames.values():
        if frame.name not in model.names:
            at = frame.placement
            pose = numbers(*at[:3, 3], *roll_pitch_yaw(at[:3, :3]))
            on = "" if frame.body is None else f" attached_to={quoteattr(frame.body)}"
            lines.append(f"  <frame name={quoteattr(frame.name)}{on}><pose>{pose}</pose></frame>")
    return "\n".join([*lines, "</model>", "</sdf>", ""])


def _joint(model: TreeModel, i: int, point: str) -> list[str]:
    """The joint above a link; nothing for a link that is free in the world."""
    joint, name, parent = model.joints[i], model.joint_names[i], int(model.parents[i])
    if isinstance(joint, Free):
        if parent < 0:
            return []
        raise ModelError(f"joint {name!r}: SDF has no free joint between two bodies")
    lines = [
        f'  <joint name={quoteattr(name)} type="{TYPES[joint.kind]}">',
        f"    <pose>{point} 0 0 0</pose>",
        f"    <parent>{escape(model.names[parent]) if parent >= 0 else 'world'}</parent>",
        f"    <child>{escape(model.names[i])}</child>",
    ]
    if isinstance(joint, Helical | Screw) and joint.kind == "helical":
        # metres of a whole turn
        turn = numbers(2.0 * math.pi * joint.pitch)
        lines.append(f"    <screw_thread_pitch>{turn}</screw_thread_pitch>")
    if isinstance(joint, Spherical):
        _refuse_physics(model, i)
    else:
        at = int(model.idx_v[i])
        ends = [("lower", model.lower[at]), ("upper", model.upper[at])]
        drive = zip(("effort", "velocity"), model.drive_limits or (), strict=False)
        ends += [(key, row[at]) for key, row in drive if math.isfinite(row[at])]
        limits = "".join(f"<{key}>{numbers(x)}</{key}>" for key, x in ends)
        lines += [
            f"    <axis><xyz>{numbers(*joint.axis)}</xyz>",
            f"      <limit>{limits}</limit>{_dynamics(model, i)}</axis>",
        ]
    return [*lines, "  </joint>"]


def _dynamics(model: TreeModel, i: int) -> str:
    """Damping, friction and the spring of a joint of one degree; the format has no armature."""
    if model.joint_physics is None:
        return ""
    at, what = int(model.idx_v[i]), f"joint {model.joint_names[i]!r}"
    armature, damping, friction, width, stiffness, rest = (
        float(row[at]) for row in model.joint_physics
    )
    for key, value in (("armature", armature), ("friction_width", friction and width)):
        if value:
            raise ModelError(f"{what}: SDF has no {key}, expected 0")
    words = (
        ("damping", damping),
        ("friction", friction),
        ("spring_reference", rest),
        ("spring_stiffness", stiffness),
    )
    inside = "".join(f"<{key}>{numbers(x)}</{key}>" for key, x in words)
    return f"<dynamics>{inside}</dynamics>"


def _refuse_physics(model: TreeModel, i: int) -> None:
    """A ball joint of the format has no dynamics."""
    here = slice(int(model.idx_v[i]), int(model.idx_v[i]) + model.joints[i].nv)
    for key, row in zip(JointPhysics._fields, model.joint_physics or (), strict=False):
        if row[here].any():
            raise ModelError(f"joint {model.joint_names[i]!r}: SDF has no {key} of a ball joint")
