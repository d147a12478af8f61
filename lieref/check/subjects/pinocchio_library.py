"""Pinocchio as a subject: the model handed over joint by joint, and its analytic derivatives.

Pinocchio puts the linear part of a free joint's twist first, and differentiates on the right, as
lieref does; everything else has the same order and frames here, because the joints are added with
their axes and points as they are. Its dynamics knows armature, and neither damping, friction nor
springs: a model with these is refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pinocchio as pin
from numpy.typing import NDArray

from lieref.check.model_table import from_table
from lieref.check.subjects import Answering
from lieref.check.wire import SubjectError
from lieref.model.model import Model

FloatArray = NDArray[np.float64]
#: Their place of each component of our twist (omega, v), and the reverse.
SWAP = [3, 4, 5, 0, 1, 2]
#: Pinocchio writes the largest double where there is no limit.
UNLIMITED = 1e300


def handed_over(model: Model) -> tuple[Any, list[int]]:
    """Return Pinocchio's model, and the number in it of each of our bodies.

    Its joint frames stand on the axes of our joints. Joints are added depth first: its composite
    inertias and derivatives take the coordinates of a subtree to be neighbors.
    """
    _refuse_unknown(model)
    other = pin.Model()
    other.gravity.linear = np.array(model.gravity)
    paths: list[tuple[int, ...]] = []
    for i, parent in enumerate(model.parents):
        paths.append((*(paths[parent] if parent >= 0 else ()), i))
    numbers = [0] * model.nbodies
    points = np.zeros((model.nbodies, 3))
    for i in sorted(range(model.nbodies), key=lambda i: paths[i]):
        theirs, points[i] = _joint(model.joints[i])
        parent = int(model.parents[i])
        above, number = (points[parent], numbers[parent]) if parent >= 0 else (np.zeros(3), 0)
        R, p = model.placements[i][:3, :3], model.placements[i][:3, 3]
        at = pin.SE3(R, p + R @ points[i] - above)
        numbers[i] = other.addJoint(number, theirs, at, f"joint{i}")
        # part by part: the constructor refuses inertias of published robots that its own URDF
        # reader takes
        inertia = pin.Inertia.Zero()
        inertia.mass, inertia.lever = float(model.masses[i]), model.coms[i] - points[i]
        inertia.inertia = model.inertias[i]
        other.appendBodyToJoint(numbers[i], inertia, pin.SE3.Identity())
        first, at = other.joints[numbers[i]].idx_v, int(model.idx_v[i])
        nv = model.joints[i].nv
        other.armature[first : first + nv] = model.armature[at : at + nv]
    return other, numbers


def _refuse_unknown(model: Model) -> None:
    """Pinocchio's dynamics has armature; damping and friction it keeps and does not use."""
    for name in ("damping", "friction", "stiffness"):
        found = np.flatnonzero(getattr(model, name))
        if found.size:
            joint = model.joint_names[int(np.searchsorted(model.idx_v, found[0], "right")) - 1]
            raise SubjectError(
                "refused",
                f"joint {joint!r} has {name}, which Pinocchio's dynamics does not know: compare "
                "with model.without_joint_physics(), or joint_physics=False at loading",
            )


def _joint(joint: Any) -> tuple[Any, FloatArray]:
    """Pinocchio's joint, and the point of its axis in the body frame."""
    if joint.kind == "spherical":
        return pin.JointModelSpherical(), np.zeros(3)
    if joint.kind == "free":
        return pin.JointModelFreeFlyer(), np.zeros(3)
    axis = np.array(joint.axis) / np.linalg.norm(joint.axis)
    if joint.kind == "prismatic":
        return pin.JointModelPrismaticUnaligned(axis), np.zeros(3)
    if joint.kind == "helical":
        return pin.JointModelHelicalUnaligned(axis, joint.pitch), np.array(joint.point)
    return pin.JointModelRevoluteUnaligned(axis), np.array(joint.point)


class _Computing:
    """Pinocchio's functions in the coordinates of a model.

    Parameters
    ----------
    model : Model
    other : pinocchio.Model
    numbers : sequence of int
        Its joint of each of our bodies.
    """

    def __init__(self, model: Model, other: Any, numbers: Sequence[int]):
        self._model, self._other, self._data = model, other, other.createData()
        self._numbers = list(numbers)
        # their number of each of our velocity coordinates
        self._of_v = np.zeros(model.nv, dtype=int)
        for i, joint in enumerate(model.joints):
            theirs = other.joints[self._numbers[i]]
            spread = np.array(SWAP) if joint.kind == "free" else np.arange(joint.nv)
            self._of_v[model.idx_v[i] : model.idx_v[i] + joint.nv] = theirs.idx_v + spread
        self._to_v = np.argsort(self._of_v)

    def _configuration(self, q: FloatArray) -> FloatArray:
        """Their configuration: a joint without limits has cosine and sine of its angle."""
        found = np.zeros(self._other.nq)
        for i, (joint, iq) in enumerate(zip(self._model.joints, self._model.idx_q, strict=True)):
            theirs = self._other.joints[self._numbers[i]]
            mine = q[iq : iq + joint.nq]
            if theirs.nq == 2 and joint.nq == 1:
                mine = np.array([np.cos(mine[0]), np.sin(mine[0])])
            found[theirs.idx_q : theirs.idx_q + theirs.nq] = mine
        return found

    def _ours(self, x: FloatArray) -> FloatArray:
        """Every axis in our order."""
        return np.asarray(x[np.ix_(*[self._of_v] * x.ndim)])

    def answer(self, quantity: str, q: FloatArray, **given: FloatArray) -> Any:
        """Results in our coordinates."""
        other, data, ours = self._other, self._data, self._ours
        x = {name: value[..., self._to_v] for name, value in given.items()}
        q = self._configuration(q)
        if quantity == "inverse_dynamics":
            return ours(pin.rnea(other, data, q, x["v"], x["a"]))
        if quantity == "forward_dynamics":
            return ours(pin.aba(other, data, q, x["v"], x["tau"]))
        if quantity == "joint_space_inertia":
            return ours(_symmetric(pin.crba(other, data, q)))
        if quantity == "inverse_dynamics_partials":
            dq, dv, H = pin.computeRNEADerivatives(other, data, q, x["v"], x["a"])
            return {"dtau_dq": ours(dq), "dtau_dv": ours(dv), "dtau_da": ours(_symmetric(H))}
        if quantity == "forward_dynamics_partials":
            dq, dv, inverse = pin.computeABADerivatives(other, data, q, x["v"], x["tau"])
            return {"da_dq": ours(dq), "da_dv": ours(dv), "da_dtau": ours(_symmetric(inverse))}
        return None


def _symmetric(x: FloatArray) -> FloatArray:
    """The whole of a matrix of which Pinocchio promises the upper triangle only."""
    return np.asarray(np.triu(x) + np.triu(x, 1).T)


def subject(model: Model) -> Answering:
    """Return Pinocchio, made for a model."""
    computing = _Computing(model, *handed_over(model))
    return Answering(f"pinocchio {pin.__version__}", "body", computing.answer)


def own(path: str, base: str) -> Answering:
    """Return Pinocchio with the robot as it reads a URDF or MJCF file itself."""
    read = pin.buildModelFromUrdf if path.lower().endswith(".urdf") else pin.buildModelFromMJCF
    root = () if base == "fixed" or read is pin.buildModelFromMJCF else (pin.JointModelFreeFlyer(),)
    try:
        other = read(path, *root)
    except (ValueError, RuntimeError) as error:
        raise SubjectError("refused", f"Pinocchio cannot read {path!r}: {error}") from None
    table = own_table(other)
    computing = _Computing(from_table(table), other, range(1, other.njoints))
    return Answering(f"pinocchio {pin.__version__}", "body", computing.answer, model=table)


def own_table(other: Any) -> dict[str, Any]:
    """The table of a pinocchio.Model; SubjectError "refused" for joints that lieref lacks."""
    links: dict[int, str] = {}
    for frame in other.frames:
        if frame.type == pin.FrameType.BODY:
            links.setdefault(frame.parentJoint, frame.name)
    bodies = []
    for i in range(1, other.njoints):
        inertia = other.inertias[i]
        body = {
            "name": links.get(i, other.names[i]),
            "joint": other.names[i],
            "parent": int(other.parents[i]) - 1,
            "placement": np.array(other.jointPlacements[i].homogeneous).tolist(),
            "mass": float(inertia.mass),
            "com": np.array(inertia.lever).tolist(),
            "inertia": np.array(inertia.inertia).tolist(),
        }
        joint = other.joints[i]
        armature = np.array(other.armature[joint.idx_v : joint.idx_v + joint.nv])
        if armature.any():
            body["armature"] = armature.tolist()
        bodies.append(body | _own_joint(other, i))
    return {
        "name": other.name,
        "gravity": np.array(other.gravity.linear).tolist(),
        "bodies": bodies,
    }


def _own_joint(other: Any, i: int) -> dict[str, Any]:
    """Kind, axis and limits of one of Pinocchio's joints."""
    joint = other.joints[i]
    word = joint.shortname()
    if word == "JointModelFreeFlyer":
        return {"kind": "free"}
    if word == "JointModelSpherical":
        return {"kind": "spherical"}
    if joint.nv != 1 or not word.startswith(("JointModelR", "JointModelP", "JointModelH")):
        raise SubjectError("refused", f"joint {other.names[i]!r}: {word}, expected one degree")
    S = np.array(joint.createData().S).ravel()
    linear, angular = S[:3], S[3:]
    found: dict[str, Any] = {"point": [0.0, 0.0, 0.0], "pitch": 0.0, "kind": "revolute"}
    if not angular.any():
        found |= {"kind": "prismatic", "axis": linear.tolist()}
    else:
        found |= {"axis": angular.tolist()}
        if linear.any():
            found |= {"kind": "helical", "pitch": float(linear @ angular)}
    if joint.nq == 1:
        ends = (other.lowerPositionLimit[joint.idx_q], other.upperPositionLimit[joint.idx_q])
        limits = zip(("lower", "upper"), map(float, ends), strict=True)
        found |= {key: x for key, x in limits if abs(x) < UNLIMITED}
    return found
