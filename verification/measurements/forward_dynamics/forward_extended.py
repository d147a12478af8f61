"""The extended path of forward dynamics against the oracle at every order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

import lieref
from verification.subjects import tasks
from verification.subjects.computations import FORMS, errors

# In arbitrary precision, and in double-doubles.
PATH_DIGITS, FINE_DIGITS = 40, 31
DIGITS = 30


def evaluate(params: Mapping[str, Any]) -> dict[str, Any]:
    """Measure the extended path and, beside it, both forms as they are without it.

    Parameters
    ----------
    params : mapping
        A task without prescribed coordinates, see `tasks.draw`; ``bound`` as of
        `forward_accuracy`.

    Returns
    -------
    dict
        ``extended``: relative max norm of the error of each order; ``rounded``: how many of the
        entries are not the double nearest to the reference; ``fine``, in double-doubles, ``forms``
        and ``bound`` likewise.
    """
    task = tasks.draw(params)
    exact = tasks.reference(task, DIGITS)[0]

    def solved(digits: int) -> np.ndarray:
        options = {**task.state.arguments(), "digits": digits}
        return np.asarray(lieref.forward_dynamics(task.model, *task.arguments(), **options))

    path = solved(PATH_DIGITS)
    nearest = np.array([[float(x) for x in row] for row in exact.midpoints])

    return {
        "extended": errors(path, exact.midpoints),
        "rounded": int((path != nearest).sum()),
        "fine": errors(solved(FINE_DIGITS), exact.midpoints),
        "forms": {x: errors(tasks.kernel(x, task)[0], exact.midpoints) for x in FORMS},
        "bound": tasks.bound(task, params["bound"], exact.digits)[0],
    }


def cost(params: Mapping[str, Any]) -> float:
    """Return rough seconds, from the sizes alone."""
    return tasks.seconds(params) * (2 + 0.5 * float(params["bound"]))
