"""Points, reference values and methods of partial derivatives, as the campaign on them measures."""

from fractions import Fraction

import numpy as np
import pytest

from lieref import oracle
from lieref.check import metrics
from lieref.oracle import Arb, Double
from verification.measurements.partials import partials_accuracy, pinocchio_partials, step_sizes
from verification.partials import cases, numbers
from verification.subjects import partial_methods, partials
from verification.subjects.partial_methods import ANALYTIC, CHAIN_RULE, DIFFERENCES_1

CHAIN = {"robot": cases.chain(3), "state": {"seed": 0}}


@pytest.mark.parametrize("dynamics", ["inverse", "forward"])
@pytest.mark.parametrize("degree", [1, 2])
def test_metrics_of_the_whole_tensor_are_those_of_exact_arithmetic(dynamics, degree):
    point = partials.draw(CHAIN)
    exact, digits, bound = partials.reference(point, dynamics, degree)
    assert digits >= 50 and bound <= partials.PROVEN
    values = partial_methods.analytic(point, dynamics, degree)
    K = Arb(digits)
    with K.working():
        reference = [np.array(x, dtype=object) for x in partials.twin(point, dynamics, degree, K)]
        # the zeros that `whole` fills in are doubles
        slow = metrics.summarize(partials.whole(values), partials.whole(reference))
    found = partials.errors(values, exact)
    for name in ("mae", "rmsae", "mre", "rmsre", "relative"):
        assert abs(found[name] - getattr(slow, name)) <= 1e-12 * getattr(slow, name)


def test_the_whole_tensor_has_every_second_partial_in_its_place():
    n = 2
    blocks = [100.0 * b + np.arange(n**3).reshape(n, n, n) for b in range(1, 5)]
    whole = partials.whole(blocks)
    assert whole.shape == (n, 3 * n, 3 * n)
    q, v, a = (slice(k * n, (k + 1) * n) for k in range(3))
    dq_dq, dv_dv, dq_dv, da_dq = blocks
    for rows, columns, block in ((q, q, dq_dq), (v, v, dv_dv), (q, v, dq_dv), (a, q, da_dq)):
        assert np.array_equal(whole[:, rows, columns], block)
    assert np.array_equal(whole[:, v, q], np.swapaxes(dq_dv, 1, 2))
    assert np.array_equal(whole[:, q, a], np.swapaxes(da_dq, 1, 2))
    assert not whole[:, a, a].any() and not whole[:, v, a].any() and not whole[:, a, v].any()


def test_a_reference_with_too_few_digits_is_computed_again(monkeypatch):
    monkeypatch.setattr(partials, "DIGITS", 16)
    exact, digits, bound = partials.reference(partials.draw(CHAIN), "inverse", 1)
    assert digits > 16 and bound <= partials.PROVEN
    monkeypatch.undo()
    for a, b in zip(
        exact, partials.reference(partials.draw(CHAIN), "inverse", 1).pairs, strict=True
    ):
        # an exact zero is known to so many digits only
        assert np.abs(a.high - b.high).max() <= 1e-30


def test_a_ball_without_bound_is_no_reference():
    K = Arb(20)
    with K.working():
        one, all_numbers = K(1), K(1) / K.widen(K(0), 1)
        assert partials._bound(K, np.array([one, all_numbers], dtype=object)) == np.inf


def test_every_method_computes_the_same():
    point = partials.draw(CHAIN)
    for (dynamics, degree), methods in partial_methods.METHODS.items():
        exact = partials.reference(point, dynamics, degree).pairs
        for name, method in methods.items():
            error = partials.errors(method(point), exact)["rmsre"]
            assert error <= (1e-6 if name.startswith("Finite") else 1e-14), (dynamics, name)


def test_methods_take_the_loads_of_the_point():
    params = {"robot": cases.random_tree(2, 1)}
    params["state"] = {"seed": 3, "base": "mixed", "wrench_axes": "inertial"}
    point = partials.draw(params)
    reference = oracle.inverse_dynamics_partials(*point.arguments("inverse"), **point.loads)
    for name in (ANALYTIC["inverse", 1], CHAIN_RULE, "complex step"):
        found = partial_methods.METHODS["inverse", 1][name](point)
        for a, b in zip(found, reference, strict=True):
            assert metrics.relative_max_norm(a, b) <= 1e-13


def test_the_best_of_the_steps_counts():
    params = {**CHAIN, "dynamics": "inverse", "degree": 2, "methods": [DIFFERENCES_1]}
    found = partials_accuracy.evaluate({**params, "steps": {DIFFERENCES_1: [1e-6, 3e-4, 1e-2]}})
    entry = found["methods"][DIFFERENCES_1]
    assert entry["step"] == 3e-4
    assert entry["rmsre"] == min(error for _, error in entry["curve"])
    assert "apparent" not in found


def test_two_steps_are_those_of_the_two_coordinates():
    params = {**CHAIN, "dynamics": "inverse", "method": DIFFERENCES_1}
    grid = step_sizes.evaluate({**params, "h": [1e-3, 1e-2], "k": [1e-3, 1e-2]})["rmsre"]
    line = step_sizes.evaluate({**params, "h": [1e-3, 1e-2]})["rmsre"]
    assert [grid[0][0], grid[1][1]] == line
    record = {"params": {**params, "h": [1e-3, 1e-2], "k": [1e-3, 1e-2]},
              "result": {"rmsre": [[3.0, 2.0], [5.0, 4.0]]}}  # fmt: skip
    assert numbers.best_pair(record) == (2.0, 1e-3, 1e-2)


def test_an_array_that_is_only_rounding_is_compared_with_its_terms():
    point = partials.draw(CHAIN)
    H = np.full((3, 3), 2.0)
    noise = np.full((3, 3), 1e-20)
    sizes = pinocchio_partials._sizes(point, "inverse", (H, noise, H))
    assert sizes == [2.0, 2.0 * float(np.abs(point.v).max()), 2.0]


def test_a_pair_keeps_what_a_double_drops():
    K = Arb(40)
    with K.working():
        third = K(Fraction(1, 3))
        high, low = partials.pair(K, np.array([third], dtype=object))
        assert high[0] == 1 / 3 and low[0] == float(Fraction(1, 3) - Fraction(1 / 3))
        # in doubles nothing is dropped
        assert partials.pair(Double(), np.array([0.1], dtype=object)).low[0] == 0.0
