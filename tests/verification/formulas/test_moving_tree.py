"""The witness for the errata is itself right: its primitives against their definitions."""

import mpmath
import pytest

from verification.measurements.formulas import errata_001
from verification.subjects.definitions import moving_tree
from verification.subjects.definitions.moving_tree import MovingTree, ad, adjoint

TREE = MovingTree(4, seed=3)
SMALL = mpmath.mpf(10) ** -45


def size(matrix):
    return max(abs(x) for x in matrix)


def test_exp_has_its_twist_as_derivative():
    twist = [TREE.mp.mpf(k) / 7 for k in (1, -2, 3, 4, -5, 6)]
    rate = TREE.rate(lambda t: TREE._exp([x * t for x in twist]))
    assert size(rate - TREE.hat(twist)) < SMALL


def test_adjoint_moves_twists_as_conjugation_does():
    pose, twist = TREE.pose(3), TREE.twist(2)
    moved = TREE.hat(adjoint(pose) * twist)
    assert size(moved - pose * TREE.hat(twist) * pose**-1) < SMALL


def test_ad_is_the_commutator():
    a, b = TREE.twist(1), TREE.twist(2)
    commutator = TREE.hat(a) * TREE.hat(b) - TREE.hat(b) * TREE.hat(a)
    assert size(TREE.hat(ad(a) * b) - commutator) < SMALL


def test_poses_are_rigid():
    for j in range(TREE.bodies):
        rotation = TREE.pose(j)[:3, :3]
        assert size(rotation.T * rotation - TREE.mp.eye(3)) < SMALL


@pytest.mark.parametrize("order", [1, 2, 3])
def test_central_differences_of_a_polynomial(order):
    tree = TREE
    reference = tree.mp.factorial(order) * 5
    found = tree.derivative(lambda t: tree.mp.matrix([1 + 5 * t**order]), order)
    assert abs(found[0] - reference) < SMALL


def test_joint_rates_are_the_derivatives_of_the_paths():
    for order in (1, 2, 3):
        found = TREE.derivative(lambda t: TREE.mp.matrix([TREE._path(1, t)]), order)
        assert abs(found[0] - TREE.joint_rate(1, order)) < SMALL


def test_inertia_is_symmetric_and_positive():
    for inertia in TREE._inertias:
        assert size(inertia - inertia.T) == 0
        assert min(TREE.mp.eigsy(inertia, eigvals_only=True)) > 0


def test_relative_difference_without_a_scale():
    zero = TREE.zero(2)
    assert moving_tree.relative_difference(zero + 3, zero) == 3.0


@pytest.mark.parametrize("check", errata_001.CHECKS)
def test_corrected_formulas_hold(check):
    found = errata_001.evaluate({"check": check, "bodies": 3, "seed": 11})
    assert found["corrected"] <= 1e-45
    if check in ("pose_derivatives", "inertia_derivatives"):
        assert found["printed"] == found["corrected"]
    else:
        assert found["printed"] >= 1e-6
