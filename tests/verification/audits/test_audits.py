"""The audits: what they find in other libraries is found, and nothing where there is nothing."""

import copy
import dataclasses
from types import SimpleNamespace

import pytest

from lieref.reporting.campaigns import campaign
from verification.audits import cases, numbers, tables
from verification.campaigns import CAMPAIGNS
from verification.measurements.audits import (
    audit_findings,
    audit_groups,
    audit_joints,
    audit_models,
)
from verification.subjects import robots
from verification.subjects.peers import pinocchio_quantities
from verification.subjects.peers.findings import FINDINGS
from verification.subjects.peers.group_functions import BLOCKS, FUNCTIONS, OFFERED
from verification.subjects.peers.pinocchio_joints import TYPES

CAMPAIGN = CAMPAIGNS["audits"]

pytest.importorskip("pinocchio")
CLAIMS = CAMPAIGN.claims()
JOINTS = ("Planar", "Spherical", "FreeFlyer", "Universal", "Ellipsoid")
FINDING = "pinocchio_universal"
VERDICTS = {claim.name: claim.verdict for claim in CLAIMS}
no_alarm = VERDICTS["pinocchio_robots"]


def computed(measurement, params):
    record = campaign.compute(campaign.Case(measurement.__name__, params))
    assert "error" not in record, record
    return record


@pytest.fixture(scope="module")
def joints():
    return [
        computed(audit_joints, {"joint": name, "place": "between bodies", "seed": 3})
        for name in JOINTS
    ]


@pytest.fixture(scope="module")
def finding():
    return computed(audit_findings, {"finding": FINDING})


@pytest.mark.parametrize(
    "claim",
    [
        "pinocchio_motion",
        "pinocchio_constant_subspace",
        "pinocchio_dependent_subspace",
        "pinocchio_differences",
    ],
)
def test_pinocchio_is_as_claimed_on_a_few_joints(joints, claim):
    rows = VERDICTS[claim](joints)
    assert rows and all(row.holds for row in rows), [row for row in rows if not row.holds]


def test_every_joint_type_is_one_of_the_two_kinds():
    assert {joint.subspace for joint in TYPES.values()} == {"constant", "dependent"}
    assert set(JOINTS) <= set(TYPES) and set(cases.FEW_JOINTS) <= set(TYPES)


def with_right_derivatives(quantity):
    """The quantity as it would be if the library's derivatives were its central differences."""
    function, other = quantity.differences

    def ask(m, d, q, v, a, tau):
        state = {"q": q, "v": v, "a": a, "tau": tau}
        tree = SimpleNamespace(theirs=m)
        by = pinocchio_quantities.central_differences(tree, d, function, state, other)
        arrays = quantity.ask(m, d, q, v, a, tau)
        return {key: by.get(key[-1], array) for key, array in arrays.items()}

    return dataclasses.replace(quantity, ask=ask)


def test_right_derivatives_through_universal_joints_turn_the_claim_red(monkeypatch):
    for name in ("computeRNEADerivatives", "computeABADerivatives"):
        planted = with_right_derivatives(pinocchio_quantities.QUANTITIES[name])
        monkeypatch.setitem(pinocchio_quantities.QUANTITIES, name, planted)
    record = computed(audit_joints, {"joint": "Universal", "place": "on the world", "seed": 0})
    rows = {row.part: row for row in VERDICTS["pinocchio_dependent_subspace"]([record])}
    for part in ("Universal", "computeRNEADerivatives", "computeABADerivatives"):
        assert not rows[part].holds and rows[part].number < 1e-6, rows[part]
    assert rows["computeForwardKinematicsDerivatives"].holds


def test_one_wrong_entry_turns_the_claim_on_constant_subspaces_red(monkeypatch):
    name = "computeRNEADerivatives"
    quantity = pinocchio_quantities.QUANTITIES[name]

    def ask(*given):
        arrays = {key: x.copy() for key, x in quantity.ask(*given).items()}
        arrays["dtau_dq"][1, 2] *= 1.0 + 1e-9
        return arrays

    monkeypatch.setitem(
        pinocchio_quantities.QUANTITIES, name, dataclasses.replace(quantity, ask=ask)
    )
    record = computed(audit_joints, {"joint": "Spherical", "place": "on the world", "seed": 0})
    rows = {row.part: row for row in VERDICTS["pinocchio_constant_subspace"]([record])}
    assert [part for part, row in rows.items() if not row.holds] == [name]
    assert record["result"]["functions"][name]["dtau_dq"]["worst"]["at"] == [1, 2]


def test_a_mechanism_that_is_not_the_same_turns_the_claim_on_differences_red(monkeypatch):
    # the second axis of lieref's universal joint, not of Pinocchio's
    joint = TYPES["Universal"]
    tilted = dataclasses.replace(joint.pieces[0], arguments=((1.0, 0.0, 0.0), (0.0, 0.6, 0.8)))
    monkeypatch.setitem(TYPES, "Universal", dataclasses.replace(joint, pieces=(tilted,)))
    record = computed(audit_joints, {"joint": "Universal", "place": "on the world", "seed": 0})
    assert not all(row.holds for row in VERDICTS["pinocchio_differences"]([record])[1:])
    assert not all(row.holds for row in VERDICTS["pinocchio_motion"]([record]))


def test_robots_have_no_false_alarm_and_an_error_is_one():
    path = cases.FEW_ROBOTS[0]
    params = {
        "subject": "pinocchio",
        "robot": {"name": "urdf", "path": path, "base": "free"},
        "seed": 0,
        "quantities": ["inverse_dynamics", "inverse_dynamics_partials"],
    }
    record = computed(audit_models, params)
    rows = no_alarm([record, record, record])
    assert all(row.holds for row in rows), rows
    wrong = copy.deepcopy(record)
    wrong["result"]["results"][0] |= {"status": "fail", "ratio": 1.5}
    parts = [row.part for row in no_alarm([record, record, wrong]) if not row.holds]
    assert parts == ["inverse_dynamics, error over tolerance", "false alarms"]
    crashed = copy.deepcopy(record)
    crashed["result"]["results"] = [{"quantity": "start", "status": "crashed", "text": "signal"}]
    parts = [row.part for row in no_alarm([record, record, crashed]) if not row.holds]
    assert parts == ["false alarms", "models"]


def test_robots_that_are_the_same_tree_are_audited_once():
    found = robots.different_urdf_paths()
    assert len(found) == 60 and sum(map(len, found.values())) == 68
    assert set(cases.FEW_ROBOTS) <= set(found)
    assert "talos_reduced_box.urdf" in found["talos_reduced.urdf"]


@pytest.mark.parametrize("function", FUNCTIONS)
def test_functions_on_groups_are_compared_in_their_own_conventions(function):
    for library in ("lieref", "pinocchio"):
        assert function in OFFERED[library]
        params = {"library": library, "function": function, "seed": 5}
        result = computed(audit_groups, params)["result"]
        assert list(result["errors"]) == list(BLOCKS[function])
        # around 1 rad every library is right: another convention would be wrong by 1
        ones = [k for k, angle in enumerate(result["angles"]) if 0.9 < angle < 1.1]
        assert ones and all(float(x[k]) < 1e-14 for x in result["errors"].values() for k in ones)
        assert result["radius"] < numbers.PROVEN


def test_claims_on_groups_hold_and_notice_a_change():
    for library in ("lieref", "pinocchio"):
        verdict = VERDICTS[f"groups_{library}"]
        records = [computed(audit_groups, p) for p in cases.functions(library, True)]
        assert all(row.holds for row in verdict(records)), library
        repaired = copy.deepcopy(records)
        for record in repaired:
            errors = record["result"]["errors"]
            record["result"]["errors"] = {key: [1e-15] * len(x) for key, x in errors.items()}
        changed = [row.part for row in verdict(repaired) if not row.holds]
        assert bool(changed) == (library == "pinocchio"), changed


def test_a_finding_s_script_shows_it_and_would_not_without_the_fault(monkeypatch, finding):
    result = finding["result"]
    assert result["confirmed"], result["printed"]
    assert all(row.holds for row in VERDICTS["findings"]([finding]))
    assert len(result["rows"]) == 5 and all(float(x["error"]) > 0.01 for x in result["rows"])
    # a library without the fault would return its own central differences
    text = result["script"]
    at = text.index("# entry, reference, largest entry")
    sound = text[:at] + "returned = own\n" + text[at:]
    planted = dataclasses.replace(FINDINGS[FINDING], script=lambda: (sound, 0.0))
    monkeypatch.setitem(FINDINGS, FINDING, planted)
    record = computed(audit_findings, {"finding": FINDING})
    assert record["result"]["printed"].rstrip().endswith("NOT as stated")
    assert record["result"]["rows"] and not any(row.holds for row in VERDICTS["findings"]([record]))
    # and a wrong reference value is not confirmed by the library's own differences
    row = result["rows"][0]
    status, _ = audit_findings.run(text.replace(row["reference"], row["reference"][:6] + "9"))
    assert status == 1


def test_the_report_has_what_was_measured_and_lists_findings(tmp_path, joints, finding):
    plan = {claim.name: [] for claim in CLAIMS}
    case = campaign.Case
    for name in ("pinocchio_motion", "pinocchio_dependent_subspace", "pinocchio_differences"):
        plan[name] = [case(audit_joints.__name__, r["params"]) for r in joints]
    plan["findings"] = [case(audit_findings.__name__, finding["params"])]
    campaign.run(plan, tmp_path)
    evidence = CAMPAIGN.render(tmp_path, CLAIMS)
    assert evidence.holds and {x.claim.name for x in evidence.judged} == {
        name for name, cases in plan.items() if cases
    }
    assert (tmp_path / "findings" / f"{FINDING}.md").is_file()
    shown = {table.name: table for table in tables.all_tables(evidence)}
    (entry,) = (x for x in shown["entries"].rows if x[0] == "Universal" and "ddq_dq" in x[1])
    assert entry[5] > numbers.WRONG and 0.0 < entry[6] < 1.0
