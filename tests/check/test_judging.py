"""Tolerances: by rows of a joint, by its columns where forward dynamics is solved, and of zeros."""

from dataclasses import replace

import numpy as np
import pytest

import lieref
from lieref.check.judging import FACTOR, OTHER_COLUMNS, judge
from lieref.check.proven import BOUNDED, enclosure, require_enclosed
from lieref.check.quantities import QUANTITIES
from lieref.check.reference import EPS, Reference, reference
from lieref.errors import LierefError

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


def _state(name, seed=1):
    quantity, rng = QUANTITIES[name], np.random.default_rng(seed)
    v = rng.uniform(-1, 1, (3, 3))
    given = {"q": rng.uniform(-1, 1, 3), "v": v[0], "a": v[1], "tau": v[0]}
    if quantity.orders:
        given |= {"tau": v[:2]} if quantity.forward else {"v": v}
    arguments = {key: given[key] for key in quantity.inputs}
    return quantity, arguments, reference(quantity, MODEL, arguments)


@pytest.mark.parametrize("name", BOUNDED)
def test_no_error_below_a_proven_bound_is_reported(name):
    quantity, arguments, right = _state(name)
    values, radii = enclosure(quantity, MODEL, arguments, "body")
    require_enclosed(name, right, (values, radii))
    none = {key: np.zeros_like(x) for key, x in values.items()}
    # a factor of zero leaves nothing else
    judged = judge(quantity, MODEL, values, right, none, 0.0, {}, radii)
    assert all(x.ok and x.verdict == "pass" for x in judged.values())
    wrong = {key: x + 3 * radii[key] for key, x in values.items()}
    judged = judge(quantity, MODEL, wrong, right, none, 0.0, {}, radii)
    assert not any(x.ok for x in judged.values())


@pytest.mark.parametrize("name", BOUNDED)
def test_a_reference_outside_its_proven_bound_is_refused(name):
    quantity, arguments, right = _state(name)
    found = enclosure(quantity, MODEL, arguments, "body")
    output = list(quantity.outputs)[-1]
    high = right.high[output].copy()
    at = tuple(int(i) for i in np.argwhere(abs(high) > 0.01)[-1])
    high[at] += 4 * (found[1][output][at] + np.spacing(abs(high[at])))
    with pytest.raises(LierefError, match=f"{name}: the reference value {output}.*proven bound"):
        require_enclosed(name, replace(right, high=right.high | {output: high}), found)


def test_what_has_no_bounds_has_no_enclosure():
    quantity, arguments, _ = _state("inverse_dynamics_partials")
    free = lieref.catalogue.serial_chain(3, "free")
    assert enclosure(QUANTITIES[FORWARD], MODEL, arguments, "body") is None
    assert enclosure(quantity, lieref.catalogue.four_bar(), arguments, "body") is None
    given = {"q": free.neutral(), "v": np.zeros(free.nv), "a": np.zeros(free.nv)}
    assert enclosure(quantity, free, given, "mixed") is None
