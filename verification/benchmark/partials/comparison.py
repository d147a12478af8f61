"""The methods that Singh et al. compare with the analytic ones, over the same kernels."""

from __future__ import annotations

from functools import partial

from lieref.partials import steps
from verification.benchmark.partials.problems import Arrays, Problem
from verification.benchmark.timing import Run, python_run
from verification.subjects.partial_methods import (
    ANALYTIC,
    BICOMPLEX,
    CHAIN_RULE,
    COMPLEX_STEP,
    DIFFERENCES_1,
    DIFFERENCES_2,
    METHODS,
)
from verification.subjects.partials import Point

KERNEL = "kernel"
OTHERS = (CHAIN_RULE, COMPLEX_STEP, BICOMPLEX, DIFFERENCES_1, DIFFERENCES_2)
# As tables and figures list them; CasADi, and who has no place here, behind.
ORDER = (KERNEL, *ANALYTIC.values(), *OTHERS)
# Steps of the difference quotients; they hardly change the time.
STEPS: dict[str, tuple[float, ...]] = {
    DIFFERENCES_1: steps.SECOND_DIFFERENCE,
    DIFFERENCES_2: (steps.FIRST_DIFFERENCE,),
}
# How far a difference quotient may be from the answer, of the largest entry: it is timed here, its
# error is the other report's matter.
ROOM = {DIFFERENCES_1: 1e-1, DIFFERENCES_2: 1e-3}


def analytic(problem: Problem) -> str:
    """Return the name of lieref's own method."""
    return ANALYTIC[problem.dynamics, problem.degree]


def rank(name: str) -> int:
    """Return the place of a method in tables and figures."""
    return ORDER.index(name) if name in ORDER else len(ORDER)


def others(problem: Problem, point: Point) -> dict[str, tuple[Run, Arrays]]:
    """Return a run of every other method, called from Python, and what it computes, by name."""
    known = METHODS[problem.dynamics, problem.degree]
    found: dict[str, tuple[Run, Arrays]] = {}
    for name in OTHERS:
        if name in known:
            arguments = (point, *STEPS.get(name, ()))
            found[name] = python_run(known[name], *arguments), partial(known[name], *arguments)
    return found
