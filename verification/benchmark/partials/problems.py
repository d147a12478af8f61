"""First and second partial derivatives of both dynamics as the benchmark sees them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np
import pinocchio as pin

import lieref
from lieref.check.metrics import FloatArray
from verification.benchmark import peers
from verification.benchmark.timing import Run, python_run
from verification.subjects import partials, symbolic
from verification.subjects.partials import Point

Arrays = Callable[[], Sequence[FloatArray]]
SEED = 1
EXPRESSIONS = {"inverse": symbolic.INVERSE, "forward": symbolic.FORWARD_LDL}
PEERS = {"inverse": pin.computeRNEADerivatives, "forward": pin.computeABADerivatives}
DEGREES = {1: "first", 2: "second"}


@dataclass(frozen=True)
class Problem:
    """Partial derivatives of "inverse" or "forward" dynamics, of degree 1 or 2."""

    dynamics: str
    degree: int

    @property
    def name(self) -> str:
        """Return the name of lieref's function, and of its timers in native.pyx."""
        second = "second_" if self.degree == 2 else ""
        return f"{self.dynamics}_dynamics_{second}partials"

    @property
    def label(self) -> str:
        """Return the words for tables and figures."""
        return f"{DEGREES[self.degree]} partials of {self.dynamics} dynamics"

    @property
    def function(self) -> Callable[..., Sequence[FloatArray]]:
        """Return the function of lieref."""
        found: Callable[..., Sequence[FloatArray]] = getattr(lieref, self.name)
        return found

    @property
    def expression(self) -> symbolic.Map:
        """Return the dynamics as CasADi expressions."""
        return EXPRESSIONS[self.dynamics]

    def params(self, **others: Any) -> dict[str, Any]:
        """Return a case's parameters."""
        return {"dynamics": self.dynamics, "degree": self.degree, **others, "seed": SEED}


PROBLEMS = tuple(
    Problem(dynamics, degree) for degree in DEGREES for dynamics in ("inverse", "forward")
)


def of(params: Mapping[str, Any]) -> Problem:
    """Return the problem that a case's parameters name."""
    return Problem(params["dynamics"], params["degree"])


def point_of(params: Mapping[str, Any]) -> Point:
    """Return the state that is timed."""
    return partials.draw({"robot": params["robot"], "state": {"seed": params["seed"]}})


def lieref_call(problem: Problem, point: Point) -> tuple[Run, Arrays]:
    """Return a run of lieref's function from Python, and what it computes."""
    function, arguments = problem.function, point.arguments(problem.dynamics)
    return python_run(function, *arguments), lambda: function(*arguments)


def lieref_kernel(timers: ModuleType, problem: Problem, point: Point) -> tuple[Run, Arrays]:
    """Return a run of the kernel without Python, its results in the same memory every time."""
    model, *rows = point.arguments(problem.dynamics)
    seconds = getattr(timers, f"{problem.name}_seconds")
    names = partials.NAMES[problem.dynamics, problem.degree]
    results = [np.zeros((model.nv,) * (problem.degree + 1)) for _ in names]
    workspace = peers.scratch(getattr(timers, f"{problem.name}_reals")(model))

    def run(calls: int) -> float:
        return float(seconds(model, *rows, *results, workspace, calls))

    return run, lambda: results


def pinocchio_call(problem: Problem, robot: dict[str, Any], point: Point) -> tuple[Run, Arrays]:
    """Return a run of Pinocchio's first partials from Python, its data made before.

    The result is returned in lieref's coordinates.
    """
    model, q, *rows = point.arguments(problem.dynamics)
    theirs, arguments, places = peers.pinocchio_arguments(robot, model, q, rows)
    data = theirs.createData()
    function = PEERS[problem.dynamics]

    def result() -> list[FloatArray]:
        by_q, by_v, by_third = function(theirs, data, *arguments)
        # of the symmetric one only the upper triangle is promised
        symmetric = np.triu(by_third) + np.triu(by_third, 1).T
        return [np.array(x)[np.ix_(places, places)] for x in (by_q, by_v, symmetric)]

    return python_run(function, theirs, data, *arguments), result
