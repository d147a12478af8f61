"""The benchmark of mechanisms with loops: its cases compute what they time, limits can fail."""

import numpy as np
import pytest

from lieref import loops
from verification.benchmark import build
from verification.benchmark.bench import Bench
from verification.benchmark.loops import batch_cases, cases, contact_cases, limits, plans, tables
from verification.benchmark.loops.order_cases import ORDERS, label
from verification.benchmark.loops.partial_cases import DIFFERENCES, FUNCTIONS
from verification.benchmark.studies import STUDIES
from verification.evidence import Evidence
from verification.subjects import mechanisms

VERDICTS = {claim.name: claim.verdict for claim, _ in limits.CLAIMS}


@pytest.fixture(scope="module")
def bench(tmp_path_factory):
    cache = tmp_path_factory.mktemp("timers")
    return Bench(build.timers(cache), cache, 5, 0.01, 10.0, 10.0)


@pytest.mark.parametrize("name", ["belt chain, 12", "four-bar"])
def test_kernels_compute_what_the_entries_do(bench, name):
    found = cases.kernels(bench, {"robot": plans.ROBOTS[name], "seed": 3})
    assert max(found["difference"].values()) < 1e-12
    assert set(found["timings"]) >= {"C-RNEA", "C-ABA", "open tree, inverse", "open tree, forward"}


@pytest.mark.parametrize("function", plans.METHODS)
@pytest.mark.parametrize("name", ["differential", "four-bar"])
def test_methods_agree_but_for_the_approximations(bench, name, function):
    found = cases.methods(bench, {"robot": plans.ROBOTS[name], "function": function, "seed": 3})
    assert found["difference"] and max(found["difference"].values()) < 1e-9
    approximated = {"approximate", "unconstrained"} & set(found["timings"])
    assert bool(approximated) == (name == "differential")


@pytest.mark.parametrize("name", ["belt chain, 12", "differential", "four-bar"])
def test_partials_agree_with_each_other_and_with_differences(bench, name):
    found = cases.partials(bench, {"robot": plans.ROBOTS[name], "seed": 3})
    assert found["difference"].keys() == {*FUNCTIONS.values(), DIFFERENCES}
    assert found["timings"].keys() >= found["difference"].keys()


@pytest.mark.parametrize("name", ["differential", "four-bar"])
def test_orders_are_each_others_inverse(bench, name):
    found = cases.orders(bench, {"robot": plans.ROBOTS[name], "seed": 3})
    assert max(found["difference"].values()) < 1e-8
    assert set(found["timings"]) >= {label("inverse", 5), label("forward", 1, True)}


def test_batches_are_their_states(bench):
    found = cases.batches(bench, {"robot": plans.ROBOTS["four-bar"], "seed": 3})
    assert max(found["difference"].values()) < 1e-8
    expected = {batch_cases.label(*x, many) for x in batch_cases.names() for many in (False, True)}
    assert set(found["timings"]) >= expected
    record_of = {"params": {"robot": plans.ROBOTS["four-bar"]}, "result": found}
    (table,) = tables.all_tables(Evidence({}, {"batches": [record_of]}, []))
    assert len(table.rows) == len(batch_cases.names())


@pytest.mark.parametrize("name", plans.CONTACTS)
def test_pinocchio_has_the_same_accelerations(name):
    pin = pytest.importorskip("pinocchio")
    at = contact_cases.point({**plans.CONTACTS[name], "seed": 3})
    theirs, (q, v, tau), held, places, mu = contact_cases.problem(at)
    constraints = [
        pin.RigidConstraintModel(
            pin.ContactType.CONTACT_6D if rows == 6 else pin.ContactType.CONTACT_3D,
            theirs,
            *(x for joint, pose in ends for x in (joint, pin.SE3(pose))),
        )
        for rows, *ends in held
    ]
    data, states = theirs.createData(), [x.createData() for x in constraints]
    pin.initConstraintDynamics(theirs, data, constraints, states)
    settings = pin.ProximalSettings(1e-10, mu, 20 if mu else 1)
    a = pin.constraintDynamics(theirs, data, q, v, tau, constraints, states, settings)
    wanted = loops.forward_dynamics(at.model, at.q, at.motion[0], at.tau)[0]
    assert np.abs(a[places] - wanted).max() <= contact_cases.AGREEMENT * np.abs(wanted).max()


def test_growth_has_a_slope_for_every_method(bench):
    found = cases.growth(bench, {"chain": "geared_chain", "links": [2, 3, 4, 5], "seed": 3})
    assert found["slopes"].keys() == found["over_all"].keys() == found["best"].keys()
    assert "kernel C-ABA" in found["slopes"]
    assert cases.tail_slope([1, 2, 4, 8], [1.0, 1.0, 4.0, 16.0]) == pytest.approx(2.0)


def record(**result):
    return {"id": "x", "params": {"robot": plans.ROBOTS["four-bar"]}, "result": result}


def test_limits_can_fail():
    timings = {
        "timings": {
            "C-RNEA": {"best": 5e-6},
            "C-ABA": {"best": 4e-6},
            "open tree, inverse": {"best": 1e-6},
            "open tree, forward": {"best": 1e-6},
        }
    }
    slow = record(**timings)
    assert not any(row.holds for row in VERDICTS["speed_loops_four_bar"]([slow]))
    geared = {**slow, "params": {"robot": plans.ROBOTS["differential"]}}
    judged = [row for row in VERDICTS["speed_loops_tree"]([geared]) if row.cases]
    assert len(judged) == 2 and not any(row.holds for row in judged)
    timings = {}
    for function in ("inverse", "forward"):
        for r in ORDERS:
            timings[label(function, r)] = {"best": 11e-6 if r == 5 else 1e-6}
            timings[label(function, r, True)] = {"best": 1e-6}
    judged = [row for row in VERDICTS["speed_loops_orders"]([record(timings=timings)]) if row.cases]
    assert len(judged) == 2 and not any(row.holds for row in judged)
    timings = {}
    for function, r in batch_cases.names():
        timings[batch_cases.label(function, r)] = {"best": 3e-6}
        timings[batch_cases.label(function, r, True)] = {"best": 1e-6 if r else 2e-6}
    judged = VERDICTS["speed_loops_batches"]([record(timings=timings)])
    assert [row.holds for row in judged] == [r > 0 for _, r in batch_cases.names()]
    timings = {contact_cases.OURS: {"best": 2e-6}, contact_cases.THEIRS: {"best": 1e-6}}
    slow = {"id": "z", "params": {**plans.CONTACTS["HyQ, trot"], "seed": 3}}
    slow["result"] = {"timings": timings, "nbodies": 13, "nv": 12}
    judged = [row for row in VERDICTS["speed_loops_contacts"]([slow]) if row.cases]
    assert [row.part for row in judged] == ["HyQ, trot"] and not judged[0].holds
    (table,) = tables.all_tables(Evidence({}, {"contacts": [slow]}, []))
    assert table.rows[0][-1] == pytest.approx(2.0)
    dear = record(
        timings={
            FUNCTIONS["inverse_dynamics_partials"]: {"best": 2e-4},
            DIFFERENCES: {"best": 1e-4},
        }
    )
    dear["result"]["nv"] = 12
    judged = VERDICTS["speed_loops_partials"]([dear])
    assert len(judged) == 2 and not any(row.holds for row in judged)
    steep = {
        "id": "y",
        "params": {"chain": "belt_chain", "links": [2, 4]},
        "result": {"over_all": {"kernel C-ABA": 1.2}},
    }
    judged = [row for row in VERDICTS["speed_loops_growth"]([steep]) if row.cases]
    assert [row.part for row in judged] == ["belt chain, 2 to 4 links"]
    assert not judged[0].holds


def test_every_function_has_the_recursion_first():
    firsts = [methods[0] for methods in plans.METHODS.values()]
    assert firsts == ["C-RNEA", "C-ABA", "C-EFPA"]
    assert STUDIES["loops"].cases is cases
    assert {kind for kind, _ in plans.plan(True)} == set(plans.KINDS)
    full = list(plans.plan(False))
    labels = {mechanisms.label(robot) for robot in plans.ROBOTS.values()}
    assert {mechanisms.label(x["robot"]) for kind, x in full if kind == "kernels"} == labels
