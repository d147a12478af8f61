"""The stages of FDSVA-SO, each by both of its ways, timed apart."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Literal

import numpy as np

from lieref.check.metrics import FloatArray
from lieref.partials.fdsva_so.forward_dynamics_second_partials import Terms
from lieref.partials.idsva.inverse_dynamics_partials import inverse_dynamics_partials
from lieref.partials.idsva_so.inverse_dynamics_second_partials import (
    inverse_dynamics_second_partials,
)
from verification.benchmark.timing import Run
from verification.subjects.partials import Point

Inner = Literal["dtm", "idfoza"]
Outer = Literal["dtm", "aza"]
# The ways of the inner and of the outer terms, as they are taken together here.
PAIRS: tuple[tuple[Inner, Outer], ...] = (("dtm", "dtm"), ("idfoza", "aza"))
# Each stage and its ways; the solves for the first partials go the way of the outer terms.
STAGES = {"first": ("dtm", "aza"), "inner": ("dtm", "idfoza"), "outer": ("dtm", "aza")}


def name(stage: str, way: str) -> str:
    """Return the name of a stage by one of its ways."""
    return f"{stage}, {way}"


def stages(point: Point) -> tuple[dict[str, Run], list[list[FloatArray]]]:
    """Return a run of every stage by every way, and what FDSVA-SO computes by each pair of ways.

    For base="body". A stage overwrites what it is given: that is restored before each run, in
    time that does not count.
    """
    model, q = point.model, point.q
    slopes = inverse_dynamics_partials(model, q, point.v, point.a)
    bends = inverse_dynamics_second_partials(model, q, point.v, point.a)
    runs: dict[str, Run] = {}
    results: list[list[FloatArray]] = []
    for inner, outer in PAIRS:
        fresh = type(bends)(*(x.copy() for x in bends))
        terms = Terms(model, q, slopes.dtau_da, slopes, fresh, [], inner, outer)
        for stage, arrays in (
            ("first", [terms.moved]),
            ("inner", terms.tensors),
            ("outer", terms.tensors),
        ):
            function = getattr(terms, stage)
            runs[name(stage, inner if stage == "inner" else outer)] = restored(function, arrays)
            function()
        results.append([x.copy() for x in terms.tensors])
    return runs, results


def restored(stage: Callable[[], None], arrays: Sequence[FloatArray]) -> Run:
    """Return a run of a stage that finds its arrays as they are now every time."""
    saved = [x.copy() for x in arrays]

    def run(calls: int) -> float:
        seconds = 0.0
        for _ in range(calls):
            for array, values in zip(arrays, saved, strict=True):
                np.copyto(array, values)
            start = time.perf_counter()
            stage()
            seconds += time.perf_counter() - start
        return seconds

    return run
