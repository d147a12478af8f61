"""The benchmark of the forms: plan, verdicts and tables. Nothing is timed."""

import numpy as np
import pytest
from support.programs.campaign_folders import benchmark_folder, timings

import lieref
from lieref.dynamics.inverse_dynamics import FORMS, MODULES
from verification.benchmark import record
from verification.benchmark.bench import Bench, DisagreementError
from verification.benchmark.forms import cases, limits, plans, tables
from verification.benchmark.studies import STUDIES
from verification.subjects.computations import INVERSE_FORMS
from verification.subjects.selections import COMPARED

STUDY = STUDIES["forms"]
TIMES = {"default": 1e-6, "body": 2e-6, "spatial": 5e-6, "hybrid": 3e-6}


@pytest.mark.parametrize("form", INVERSE_FORMS)
@pytest.mark.parametrize("order", [0, 1])
def test_the_build_is_the_one_that_a_call_runs(form, order):
    build = cases.build_of(form, order)
    kind = "scalar" if order == 0 else "wide"
    assert build.__name__.rpartition(".")[2].startswith(f"{MODULES[FORMS[form]]}_{kind}")
    assert "lieref.run" in repr(build.RUN) and "lieref.workspace" in repr(build.WORKSPACE)


class Timers:
    """Timers that compute with the public function and are off by a factor in one form."""

    def __init__(self, wrong=""):
        self.wrong = wrong

    def form_reals(self, build, model, order):
        return 8

    def form_seconds(self, build, model, q, v, tau, workspace, calls):
        module = build.__name__.rsplit(".", 1)[-1]
        (form,) = (f for f in INVERSE_FORMS if module.startswith(MODULES[FORMS[f]] + "_"))
        found = lieref.inverse_dynamics(model, q, v, form=form)
        tau[:] = found * (1.001 if form == self.wrong else 1)
        return calls * TIMES[form]


def test_a_form_that_computes_something_else_is_refused(tmp_path):
    params = {"robot": COMPARED["serial chain, fixed, N = 10"], "order": 1}
    found = cases.forms(Bench(Timers(), tmp_path, 5, 0.0, 1.0, 1.0), params)
    assert max(found["difference"].values()) <= cases.require_agreement.__defaults__[0]
    multiples = {f: limits.multiple(f)({"result": found, "params": params}) for f in INVERSE_FORMS}
    expected = {form: TIMES[form] / TIMES["default"] for form in INVERSE_FORMS}
    assert multiples == pytest.approx(expected, rel=8 * np.finfo(float).eps)
    with pytest.raises(DisagreementError, match="hybrid, order 0: differs"):
        cases.forms(Bench(Timers("hybrid"), tmp_path, 5, 0.0, 1.0, 1.0), params)


def folder_of(folder, slow=1.0):
    """A results folder of the quick plan, with made-up numbers that hold if slow is 1."""

    def result(kind, _):
        if kind == "regressor":
            single = {"inverse dynamics": 1e-6, "inverse dynamics, kernel": 5e-7}
            times = {"regressor": 1e-5 * slow, **single}
            ratios = {name: times["regressor"] / times[name] for name in single}
        else:
            times = {form: TIMES[form] * (slow if form == "spatial" else 1) for form in TIMES}
            ratios = {form: TIMES["default"] / x for form, x in times.items() if form != "default"}
        return {"timings": timings(times), "ratios": ratios, "nbodies": 7}

    return benchmark_folder(folder, "forms", plans.plan(True), result)


def test_the_folder_is_rendered(tmp_path):
    evidence = record.render(folder_of(tmp_path))
    assert evidence.holds and not evidence.missing
    shown = {table.name: table for table in STUDY.report.tables(evidence)}
    row = next(row for row in shown["forms"].rows if row[2] == 5)
    assert row[3:] == pytest.approx([1.0, 2.0, 5.0, 3.0, 2.0, 5.0, 3.0], rel=1e-15)
    rows = shown["regressor"].rows
    assert [row[-1] for row in rows].count(limits.MOST_REGRESSOR) == 1
    assert rows[0][2:-1] == pytest.approx([10.0, 1.0, 0.5, 10.0, 20.0], rel=1e-15)


def test_a_slow_form_and_a_slow_regressor_fail(tmp_path):
    evidence, _ = record.load(folder_of(tmp_path, slow=2.6))
    rows = {row.part: row.holds for judged in evidence.judged for row in judged.rows}
    assert rows == {
        "hybrid over default, order 0": True,
        "hybrid over default, order 5": True,
        "spatial over default, order 0": False,
        "spatial over default, order 5": False,
        plans.TALOS: False,
    }
    assert tables.said(evidence).endswith("hybrid 3.")
