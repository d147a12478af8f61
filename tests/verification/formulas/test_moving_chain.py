"""The witness for the equations of Müller is itself right, and every one of them has a claim."""

import numpy as np
import pytest

from verification.formulas import PAPERS, claims
from verification.measurements.formulas import errata_004
from verification.subjects.definitions.moving_chain import (
    VANISHES,
    MovingChain,
    relative_difference,
)
from verification.subjects.definitions.screw_matrices import (
    Ad_pose,
    ad,
    hat,
    identity,
    inverse,
    vee,
)

CHAIN = MovingChain(4, seed=3)
SMALL = 1e-50
CLAIMS = claims("004")


def size(x):
    return float(np.abs(x).max())


@pytest.mark.parametrize("turn", [0, 1])
def test_exp_solves_its_equation(turn):
    X = CHAIN.vector(6)
    X[:3] = turn * X[:3]
    rate = CHAIN.derivative(lambda t: CHAIN.exp(X * (t + 1)))
    assert size(rate - CHAIN.exp(X) @ hat(X)) < SMALL


def test_matrices_of_screws():
    X, Y, C = CHAIN.vector(6), CHAIN.vector(6), CHAIN.C(3)
    assert size(vee(hat(X)) - X) == 0
    assert size(hat(ad(X) @ Y) - (hat(X) @ hat(Y) - hat(Y) @ hat(X))) < SMALL
    assert size(hat(Ad_pose(C) @ X) - C @ hat(X) @ inverse(C)) < SMALL
    assert size(inverse(C) @ C - identity(4)) < SMALL


def test_slopes_and_rates_are_those_of_the_poses():
    for i in range(CHAIN.bodies):
        for j in range(CHAIN.bodies):
            found = CHAIN.partial(lambda q, i=i: CHAIN.pose(i, q), j)
            assert size(found - CHAIN.slope(i, j, CHAIN.q)) < SMALL
        found = CHAIN.derivative(lambda t, i=i: CHAIN.pose(i, CHAIN.at(t)))
        assert size(found - CHAIN.moved(i, 0)) < SMALL


@pytest.mark.parametrize("order", [1, 2, 3])
def test_rates_are_the_derivatives_of_the_paths(order):
    assert size(CHAIN.derivative(CHAIN.at, order) - CHAIN.rate(order)) < SMALL


def test_mixed_partial_derivatives_of_a_polynomial():
    q = CHAIN.q
    found = CHAIN.partial(lambda x: x[0] * x[0] * x[1], 0, 1)
    assert abs(found - 2 * q[0]) < SMALL


def test_energy_and_momentum_of_point_masses():
    # inertia, pseudo-inertia and momentum are three sums over the same points
    for i in range(CHAIN.bodies):
        V, momentum = CHAIN.V("body", i), CHAIN.momentum(i)
        twice = V @ CHAIN.inertia(i) @ V
        rate = CHAIN.moved(i, 0)[:3]
        assert abs(np.trace(rate @ CHAIN.pseudo_inertia(i) @ rate.T) - twice) < SMALL
        assert abs(CHAIN.V("spatial", i) @ momentum - twice) < SMALL
        change = CHAIN.derivative(lambda t, i=i: CHAIN.momentum(i, t))
        assert size(change - CHAIN.wrench(i)) < SMALL


def test_what_is_drawn_does_not_depend_on_what_came_before():
    chain = MovingChain(2, seed=0)
    chain.restart()
    first = chain.vector(6)
    chain.vector(3)
    chain.restart()
    assert (chain.vector(6) == first).all()


def test_a_reference_that_vanishes_is_no_scale():
    zero = np.array([VANISHES / 2, 0.0])
    assert relative_difference(zero + 3, zero) == 3.0
    assert relative_difference(np.array([3.0]), np.array([2.0])) == 0.5


def test_every_check_has_one_claim():
    checks = [case.params["check"] for claim in CLAIMS for case in claim.cases(True)]
    assert sorted(checks) == sorted(errata_004.CHECKS)
    assert all(claim.sentence.startswith("Müller, (") for claim in CLAIMS)


def test_agreement_means_50_digits():
    assert PAPERS["004"].agrees == 1e-50


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.name)
def test_formulas_on_another_chain(claim):
    (check,) = {case.params["check"] for case in claim.cases(True)}
    found = errata_004.evaluate({"check": check, "bodies": 3, "seed": 11})
    assert found["corrected"] <= PAPERS["004"].agrees and found["instances"] > 0
    # a claim with two rows also says that something is wrong
    if len(claim.verdict([])) == 2:
        assert found["printed"] >= 1e-6
    else:
        assert found["printed"] == found["corrected"]
