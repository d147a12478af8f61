"""Order 0 and first partials against Pinocchio, on robots of the tests joint by joint.

Pinocchio's crba and computeCoriolisMatrix take the coordinates of a subtree to be neighbors, so
the tree is handed over depth first. Its Coriolis matrix is another admissible one than that of
Lemma 1: what all of them have in common is C v and C + C^T.
"""

import warnings
from importlib import metadata

import numpy as np
import pytest
from support.partials.partial_cases import error
from support.references.tolerances import PINOCCHIO
from support.trees.pinocchio_trees import SWAP, DepthFirst, pin
from support.trees.robots import ROBOTS, STATES, draw
from support.trees.spatial_robots import relative

import lieref
from lieref.dynamics.closed_forms import coriolis_matrix, joint_space_inertia
from lieref.dynamics.laws.energy import energy
from lieref.dynamics.laws.generalized_forces import bias_forces, gravity_forces
from lieref.dynamics.laws.momentum import center_of_mass, centroidal_momentum
from lieref.errors import ModelWarning

# Pinocchio works about the inertial origin: its velocity forces lose digits away from it.
NEAR = ("generic", "zero", "near_pi", "fast")


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("robot", ROBOTS)
def test_inverse_dynamics(robot, state):
    model, q, v = draw(robot, state, r=0)
    peer = DepthFirst(model)
    torque = pin.rnea(peer.model, peer.data, q[peer.q], *(x[peer.v] for x in v))[peer.back]
    found = lieref.inverse_dynamics(model, q, v)
    assert (relative(found, torque[None]) <= PINOCCHIO).all()


# By other algorithms, and Pinocchio about the inertial origin.
PARTIALS = 1e-12


@pytest.mark.parametrize("dynamics", ["inverse", "forward"])
@pytest.mark.parametrize("robot", ["arm", "quadruped", "aerial_manipulator", "binary_tree"])
def test_first_partials(robot, dynamics):
    model, q, v = draw(robot, "generic", r=0)
    peer = DepthFirst(model)
    name = {"inverse": "computeRNEADerivatives", "forward": "computeABADerivatives"}[dynamics]
    theirs = getattr(pin, name)(peer.model, peer.data, q[peer.q], *(x[peer.v] for x in v))
    # Pinocchio fills the upper triangle of H
    H = np.triu(theirs[2])
    theirs = (*theirs[:2], H + np.triu(H, 1).T)
    found = getattr(lieref, f"{dynamics}_dynamics_partials")(model, q, *v)
    for mine, expected in zip(found, theirs, strict=True):
        assert error(mine, peer.matrix(expected)) <= PARTIALS


@pytest.mark.parametrize("state", NEAR)
@pytest.mark.parametrize("robot", ROBOTS)
def test_closed_forms(robot, state):
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
