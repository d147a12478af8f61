"""Every claim is a sentence with cases and a verdict that cannot be passed by silence."""

import functools
import importlib
import json
import types

import pytest

from lieref.reporting.campaigns import campaign, environment, store
from verification import __main__ as command
from verification import claims, picks, verdicts
from verification.campaigns import CAMPAIGNS
from verification.evidence import Evidence
from verification.verdicts import Count, Limit, Share

EVERY = {
    f"{campaign.name}, {claim.name}": claim
    for campaign in CAMPAIGNS.values()
    for claim in campaign.claims()
}
# Of libraries that a quick run does without.
OPTIONAL = {"audits, drake_joints", "audits, drake_robots", "audits, groups_jaxlie"}
# Whose quick cases are smaller, and no part of the others.
SMALLER = {"representations, sensitivity_models"}


@functools.cache
def cases(name, quick):
    return EVERY[name].cases(quick)


@pytest.mark.parametrize("name", EVERY)
def test_quick_cases_of_a_claim_are_among_the_full_ones(name):
    claim = EVERY[name]
    assert callable(importlib.import_module(claim.measurement).evaluate)
    quick, full = ({case.id for case in cases(name, x)} for x in (True, False))
    assert bool(quick) == (name not in OPTIONAL)
    assert quick <= full or name in SMALLER
    assert len(full) == len(cases(name, False)) and all(x.cost > 0 for x in cases(name, False))
    json.dumps([dict(case.params) for case in cases(name, False)])


@pytest.mark.parametrize("name", EVERY)
def test_no_results_and_failed_results_do_not_pass(name):
    claim = EVERY[name]
    nothing = claim.verdict([])
    assert not nothing or not all(row.holds for row in nothing)
    failed = [
        {"id": case.id, "params": case.params, "error": "ValueError: no"}
        for case in cases(name, name not in OPTIONAL)
    ]
    rows = claim.verdict(failed)
    if name.startswith("detection-power"):
        # a row of these counts the cases, and what crashed is one that is not missing
        assert not all(row.holds for row in rows)
    else:
        assert rows and not any(row.holds for row in rows)
        assert all("ValueError" in row.worst for row in rows if row.cases)


def record(number, seed=0, **more):
    return {"id": f"case{seed}", "params": {"seed": seed}, "result": {"x": number}, **more}


def pick(found):
    return found["result"]["x"]


def row_of(statement, records):
    (row,) = statement(records)
    return row


def test_at_most_and_at_least():
    records = [record(x, k) for k, x in enumerate((1.0, 3.0, 2.0))]
    row = row_of(Limit("part", pick, 3.0), records)
    assert row.holds and row.number == 3.0 and row.worst == "case1" and row.seeds == "0-2"
    assert not row_of(Limit("part", pick, 2.9), records).holds
    row = row_of(Limit("part", pick, 1.0, "at least"), records)
    assert row.holds and row.number == 1.0 and row.worst == "case0"
    assert not row_of(Limit("part", pick, 1.1, "at least"), records).holds


@pytest.mark.parametrize("bound", ["at most", "at least"])
def test_nan_never_holds(bound):
    records = [record(1.0), record(float("nan"), 1), record(2.0, 2)]
    row = row_of(Limit("part", pick, 1.0, bound), records)
    assert not row.holds and row.worst == "case1"


def test_the_median_counts_failures_as_infinite():
    records = [record(x, k) for k, x in enumerate((5.0, 1.0, 2.0))]
    median = Limit("part", pick, 2.0, share=0.5)
    row = row_of(median, records)
    assert row.holds and row.number == 2.0 and row.worst == "case2" and row.cases == 3
    failed = {"id": "bad", "params": {"seed": 7}, "error": "ValueError: no"}
    assert row_of(median, [*records, failed]).number == 5.0
    assert not row_of(median, [records[1], failed]).holds
    assert not row_of(median, [records[1], record(None, 3)]).holds
    assert not row_of(median, []).holds


def test_records_that_say_nothing_are_not_counted():
    row = row_of(Limit("part", pick, 2.0), [record(1.0), record(None, 5)])
    assert row.holds and row.cases == 1 and row.seeds == "0"


def test_a_statement_is_about_its_own_records():
    statement = Limit("part", pick, 2.0, of=picks.having("seed", value=1))
    row = row_of(statement, [record(9.0), record(1.0, 1)])
    assert row.holds and row.cases == 1 and row.seeds == "1"
    assert len(verdicts.judged([statement, statement])([])) == 2
    assert verdicts.measured_parts([statement])([record(9.0)]) == []


def test_shares_and_counts():
    failed = {"id": "bad", "params": {"seed": 7}, "error": "ValueError: no"}
    records = [record(x, k) for k, x in enumerate((5.0, 1.0, 1.0))]
    small = Share("part", lambda found: pick(found) < 2.0, 0.5)
    row = row_of(small, records)
    assert row.holds and row.number == pytest.approx(2 / 3) and row.worst == "case0"
    row = row_of(small, [failed, *records])
    assert row.holds and row.number == 0.5 and row.worst == "bad (ValueError: no)"
    assert not row_of(small, [failed, failed, *records]).holds and not row_of(small, []).holds
    different = Count("part", 2, pick)
    row = row_of(different, [*records, failed])
    assert row.holds and row.number == 2 and row.cases == 3
    assert not row_of(different, records[1:]).holds
    assert row_of(Count("part", 2), records[1:]).holds
    assert not row_of(Count("part", 2), [failed, records[1]]).holds


def test_ranges():
    assert verdicts.ranges([]) == ""
    assert verdicts.ranges([0, 1, 2, 5, 7, 8]) == "0-2, 5, 7-8"


def test_seeds_are_found_at_any_depth():
    found = verdicts.seeds_of([{"params": {"robot": {"seed": 3}, "state": {"seed": 4}}}])
    assert found == "3-4"


def test_a_claim_begins_with_a_sentence():
    with pytest.raises(TypeError, match="broken.*no sentence"):
        claims.claim("broken", "no sentence", lambda params: {}, lambda quick: [], [])


@pytest.mark.parametrize(
    "costs, whole, limit, most, kept",
    [
        ([1, 2, 3], False, 9, 9, [1, 2, 3]),
        ([1, 2, 3, 9], False, 3, 2, [1, 2]),
        ([1, 2, 3, 4, 5, 6], False, 9, 3, [1, 3, 5]),
        ([5, 4, 4], False, 3, 9, [4]),
        ([], False, 3, 9, []),
        ([1, 2], True, 2, 1, [1, 2]),
        ([1, 2], True, 1, 9, []),
    ],
)
def test_a_part_of_the_quick_cases(costs, whole, limit, most, kept):
    cases = [campaign.Case("m", {"n": n}, cost) for n, cost in enumerate(costs)]
    claim = types.SimpleNamespace(cases=lambda quick: cases, whole=whole)
    assert [case.cost for case in command.shorter(claim, limit, most)] == kept


@pytest.mark.parametrize("name", CAMPAIGNS)
def test_without_records_nothing_holds_and_no_figure_is_drawn(name, tmp_path):
    chosen = CAMPAIGNS[name]
    with store.Store(tmp_path):
        pass
    environment.write(tmp_path, {**environment.describe(), "plan": {}})
    evidence = chosen.render(tmp_path, chosen.claims())
    assert not evidence.holds and not list(tmp_path.rglob("*.png"))
    nothing = Evidence({}, {}, [])
    assert not chosen.report.figures(nothing)
    # but for what is computed without records
    known = {"references", "orders", "against_scipy"}
    assert {table.name for table in chosen.report.tables(nothing)} <= known
