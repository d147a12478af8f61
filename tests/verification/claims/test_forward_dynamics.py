"""The report on forward dynamics: tasks, measurements, verdicts and report of a small part."""

import copy

import numpy as np
import pytest
from support.programs.campaign_folders import computed, rendered, written

import lieref
from verification.campaigns import CAMPAIGNS
from verification.evidence import load
from verification.forward_dynamics import cases, figures, numbers, tables
from verification.measurements.formulas import articulated_formulas
from verification.measurements.forward_dynamics import forward_accuracy, near_singular
from verification.subjects import near_singular as arms
from verification.subjects import tasks
from verification.subjects.definitions.moving_tree import MovingTree, relative_difference

CAMPAIGN = CAMPAIGNS["forward-dynamics"]

CLAIMS = {claim.name: claim for claim in CAMPAIGN.claims()}
ids = sorted(CLAIMS)


def first(name, count=1, **changes):
    """Parameters of the first quick cases of a claim."""
    return [{**case.params, **changes} for case in CLAIMS[name].cases(True)[:count]]


def small():
    """A few cases of each claim, smaller where they take long."""
    found = {name: first(name) for name in CLAIMS}
    for name in (name for name in CLAIMS if name.startswith("erratum_")):
        found[name] = first(name, bodies=3)
    found["forward_distance"] = [
        case.params
        for case in CLAIMS["forward_distance"].cases(True)
        if case.params["state"]["base"] == "mixed" and "branches" in case.params["robot"]
    ]
    found["forward_algebra"] = first("forward_algebra", 2, order=2)
    found["forward_order_30"] = first("forward_order_30", order=4)
    found["extended_path"] = first("extended_path", 2, order=3)
    found["lemma_2"] = first("lemma_2", order=1)
    found["twists_algebra"] = first("twists_algebra", 2, order=2)
    kinds = {}
    for params in first("twists_accuracy", 99):
        kinds.setdefault((params["torques"], params["prescribed"] == "none"), params)
    found["twists_accuracy"] = list(kinds.values())
    found["twists_singular"] = [
        params for params in first("twists_singular", 99) if params["size"] in (1e-9, 1e-18)
    ]
    found["near_singular"] = [
        case.params
        for case in CLAIMS["near_singular"].cases(True)
        if case.params["size"] in (0.0, 1e-9, 1e3)
    ]
    found["pinocchio_aba"] = [
        case.params
        for case in CLAIMS["pinocchio_aba"].cases(False)
        if case.params["robot"]["path"].endswith("hyq_no_sensors.urdf")
    ]
    found["symmetric_inertia"] = first("symmetric_inertia", 99)[::6]
    return found


@pytest.fixture(scope="module")
def records():
    return computed(CLAIMS, small())


def one_figure(found):
    """One stands for all: drawing takes most of the time."""
    return figures.all_figures(found)[:1]


@pytest.fixture(scope="module")
def folder(records, tmp_path_factory):
    """A rendered report of these records."""
    return rendered(CAMPAIGN, records, tmp_path_factory.mktemp("report"), one_figure)


# what a few draws do not show: one that is beyond its limit, every robot
INCOMPLETE = {"pinocchio_aba", "near_singular"}


@pytest.mark.parametrize("name", sorted(set(ids) - INCOMPLETE))
def test_the_claims_hold_on_a_few_cases(name, records):
    rows = CLAIMS[name].verdict(records[name])
    assert rows and not [row for row in rows if not row.holds]


def spoiled(table, value):
    def spoil(result):
        result["forms"]["default"][table][3] = value

    return spoil


@pytest.mark.parametrize(
    "name, spoil",
    [
        ("forward_random_torques", spoiled("motion", 1e-8)),
        ("forward_motion_torques", spoiled("motion", 1e-6)),
        ("forward_order_30", spoiled("motion", 1e-6)),
        ("hybrid_random_torques", spoiled("torque", 1e-8)),
        ("hybrid_motion_torques", spoiled("torque", 1e-6)),
        ("forward_distance", spoiled("motion", 1e-8)),
        ("forward_algebra", lambda x: x["forms"]["spatial"]["relative"].__setitem__(2, 1e-30)),
        ("extended_path", lambda x: x["extended"].__setitem__(3, 1e-13)),
        ("extended_path", lambda x: x["fine"].__setitem__(3, 1e-13)),
        ("extended_path", lambda x: x.update(rounded=1)),
        ("round_trip", spoiled("round_trip", 1e-12)),
        ("round_trip", spoiled("all", 1e-12)),
        ("round_trip", spoiled("none", 1e-12)),
        ("forward_power", spoiled("power", 1e-12)),
        ("forward_power", spoiled("energy", float("nan"))),
        ("lemma_2", lambda x: x["orders"].__setitem__(1, 1e-9)),
        ("lemma_2", lambda x: x.update(inertia=1e-9)),
        ("lemma_2", lambda x: x.update(recursion=1e-9)),
        ("symmetric_inertia", lambda x: x.update(symmetric=1e-2)),
        ("near_singular_draws", lambda x: x["forms"]["spatial"].update(errors=[1e-4, 0.0])),
        ("near_singular_draws", lambda x: x["forms"]["default"].update(error=0.2)),
        ("near_singular_draws", lambda x: x["forms"]["default"].update(refused="")),
        ("near_singular_draws", lambda x: x["forms"]["spatial"].update(refused="body1_joint")),
    ],
)
def test_a_wrong_number_fails_its_claim(name, spoil, records):
    found = copy.deepcopy(records[name])
    for record in found:
        spoil(record["result"])
    assert not all(row.holds for row in CLAIMS[name].verdict(found))


def test_a_refusal_must_name_the_right_joint(records):
    def wrong(name):
        found = copy.deepcopy(records["near_singular"])
        thin = next(r for r in found if r["params"] == {**r["params"], "kind": "thin", "size": 0.0})
        thin["result"]["forms"]["default"]["refused"] = name
        rows = CLAIMS["near_singular"].verdict(found)
        return next(row for row in rows if row.part.startswith("default, refusals")).number

    assert [wrong(name) for name in (arms.LEAF, "base", "")] == [0.0, 1.0, 1.0]


def test_near_singular_arms_are_refused_in_the_leaf_s_name():
    case = {"size": 0.0, "state": {"seed": 1}, "order": 0}
    for kind in ("massless", "thin"):
        found = near_singular.evaluate({"kind": kind, **case})["forms"]
        assert {form: x["refused"] for form, x in found.items()} == {
            "default": arms.LEAF, "spatial": arms.LEAF
        }  # fmt: skip


def test_rejected_draws_are_not_judged_but_failures_are():
    rejected = {"id": "a", "params": {}, "result": {"condition": 2e4, "bodies": 3, "nv": 3}}
    failed = {"id": "b", "params": {}, "error": "ValueError: no"}
    assert list(filter(numbers.measured, [rejected, failed])) == [failed]


def test_draws_beyond_the_condition_number_are_rejected(monkeypatch):
    monkeypatch.setattr(forward_accuracy, "WORST_CONDITION", 1.0)
    found = forward_accuracy.evaluate(first("forward_random_torques")[0])
    assert found["condition"] > 1 and "forms" not in found


def test_the_limits_of_the_issue():
    assert numbers.limit(0) == 1e-12
    assert numbers.limit(5) == pytest.approx(1e-12 * 15**5, rel=1e-14)
    made = {"result": {"forms": {"spatial": {"motion": [4e-12, 1e-12]}},
                       "bound": {"motion": [1e-12, 0.0]}}}  # fmt: skip
    assert numbers.by_limit("spatial")(made) == pytest.approx(4.0)
    # a result is rounded: the second bound counts as half an ulp
    assert numbers.by_bound("spatial")(made) == pytest.approx(1e-12 * 2**53)


def test_trees_have_at_most_twenty_bodies_and_every_joint_kind():
    params = cases.generic(False, "motion", flying=())
    robots = [tasks.robots.build(each["robot"]) for each in params]
    assert max(model.nbodies for model in robots) <= 20
    kinds = {joint.kind for model in robots for joint in model.joints}
    assert {"revolute", "prismatic", "helical", "spherical", "free"} <= kinds


def test_tasks_are_what_their_parameters_say():
    given = first("hybrid_motion_torques")[0]
    half, base, motion = (
        tasks.draw({**given, "prescribed": which}) for which in ("some", "first", "none")
    )
    assert 0 < half.prescribed.sum() < half.model.nv
    assert base.prescribed.tolist() == [j < 6 for j in range(base.model.nv)]
    assert motion.forward and not half.forward
    tau = lieref.inverse_dynamics(half.model, half.state.q, half.state.v, **half.state.arguments())
    assert np.array_equal(half.tau, tau) and np.array_equal(half.vdot, half.state.v[1:])
    random = tasks.draw({**given, "torques": "random"})
    assert not np.array_equal(random.tau, tau) and random.tau.shape == tau.shape


def test_condition_is_that_of_the_scaled_inertia():
    task = tasks.draw(first("forward_motion_torques")[0])
    H = lieref.oracle.joint_space_inertia(task.model, task.state.q, task.state.base)
    H = np.array([[float(x) for x in row] for row in H])
    root = np.sqrt(np.diag(H))
    values = np.linalg.eigvalsh(H / root / root[:, None])
    assert tasks.condition(task) == pytest.approx(values[-1] / values[0], rel=1e-10)


def test_the_recursion_gives_the_wrench_of_momentum_for_any_split():
    tree = MovingTree(3, 7)
    joints = articulated_formulas._joints(tree)
    for prescribed in (set(), {1}, {1, 2}):
        found = articulated_formulas._recursion(tree, joints, prescribed, False)
        for j, joint in enumerate(joints):
            for k in (0, 1):
                wrench = found.M[j] * joint.V[k + 1] + found.W[k][j]
                assert relative_difference(wrench, joint.W[k]) < 1e-45


def test_the_folder_is_rendered(folder):
    written(CAMPAIGN, folder, load(folder, CAMPAIGN.claims()))


def test_the_table_of_orders_shows_the_records(folder, records):
    shown = tables.all_tables(load(folder, CAMPAIGN.claims()))[0]
    row = next(row for row in shown.rows if row[:3] == ["forward", "random", 4])
    error = records["forward_random_torques"][0]["result"]["forms"]["default"]["motion"][4]
    assert row[3] == numbers.limit(4) and row[4:7] == [error] * 3
