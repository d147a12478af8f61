"""The benchmark's harness: repeats, slopes, CasADi's expressions, verdicts. Nothing is timed."""

from __future__ import annotations

import json

import numpy as np
import pytest

import lieref
from lieref.model import catalogue
from verification.benchmark import cases, limits, peers, symbolic, timing
from verification.benchmark.build import BuildError, c_library
from verification.subjects import states

EPS = np.finfo(float).eps
# The two programs sum some hundred terms in different orders.
AGREEMENT = 200 * EPS


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


def tree_of_one_degree_joints(base):
    """A tree with a revolute joint off its origin, a prismatic and a helical joint."""
    builder = lieref.ModelBuilder()
    rng = np.random.default_rng(3)
    joints = {
        "base": lieref.Free() if base == "free" else lieref.Revolute((0.0, 0.6, 0.8)),
        "turn": lieref.Revolute((0.6, 0.0, 0.8), (0.1, -0.2, 0.3)),
        "slide": lieref.Prismatic((0.0, 0.8, 0.6)),
        "screw": lieref.Helical((1.0, 0.0, 0.0), 0.07, (0.0, 0.2, 0.1)),
        "last": lieref.Revolute((0.0, 0.0, 1.0), (0.1, 0.0, 0.0)),
    }
    parent = None
    for name, joint in joints.items():
        placement = np.eye(4)
        placement[:3, :3] = lieref.SO3.exp(rng.normal(size=3))
        placement[:3, 3] = rng.normal(size=3)
        inertia = np.diag(rng.uniform(0.2, 0.3, 3))
        builder.add_body(
            name, parent, joint, placement, mass=1.3, com=rng.normal(size=3), inertia=inertia
        )
        parent = "turn" if name == "slide" else name
    return builder.build()


ROBOTS = {
    "aerial manipulator": catalogue.aerial_manipulator,
    "free base": lambda: tree_of_one_degree_joints("free"),
    "fixed base": lambda: tree_of_one_degree_joints("fixed"),
}


@pytest.mark.parametrize("robot", ROBOTS)
@pytest.mark.parametrize("kind", ["polynomial", "state"])
@pytest.mark.parametrize("eliminate", [False, True])
def test_casadi_expressions_agree_with_lieref(robot, kind, eliminate):
    model = ROBOTS[robot]()
    state = states.draw(model, {"seed": 5}, 2)
    expected = lieref.inverse_dynamics(model, state.q, state.v)
    made = symbolic.derivatives(model, 2, kind, eliminate)
    for order, function in enumerate(made.functions):
        found = np.array(function(*made.arguments(state.q, state.v))).ravel()
        scale = np.abs(expected[order]).max()
        assert np.abs(found - expected[order]).max() <= AGREEMENT * scale, order


def test_casadi_refuses_other_joints():
    builder = lieref.ModelBuilder()
    builder.add_body("ball", None, lieref.Spherical(), mass=1.0, inertia=np.eye(3))
    with pytest.raises(ValueError, match=r"'.*': no expression for spherical"):
        symbolic.derivatives(builder.build(), 0, "state", False)


def test_building_stops_at_its_deadline():
    with pytest.raises(TimeoutError, match="order 0"):
        symbolic.derivatives(
            catalogue.aerial_manipulator(), 1, "state", False, cases.deadline(-1.0)
        )


@pytest.mark.parametrize("robot", [cases.SMALL, {**cases.LARGE, "links": 2}])
def test_pinocchio_computes_the_same(robot):
    pytest.importorskip("pinocchio")
    model = cases.robots.build(robot)
    q, v = cases.state(model, 0)
    _, other = peers.pinocchio_call(robot, model, q, v)
    expected = lieref.inverse_dynamics(model, q, v)[0]
    assert np.abs(other() - expected).max() <= AGREEMENT * np.abs(expected).max()


def test_a_peer_that_computes_something_else_is_refused():
    expected = np.array([1.0, 2.0])
    assert cases.require_agreement("peer", expected + 1e-12, expected) <= cases.AGREEMENT
    with pytest.raises(cases.DisagreementError, match=r"peer: differs from lieref by 5.0e-01"):
        cases.require_agreement("peer", np.array([1.0, 3.0]), expected)
    with pytest.raises(cases.DisagreementError):
        cases.require_agreement("peer", np.array([np.nan, 2.0]), expected)


def test_a_compiler_error_is_told(tmp_path):
    with pytest.raises(BuildError, match="error"):
        c_library("this is not C", tmp_path, 60.0)


def test_quick_cases_are_among_all_and_leave_out_casadi_on_the_large_tree():
    quick, full = list(cases.plan(True)), list(cases.plan(False))
    names = {name for name, _, _ in full}
    assert names == set(cases.KINDS)
    assert [case for case in full if case in quick] == quick
    left_out = [params for name, _, params in full if (name, _, params) not in quick]
    assert left_out and all(params["robot"] == cases.LARGE for params in left_out)
    json.dumps([params for _, _, params in full])


def growth_record(power):
    timings = {str(n): {"best": 1e-8 * n**power} for n in (6, 51, 101, 996)}
    return {"id": "x", "params": {"order": 0}, "result": {"timings": timings}}


@pytest.mark.parametrize("power, holds", [(1.0, True), (1.2, False)])
def test_growth_is_judged_by_its_slope(power, holds):
    row = limits.growth_bodies([growth_record(power)])[0]
    assert row.holds is holds
    assert row.number == pytest.approx(power, abs=64 * EPS)


def test_speed_is_judged_by_ratios():
    def record(peer, ratio):
        params = {"robot": cases.LARGE, "order": 5, "peer": peer}
        return {"id": peer, "params": params, "result": {"ratios": {peer: ratio}}}

    rows = limits.large_casadi([record("VM", 1 / 300), record("VM, cse", 1 / 20)])
    assert [row.holds for row in rows] == [True, False, False]
    assert rows[1].number == pytest.approx(20.0, rel=4 * EPS)
