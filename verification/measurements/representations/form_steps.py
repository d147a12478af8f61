"""Frame transformations and Lie brackets of each form: the steps of its twin, counted as it runs.

Müller counts them for a chain of n bodies with one-degree joints at order 0. Where a twin has a
series of two coefficients at that order, one call of a step is several of the paper's operations:
(w x l)_1 = w_0 x l_1 + w_1 x l_0 has both the translation of an acceleration and the cross product
with r'. A call counts for as many as there are products of coefficients.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import CodeType, FrameType, FunctionType
from typing import Any

from lieref.dynamics.inverse.forms.body import body_twin
from lieref.dynamics.inverse.forms.hybrid import hybrid_twin
from lieref.dynamics.inverse.forms.spatial import spatial_twin
from lieref.kinematics import forward_kinematics_twin
from verification.subjects import computations, robots, states
from verification.subjects.selections import fixed_chain
from verification.subjects.tracing import Tracing

Arguments = Mapping[str, Any]


def _once(_: Arguments) -> int:
    return 1


def _products(name: str) -> Callable[[Arguments], int]:
    """Products of coefficients in a product with the series of this argument."""

    def count(arguments: Arguments) -> int:
        n = len(arguments[name][0])
        return n * (n + 1) // 2

    return count


def _coefficients(arguments: Arguments) -> int:
    """Products of a series with a constant."""
    return len(arguments["R"][0][0])


@dataclass(frozen=True)
class Step:
    """What the paper counts, and where it is in the twin.

    Attributes
    ----------
    name : str
    per_body, once : int
        The paper's count for n bodies: per_body n + once.
    price : int
        Multiplications that the step takes for one body, its operations written out: a rotation of
        a screw 18, its translation or another cross product 6, a bracket 18 and one with w alone
        12; an inertia counts for two screws, as in the paper.
    places : mapping
        Function of the twin to how many of the paper's operations one call of it is.
    """

    name: str
    per_body: int
    once: int
    price: int
    places: Mapping[Any, Callable[[Arguments], int]]


# [Müller, Sec. 4.1-4.3, Computational Generalized force]
STEPS: dict[str, tuple[Step, ...]] = {
    "body": (
        Step(
            "frame transformations of screws", 3, -3, 3 * 24,
            {body_twin.to_child: _products("V"), body_twin.to_parent: _products("W")},
        ),
        Step(
            "Lie brackets", 2, -1, 2 * 18,
            {body_twin.bracket: _products("V"), body_twin.body_wrench: _products("V")},
        ),
    ),
    "spatial": (
        Step("frame transformations of screws", 1, 0, 24, {forward_kinematics_twin.adjoint: _once}),
        Step("frame transformations of inertias", 1, 0, 48, {spatial_twin._own_inertia: _once}),
        # the rate of the inertia stands for -ad_V^T M V of (71b), as in (E2) of Ali et al.
        Step(
            "Lie brackets, or rates of an inertia", 2, -1, 2 * 18,
            {forward_kinematics_twin.ad: _once, spatial_twin.spatial_inertia: _once},
        ),
    ),
    "hybrid": (
        # 3n - 3 translations, n - 1 cross products ad_{r'} V_p of (75d)
        Step(
            "translations of screws, with the products ad_r' V", 4, -4, 4 * 6,
            {hybrid_twin.to_child: _products("v"), hybrid_twin.to_parent: _products("W")},
        ),
        # n rotations, n brackets ad_w X of (75d)
        Step("rotations of screws, with the brackets ad_w X", 2, 0, 18 + 12,
             {hybrid_twin.turned: _coefficients}),
        # n rotations of the inertia, n brackets ad_w M V of (76b): the momentum and its rate
        Step("rotations of inertias, with the brackets ad_w M V", 2, 0, 2 * 18 + 12,
             {hybrid_twin.body_wrench: lambda arguments: len(arguments["body"].w[0])}),
    ),
}  # fmt: skip


@contextmanager
def calls(places: Mapping[Any, Callable[[Arguments], int]]) -> Iterator[list[int]]:
    """Count calls of these functions in the block, each with its weight; yields the counts."""
    weights: dict[CodeType, Callable[[Arguments], int]] = {}
    for function, weight in places.items():
        assert isinstance(function, FunctionType), function
        weights[function.__code__] = weight
    found: list[int] = []

    def watch(frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and frame.f_code in weights:
            found.append(weights[frame.f_code](frame.f_locals))

    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        yield found
    finally:
        sys.setprofile(before)


def counted(step: Step, form: str, robot: Mapping[str, Any], seed: int) -> int:
    """Return how many of a step's operations the twin does at order 0."""
    model = robots.build(robot)
    state = states.draw(model, {"seed": seed}, 0)
    with calls(step.places) as found:
        computations.TWINS[form].inverse_dynamics(  # type: ignore[index]
            model, state.q.tolist(), state.v.tolist(), Tracing()
        )
    return sum(found)


def evaluate(params: Mapping[str, Any]) -> dict[str, Any]:
    """Count the steps of one form for chains of some lengths.

    Parameters
    ----------
    params : mapping
        ``form``, ``bodies`` (lengths of the chain), ``seed``.

    Returns
    -------
    dict
        ``steps``: name, ``paper`` [per body, once], ``counted``: one number a length.
    """
    form = params["form"]
    return {
        "steps": [
            {
                "name": step.name,
                "paper": [step.per_body, step.once],
                "counted": [
                    counted(step, form, fixed_chain(n), params["seed"]) for n in params["bodies"]
                ],
            }
            for step in STEPS[form]
        ]
    }


def fit(bodies: Sequence[int], numbers: Sequence[int]) -> tuple[int, int] | None:
    """Return (per body, once) of numbers that are exactly per_body n + once, else None."""
    slope, rest = divmod(numbers[1] - numbers[0], bodies[1] - bodies[0])
    start = numbers[0] - slope * bodies[0]
    straight = all(x == slope * n + start for n, x in zip(bodies, numbers, strict=True))
    return (slope, start) if straight and not rest else None
