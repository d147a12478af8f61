"""What must be refused: each case is a sound one that is spoiled in one place.

lieref's function, and for dynamics the oracle too, must raise the error; before it is spoiled both
must accept it. Singular states are so exactly: balls refuse them at any precision.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

import lieref
from lieref import loops, oracle
from lieref.algebra import SO3
from lieref.errors import LierefError
from lieref.golden.golden_cases import FailureCase, case_of
from lieref.oracle import Arb
from verification.golden.descriptions import describe, doubles
from verification.golden.inputs import tree

Case = dict[str, Any]
Spoil = Callable[[Case], Any]
# Balls refuse what is singular at this many digits as at any other.
DIGITS = 300


@dataclass(frozen=True)
class Failure:
    """A sound call, what spoils it, and the error that is to come."""

    start: Callable[[], Case]
    spoil: Spoil
    kind: str
    exception: str
    names: str
    why: str

    def case(self) -> Case:
        """Return the case with its refusal."""
        found = self.start()
        self.spoil(found)
        words = ("kind", "exception", "names", "why")
        return found | {"refusal": {key: getattr(self, key) for key in words}}


def _of(function: str, model: Any, q: list[float]) -> Case:
    """A sound call: forces and two rows of velocities, of no order above 0."""
    steps = [[0.5] * model.nv, [-0.25] * model.nv]
    given = {"base": "body", "q": q, "v": steps, "tau": [[1.0] * model.nv]}
    return {"function": function, "model": describe(model), "inputs": given}


def _pair(function: str) -> Callable[[], Case]:
    """A turning joint that carries a spherical one."""

    def start() -> Case:
        model = tree("pair", (("revolute", None), ("spherical", 0)), 13)
        return _of(function, model, [0.5, 0.0, 0.6, 0.0, 0.8])

    return start


def _slider() -> Case:
    """A turning joint that carries a sliding one."""
    model = tree("slider", (("revolute", None), ("prismatic", 0)), 13)
    return _of("forward_dynamics", model, [0.5, 0.25])


def _linkage(model: Callable[[], Any], q: float) -> Callable[[], Case]:
    return lambda: _of("loop_inverse_dynamics", model(), [q])


def _rotation() -> Case:
    turn = doubles(SO3.exp(np.array([0.25, 0.5, -0.75])))
    return {"group": "SO3", "function": "SO3.log", "inputs": {"argument": turn}}


def _body(number: int, **changes: Any) -> Spoil:
    def spoil(case: Case) -> None:
        case["model"]["bodies"][number].update(doubles_of(changes))

    return spoil


def doubles_of(changes: dict[str, Any]) -> dict[str, Any]:
    """Numbers as doubles; names stay."""
    return {key: x if isinstance(x, str) else doubles(x) for key, x in changes.items()}


def _joint(number: int, **changes: Any) -> Spoil:
    def spoil(case: Case) -> None:
        case["model"]["bodies"][number]["joint"].update(doubles_of(changes))

    return spoil


def _inputs(**changes: Any) -> Spoil:
    return lambda case: case["inputs"].update(doubles_of(changes))


def _not_finite(name: str, index: list[int], value: str) -> Spoil:
    def spoil(case: Case) -> None:
        case["not_finite"] = [{"input": name, "index": index, "value": value}]

    return spoil


def _mass_on_axis(case: Case) -> None:
    body = case["model"]["bodies"][1]
    body |= {"com": copy.copy(body["joint"]["point"]), "inertia": NONE}


def _hinges() -> Case:
    model = tree("hinges", (("revolute", None), ("revolute", 0)), 13)
    return _of("forward_dynamics", model, [0.5, 0.25])


NONE = doubles(np.zeros((3, 3)))
UNIT = np.eye(4)
INVERSE, FORWARD, BUILD = (
    _pair(name) for name in ("inverse_dynamics", "forward_dynamics", "build")
)
FLIPPED = np.diag([1.0, 1.0, -1.0, 1.0])
SHEARED = UNIT.copy()
SHEARED[0, 1] = 0.25
MODEL, CONFIGURATION = ("model", "ModelError"), ("configuration", "ConfigurationError")
SINGULAR, SHAPE = ("singular", "SingularError"), ("shape", "ShapeError")
WRONG, INFINITE = ("argument", "ArgumentError"), ("not finite", "NonFiniteError")
_FAILURES: dict[str, tuple[Any, ...]] = {
    "singular_point_mass": (
        FORWARD, _body(1, com=[0] * 3, inertia=NONE), *SINGULAR, "body_1_joint",
        "a mass point in the center of the spherical joint: the inertia across it is zero",
    ),
    "singular_mass_on_axis": (
        _hinges, _mass_on_axis, *SINGULAR, "body_1_joint",
        "a mass point on the axis of the last joint: the inertia across it is zero",
    ),
    "singular_massless_leaf": (
        _slider, _body(1, mass=0, inertia=NONE), "singular", "ModelError", "body_1_joint",
        "the last body has no mass: the articulated inertia across its joint is zero",
    ),
    "singular_flat_parallelogram": (
        _linkage(lieref.catalogue.parallelogram, 0.5), _inputs(q=[0]), "singular",
        "ConfigurationError", "closing",
        "all bars in one line: a parallelogram and an antiparallelogram meet here",
    ),
    "loop_out_of_reach": (
        _linkage(lambda: lieref.catalogue.four_bar(0.5, 0.25, 0.25, 0.25), 0.5), _inputs(q=[3]),
        *CONFIGURATION, "closing", "the two other bars together are shorter than the gap",
    ),
    "quaternion_not_unit": (
        INVERSE, _inputs(q=[0.5, 0, 0.6, 0, 0.801]), *CONFIGURATION, "body_1_joint",
        "a quaternion of norm 1.0008, which is no rounding error",
    ),
    "quaternion_zero": (
        INVERSE, _inputs(q=[0.5, 0, 0, 0, 0]), *CONFIGURATION, "body_1_joint",
        "a quaternion of norm 0",
    ),
    "configuration_short": (
        INVERSE, _inputs(q=[0.5, 0, 0.6, 0]), *SHAPE, "q", "4 numbers where 5 are needed",
    ),
    "velocity_short": (
        INVERSE, _inputs(v=[[0.5] * 3, [0.25] * 3]), *SHAPE, "v", "3 columns where 4 are needed",
    ),
    "acceleration_missing": (
        INVERSE, _inputs(v=[[0.5] * 4]), *SHAPE, "v", "a velocity without its derivative",
    ),
    "velocity_nan": (
        INVERSE, _not_finite("v", [1, 1], "nan"), *INFINITE, "v", "NaN in an argument",
    ),
    "force_infinite": (
        FORWARD, _not_finite("tau", [0, 0], "inf"), *INFINITE, "tau", "infinity in an argument",
    ),
    "base_unknown": (
        INVERSE, _inputs(base="world"), *WRONG, "base", "no name of a representation",
    ),
    "mass_negative": (BUILD, _body(1, mass=-1), *MODEL, "body_1", "a mass below zero"),
    "inertia_indefinite": (
        BUILD, _body(1, inertia=np.diag([1, 1, -1])), *MODEL, "body_1",
        "a principal moment of inertia below zero",
    ),
    "inertia_not_symmetric": (
        BUILD, _body(1, inertia=[[1, 0.5, 0], [0, 1, 0], [0, 0, 1]]), *MODEL, "body_1",
        "an inertia that differs from its transpose",
    ),
    "placement_reflection": (
        BUILD, _body(1, placement=FLIPPED), *MODEL, "body_1", "determinant -1",
    ),
    "placement_sheared": (
        BUILD, _body(1, placement=SHEARED), *MODEL, "body_1", "a matrix that is not orthogonal",
    ),
    "axis_zero": (BUILD, _joint(0, axis=[0] * 3), *MODEL, "axis", "an axis without a direction"),
    "parent_unknown": (
        BUILD, _body(1, parent="no_such_body"), *MODEL, "no_such_body",
        "a parent that is not there",
    ),
    "body_twice": (BUILD, _body(1, name="body_0"), *MODEL, "body_0", "one name of two bodies"),
    "log_reflection": (
        _rotation, _inputs(argument=FLIPPED[:3, :3]), *CONFIGURATION, "reflection",
        "determinant -1: no rotation",
    ),
    "log_sheared": (
        _rotation, _inputs(argument=SHEARED[:3, :3]), *CONFIGURATION, "R",
        "a matrix that is not orthogonal",
    ),
}  # fmt: skip
FAILURES = {name: Failure(*words) for name, words in _FAILURES.items()}


def called(case: FailureCase) -> Any:
    """Return what lieref's function returns at a case's inputs, if it does not refuse them."""
    given = case.inputs
    if case.function == "SO3.log":
        return SO3.log(given["argument"])
    model: Any = case.model
    if case.function == "build":
        return model
    if case.function == "loop_inverse_dynamics":
        return loops.inverse_dynamics(model, given["q"], given["v"])
    if case.function == "forward_dynamics":
        return lieref.forward_dynamics(
            model, given["q"], given["v"][0], given["tau"], given["base"]
        )
    return lieref.inverse_dynamics(model, given["q"], given["v"], given["base"])


def called_in_balls(case: FailureCase) -> Any:
    """Return what the oracle says in balls; None of what is none of its functions."""
    if case.function in ("build", "SO3.log"):
        return None
    model, given = case.model, case.inputs
    state = [given["q"], given["v"]]
    if case.function == "forward_dynamics":
        state = [given["q"], given["v"][0], given["tau"]]
    function = getattr(oracle, case.function)
    return function(model, *state, given["base"], field=Arb(DIGITS))


def read(case: Case) -> FailureCase:
    """Return what a case says."""
    return cast(FailureCase, case_of({"conventions": {}} | case))


def refused(name: str) -> Case:
    """Return a case that lieref and the oracle refuse as it says, and accept before it is spoiled.

    Raises
    ------
    ValueError
        One of them does not refuse it, or with another error.
    """
    failure = FAILURES[name]
    case = failure.case()
    sound = read({"case": name, "refusal": case["refusal"]} | failure.start())
    for call in (called, called_in_balls):
        call(sound)
    spoiled = read({"case": name} | case)
    told = _error(called, spoiled)
    if type(told).__name__ != failure.exception or failure.names not in str(told):
        raise ValueError(f"{name}: got {told!r}, expected {failure.exception}: {failure.names}")
    if case["function"] not in ("build", "SO3.log") and _error(called_in_balls, spoiled) is None:
        raise ValueError(f"{name}: the oracle accepts it")
    return case


def _error(call: Callable[[FailureCase], Any], case: FailureCase) -> LierefError | None:
    """The error that a call raises."""
    try:
        call(case)
    except LierefError as error:
        return error
    return None
