"""The reference value as a pair of doubles, and its conditioning bound."""

from fractions import Fraction

import numpy as np
import pytest

from lieref import catalogue, oracle
from lieref.check.metrics import exact
from lieref.check.quantities import QUANTITIES
from lieref.check.reference import EPS, bounds, reference
from lieref.check.states import draw

MODEL = catalogue.binary_tree(3, "free")


def case(name):
    """Quantity and arguments at a generic state."""
    return QUANTITIES[name], draw(MODEL, ["generic"])[0].arguments(QUANTITIES[name])


@pytest.mark.parametrize("proven", [True, False])
def test_pair_is_the_oracle_to_thirty_digits(monkeypatch, proven):
    monkeypatch.setattr("lieref.check.reference.provable", lambda: proven)
    quantity, x = case("inverse_dynamics")
    found = reference(quantity, MODEL, x, "hybrid")
    assert found.proven is proven
    rows = oracle.inverse_dynamics(MODEL, x["q"], [x["v"], x["a"]], "hybrid", digits=60)[0]
    size = np.abs(found.high["tau"]).max()
    for high, low, right in zip(found.high["tau"], found.low["tau"], rows, strict=True):
        error = abs(Fraction(high) + Fraction(low) - exact(right))
        # rounding the rest to a double, and the digits that were asked for
        assert error <= size * (2.0**-105 + 1e-30)


def test_bound_is_some_ulps_and_no_less_than_the_conditioning_of_the_inertia():
    quantity, x = case("forward_dynamics")
    right = reference(quantity, MODEL, x)
    bound = bounds(quantity, MODEL, x, "body", right)["a"]
    H = np.array(oracle.joint_space_inertia(MODEL, x["q"], digits=30), dtype=float)
    skeel = EPS * np.abs(np.linalg.inv(H)) @ np.abs(H) @ np.abs(right.high["a"])
    # the bound itself is computed in doubles
    assert (bound >= skeel * (1 - 1e-6)).all()
    assert bound.max() <= 1e3 * skeel.max()


def test_bound_repeats_and_leaves_the_model_alone():
    quantity, x = case("inverse_dynamics_partials")
    before = {name: value.copy() for name, value in x.items()}
    masses, placements = MODEL.masses.copy(), MODEL.placements.copy()
    right = reference(quantity, MODEL, x)
    first, second = (bounds(quantity, MODEL, x, "body", right, seed=4) for _ in range(2))
    for name in quantity.outputs:
        assert (first[name] == second[name]).all()
        assert 0 < first[name].max() <= 1e3 * EPS * np.abs(right.high[name]).max()
    assert all((x[name] == before[name]).all() for name in x)
    assert (MODEL.masses == masses).all() and (MODEL.placements == placements).all()


@pytest.mark.parametrize("proven", [True, False])
def test_what_cancels_to_zero_has_a_reference_and_a_bound(monkeypatch, proven):
    """In free fall nothing depends on q, in inertial axes; no sum of balls knows that."""
    monkeypatch.setattr("lieref.check.reference.provable", lambda: proven)
    quantity = QUANTITIES["forward_dynamics_partials"]
    x = draw(MODEL, ["zero"])[0].arguments(quantity)
    right = reference(quantity, MODEL, x, "hybrid")
    assert right.radius <= 1e-30
    assert np.abs(right.high["da_dq"]).max() <= 1e-30
    # accelerations of 9.81 m/s^2 that rounding makes: these do depend on q
    bound = bounds(quantity, MODEL, x, "hybrid", right)["da_dq"]
    assert EPS <= bound.max() <= 1e4 * EPS
