"""States at which partial derivatives are taken, their references, and errors against them.

The reference is the twin of IDSVA-SO or FDSVA-SO in balls of 50 digits or more, second partials in
the matrix form of `partial_references`, rounded to two doubles. The claim on algebra proves both
against the oracle; the balls prove how many digits are left of a reference value.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import lieref
from lieref.check import metrics
from lieref.check.metrics import FloatArray
from lieref.oracle import Arb
from lieref.partials.fdsva_so import fdsva_so_twin
from lieref.partials.idsva import idsva_twin
from lieref.partials.results import (
    ForwardDynamicsPartials,
    ForwardDynamicsSecondPartials,
    InverseDynamicsPartials,
    InverseDynamicsSecondPartials,
)
from verification.subjects import partial_references, robots, states

#: Digits to begin with; balls of forward dynamics grow by more than a digit a coordinate.
DIGITS = 50
#: Relative radius that is good enough: ten digits beyond a double.
PROVEN = 1e-26
#: Names of the arrays by dynamics and degree of the derivatives.
NAMES: dict[tuple[str, int], tuple[str, ...]] = {
    ("inverse", 1): InverseDynamicsPartials._fields,
    ("inverse", 2): InverseDynamicsSecondPartials._fields,
    ("forward", 1): ForwardDynamicsPartials._fields,
    ("forward", 2): ForwardDynamicsSecondPartials._fields,
}


@dataclass(frozen=True)
class Point:
    """Where derivatives are taken; tau are the forces that give the accelerations a, rounded."""

    model: lieref.Model
    q: FloatArray
    v: FloatArray
    a: FloatArray
    tau: FloatArray
    loads: Mapping[str, Any]

    def arguments(self, dynamics: str) -> tuple[Any, ...]:
        """Return model, q, v and the accelerations or the generalized forces."""
        return self.model, self.q, self.v, self.a if dynamics == "inverse" else self.tau


class Pair(NamedTuple):
    """An array of the reference value: its nearest doubles, and what they lack."""

    high: FloatArray
    low: FloatArray


class Reference(NamedTuple):
    """The arrays of `NAMES`, working digits, and the largest radius of an array by its norm."""

    pairs: list[Pair]
    digits: int
    bound: float


def draw(params: Mapping[str, Any]) -> Point:
    """Return the point that ``robot`` (`robots.build`) and ``state`` (`states.draw`) describe."""
    model = robots.build(params["robot"])
    state = states.draw(model, params["state"], 0)
    options = {**state.arguments(), "tau_ext": None}
    tau = lieref.inverse_dynamics(model, state.q, state.v, **options)[0]
    applied = state.wrenches
    loads = {
        "base": state.base,
        "wrenches": None if applied is None else applied[0],
        "wrench_axes": state.wrench_axes,
    }
    return Point(model, state.q, state.v[0], state.v[1], np.asarray(tau), loads)


def twin(point: Point, dynamics: str, degree: int, K: Any) -> list[Any]:
    """Return the arrays of `NAMES` from the plain twin, for base="body" and without wrenches.

    Call inside K.working().
    """
    module: Any = {"inverse": idsva_twin, "forward": fdsva_so_twin}[dynamics]
    model, *numbers = point.arguments(dynamics)
    lists = [x.tolist() for x in numbers]
    found = (module.first_partials if degree == 1 else module.second_partials)(model, *lists, K)
    return list(found) if isinstance(found, tuple) else list(vars(found).values())


def first_digits(point: Point, dynamics: str) -> int:
    """Return the digits to begin with."""
    return DIGITS + (2 * point.model.nv if dynamics == "forward" else 0)


def in_balls(point: Point, dynamics: str, degree: int, K: Arb) -> list[NDArray[Any]]:
    """Return the arrays of `NAMES` as the reference value has them; call inside K.working()."""
    if degree == 1:
        return [np.asarray(x, dtype=object) for x in twin(point, dynamics, degree, K)]
    second: dict[str, Any] = {
        "inverse": partial_references.inverse_second,
        "forward": partial_references.forward_second,
    }
    model, *numbers = point.arguments(dynamics)
    found: list[NDArray[Any]] = second[dynamics](model, *(x.tolist() for x in numbers), K)
    return found


def reference(point: Point, dynamics: str, degree: int) -> Reference:
    """Return the arrays of `NAMES` with a proven bound; more digits until it is good enough."""
    digits = first_digits(point, dynamics)
    while True:
        K = Arb(digits)
        with K.working():
            arrays = in_balls(point, dynamics, degree, K)
            bound = max(_bound(K, x) for x in arrays)
            if bound <= PROVEN:
                return Reference([pair(K, x) for x in arrays], digits, bound)
        digits += DIGITS


def _bound(K: Arb, exact: NDArray[Any]) -> float:
    """Return the largest radius by the largest entry; infinite where a ball holds everything."""
    # an array has the same scalar in many places
    scalars = list({id(x): x for x in exact.flat}.values())
    if not all(map(K.is_finite, scalars)):
        return math.inf
    size = max(abs(K.to_float(x)) for x in scalars)
    return max(map(K.radius, scalars)) / size if size else 0.0


def pair(K: Any, exact: NDArray[Any]) -> Pair:
    """Return scalars of a field as the sum of two doubles; call inside K.working()."""
    high = np.frompyfunc(K.to_float, 1, 1)(exact).astype(float)
    low = np.frompyfunc(lambda x, h: K.to_float(x - h), 2, 1)(exact, high).astype(float)
    return Pair(high, low)


def whole(arrays: Sequence[FloatArray]) -> FloatArray:
    """Return what (40)-(43) of Singh et al. are taken over, the zeros that are known among it.

    First partials: n x 3n. Second: the tensor n x 3n x 3n over (q, v, a), or (q, v, tau).
    """
    if len(arrays) == 3:
        return np.concatenate(arrays, axis=1)
    qq, vv, qv, aq = arrays
    nil = np.zeros_like(qq)
    rows = [
        [qq, qv, np.swapaxes(aq, 1, 2)],
        [np.swapaxes(qv, 1, 2), vv, nil],
        [aq, nil, nil],
    ]
    return np.concatenate([np.concatenate(row, axis=2) for row in rows], axis=1)


def errors(values: Sequence[FloatArray], exact: Sequence[Pair]) -> dict[str, float]:
    """Return the metrics of the whole tensor."""
    high, low = whole([x.high for x in exact]), whole([x.low for x in exact])
    return asdict(metrics.summarize_pair(whole(values), high, low))


def block_errors(
    names: Sequence[str], values: Sequence[FloatArray], exact: Sequence[Pair]
) -> dict[str, float]:
    """Return the RMSRE of each array alone, so that none hides another."""
    triples = zip(names, values, exact, strict=True)
    return {name: metrics.summarize_pair(x, *sums).rmsre for name, x, sums in triples}
