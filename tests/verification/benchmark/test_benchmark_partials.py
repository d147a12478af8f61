"""The benchmark of partial derivatives: what is compared, verdicts, tables. Nothing is timed."""

from __future__ import annotations

import json

import numpy as np
import pytest
from support.programs.campaign_folders import benchmark_folder, timings

from lieref.reporting.campaigns import store
from verification.benchmark import bench, record
from verification.benchmark.dynamics.plans import ROBOTS, SMALL
from verification.benchmark.partials import (
    cases,
    comparison,
    growth,
    limits,
    plans,
    problems,
    stages,
    tables,
)
from verification.benchmark.studies import STUDIES
from verification.evidence import Evidence
from verification.subjects import partial_methods

EPS = np.finfo(float).eps
# Two programs that sum some hundred terms; forward dynamics also divides by inertias whose
# condition number is some 1e4.
AGREEMENT = {"inverse": 200 * EPS, "forward": 200e4 * EPS}
VERDICTS = {claim.name: claim.verdict for claim, _ in limits.CLAIMS}


def entry(kind, problem, result, **params):
    """A record as the benchmark writes it."""
    params = json.loads(json.dumps(problem.params(**params)))
    key = store.digest({"measurement": kind, "params": params})
    return {"id": key, "measurement": kind, "params": params, "result": result}


def ratios(**found):
    return {"ratios": found}


@pytest.mark.parametrize("robot", [SMALL, ROBOTS["HyQ, free"], plans.tree("serial chain", 4)])
@pytest.mark.parametrize("problem", [plans.INVERSE_1, plans.FORWARD_1], ids=lambda p: p.name)
def test_pinocchio_computes_the_same(problem, robot):
    point = problems.point_of(problem.params(robot=robot))
    _, ours = problems.lieref_call(problem, point)
    _, theirs = problems.pinocchio_call(problem, robot, point)
    for mine, other in zip(ours(), theirs(), strict=True):
        assert np.abs(mine - other).max() <= AGREEMENT[problem.dynamics] * np.abs(mine).max()


@pytest.mark.parametrize("problem", plans.PROBLEMS, ids=lambda p: p.name)
def test_every_method_is_compared_and_computes_the_same(problem):
    point = problems.point_of(problem.params(robot=plans.tree("serial chain", 3)))
    _, ours = problems.lieref_call(problem, point)
    others = comparison.others(problem, point)
    known = set(partial_methods.METHODS[problem.dynamics, problem.degree])
    assert set(others) == known - {comparison.analytic(problem), partial_methods.CASADI}
    for name, (_, result) in others.items():
        limit = comparison.ROOM.get(name, 0.0)
        assert cases.require_same(name, problem, result(), ours(), limit) >= 0


def test_a_peer_that_computes_something_else_is_refused_by_the_name_of_the_array():
    expected = [np.eye(2), np.eye(2), np.eye(2)]
    found = [np.eye(2), np.eye(2) + 1e-3, np.eye(2)]
    with pytest.raises(bench.DisagreementError, match="peer, da_dv: differs"):
        cases.require_same("peer", plans.FORWARD_1, found, expected)
    assert cases.require_same("peer", plans.FORWARD_1, found, expected, 2e-3) <= 2e-3


def test_stages_give_the_whole_and_can_be_run_again():
    problem = plans.FORWARD_2
    point = problems.point_of(problem.params(robot=plans.tree("binary tree", 5)))
    runs, results = stages.stages(point)
    wanted = {stages.name(stage, way) for stage, ways in stages.STAGES.items() for way in ways}
    assert set(runs) == wanted
    expected = problem.function(*point.arguments("forward"))
    for found in results:
        cases.require_same("stages", problem, found, expected)
    for run in runs.values():
        # a stage that was not restored would overflow
        assert np.isfinite(run(3))


def test_a_restored_stage_finds_what_was_there():
    array, seen = np.array([1.0]), []

    def stage():
        seen.append(array[0])
        array[:] = 7.0

    stages.restored(stage, [array])(3)
    assert seen == [1.0, 1.0, 1.0]


@pytest.mark.parametrize("ratio, holds", [(0.79, True), (0.81, False)])
@pytest.mark.parametrize("problem", [plans.INVERSE_1, plans.FORWARD_1], ids=lambda p: p.name)
def test_first_partials_are_judged_by_pinocchio(problem, ratio, holds):
    other = plans.FORWARD_1 if problem is plans.INVERSE_1 else plans.INVERSE_1
    robot = ROBOTS["Talos, free"]
    records = [
        entry("from_python", problem, ratios(Pinocchio=ratio), robot=robot),
        entry("from_python", other, ratios(Pinocchio=5.0), robot=robot),
        entry("from_python", problem, ratios(Pinocchio=5.0), robot=ROBOTS["UR5, fixed"]),
    ]
    rows = {row.part: row for row in VERDICTS[f"speed_{problem.dynamics}_first"](records)}
    assert rows["Talos, free"].holds is holds
    assert rows["Talos, free"].cases == 1


@pytest.mark.parametrize("ratio, holds", [(5.9, [True, True]), (6.1, [False, True])])
def test_second_partials_are_judged_by_pinocchio_s_first(ratio, holds):
    records = [
        entry("second_partials", plans.INVERSE_2, {"ratios": {"Pinocchio, first": x}}, robot=robot)
        for robot, x in ((plans.CHAIN_20, ratio), (ROBOTS["Talos, free"], ratio + 1.5))
    ]
    assert [row.holds for row in VERDICTS["speed_second"](records)] == holds


def test_second_partials_are_judged_by_generated_code():
    def found(robot, peer, ratio):
        return entry(
            "casadi", plans.INVERSE_2, {"ratios": {peer: ratio}}, robot=ROBOTS[robot], peer=peer
        )

    records = [
        found("UR5, fixed", "C, cse", 2.9),
        found("UR5, fixed", "VM", 9.0),
        found("HyQ, free", "C, cse", 1.3),
    ]
    assert [row.holds for row in VERDICTS["speed_second_generated"](records)] == [True, False]


def powers(power, family):
    """A record of kernel times that are a power of N from 10 on, anything below."""
    sizes = [2, 5, 10, 20, 50, 100]
    seconds = {str(n): 1e-8 * n**power if n >= 10 else 1e-3 for n in sizes}
    return entry(
        "growth", plans.INVERSE_2, {"timings": timings(seconds)}, family=family, sizes=sizes
    )


@pytest.mark.parametrize("power, holds", [(1.5, [True, True]), (1.7, [True, False])])
def test_growth_is_judged_by_its_slope(power, holds):
    records = [powers(power, "serial chain"), powers(power, "binary tree")]
    rows = VERDICTS["speed_second_growth"](records)
    assert [row.holds for row in rows] == holds
    assert [row.number for row in rows] == pytest.approx([power, power], abs=256 * EPS)


def test_a_fit_has_the_coefficients_of_table_3():
    fit = growth.fitted([(n, 1e-6 * np.exp(0.5) * n**2.0) for n in (10, 30, 100)])
    assert fit == pytest.approx((2.0, 0.5), abs=256 * EPS)
    assert fit.at(10) == pytest.approx(100 * np.exp(0.5), rel=1024 * EPS)
    with pytest.raises(ValueError, match="1 points"):
        growth.fitted([(10, 1.0)])


def test_a_crossover_lies_where_the_curves_meet():
    sizes = (2, 10, 50, 100)
    cubic, linear = [(n, 1.0 * n**3) for n in sizes], [(n, 900.0 * n) for n in sizes]
    assert growth.crossover(cubic, linear) == pytest.approx(30.0, rel=64 * EPS)
    assert growth.crossover(linear, cubic) is None
    assert growth.crossover(cubic, [(n, 1.0) for n in sizes]) == 2
    # overtaken again
    bent = [(2, 9.0), (10, 999.0), (50, 124999.0), (100, 2e6)]
    assert growth.crossover(cubic, bent) is None


def test_families_are_told_from_the_robot():
    chain = entry("methods", plans.INVERSE_1, {}, robot=plans.CHAIN_20)
    robot = entry("methods", plans.INVERSE_1, {}, robot=ROBOTS["HyQ, free"])
    named = entry("growth", plans.INVERSE_1, {}, family="binary tree", sizes=[2])
    found = [growth.family_of(x) for x in (chain, robot, named)]
    assert found == ["serial chain", "", "binary tree"]


def made_up(kind, params):
    """A result as cases.py returns it, with made-up numbers."""
    size = params.get("robot", {}).get("bodies", 10)
    problem = problems.of(params)
    if kind == "growth":
        return {"timings": timings({str(n): 1e-7 * n**1.5 for n in params["sizes"]})}
    names = {
        "from_python": ["lieref", "lieref kernel", "Pinocchio"],
        "second_partials": ["lieref", "lieref kernel", "Pinocchio, first"],
        "methods": [comparison.analytic(problem), *comparison.OTHERS],
        "terms": ["whole", "IDSVA-SO"],
        "casadi": ["lieref", params.get("peer", "")],
    }[kind]
    seconds = {name: 1e-6 * size**2 for name in names}
    if kind == "terms":
        seconds |= {"whole": 1e-3 * size**2}
        for stage, ways in stages.STAGES.items():
            # the second way overtakes the first at N = 10
            seconds |= {
                stages.name(stage, way): 1e-5 * x
                for way, x in zip(ways, (size**3.0, 100.0 * size), strict=True)
            }
    return {
        "timings": timings(seconds),
        "ratios": dict.fromkeys(names[1:], 0.5),
        "ways": {"inner": "idfoza", "outer": "dtm"},
        "failed": {},
        "nbodies": size,
        "nv": size,
        "casadi": {"instructions": 9, "entries": 3, "seconds_to_build": 0.1},
    }


def folder_of(folder, failing=""):
    """A results folder of the quick plan; cases of one CasADi peer fail if it is named."""
    return benchmark_folder(folder, "partials", plans.plan(True), made_up, failing)


def test_a_folder_is_judged_and_shown(tmp_path):
    evidence, study = record.load(folder_of(tmp_path))
    assert study is STUDIES["partials"]
    said = study.report.said(evidence)
    assert "takes a time of N^1.50 (serial chains) and N^1.50 (binary trees)" in said
    assert "inner, serial chains: 10; inner, binary trees: 10" in said
    assert evidence.holds and not evidence.missing
    assert {judged.claim.name for judged in evidence.judged} == {
        claim.name for claim, _ in limits.CLAIMS
    }


def test_what_failed_is_listed_with_its_reason(tmp_path):
    evidence, _ = record.load(folder_of(tmp_path, failing="C, cse"))
    listed = [row for row in tables.LEFT_OUT.table(evidence).rows if row[-1] != tables.NOT_TRIED]
    assert {row[3] for row in listed} == {"C, cse"}
    assert {row[-1] for row in listed} == {"TimeoutError: stopped after 9 s"}
    failed = {judged.claim.name for judged in evidence.judged if not judged.holds}
    assert failed == {"speed_second_generated"}


def test_a_method_that_disagrees_is_left_out_and_listed():
    result = {"timings": timings({"IDSVA-SO": 1e-6}), "failed": {"bicomplex": "differs by 1"}}
    found = entry("methods", plans.INVERSE_2, result, robot=plans.CHAIN_20)
    rows = tables.LEFT_OUT.table(Evidence({}, {"methods": [found]}, [])).rows
    assert [row[-2:] for row in rows] == [["bicomplex", "differs by 1"]]
