"""Tolerances: by rows of a joint, by its columns where forward dynamics is solved, and of zeros."""

import numpy as np
import pytest

import lieref
from lieref.check.judging import FACTOR, OTHER_COLUMNS, judge
from lieref.check.quantities import QUANTITIES
from lieref.check.reference import EPS, Reference

MODEL = lieref.catalogue.serial_chain(3)
FORWARD, INVERSE = "forward_dynamics_partials", "inverse_dynamics_partials"


def _judged(quantity, high, bounds, error, at, model=MODEL):
    """The ratio of one result with an error in one entry."""
    found = QUANTITIES[quantity]
    name = next(iter(found.outputs))
    nil = np.zeros_like(high)
    others = dict.fromkeys(found.outputs, nil)
    reference = Reference(others | {name: high}, others, 1e-40, 55, True)
    values = high.copy()
    values[at] += error
    results, allowed = others | {name: values}, others | {name: bounds}
    judged = judge(found, model, results, reference, allowed, FACTOR, {})
    return judged[name]


def test_columns_of_forward_derivatives_have_tolerances_of_their_own():
    high = np.zeros((3, 3))
    bounds = np.array([[1.0, 0.3, 0.001]] * 3)
    expected = FACTOR * 3 * np.array([1.0, 0.3, OTHER_COLUMNS])
    for column, tolerance in enumerate(expected):
        at = (1, column)
        assert _judged(FORWARD, high, bounds, 1.0, at).ratio == pytest.approx(1.0 / tolerance)
        assert _judged(INVERSE, high, bounds, 1.0, at).ratio == pytest.approx(1.0 / expected[0])


def test_rows_that_cancel_are_held_to_the_whole_result():
    high = np.array([[2.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 1e-60]])
    none = np.zeros((3, 3))
    tolerance = FACTOR * 3 * EPS * 4.0
    assert _judged(INVERSE, high, none, 1e-17, (2, 2)).ratio == pytest.approx(1e-17 / tolerance)
    assert not _judged(INVERSE, high, none, 1e-9, (2, 2)).ok


def test_a_result_of_zeros_is_held_to_one_unit():
    none = np.zeros((3, 3))
    tolerance = FACTOR * 3 * EPS
    assert _judged(INVERSE, none, none, 1e-17, (0, 1)).ratio == pytest.approx(1e-17 / tolerance)
    assert not _judged(INVERSE, none, none, 1e-9, (0, 1)).ok


def test_columns_of_one_joint_share_a_tolerance():
    model = lieref.catalogue.random_tree(2, 0, ("spherical", "revolute"))
    bounds = np.full((4, 4), 1e-9)
    bounds[:, 1], bounds[:, 3] = 1.0, 5.0
    for column in range(3):
        got = _judged(FORWARD, np.zeros((4, 4)), bounds, 1.0, (3, column), model)
        assert got.ratio == pytest.approx(1.0 / (FACTOR * 4))
