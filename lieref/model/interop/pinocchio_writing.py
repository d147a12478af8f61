"""A pinocchio.Model of a lieref model, made joint by joint."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lieref.errors import ModelError
from lieref.model.interop.coordinate_map import CoordinateMap, Placed, gathered, span
from lieref.model.interop.extras import library
from lieref.model.interop.library_model import LibraryModel
from lieref.model.interop.pinocchio_reading import FREE_FLYER, UNLIMITED
from lieref.model.joints.joints import Free, Joint, Spherical
from lieref.model.model import Model
from lieref.model.tree.configuration import require_tree

Array = NDArray[np.float64]


def to_pinocchio(model: Model) -> LibraryModel:
    """Return a pinocchio.Model of the same robot, as `other`, with the maps of the coordinates.

    Joints keep their names, limits, armature, damping and friction, of which Pinocchio's dynamics
    knows the armature; bodies and frames become frames. Joint frames stand on the
    axes of the joints; joints are added depth first, because Pinocchio's composite inertias and
    derivatives take the coordinates of a subtree to be neighbors. Mimics that the model carries
    and does not impose are not in Pinocchio's.

    Parameters
    ----------
    model : Model
        Without loops and couplings.

    Raises
    ------
    ImportError
        Pinocchio is not installed: the extra interop of lieref.
    ArgumentError
        A model with loops or couplings, or no model.
    ModelError
        Springs or smooth friction of a joint, which Pinocchio has not.

    Examples
    --------
    >>> import lieref
    >>> lieref.to_pinocchio(lieref.catalogue.serial_chain(3)).other.nv
    3
    """
    require_tree(model)
    pin = library("pinocchio", "interop")
    other = pin.Model()
    other.name, other.gravity.linear = model.name, np.array(model.gravity)
    paths: list[tuple[int, ...]] = []
    for i, parent in enumerate(model.parents):
        paths.append((*(paths[parent] if parent >= 0 else ()), i))
    numbers = [0] * model.nbodies
    points = np.zeros((model.nbodies, 3))
    for i in sorted(range(model.nbodies), key=lambda i: paths[i]):
        theirs, points[i] = _joint(pin, model.joints[i])
        parent = int(model.parents[i])
        above, number = (points[parent], numbers[parent]) if parent >= 0 else (np.zeros(3), 0)
        R, p = model.placements[i][:3, :3], model.placements[i][:3, 3]
        at = pin.SE3(R, p + R @ points[i] - above)
        numbers[i] = other.addJoint(number, theirs, at, model.joint_names[i])
        # part by part: the constructor refuses inertias of published robots that its own URDF
        # reader takes
        inertia = pin.Inertia.Zero()
        inertia.mass, inertia.lever = float(model.masses[i]), model.coms[i] - points[i]
        inertia.inertia = model.inertias[i]
        other.appendBodyToJoint(numbers[i], inertia, pin.SE3.Identity())
        frame = other.addJointFrame(numbers[i])
        other.addBodyFrame(model.names[i], numbers[i], pin.SE3(np.eye(3), -points[i]), frame)
    _add_frames(pin, model, other, numbers, points)
    _set_limits(model, other, numbers)
    coordinates = _map(model, other, numbers)
    _give_physics(model, other, coordinates)
    return LibraryModel(model, other, "pinocchio", coordinates)


def _joint(pin: Any, joint: Joint) -> tuple[Any, Array]:
    """Pinocchio's joint, and the point of its axis in the body frame."""
    if isinstance(joint, Spherical):
        return pin.JointModelSpherical(), np.zeros(3)
    if isinstance(joint, Free):
        return pin.JointModelFreeFlyer(), np.zeros(3)
    axis = np.array(joint.axis) / np.linalg.norm(joint.axis)
    if joint.kind == "prismatic":
        return pin.JointModelPrismaticUnaligned(axis), np.zeros(3)
    if joint.kind == "helical":
        return pin.JointModelHelicalUnaligned(axis, joint.pitch), np.array(joint.point)
    return pin.JointModelRevoluteUnaligned(axis), np.array(joint.point)


def _add_frames(pin: Any, model: Model, other: Any, numbers: list[int], points: Array) -> None:
    """Frames of the model that are not those of its bodies."""
    index = {name: i for i, name in enumerate(model.names)}
    for name, body, placement in model.frames.values():
        if name not in index:
            i = -1 if body is None else index[body]
            shift = points[i] if i >= 0 else np.zeros(3)
            at = pin.SE3(placement[:3, :3], placement[:3, 3] - shift)
            joint = numbers[i] if i >= 0 else 0
            other.addFrame(pin.Frame(name, joint, 0, at, pin.FrameType.OP_FRAME))


def _set_limits(model: Model, other: Any, numbers: list[int]) -> None:
    """Position limits of joints of one degree, and what drives allow."""
    lower, upper = np.array(other.lowerPositionLimit), np.array(other.upperPositionLimit)
    for i, joint in enumerate(model.joints):
        if joint.nv == 1:
            at, iv = other.joints[numbers[i]].idx_q, int(model.idx_v[i])
            if model.lower[iv] > -UNLIMITED:
                lower[at] = model.lower[iv]
            if model.upper[iv] < UNLIMITED:
                upper[at] = model.upper[iv]
    other.lowerPositionLimit, other.upperPositionLimit = lower, upper
    if model.drive_limits is None:
        return
    force, velocity = np.array(other.effortLimit), np.array(other.velocityLimit)
    for i, joint in enumerate(model.joints):
        here = other.joints[numbers[i]].idx_v
        for row, ours in zip((force, velocity), model.drive_limits, strict=True):
            mine = ours[model.idx_v[i] :][: joint.nv]
            row[here : here + joint.nv] = np.where(
                np.isinf(mine), row[here : here + joint.nv], mine
            )
    other.effortLimit, other.velocityLimit = force, velocity


def _give_physics(model: Model, other: Any, coordinates: CoordinateMap) -> None:
    """Armature, damping and friction; Pinocchio has no springs and no smooth friction."""
    if model.joint_physics is None:
        return
    for name in ("stiffness", "friction_width"):
        row = getattr(model, name)
        if row.any() and (name == "stiffness" or model.friction.any()):
            joint = model.joint_names[int(np.searchsorted(model.idx_v, row.argmax(), "right")) - 1]
            raise ModelError(f"joint {joint!r}: Pinocchio has no {name}, expected 0")
    order = coordinates.matrix(model.neutral()).argmax(0)
    other.armature, other.damping = model.armature[order], model.damping[order]
    friction = model.friction[order]
    other.upperDryFrictionLimit, other.lowerDryFrictionLimit = friction, -friction


def _map(model: Model, other: Any, numbers: list[int]) -> CoordinateMap:
    """Every joint has as many coordinates here as there."""
    joints = []
    for i, joint in enumerate(model.joints):
        theirs = other.joints[numbers[i]]
        joints.append(
            Placed(
                span(int(model.idx_q[i]), joint.nq),
                span(theirs.idx_q, theirs.nq),
                span(int(model.idx_v[i]), joint.nv),
                span(theirs.idx_v, theirs.nv),
                FREE_FLYER if isinstance(joint, Free) else None,
            )
        )
    return CoordinateMap(model.nq, model.nv, other.nq, other.nv, gathered(joints))
