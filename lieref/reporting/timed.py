"""``python -m lieref.reporting.timed``: times calls of a Python subject, in a process of its own.

One line of JSON in, one out: first the subject, the robot and its base, then questions. What
libraries print goes to standard error.
"""

from __future__ import annotations

import gc
import json
import os
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from lieref.check.exchange.wire import SubjectError
from lieref.check.quantities import named
from lieref.check.subjects import Answering, own_kernels, resolve
from lieref.errors import LierefError
from lieref.model.model import Model
from lieref.reporting.answers import OWN
from lieref.reporting.robots import robot

#: Seconds that are timed at once, at least; and how often: the shortest counts.
SPAN = 1e-3
REPEATS = 5


def seconds(call: Callable[[], Any], span: float = SPAN) -> float:
    """Return the time of a call: the shortest mean of `REPEATS` runs of `span` or more."""
    loops, best = 1, float("inf")
    repeats = 0
    while repeats < REPEATS:
        begin = time.perf_counter()
        for _ in range(loops):
            call()
        took = time.perf_counter() - begin
        if took < span and repeats == 0:
            loops *= 2
            continue
        repeats += 1
        best = min(best, took / loops)
    return best


def made(asked: dict[str, Any]) -> Answering:
    """Return the subject with its robot."""
    model = robot(asked["word"], asked["base"])
    if asked["subject"] == OWN:
        return own_kernels.subject(model)
    if not isinstance(model, Model):
        raise SubjectError("refused", "a robot with loops or couplings")
    return resolve(asked["subject"], model)


def timed(subject: Answering, asked: dict[str, Any]) -> dict[str, Any]:
    """Return the seconds of one call, or that there is none."""
    quantity = named(asked["quantity"])
    name = quantity.name
    given: dict[str, Any] = {key: np.array(asked[key], dtype=float) for key in quantity.inputs}
    if quantity.kinematic:
        given["frame"] = quantity.frame
    if subject.answer(name, **given) is None:
        return {"seconds": None}
    gc.disable()
    try:
        return {"seconds": seconds(lambda: subject.answer(name, **given))}
    finally:
        gc.enable()


def main() -> int:
    """Answer until standard input ends."""
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    subject: Answering | None = None
    for line in sys.stdin:
        asked = json.loads(line)
        try:
            if subject is None:
                subject = made(asked)
                said: dict[str, Any] = {"ready": True}
            else:
                said = timed(subject, asked)
        except (SubjectError, LierefError) as error:
            said = {"error": str(error)}
        except Exception as error:  # noqa: BLE001 - whatever a user's code raises has no time
            said = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(said), file=out, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
