"""Every benchmark: its plans, its limits, and its pages of nothing. Nothing is timed."""

import json

import pytest

from verification.benchmark.dynamics import plans
from verification.benchmark.forms.plans import COMPARED
from verification.benchmark.studies import STUDIES
from verification.evidence import Evidence

# Kinds that are of forward dynamics alone, or of all but quick cases.
NOT_OF_INVERSE, LONG = {"operations", "digits"}, {"casadi"}
# Cases of a quick run that are smaller, and no part of the others.
SMALLER = {"forward-dynamics": {"operations"}, "partials": {"growth"}, "loops": {"growth"}}


def keyed(cases):
    return [json.dumps(case, sort_keys=True) for case in cases]


@pytest.mark.parametrize("job", STUDIES)
def test_plans_have_every_kind_and_quick_cases_are_among_all(job):
    study = STUDIES[job]
    quick, full = list(study.plan(True)), list(study.plan(False))
    kinds = set(study.kinds) - (NOT_OF_INVERSE if job == "inverse-dynamics" else set())
    assert {kind for kind, _ in full} == kinds
    assert {kind for kind, _ in quick} == kinds - (LONG if job == "speed" else set())
    assert all(callable(getattr(study.cases, kind)) for kind in study.kinds)
    assert len(set(keyed(full))) == len(full) > len(quick)
    others = set(keyed(quick)) - set(keyed(full))
    assert {json.loads(case)[0] for case in others} == SMALLER.get(job, set())


@pytest.mark.parametrize("job", STUDIES)
def test_every_limit_has_its_cases_and_fails_where_they_do(job):
    study = STUDIES[job]
    planned = list(study.plan(False))
    assert len({claim.name for claim, _ in study.judging}) == len(study.judging)
    for claim, kind in study.judging:
        failed = [{"id": "x", "params": p, "error": "none"} for case, p in planned if case == kind]
        rows = claim.verdict(failed)
        assert rows and all(row.cases and not row.holds for row in rows), claim.name


@pytest.mark.parametrize("job", STUDIES)
def test_nothing_is_shown_of_nothing(job):
    report = STUDIES[job].report
    nothing = Evidence({"benchmark": {"load average at start": 0.0}}, {}, [])
    assert report.tables(nothing) == [] and report.figures(nothing) == []
    assert report.said(nothing) == ""


def test_quick_cases_leave_out_casadi_on_the_large_tree():
    for job in ("inverse-dynamics", "forward-dynamics"):
        quick, full = (set(keyed(STUDIES[job].plan(x))) for x in (True, False))
        left_out = [json.loads(case) for case in full - quick]
        left_out = [params for kind, params in left_out if kind != "operations"]
        once = [params for params in left_out if not params.get("visit")]
        assert once and all(params["robot"] == plans.LARGE for params in once)
        assert {params.get("visit", 0) for params in left_out} == set(range(plans.VISITS))


def test_every_form_is_timed_on_four_robots_or_more_at_every_order():
    for order in range(6):
        cases = [p for kind, p in STUDIES["forms"].plan(True) if kind == "forms"]
        assert len([p for p in cases if p["order"] == order]) == len(COMPARED) >= 4
