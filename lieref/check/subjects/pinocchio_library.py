"""Pinocchio as a subject: the model handed over joint by joint, and its analytic derivatives.

Pinocchio puts the linear part of a free joint's twist first, and differentiates on the right, as
lieref does; everything else has the same order and frames here, because the joints are added with
their axes and points as they are.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pinocchio as pin
from numpy.typing import NDArray

from lieref.check.subjects import Answering
from lieref.model.model import Model

FloatArray = NDArray[np.float64]
#: Their place of each component of our twist (omega, v), and the reverse.
SWAP = [3, 4, 5, 0, 1, 2]


def handed_over(model: Model) -> tuple[Any, list[int]]:
    """Return Pinocchio's model, and the number in it of each of our bodies.

    Its joint frames stand on the axes of our joints. Joints are added depth first: its composite
    inertias and derivatives take the coordinates of a subtree to be neighbors.
    """
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
    return other, numbers


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


def subject(model: Model) -> Answering:
    """Return Pinocchio, made for a model."""
    other, numbers = handed_over(model)
    data = other.createData()
    # their number of each of our coordinates
    of_q, of_v = np.zeros(model.nq, dtype=int), np.zeros(model.nv, dtype=int)
    for i, joint in enumerate(model.joints):
        theirs = other.joints[numbers[i]]
        spread = np.array(SWAP) if joint.kind == "free" else np.arange(joint.nv)
        of_q[model.idx_q[i] : model.idx_q[i] + joint.nq] = theirs.idx_q + np.arange(joint.nq)
        of_v[model.idx_v[i] : model.idx_v[i] + joint.nv] = theirs.idx_v + spread
    to_q, to_v = np.argsort(of_q), np.argsort(of_v)

    def ours(x: FloatArray) -> FloatArray:
        """Every axis in our order."""
        return x[np.ix_(*[of_v] * x.ndim)]

    def symmetric(x: FloatArray) -> FloatArray:
        """The whole of a matrix of which Pinocchio promises the upper triangle only."""
        return np.triu(x) + np.triu(x, 1).T

    def answer(quantity: str, q: FloatArray, **given: FloatArray) -> Any:
        x = {name: value[..., to_v] for name, value in given.items()}
        q = q[to_q]
        if quantity == "inverse_dynamics":
            return ours(pin.rnea(other, data, q, x["v"], x["a"]))
        if quantity == "forward_dynamics":
            return ours(pin.aba(other, data, q, x["v"], x["tau"]))
        if quantity == "joint_space_inertia":
            return ours(symmetric(pin.crba(other, data, q)))
        if quantity == "inverse_dynamics_partials":
            dq, dv, H = pin.computeRNEADerivatives(other, data, q, x["v"], x["a"])
            return {"dtau_dq": ours(dq), "dtau_dv": ours(dv), "dtau_da": ours(symmetric(H))}
        if quantity == "forward_dynamics_partials":
            dq, dv, inverse = pin.computeABADerivatives(other, data, q, x["v"], x["tau"])
            return {"da_dq": ours(dq), "da_dv": ours(dv), "da_dtau": ours(symmetric(inverse))}
        return None

    return Answering(f"pinocchio {pin.__version__}", "body", answer)
