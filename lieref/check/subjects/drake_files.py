"""Robots as Drake reads them from URDF and other files, as tables of the protocol."""

from __future__ import annotations

import math
from typing import Any
from xml.etree import ElementTree

import numpy as np
from numpy.typing import NDArray
from pydrake.multibody.parsing import Parser
from pydrake.multibody.plant import MultibodyPlant
from pydrake.multibody.tree import BodyIndex

from lieref.check.wire import SubjectError

FloatArray = NDArray[np.float64]
#: lieref's kind of each of Drake's joints.
KINDS = {
    "revolute": "revolute",
    "prismatic": "prismatic",
    "screw": "helical",
    "ball_rpy": "spherical",
    "quaternion_floating": "free",
}
ROOT_JOINT = "root_joint"


def read_file(path: str, base: str) -> Any:
    """Return Drake's finished plant of a file; bodies that hang on nothing are fixed or free."""
    plant = MultibodyPlant(time_step=0.0)
    try:
        Parser(plant).AddModels(path)
    except RuntimeError as error:
        text = " ".join(str(error).split())[:300]
        raise SubjectError("refused", f"Drake cannot read {path!r}: {text}") from None
    joints = [plant.get_joint(j) for j in plant.GetJointIndices()]
    # Drake has no floating joints of a URDF, and leaves their bodies free
    floating = _children(path) if path.lower().endswith(".urdf") else set()
    carried = {int(joint.child_body().index()) for joint in joints}
    for joint in joints:
        # rigid bodies alone
        if joint.num_velocities() == 1:
            joint.set_default_damping_vector(np.zeros(1))
    if base == "fixed":
        for index in range(1, plant.num_bodies()):
            body = plant.get_body(BodyIndex(index))
            if index not in carried and body.name() not in floating:
                plant.WeldFrames(plant.world_frame(), body.body_frame())
    plant.Finalize()
    return plant


def _children(path: str) -> set[str]:
    """Links of a URDF that are children of joints."""
    joints = ElementTree.parse(path).getroot().findall("joint")
    return {child.get("link", "") for joint in joints for child in joint.findall("child")}


def own_table(plant: Any) -> tuple[dict[str, Any], list[Any]]:
    """Return the table of a plant, and its joint of each of the table's bodies."""
    above = {
        int(plant.get_joint(j).child_body().index()): plant.get_joint(j)
        for j in plant.GetJointIndices()
    }
    bodies: list[dict[str, Any]] = []
    joints: list[Any] = []
    # the table's body that carries each of theirs, and their pose in it
    carrier, pose = {0: -1}, {0: np.eye(4)}
    waiting = list(range(1, plant.num_bodies()))
    while waiting:
        index = next(i for i in waiting if int(above[i].parent_body().index()) in carrier)
        waiting.remove(index)
        joint, body = above[index], plant.get_body(BodyIndex(index))
        parent = int(joint.parent_body().index())
        inner, outer = (
            frame.GetFixedPoseInBodyFrame().GetAsMatrix4()
            for frame in (joint.frame_on_parent(), joint.frame_on_child())
        )
        place = pose[parent] @ inner @ np.linalg.inv(outer)
        if joint.type_name() == "weld":
            weld = inner @ joint.X_FM().GetAsMatrix4() @ np.linalg.inv(outer)
            carrier[index], pose[index] = carrier[parent], pose[parent] @ weld
        else:
            found = _joint(joint, outer)
            free = found["kind"] == "free"
            bodies.append(
                {
                    "name": body.name(),
                    # Drake names the joints that it adds by their bodies
                    "joint": ROOT_JOINT if joint.name() == body.name() else joint.name(),
                    "parent": carrier[parent],
                    # the configuration of a free body is its pose in the world
                    "placement": np.eye(4) if free and parent == 0 else place,
                    "mass": 0.0,
                    "com": np.zeros(3),
                    "inertia": np.zeros((3, 3)),
                }
                | found
            )
            joints.append(joint)
            carrier[index], pose[index] = len(bodies) - 1, np.eye(4)
        if carrier[index] >= 0:
            _add(bodies[carrier[index]], body.default_spatial_inertia(), pose[index])
    if not bodies:
        raise SubjectError("refused", "nothing moves in this file as Drake reads it")
    for entry in bodies:
        entry |= {key: np.asarray(entry[key]).tolist() for key in ("placement", "com", "inertia")}
    gravity = np.array(plant.gravity_field().gravity_vector()).tolist()
    return {"name": "robot", "gravity": gravity, "bodies": bodies}, joints


def _joint(joint: Any, outer: FloatArray) -> dict[str, Any]:
    """Kind, axis, point and limits of a joint; SubjectError for what lieref does not have."""
    word = joint.type_name()
    if word not in KINDS:
        raise SubjectError("refused", f"joint {joint.name()!r}: {word} of Drake")
    found: dict[str, Any] = {"kind": KINDS[word]}
    if word in ("ball_rpy", "quaternion_floating"):
        return found
    axis = {
        "revolute": lambda: joint.revolute_axis(),
        "prismatic": lambda: joint.translation_axis(),
        "screw": lambda: joint.screw_axis(),
    }[word]()
    pitch = joint.screw_pitch() / (2.0 * math.pi) if word == "screw" else 0.0
    point = np.zeros(3) if word == "prismatic" else outer[:3, 3]
    found |= {"axis": (outer[:3, :3] @ axis).tolist(), "point": point.tolist(), "pitch": pitch}
    ends = (joint.position_lower_limits()[0], joint.position_upper_limits()[0])
    limits = zip(("lower", "upper"), map(float, ends), strict=True)
    return found | {key: x for key, x in limits if math.isfinite(x)}


def _add(body: dict[str, Any], inertia: Any, place: FloatArray) -> None:
    """Add the inertia of one of Drake's bodies, which stands at a pose, to a body of the table."""
    more = float(inertia.get_mass())
    if not more:
        return
    R, c = place[:3, :3], np.array(inertia.get_com())
    own = np.array(inertia.CalcRotationalInertia().CopyToFullMatrix3())
    own = R @ (own - more * ((c @ c) * np.eye(3) - np.outer(c, c))) @ R.T
    c = R @ c + place[:3, 3]
    mass, total = float(body["mass"]), float(body["mass"]) + more
    center = (mass * body["com"] + more * c) / total
    for m, x in ((mass, body["com"] - center), (more, c - center)):
        own = own + m * ((x @ x) * np.eye(3) - np.outer(x, x))
    body["inertia"] = body["inertia"] + own
    body["mass"], body["com"] = total, center
