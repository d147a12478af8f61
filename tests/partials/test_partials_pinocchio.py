"""First partials against Pinocchio's, on robots of the tests joint by joint."""

import numpy as np
import pytest
from support.partials.partial_cases import error, motion
from test_pinocchio_closed_forms import DepthFirst

from lieref.partials.forward_dynamics_partials import forward_dynamics_partials
from lieref.partials.inverse_dynamics_partials import inverse_dynamics_partials

pin = pytest.importorskip("pinocchio", reason="Pinocchio: extra interop")

# Both round, by other algorithms, and Pinocchio about the inertial origin.
PINOCCHIO = 1e-12
ROBOTS = ("arm", "quadruped", "aerial_manipulator", "binary_tree")


@pytest.mark.parametrize("robot", ROBOTS)
def test_inverse_dynamics(robot):
    model, q, v, a, _ = motion(robot, "generic")
    peer = DepthFirst(model)
    theirs = pin.computeRNEADerivatives(peer.model, peer.data, q[peer.q], v[peer.v], a[peer.v])
    # Pinocchio fills the upper triangle of H
    H = np.triu(theirs[2])
    theirs = (*theirs[:2], H + np.triu(H, 1).T)
    for mine, expected in zip(inverse_dynamics_partials(model, q, v, a), theirs, strict=True):
        assert error(mine, peer.matrix(expected)) <= PINOCCHIO


@pytest.mark.parametrize("robot", ROBOTS)
def test_forward_dynamics(robot):
    model, q, v, tau, _ = motion(robot, "generic")
    peer = DepthFirst(model)
    theirs = pin.computeABADerivatives(peer.model, peer.data, q[peer.q], v[peer.v], tau[peer.v])
    H = np.triu(theirs[2])
    theirs = (*theirs[:2], H + np.triu(H, 1).T)
    for mine, expected in zip(forward_dynamics_partials(model, q, v, tau), theirs, strict=True):
        assert error(mine, peer.matrix(expected)) <= PINOCCHIO
