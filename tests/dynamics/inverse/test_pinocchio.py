"""Order 0 against Pinocchio's rnea, on robots of the tests handed over joint by joint."""

import numpy as np
import pytest
from support.references.tolerances import PINOCCHIO
from support.trees.robots import ROBOTS, STATES, draw
from support.trees.spatial_robots import relative

from lieref import oracle
from lieref.dynamics.inverse_dynamics import inverse_dynamics
from lieref.model.tree.exact import exact_model

pin = pytest.importorskip("pinocchio", reason="Pinocchio: extra interop")

# Pinocchio's free-flyer has (linear, angular), ours (angular, linear).
SWAP = [3, 4, 5, 0, 1, 2]


def _joint(body):
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


def _handed_over(model):
    """The same tree in Pinocchio; its joint frames stand on the axes of our joints."""
    other = pin.Model()
    other.gravity.linear = np.array(model.gravity)
    points = []
    for i, body in enumerate(exact_model(model, oracle.Double()).bodies):
        joint, point = _joint(body)
        above = points[body.parent] if body.parent >= 0 else np.zeros(3)
        R = np.array(body.R)
        at = pin.SE3(R, np.array(body.p) + R @ point - above)
        number = other.addJoint(body.parent + 1, joint, at, f"joint{i}")
        inertia = pin.Inertia(body.mass, np.array(body.com) - point, np.array(body.inertia))
        other.appendBodyToJoint(number, inertia, pin.SE3.Identity())
        points.append(point)
    return other


def _in_their_order(model, x):
    """Velocities or forces with the halves of each free joint swapped; its own inverse."""
    swapped = x.copy()
    for joint, iv in zip(model.joints, model.idx_v, strict=True):
        if joint.kind == "free":
            swapped[iv : iv + 6] = x[iv : iv + 6][SWAP]
    return swapped


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("robot", ROBOTS)
def test_order_zero_is_rnea(robot, state):
    model, q, v = draw(robot, state, r=0)
    other = _handed_over(model)
    rates = [_in_their_order(model, x) for x in v]
    torque = pin.rnea(other, other.createData(), q, *rates)
    expected = _in_their_order(model, torque)[None, :]
    assert (relative(inverse_dynamics(model, q, v), expected) <= PINOCCHIO).all()
