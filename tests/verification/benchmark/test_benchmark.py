"""The benchmark's harness: repeats, slopes, plans, verdicts. Nothing is timed."""

from __future__ import annotations

import numpy as np
import pytest

from verification.benchmark import bench, build, peers, timing
from verification.benchmark.build import BuildError, c_library
from verification.benchmark.dynamics import cases, limits, plans
from verification.benchmark.dynamics import problems as dynamics

EPS = np.finfo(float).eps
# The two programs sum some hundred terms in different orders.
AGREEMENT = 200 * EPS
# Forward dynamics loses what the joint-space inertia of a long arm loses, some 1e4.
CONDITION = 1e4


def counting(seconds_per_call, log, name):
    """A run that takes as long as it is told, call by call."""
    remaining = list(seconds_per_call)

    def run(calls):
        log.append((name, calls))
        return calls * (remaining.pop(0) if len(remaining) > 1 else remaining[0])

    return run


def test_the_best_repeat_is_reported_with_its_spread():
    seconds = [5.0, 1.0, 2.0, 9.0, 3.0, 4.0, 8.0, 6.0, 7.0, 10.0]
    found = timing.summary(seconds, 3)
    assert (found.best, found.median, found.ninth) == (1.0, 5.5, 10.0)
    assert (found.repeats, found.calls) == (10, 3)


def test_calls_fill_the_span():
    log = []
    assert timing.calls_in(counting([1e-6], log, "a"), span=2e-4) == 200
    # a call longer than the span is repeated as it is
    assert timing.calls_in(counting([1.0], log, "a"), span=2e-4) == 1


def test_peers_take_turns_and_warm_up():
    log = []
    peers_of = {name: counting([1e-3], log, name) for name in "ab"}
    found = timing.interleaved(peers_of, repeats=4, limit=60.0, span=1e-2)
    turns = log[-16:]
    assert turns == [("a", 1), ("a", 10), ("b", 1), ("b", 10)] * 4
    assert found["a"].best == found["b"].best == pytest.approx(1e-3, rel=8 * EPS)


def test_time_is_limited_but_five_repeats_are_made():
    found = timing.interleaved({"a": counting([1e-3], [], "a")}, repeats=50, limit=-1.0)
    assert found["a"].repeats == 5


@pytest.mark.parametrize("power", [0.5, 1.0, 2.0])
def test_slope_of_a_power(power):
    xs = [6, 26, 101, 996]
    found = timing.slope(xs, [3e-7 * x**power for x in xs])
    assert found == pytest.approx(power, abs=64 * EPS)


@pytest.mark.parametrize("xs, ys", [([1], [1]), ([1, 2], [1]), ([1, 2], [1, 0]), ([-1, 2], [1, 1])])
def test_slope_refuses_what_has_no_logarithm(xs, ys):
    with pytest.raises(ValueError, match="positive points"):
        timing.slope(xs, ys)


@pytest.mark.parametrize(
    "robot", [plans.SMALL, {**plans.LARGE, "links": 2}, plans.ROBOTS["HyQ, free"]]
)
@pytest.mark.parametrize("problem", [dynamics.INVERSE, dynamics.FORWARD], ids=lambda p: p.label)
def test_pinocchio_computes_the_same(problem, robot):
    pytest.importorskip("pinocchio")
    model = cases.robots.build(robot)
    state = dynamics.state(model, 0)
    _, other = peers.pinocchio_call(problem, robot, model, state)
    expected = problem.answer(state)[0]
    room = CONDITION if problem is dynamics.FORWARD else 1
    assert np.abs(other() - expected).max() <= room * AGREEMENT * np.abs(expected).max()


def test_a_peer_that_computes_something_else_is_refused():
    expected = np.array([1.0, 2.0])
    assert bench.require_agreement("peer", expected + 1e-12, expected) <= bench.AGREEMENT
    with pytest.raises(bench.DisagreementError, match=r"peer: differs from the answer by 5.0e-01"):
        bench.require_agreement("peer", np.array([1.0, 3.0]), expected)
    with pytest.raises(bench.DisagreementError):
        bench.require_agreement("peer", np.array([np.nan, 2.0]), expected)
    with pytest.raises(bench.DisagreementError):
        bench.require_agreement("peer", expected + 1e-12, expected, 1e-13)


def test_a_compiler_error_is_told(tmp_path):
    with pytest.raises(BuildError, match="error"):
        c_library("this is not C", tmp_path, 60.0)


def test_what_took_too_long_is_not_tried_again_with_as_little_time(tmp_path):
    note, tries = tmp_path / "x.stopped", []

    def attempt(limit):
        with build.remembered(note, limit):
            tries.append(limit)
            raise TimeoutError(f"stopped after {limit:g} s")

    for limit in (2.0, 2.0, 1.0):
        with pytest.raises(TimeoutError, match="stopped after 2 s"):
            attempt(limit)
    with pytest.raises(TimeoutError, match="stopped after 3 s"):
        attempt(3.0)
    assert tries == [2.0, 3.0]


def growth_record(power, problem=dynamics.INVERSE, **params):
    timings = {str(n): {"best": 1e-8 * n**power} for n in (6, 51, 101, 996)}
    params = problem.params(order=0, **params)
    return {"id": "x", "params": params, "result": {"timings": timings}}


def verdict(problem, name):
    return next(claim.verdict for claim, _ in limits.CLAIMS[problem.name] if claim.name == name)


def growth_rows(*records):
    """What the claims on growth over the number of bodies say of records."""
    judged = limits.CLAIMS[dynamics.FORWARD.name]
    claims = [claim for claim, case in judged if case == "growth_bodies"]
    return [row for claim in claims for row in claim.verdict(records) if row.cases]


@pytest.mark.parametrize("power, holds", [(1.0, True), (1.2, False)])
def test_growth_is_judged_by_its_slope(power, holds):
    rows = growth_rows(growth_record(power))
    assert [row.part for row in rows] == [f"slope in N from {n}, order 0" for n in (6, 51)]
    for row in rows:
        assert row.holds is holds
        assert row.number == pytest.approx(power, abs=64 * EPS)


def test_what_a_call_takes_once_weighs_nothing_in_large_trees():
    record = growth_record(1.2)
    record["result"]["timings"]["6"]["best"] = 1e-6
    rows = growth_rows(record)
    assert [row.holds for row in rows] == [True, False]


def test_both_problems_are_judged_apart():
    rows = growth_rows(growth_record(1.0), growth_record(1.2, dynamics.FORWARD))
    found = {row.part: row.holds for row in rows}
    assert found == {
        f"{which}, slope in N from {n}, order 0": which == "inverse"
        for which in ("inverse", "forward")
        for n in (6, 51)
    }


def test_cost_of_orders_is_that_of_forward_dynamics():
    def record(problem, fifth):
        timings = {"0": {"best": 1e-6}, "5": {"best": fifth}}
        params = problem.params(robot=plans.LARGE)
        return {"id": "x", "params": params, "result": {"timings": timings}}

    records = [record(dynamics.FORWARD, 5e-6), record(dynamics.INVERSE, 9e-6)]
    judge = verdict(dynamics.FORWARD, "speed_orders")
    small, large = judge(records)
    assert not small.cases
    assert large.holds and large.number == pytest.approx(5.0, rel=4 * EPS)
    assert not judge([record(dynamics.FORWARD, 6.1e-6)])[1].holds


def test_speed_is_judged_by_ratios():
    def record(peer, ratio):
        params = {"robot": plans.LARGE, "order": 5, "peer": peer}
        return {"id": peer, "params": params, "result": {"ratios": {peer: ratio}}}

    rows = verdict(dynamics.INVERSE, "speed_casadi")(
        [record("VM", 1 / 300), record("VM, cse", 1 / 20)]
    )
    assert [row.holds for row in rows] == [True, False, False]
    assert rows[1].number == pytest.approx(20.0, rel=4 * EPS)


@pytest.mark.parametrize("ratio, holds", [(0.34, True), (0.36, False)])
def test_forward_dynamics_is_judged_against_generated_code_at_order_3(ratio, holds):
    def record(problem, order, peer, found):
        params = problem.params(robot=plans.SMALL, order=order, peer=peer)
        return {"id": "x", "params": params, "result": {"ratios": {peer: found}}}

    others = [
        record(dynamics.INVERSE, 3, "C, cse", 0.9),
        record(dynamics.FORWARD, 2, "C, cse", 0.9),
        record(dynamics.FORWARD, 3, "C, cse, LDL", 0.9),
    ]
    judged = record(dynamics.FORWARD, 3, "C, cse", ratio)
    rows = verdict(dynamics.FORWARD, "speed_generated")([*others, judged])
    assert [row.holds for row in rows] == [holds]


@pytest.mark.parametrize("ratio, holds", [(0.39, True), (0.41, False)])
def test_talos_has_a_limit_of_its_own(ratio, holds):
    params = dynamics.FORWARD.params(robot=plans.ROBOTS["Talos, free"])
    record = {"id": "x", "params": params, "result": {"ratios": {"Pinocchio": ratio}}}
    rows = {row.part: row for row in verdict(dynamics.FORWARD, "speed_pinocchio")([record])}
    assert rows["Talos, free"].holds is holds
