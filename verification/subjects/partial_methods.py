"""The methods that Singh et al. compare, by name: each from a point to arrays of partials."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

import lieref
from lieref.check.metrics import FloatArray
from lieref.partials import steps
from lieref.partials.fdsva.forward_dynamics_partials import forward_dynamics_partials
from lieref.partials.fdsva_so.forward_dynamics_second_partials import (
    forward_dynamics_second_partials,
)
from lieref.partials.idsva.inverse_dynamics_partials import inverse_dynamics_partials
from lieref.partials.idsva_so.inverse_dynamics_second_partials import (
    inverse_dynamics_second_partials,
)
from lieref.partials.second_order_numbers import chain_rule
from verification.subjects import symbolic
from verification.subjects.partials import Point

Method = Callable[..., Sequence[FloatArray]]

#: Name of the analytic method by dynamics and degree.
ANALYTIC = {
    ("inverse", 1): "IDSVA",
    ("inverse", 2): "IDSVA-SO",
    ("forward", 1): "FDSVA",
    ("forward", 2): "FDSVA-SO",
}
CHAIN_RULE = "chain rule"
COMPLEX_STEP = "complex step"
BICOMPLEX = "bicomplex"
DIFFERENCES_1 = "Finite-Diff-1"
DIFFERENCES_2 = "Finite-Diff-2"
CASADI = "CasADi"
#: The order in which they are shown.
ORDER = (*ANALYTIC.values(), CHAIN_RULE, COMPLEX_STEP, BICOMPLEX, CASADI, DIFFERENCES_2,
         DIFFERENCES_1)  # fmt: skip


FUNCTIONS: dict[tuple[str, int], Any] = {
    ("inverse", 1): inverse_dynamics_partials,
    ("inverse", 2): inverse_dynamics_second_partials,
    ("forward", 1): forward_dynamics_partials,
    ("forward", 2): forward_dynamics_second_partials,
}
CHAINED: dict[tuple[str, int], Any] = {
    ("inverse", 1): chain_rule.inverse_dynamics_partials,
    ("inverse", 2): chain_rule.inverse_dynamics_second_partials,
    ("forward", 1): chain_rule.forward_dynamics_partials,
    ("forward", 2): chain_rule.forward_dynamics_second_partials,
}


def _analytic(dynamics: str, degree: int) -> Method:
    function = FUNCTIONS[dynamics, degree]
    return lambda point: function(*point.arguments(dynamics), **point.loads)


def _chain_rule(dynamics: str, degree: int) -> Method:
    function = CHAINED[dynamics, degree]
    return lambda point: function(*point.arguments(dynamics), **point.loads)


def step_state(point: Point, dynamics: str) -> steps.State:
    """Return the point as the methods by steps take it."""
    loads = point.loads.values()
    make = steps.inverse_state if dynamics == "inverse" else steps.forward_state
    return make(*point.arguments(dynamics), *loads)


def _steps(dynamics: str, method: Callable[..., Any]) -> Method:
    """A method by steps: of the point, and a step if not its own."""
    return lambda point, *step: method(step_state(point, dynamics), *step)


def _finite_diff_1(at: steps.State, *step: float) -> Any:
    """One step for both coordinates, one for each, or the method's own."""
    return steps.finite_diff_1(at, (step[0], step[-1])) if step else steps.finite_diff_1(at)


@lru_cache(maxsize=1)
def _differentiated(model: lieref.Model) -> symbolic.Partials:
    """Return second partials of inverse dynamics by CasADi, for its own machine."""
    return symbolic.partials(symbolic.INVERSE, model, 2, eliminate=False)


def _casadi(point: Point) -> Sequence[FloatArray]:
    model, *rows = point.arguments("inverse")
    made = _differentiated(model)
    return made.arrays(np.asarray(made.function(np.concatenate(rows))).ravel())


def _methods(dynamics: str, degree: int) -> dict[str, Method]:
    found = {
        ANALYTIC[dynamics, degree]: _analytic(dynamics, degree),
        CHAIN_RULE: _chain_rule(dynamics, degree),
    }
    if degree == 1:
        return {**found, COMPLEX_STEP: _steps(dynamics, steps.complex_step)}
    by_steps: dict[str, Callable[..., Any]] = {
        BICOMPLEX: steps.bicomplex_step,
        DIFFERENCES_1: _finite_diff_1,
        DIFFERENCES_2: steps.finite_diff_2,
    }
    found |= {name: _steps(dynamics, method) for name, method in by_steps.items()}
    return found | ({CASADI: _casadi} if dynamics == "inverse" else {})


#: From dynamics and degree to the methods by name.
METHODS = {key: _methods(*key) for key in FUNCTIONS}


def analytic(point: Point, dynamics: str, degree: int) -> Sequence[FloatArray]:
    """Return the arrays of the analytic method."""
    return METHODS[dynamics, degree][ANALYTIC[dynamics, degree]](point)
