"""Closed forms at order 0 against Pinocchio, on robots of tests/robots.py joint by joint.

Pinocchio's crba and computeCoriolisMatrix take the coordinates of a subtree to be neighbors, so
the tree is handed over depth first. Its Coriolis matrix is another admissible one than that of
Lemma 1: what all of them have in common is C v and C + C^T.
"""

import numpy as np
import pytest
from robots import ROBOTS, draw
from test_pinocchio import SWAP, _joint
from tolerances import PINOCCHIO

from lieref import oracle
from lieref.dynamics.closed_forms import coriolis_matrix, joint_space_inertia
from lieref.dynamics.laws.energy import energy
from lieref.dynamics.laws.generalized_forces import bias_forces, gravity_forces
from lieref.dynamics.laws.momentum import center_of_mass, centroidal_momentum
from lieref.model.tree.exact import exact_model

pin = pytest.importorskip("pinocchio", reason="Pinocchio: extra interop")

# Pinocchio works about the inertial origin: its velocity forces lose digits away from it.
NEAR = ("generic", "zero", "near_pi", "fast")


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
            kind, points[i] = _joint(body)
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


def error(found, expected):
    return abs(found - expected).max() / max(abs(expected).max(), 1e-300)


@pytest.mark.parametrize("state", NEAR)
@pytest.mark.parametrize("robot", ROBOTS)
def test_order_zero(robot, state):
    model, q, v = draw(robot, state, r=0)
    peer = DepthFirst(model)
    given = peer.model, peer.data, q[peer.q]
    rate = v[0][peer.v]
    H = peer.matrix(pin.crba(*given))
    assert error(joint_space_inertia(model, q), H) <= PINOCCHIO
    C = peer.matrix(pin.computeCoriolisMatrix(*given, rate))
    mine = coriolis_matrix(model, q, v[0])
    size = abs(H).max() * abs(v[0]).max()
    assert abs((mine + mine.T) - (C + C.T)).max() <= PINOCCHIO * size
    forces = abs(C) @ abs(v[0])
    assert abs(bias_forces(model, q, v[0]) - C @ v[0]).max() <= PINOCCHIO * forces.max()
    g = pin.computeGeneralizedGravity(*given)[peer.back]
    assert abs(gravity_forces(model, q) - g).max() <= PINOCCHIO * max(abs(g).max(), abs(H).max())
    pin.ccrba(*given, rate)
    total = np.concatenate([peer.data.hg.angular, peer.data.hg.linear])
    assert abs(centroidal_momentum(model, q, v[:1])[0] - total).max() <= PINOCCHIO * max(
        abs(total).max(), size
    )
    assert error(center_of_mass(model, q, v[:1])[0], peer.data.com[0]) <= PINOCCHIO
    kinetic, potential = energy(model, q, v[:1])
    assert abs(kinetic[0] - pin.computeKineticEnergy(*given, rate)) <= PINOCCHIO * (
        size * abs(v[0]).max()
    )
    expected = pin.computePotentialEnergy(*given)
    assert abs(potential[0] - expected) <= PINOCCHIO * max(abs(expected), 1.0)
