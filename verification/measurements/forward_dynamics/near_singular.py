"""Forward dynamics next to a singular joint-space inertia: within the bound, or an error."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

import lieref
from lieref.errors import ModelError, SingularError
from verification.subjects import near_singular, states, tasks
from verification.subjects.computations import FORMS, errors
from verification.subjects.tasks import HALF_ULP, ForwardForm, Task

DIGITS = 25
SAMPLES = 3


def evaluate(params: Mapping[str, Any]) -> dict[str, Any]:
    """Measure the forms on one robot.

    Parameters
    ----------
    params : mapping
        ``kind`` and ``size`` of the robot (see `near_singular.build`), or ``seed`` (see
        `near_singular.draw`); ``state``, ``order``; ``torques``: "motion" (the default) or
        "random", as of `tasks.draw`; ``forms`` (names, default `computations.FORMS`): which forms.

    Returns
    -------
    dict
        For each form ``refused``: the name of the joint in the error, or None; then ``errors`` of
        the orders and ``error``, the largest, and ``ratio``: the largest of error by conditioning
        bound, which is at least half an ulp; all infinite where the oracle refuses.
    """
    forms = params.get("forms", FORMS)
    try:
        if "seed" in params:
            model = near_singular.draw(params["seed"])
        else:
            model = near_singular.build(params["kind"], params["size"])
    except ModelError as error:
        refused = {"refused": _named(str(error), near_singular.JOINTS)}
        return {"forms": {form: refused for form in forms}}
    state = states.draw(model, params["state"], params["order"])
    if params.get("torques", "motion") == "random":
        tau = tasks.random_torques(np.random.default_rng(params["seed"]), params["order"], model.nv)
    else:
        tau = lieref.inverse_dynamics(model, state.q, state.v, **state.arguments())
    task = Task(model, state, state.v[1:], tau, np.zeros(model.nv, dtype=bool))
    return {"forms": {form: _form(form, task) for form in forms}}


def _form(form: ForwardForm, task: Task) -> dict[str, Any]:
    try:
        found = tasks.kernel(form, task)[0]
    except SingularError as error:
        return {"refused": _named(str(error), task.model.joint_names)}
    try:
        exact = tasks.reference(task, DIGITS)[0]
    except SingularError:
        return {"refused": None, "ratio": math.inf, "error": math.inf, "errors": [math.inf]}
    bound = tasks.bound(task, SAMPLES, exact.digits)[0]
    orders = errors(found, exact.midpoints)
    ratio = max(a / max(b, HALF_ULP) for a, b in zip(orders, bound, strict=True))
    return {"refused": None, "ratio": ratio, "error": max(orders), "errors": orders}


def _named(text: str, joints: Sequence[str]) -> str:
    """Return the joint that an error names, nothing if it names none."""
    return next((name for name in joints if f"joint {name!r}" in text), "")


def cost(params: Mapping[str, Any]) -> float:
    """Return rough seconds."""
    return 0.1 * (float(params["order"]) + 2)
