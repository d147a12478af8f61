"""Closed forms at order 0 against Pinocchio, on robots of the tests joint by joint.

Pinocchio's crba and computeCoriolisMatrix take the coordinates of a subtree to be neighbors, so
the tree is handed over depth first. Its Coriolis matrix is another admissible one than that of
Lemma 1: what all of them have in common is C v and C + C^T.
"""

import warnings
from importlib import metadata

import numpy as np
import pytest
from support.references.tolerances import PINOCCHIO
from support.trees.robots import ROBOTS, draw
from test_pinocchio import SWAP, _joint

import lieref
from lieref import oracle
from lieref.dynamics.closed_forms import coriolis_matrix, joint_space_inertia
from lieref.dynamics.laws.energy import energy
from lieref.dynamics.laws.generalized_forces import bias_forces, gravity_forces
from lieref.dynamics.laws.momentum import center_of_mass, centroidal_momentum
from lieref.errors import ModelWarning
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


def _centroidal(model, q, v, a):
    """By name: ours and Pinocchio's, angular part first, in our coordinates."""
    peer = DepthFirst(model)
    data, back, given = peer.data, peer.back, (peer.model, peer.data, q[peer.q])
    rate, change = v[peer.v], a[peer.v]
    partials = lieref.centroidal_momentum_partials(model, q, v, a)
    names = ("dh_dq", "dhdot_dq", "dhdot_dv", "dhdot_da")
    theirs = pin.computeCentroidalDynamicsDerivatives(*given, rate, change)
    pairs = {
        name: (getattr(partials, name), x[SWAP][:, back])
        for name, x in zip(names, theirs, strict=True)
    }
    A = lieref.centroidal_momentum_matrix_derivatives(model, q, v[None])
    pin.dccrba(*given, rate)
    pairs["dA"] = A[1], data.dAg[SWAP][:, back]
    pin.ccrba(*given, rate)
    pairs["A"] = lieref.centroidal_momentum_matrix(model, q), data.Ag[SWAP][:, back]
    pin.computeCentroidalMomentumTimeVariation(*given, rate, 0 * change)
    pairs["bias"] = lieref.centroidal_bias(model, q, v), np.array(data.dhg.vector)[SWAP]
    J = pin.jacobianCenterOfMass(*given)[:, back]
    pairs["J"] = lieref.center_of_mass_jacobian(model, q), J
    return pairs


def assert_same_centroidal(model, q, v, a):
    pairs = _centroidal(model, q, v, a)
    inertia, speed = abs(pairs["A"][1]).max(), abs(v).max()
    # of terms that cancel: A v^k and A a
    sizes = {"dh_dq": speed, "dhdot_dq": speed**2 + abs(a).max(), "dhdot_dv": speed}
    sizes |= {"dA": speed, "bias": speed**2}
    for name, (mine, theirs) in pairs.items():
        size = max(abs(theirs).max(), inertia * sizes.get(name, 0))
        assert abs(mine - theirs).max() <= PINOCCHIO * size, name


@pytest.mark.parametrize("state", NEAR)
@pytest.mark.parametrize("robot", ROBOTS)
def test_centroidal(robot, state):
    model, q, v = draw(robot, state, r=0)
    assert_same_centroidal(model, q, v[0], v[1])


def test_centroidal_of_a_humanoid():
    try:
        files = metadata.files("example-robot-data") or []
    except metadata.PackageNotFoundError:
        pytest.skip("example-robot-data: extra interop")
    (path,) = (file.locate() for file in files if file.name == "talos_full_v2.urdf")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ModelWarning)
        model = lieref.load_urdf(path, base="free")
    rng = np.random.default_rng(7)
    for _ in range(3):
        v, a = rng.standard_normal((2, model.nv))
        assert_same_centroidal(model, model.random_configuration(rng), v, a)
