"""Rounding: forward and hybrid dynamics in double precision against the oracle, with the bound."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from verification.subjects import tasks
from verification.subjects.computations import FORMS, errors

# Proven digits of the reference: 9 beyond a double, so that its own error cannot show in any
# figure.
DIGITS = 25
# What a grid may add to the parameters.
OPTIONAL = ("digits",)
# A draw whose joint-space inertia is worse conditioned than this is not measured.
WORST_CONDITION = 1e4
TABLES = ("motion", "torque")


def evaluate(params: Mapping[str, Any]) -> dict[str, Any]:
    """Measure the forms on one task.

    Parameters
    ----------
    params : mapping
        A task (see `tasks.draw`); ``bound``: number of moves of the inputs by half an ulp that
        the conditioning bound is the largest effect of, 0 for no bound; ``forms``
        (names, default `computations.FORMS`): which forms; ``digits`` of the reference (default
        DIGITS).

    Returns
    -------
    dict
        ``bodies``, ``nv``, ``condition`` (of H, scaled to a unit diagonal); beyond
        WORST_CONDITION nothing else. ``reference``: working digits and proven relative bound;
        for each form ``motion`` and, of hybrid dynamics, ``torque``: relative max norm of the
        error of each order; ``bound`` likewise.
    """
    task = tasks.draw(params)
    found: dict[str, Any] = {
        "bodies": task.model.nbodies,
        "nv": task.model.nv,
        "condition": tasks.condition(task),
    }
    if not found["condition"] <= WORST_CONDITION:
        return found
    reference = tasks.reference(task, params.get("digits", DIGITS))
    digits = max(table.digits for table in reference)
    found["reference"] = {"digits": digits, "bound": max(t.relative_radius for t in reference)}
    found["forms"] = {}
    for form in params.get("forms", FORMS):
        tables = zip(TABLES, tasks.kernel(form, task), reference, strict=False)
        found["forms"][form] = {x: errors(rows, exact.midpoints) for x, rows, exact in tables}
    if params["bound"]:
        bounds = tasks.bound(task, params["bound"], digits)
        found["bound"] = dict(zip(TABLES, bounds, strict=False))
    return found


def cost(params: Mapping[str, Any]) -> float:
    """Return rough seconds, from the sizes alone."""
    return tasks.seconds(params) * (1 + 0.5 * float(params["bound"]))
