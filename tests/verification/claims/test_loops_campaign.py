"""The report on mechanisms with loops: every claim is run in part, judged and shown."""

import numpy as np
import pytest
from support.programs.campaign_folders import written

import lieref
from lieref.reporting.campaigns import campaign
from verification.campaigns import CAMPAIGNS
from verification.loops.claims.motions import PUBLISHED
from verification.measurements.formulas import errata_002
from verification.measurements.loops import loops_algebra, loops_laws, loops_toggle
from verification.subjects import mechanisms
from verification.tables import errata

CAMPAIGN = CAMPAIGNS["loops"]

CLAIMS = {claim.name: claim for claim in CAMPAIGN.claims()}
# the quick campaign evaluates every formula; two are enough to see them in the report
ERRATA = ("erratum_002_start", "erratum_002_transposed")
MEASURED = sorted(x for x in CLAIMS if x in ERRATA or not x.startswith("erratum_"))


def small(name):
    """A few fast cases of a claim."""
    cases = [dict(case.params) for case in CLAIMS[name].cases(True)]
    if name == "compared_methods":
        # every method once
        return [case for case in cases if case["robot"]["name"] == "four_bar"]
    if name in ("c_aba", "c_efpa"):
        # c_rnea alone has the conditioning bound, which takes most of the time
        return [{**cases[-1], "bound": False}]
    if name in ("partials", "second_partials"):
        return [{**cases[-1], "states": cases[-1]["states"][:1]}]
    if name == "partials_far":
        # second partials take long, and are the harder ones far away
        near = [case for case in cases if case["partials"] == "first"]
        return [near[-2], cases[-1]]
    if name == "twins":
        return [{"robot": {"name": "belt_chain", "n": 2}, "state": {"seed": 2}}]
    if name == "closed":
        return [case for case in cases if case["robot"]["name"] == "four_bar_chain"]
    if name in ("andrews", "rank_loss"):
        return cases[:2]
    if name == "ankle":
        return [{**cases[0], "samples": 24}]
    many = name.endswith("_far") or name == "open_tree"
    return cases[-2:] if many else cases[-1:]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    out = tmp_path_factory.mktemp("loops")
    plan = {
        name: [campaign.Case(CLAIMS[name].measurement, params) for params in small(name)]
        for name in MEASURED
    }
    campaign.run(plan, out)
    return out


@pytest.fixture(scope="module")
def evidence(folder):
    return CAMPAIGN.render(folder, CAMPAIGN.claims())


@pytest.mark.parametrize("name", MEASURED)
def test_claims_hold_in_part(evidence, name):
    (judged,) = (x for x in evidence.judged if x.claim.name == name)
    rows = [row for row in judged.rows if row.cases]
    assert rows
    assert all(row.holds for row in rows), [row for row in rows if not row.holds]


def test_the_folder_is_rendered(folder, evidence):
    written(CAMPAIGN, folder, evidence)
    formulas = [row for row in errata(evidence).rows if row[0] in ERRATA]
    assert len(formulas) == len(ERRATA)
    assert all(row[2] >= 1e-6 and row[3] <= 1e-45 for row in formulas)


def test_a_wrong_number_fails_the_claims():
    record = {"id": "x", "params": {"seed": 0, "distance": 1e-3}}
    wrong = {"error": 1e-8, "refused": ""}
    result = {"bound": 1e-15, "tree": wrong, "crank": {"error": 0.0, "refused": "ShapeError: v"}}
    assert not any(row.holds for row in CLAIMS["toggle"].verdict([{**record, "result": result}]))
    drifted = {**record, "result": {"re-solved": 1e-12, "drifting": 1e-14}}
    assert not any(row.holds for row in CLAIMS["closed"].verdict([drifted]))
    assert not any(row.holds for row in CLAIMS["closed"].verdict([{**record, "error": "broken"}]))


def test_wrong_sensitivities_fail_the_claims():
    wrong = {"placement": 1e-11, "screw": 1e-11, "bound": 4.0}
    record = {"id": "x", "params": {"state": {"seed": 1}}, "result": wrong}
    for name in ("sensitivity_to_geometry", "bound_of_mechanisms"):
        assert not any(row.holds for row in CLAIMS[name].verdict([record]))


def test_wrong_torques_and_motions_fail_the_claims():
    record = {"id": "x", "params": {"way": "re-solved"}}
    shares = {"unconstrained": 0.09, "approximate": 0.09, "approximate_full": 0.009}
    wrong = {"oracle": [0.0, 1e-10], "share": {**shares, "approximate_full": 0.09}}
    assert [row.holds for row in CLAIMS["ankle"].verdict([{**record, "result": wrong}])].count(
        True
    ) == 1
    little = CLAIMS["ankle"].verdict([{**record, "result": {"oracle": [0.0], "share": shares}}])
    assert [row.holds for row in little] == [True, False, False, True, False]
    keys = (*PUBLISHED, "residual")
    moved = {"result": dict.fromkeys(keys, 1e-8)}
    # the reference value must be there, and must not be the published state
    same = {"id": "y", "params": {"way": "extended"}, "result": dict.fromkeys(keys, 0.0)}
    for others in ([], [same]):
        assert not any(
            row.holds for row in CLAIMS["andrews"].verdict([{**record, **moved}, *others])
        )


def test_states_close_and_repeat():
    params = {"robot": {"name": "four_bar", "base": "free"}, "state": {"seed": 3}}
    point, again = mechanisms.draw(params), mechanisms.draw(params)
    assert np.array_equal(point.q, again.q)
    assert np.abs(lieref.loops.loop_residual(point.model, point.q)).max() < 1e-14
    far = mechanisms.draw({**params, "state": {"seed": 3, "distance": 1e3}})
    assert np.isclose(np.linalg.norm(far.q[:3] - point.q[:3]), 1e3)
    assert np.array_equal(far.q[3:], point.q[3:])
    with pytest.raises(TypeError, match="expected a mechanism with loops"):
        mechanisms.build({"name": "serial_chain", "n": 2})


def test_bends_lie_on_the_loop():
    model = loops_toggle.linkage()
    for bend in (0.3, 1e-3, 1e-9):
        q = loops_toggle.configuration(bend)
        assert np.abs(lieref.loops.loop_residual(model, q)).max() < 1e-15
        # coupler and rocker, hinged to each other, are bent by so much
        turn = (q[0] + q[1] - q[2]) % np.pi
        assert abs(min(turn, np.pi - turn) - bend) < 1e-15 * 8


def test_reordered_mechanisms_keep_their_joints():
    model = mechanisms.build({"name": "belt_chain", "n": 4, "base": "free"})
    order = np.random.default_rng(1).permutation(model.nbodies).tolist()
    other = loops_laws.reordered(model, order)
    assert set(other.names) == set(model.names) and other.names != model.names
    places = loops_laws.mapped_velocities(model, other)
    assert sorted(places) == list(range(model.nv))
    for to, at in enumerate(places):
        own = loops_laws.joint_of(model, int(model.independent[at]))
        assert loops_laws.joint_of(other, int(other.independent[to])) == own


def test_products_that_do_not_fit_are_infinitely_wrong():
    square, tall = np.ones((2, 2)), np.ones((3, 2))
    assert errata_002._product(np.ones((2, 2)), square, tall) == np.inf
    assert errata_002._product(4 * square, square, 2 * square) == 0.0
    assert loops_algebra.apart([1.0, 2.0], [1.0, 4.0]) == 0.5
