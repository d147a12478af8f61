"""Robots of the tests handed over to Pinocchio, joint by joint."""

import numpy as np
import pytest

from lieref import oracle
from lieref.model.tree.exact import exact_model

pin = pytest.importorskip("pinocchio", reason="Pinocchio: extra interop")

# Pinocchio's free-flyer has (linear, angular), ours (angular, linear).
SWAP = [3, 4, 5, 0, 1, 2]


def peer_joint(body):
    """Pinocchio's joint of a body, and the point of its axis in the body frame."""
    if body.kind == "spherical":
        return pin.JointModelSpherical(), np.zeros(3)
    if body.kind == "free":
        return pin.JointModelFreeFlyer(), np.zeros(3)
    axis = np.array(body.axis)
    if body.kind == "prismatic":
        return pin.JointModelPrismaticUnaligned(axis), np.zeros(3)
    if body.kind == "helical":
        return pin.JointModelHelicalUnaligned(axis, body.pitch), np.array(body.point)
    return pin.JointModelRevoluteUnaligned(axis), np.array(body.point)


class DepthFirst:
    """The same tree in Pinocchio, its joints depth first, and where our coordinates are there."""

    def __init__(self, model):
        self.model = pin.Model()
        self.model.gravity.linear = np.array(model.gravity)
        bodies = exact_model(model, oracle.Double()).bodies
        order, open_ends = [], [i for i, body in enumerate(bodies) if body.parent < 0][::-1]
        while open_ends:
            order.append(open_ends.pop())
            open_ends += [i for i, body in enumerate(bodies) if body.parent == order[-1]][::-1]
        points, numbers = {-1: np.zeros(3)}, {-1: 0}
        self.q, self.v = [], []
        for i in order:
            body, joint = bodies[i], model.joints[i]
            kind, points[i] = peer_joint(body)
            R = np.array(body.R)
            at = pin.SE3(R, np.array(body.p) + R @ points[i] - points[body.parent])
            numbers[i] = self.model.addJoint(numbers[body.parent], kind, at, f"joint{i}")
            com = np.array(body.com) - points[i]
            inertia = pin.Inertia(body.mass, com, np.array(body.inertia))
            self.model.appendBodyToJoint(numbers[i], inertia, pin.SE3.Identity())
            self.q += range(body.iq, body.iq + joint.nq)
            self.v += (
                body.iv + np.array(SWAP if body.kind == "free" else range(joint.nv))
            ).tolist()
        self.data = self.model.createData()
        self.back = np.argsort(self.v)

    def matrix(self, X):
        """A matrix of theirs in our coordinates."""
        return X[np.ix_(self.back, self.back)]
