"""The benchmark's pages: how programs grow, what the text says of it, folders rendered."""

from __future__ import annotations

import pytest
from support.programs.campaign_folders import benchmark_folder, timings

from lieref.reporting.campaigns import environment, store
from verification import __main__ as campaigns
from verification.benchmark import __main__ as benchmarks
from verification.benchmark import record
from verification.benchmark.bench import Bench
from verification.benchmark.dynamics import cases, operations, plans, tables
from verification.benchmark.dynamics import problems as dynamics
from verification.evidence import Evidence

EPS = 2.0**-52
ORDERS = range(9)


def cubic(r):
    return 40 + 7 * r + 5 * r**3


# Sizes over the orders, the degree they have, and how the text ends.
SHAPES = {
    "polynomial": ([cubic(r) for r in ORDERS], 3, "in r: not exponential"),
    "another constant at order 0": ([1, *(cubic(r) for r in ORDERS[1:])], 3, "not exponential"),
    "exponential": ([100 * 3**r for r in ORDERS], None, ": exponential"),
    "exponential, its factor falling": ([100 * 3**r - 60 for r in ORDERS], None, ": exponential"),
    "both": ([900 * r**2 + 10 + 3**r for r in ORDERS], None, ": exponential"),
    "a power": ([round(100 * (r + 1) ** 2.5) for r in ORDERS], None, ": not exponential"),
    "short": ([3**r for r in range(6)], None, "too few orders to tell"),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_growth_is_told_from_the_sizes(shape):
    numbers, degree, said = SHAPES[shape]
    sizes = dict(enumerate(numbers))
    assert operations.degree(sizes) == degree
    assert operations.growth(sizes).endswith(said)


def test_a_degree_needs_sizes_that_confirm_it():
    # four sizes lie on some cubic, whatever they are; order 0 does not count
    assert operations.degree({r: cubic(r) for r in range(5)}) is None
    assert operations.degree({r: cubic(r) for r in range(6)}) == 3


def test_factor_of_a_power():
    sizes = {r: 7 * 3**r for r in ORDERS}
    assert operations.factor(sizes) == pytest.approx(3.0, rel=64 * EPS)
    assert operations.ratios(sizes) == pytest.approx([3.0] * 7, rel=4 * EPS)


def result(kind, params):
    """A result of a case as cases.py returns it, with made-up numbers."""
    if kind == "operations":
        return {"instructions": {str(r): 3**r for r in params["orders"]}}
    if kind == "growth_bodies":
        return {"timings": timings({str(1 + 5 * n): 1e-8 * (1 + 5 * n) for n in params["links"]})}
    if kind == "growth_orders":
        return {"timings": timings({str(r): 1e-6 * (1 + r) for r in params["orders"]})}
    if kind == "digits":
        names = ("double-doubles", "doubles", *(["Pinocchio"] * (params["order"] == 0)))
        return {
            "timings": timings({name: 8e-6 / 2**n for n, name in enumerate(names)}),
            "ratios": {name: 2.0**n for n, name in enumerate(names) if n},
            "nbodies": 7,
        }
    peer = params.get("peer", "Pinocchio")
    facts = {
        "instructions": 3 ** params.get("order", 0),
        "seconds_to_build_or_load": 0.1,
        "peak_memory_mb": 1,
    }
    return {
        "timings": timings({"lieref": 1e-6, "lieref kernel": 1e-6, peer: 5e-6}),
        "ratios": {peer: 0.2},
        "nbodies": 7,
        "casadi": facts,
    }


def folder_of(problem, folder, quick=True, failing=""):
    """A results folder of a plan; cases of one CasADi peer fail if it is named."""
    return benchmark_folder(folder, problem.job, plans.plan(problem, quick), result, failing)


def shown(evidence, name):
    """The rows of a table of forward dynamics."""
    found = tables.all_tables(evidence, dynamics.FORWARD)
    return next(table.rows for table in found if table.name == name)


FIGURES = {"time_bodies", "time_order_7", "time_order_101"}


def test_the_folder_of_forward_dynamics_is_rendered(tmp_path):
    evidence = record.render(folder_of(dynamics.FORWARD, tmp_path, quick=False))
    assert evidence.holds and not evidence.missing
    figures = {path.stem for path in (tmp_path / "figures").glob("*.pdf")}
    assert figures == FIGURES | {"fig_4", "operations"}
    listed = (tmp_path / "tables" / "left_out.csv").read_text(encoding="utf-8")
    assert "from 4 on" in listed and "Error" not in listed
    digits = shown(evidence, "digits")
    assert len(digits) == 2 * len(plans.ROBOTS)
    assert digits[0][1:] == [7, 0, 4.0, 8.0, 2.0, 4.0]
    assert digits[1][1:] == [7, 5, 4.0, 8.0, 2.0, ""]


def test_the_folder_of_inverse_dynamics_has_no_forward_dynamics(tmp_path):
    evidence, study = record.load(folder_of(dynamics.INVERSE, tmp_path))
    assert study.job == dynamics.INVERSE.job
    assert evidence.holds and not evidence.missing
    assert {plot.name for plot in study.report.figures(evidence)} == FIGURES
    names = {table.name for table in study.report.tables(evidence)}
    assert names == {"calls", "casadi", "operations", "overhead", "growth"}


def test_what_failed_is_listed_with_its_reason(tmp_path):
    evidence, _ = record.load(folder_of(dynamics.FORWARD, tmp_path, failing="C, cse"))
    listed = shown(evidence, "left_out")
    assert [row[3] for row in listed] == list(range(6))
    assert {row[-1] for row in listed} == {"TimeoutError: stopped after 9 s"}
    assert not evidence.holds
    failed = {judged.claim.name for judged in evidence.judged if not judged.holds}
    assert failed == {"speed_generated"}


def test_a_program_that_takes_too_long_to_build_ends_the_count(tmp_path):
    bench = Bench(None, tmp_path, 1, 1.0, 1.0, -1.0)
    params = dynamics.INVERSE.params(robot=plans.SMALL, kind="state", eliminate=True, orders=[0, 1])
    found = cases.operations(bench, params)
    assert found["instructions"] == {}
    assert found["stopped"].startswith("order 0: building the expression was stopped")
    patient = Bench(None, tmp_path, 1, 1.0, 1.0, 60.0)
    counted = cases.operations(patient, params)
    assert list(counted) == ["instructions"]
    assert 0 < counted["instructions"]["0"] < counted["instructions"]["1"]
    stopped = {"id": "x", "params": params, "result": found}
    listed = shown(Evidence({}, {"operations": [stopped]}, []), "left_out")
    assert [row[-1] for row in listed] == [found["stopped"]]


def campaign_folder(folder):
    """A results folder of a campaign, of one case that failed."""
    with store.Store(folder) as results:
        results.append({"id": "1", "measurement": "x", "params": {}, "error": "stopped"})
    environment.write(folder, {"commit": "x", "plan": {"lemma_2": ["1"]}})
    return folder


def test_results_without_a_job_are_those_of_inverse_dynamics(tmp_path):
    folder_of(dynamics.INVERSE, tmp_path)
    environment.write(tmp_path, {"commit": "x", "plan": environment.read(tmp_path)["plan"]})
    _, study = record.load(tmp_path)
    assert study.job == dynamics.INVERSE.job


def test_a_folder_of_something_else_stays_as_it_is(tmp_path, capsys):
    """The commands for campaigns and for benchmarks, each on a folder of the other."""
    mine = folder_of(dynamics.INVERSE, tmp_path / "benchmark")
    other = campaign_folder(tmp_path / "campaign")
    for main, folder, said in (
        (campaigns.main, mine, "python -m verification.benchmark render"),
        (benchmarks.main, other, "python -m verification render"),
    ):
        before = sorted(path.name for path in folder.iterdir())
        assert main(["render", str(folder)]) == 2
        assert said in " ".join(capsys.readouterr().out.split())
        assert sorted(path.name for path in folder.iterdir()) == before


def test_results_of_something_else_are_not_replaced(tmp_path, capsys):
    mine = folder_of(dynamics.INVERSE, tmp_path / "benchmark")
    environment.write(mine, {**environment.read(mine), "benchmark": {}})
    other = campaign_folder(tmp_path / "campaign")
    for main, folder, words, said in (
        (campaigns.main, mine, ["forward-dynamics", "--only", "lemma_2"], "of a benchmark"),
        (benchmarks.main, other, ["inverse-dynamics", "--quick"], "of a campaign"),
    ):
        before = {path.name: path.read_bytes() for path in folder.iterdir()}
        assert main([*words, "--out", str(folder)]) == 2
        assert f"holds results {said}" in " ".join(capsys.readouterr().out.split())
        assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
