"""The cases: the kernels of all forms against each other, and the regressor, each checked first."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

import lieref
from lieref import machine
from lieref.check.metrics import FloatArray
from lieref.dynamics.inverse_dynamics import FORMS, MODULES
from lieref.partials.parameters.regressor import inertial_parameters, inverse_dynamics_regressor
from verification.benchmark import peers
from verification.benchmark.bench import Bench, require_agreement
from verification.benchmark.dynamics.problems import INVERSE, State, state
from verification.benchmark.timing import Run, python_run
from verification.subjects import robots
from verification.subjects.computations import INVERSE_FORMS
from verification.verdicts import Params


def build_of(form: str, order: int) -> ModuleType:
    """Return the build that `lieref.inverse_dynamics` runs for a form and order."""
    kind = "scalar" if order == 0 else "wide"
    return machine.kernel(f"{MODULES[FORMS[form]]}_{kind}")


def kernel(timers: ModuleType, form: str, model: lieref.Model, at: State) -> tuple[Run, FloatArray]:
    """Return a run of a form's kernel without Python, and where it writes tau (r + 1, nv)."""
    build = build_of(form, at.order)
    tau = np.full((at.order + 1, model.nv), np.nan)
    workspace = peers.scratch(timers.form_reals(build, model, at.order))

    def run(calls: int) -> float:
        return float(timers.form_seconds(build, model, at.q, at.v, tau, workspace, calls))

    return run, tau


def forms(bench: Bench, params: Params) -> dict[str, Any]:
    """The kernels of all forms in turn, at one order on one robot."""
    model = robots.build(params["robot"])
    at = state(model, params["order"])
    runs: dict[str, Run] = {}
    differences: dict[str, float] = {}
    for form in INVERSE_FORMS:
        runs[form], tau = kernel(bench.timers, form, model, at)
        runs[form](1)
        differences[form] = max(
            require_agreement(f"{form}, order {k}", row, expected)
            for k, (row, expected) in enumerate(zip(tau, at.tau, strict=True))
        )
    return {**bench.time(runs), "difference": differences, "nbodies": model.nbodies}


def regressor(bench: Bench, params: Params) -> dict[str, Any]:
    """The regressor of inverse dynamics against one inverse dynamics, called from Python."""
    model = robots.build(params["robot"])
    at = state(model, 0)
    arguments = (model, at.q, at.v[0], at.v[1])
    found = inverse_dynamics_regressor(*arguments) @ inertial_parameters(model)
    difference = require_agreement("regressor", found, INVERSE.answer(at)[0])
    call, _ = peers.lieref_call(INVERSE, model, at)
    inside, _ = peers.lieref_kernel(bench.timers, INVERSE, model, at)
    runs = {
        "regressor": python_run(inverse_dynamics_regressor, *arguments),
        "inverse dynamics": call,
        "inverse dynamics, kernel": inside,
    }
    return {**bench.time(runs), "difference": difference, "nbodies": model.nbodies}
