"""Algebra: the twins of forward and hybrid dynamics at 55 digits against the oracle at more."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lieref.check import metrics
from verification.subjects import tasks
from verification.subjects.computations import FORMS

TWIN_DIGITS = 55
ORACLE_DIGITS = 65


def evaluate(params: Mapping[str, Any]) -> dict[str, Any]:
    """Return the relative max norm of each order, for the twin of each form.

    Parameters
    ----------
    params : mapping
        A task, see `tasks.draw`; ``forms`` (names, default `computations.FORMS`): which forms.
    """
    task = tasks.draw(params)
    reference = tasks.reference(task, ORACLE_DIGITS)
    forms = {}
    for form in params.get("forms", FORMS):
        tables = tasks.twin(form, task, TWIN_DIGITS)
        # the worse of motion and generalized force
        forms[form] = {
            "relative": [
                max(
                    metrics.relative_max_norm(rows[k], exact.midpoints[k])
                    for rows, exact in zip(tables, reference, strict=True)
                )
                for k in range(params["order"] + 1)
            ]
        }
    return {"forms": forms}


def cost(params: Mapping[str, Any]) -> float:
    """Return rough seconds, from the sizes alone."""
    return 5 * tasks.seconds(params)
