"""Every public function with arguments that it takes: what the sweep and the fuzzing start from.

Arguments are found by their names in the signature; a function with an unknown name, or a public
method without an entry here, is an error.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any, NamedTuple

import numpy as np
from sweep_methods import WITHOUT_NUMBERS, methods
from sweep_objects import NAMED, OVERRIDES, Values, group_values, model_values

import lieref
from lieref.partials import steps

# Classes without numbers of a user's in their constructors, and modules that are entries below.
PLAIN = {"Fixed", "Free", "Spherical", "LoopModel", "Model", "Loop", "Coupling", "Solution"}
PLAIN |= {"ImplicitConstraint"}
PLAIN |= {"LibraryModel"}
# Results of elastic joints, along paths and on phase space.
PLAIN |= {"AntagonisticDynamics", "AntagonisticMotion", "ElasticDynamics", "ElasticMotion"}
PLAIN |= {"PathCoefficients", "PathDynamics", "PhaseSpaceRates"}
# Their constructors take what functions of the package return.
RESULTS = {"ConstraintForces", "ConstraintState", "SystemFactors", "Certified", "LoopForces"}
RESULTS |= {"DistributedForces", "GeneratedCode", "Impact", "PoseSolution", "SparseInertia"}
# Arithmetic of the oracle: classes whose methods take their own numbers alone.
FIELDS = {"Arb", "ComplexDouble", "Counting", "Double", "Jet", "Jets", "Mp"}
# They read the file system or another library's models, or take no arguments of numbers.
OTHER = {
    "from_drake",
    "from_mjcf",
    "from_mujoco",
    "from_pinocchio",
    "generate",
    "load_urdf",
    "paper_times",
    "paper_trajectory",
    "paper_hexarotor",
    "Function",
    "Motion",
    "State",
    "searched_step",
    "to_pinocchio",
}
OTHER |= {"loop_conditioning_bound"}
UNSEEN = {"InertiaFactor": ("model", "H"), "integrate.Group": ("factors",)}
# Some ten thousand times slower than the rest: looked at by the long sweep alone.
SLOW = ("oracle.",)


class Call(NamedTuple):
    """A public function, arguments that it takes, and those that may be None."""

    name: str
    function: Callable[..., Any]
    arguments: dict[str, Any]
    optional: frozenset[str]


def public_functions() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Names and functions, also those of submodules that are public."""
    modules = {
        "": lieref,
        "loops.": lieref.loops,
        "integrate.": lieref.integrate,
        "simulate.": lieref.simulate,
        "elastic.": lieref.elastic,
        "trajectories.": lieref.trajectories,
        "oracle.": lieref.oracle,
        "SE3.": lieref.SE3,
        "SO3.": lieref.SO3,
        "catalogue.": lieref.catalogue,
        "tensor_algebra.": lieref.tensor_algebra,
        "steps.": steps,
    }
    for prefix, module in modules.items():
        listed = getattr(module, "__all__", None)
        names = listed or [n for n, f in vars(module).items() if inspect.isfunction(f)]
        for name in names:
            value = getattr(module, name)
            if callable(value) and not name.startswith("_"):
                yield prefix + name, value


def _is_covered(name: str, value: Any) -> bool:
    """Is this no function of numbers?"""
    last = name.rpartition(".")[2]
    if isinstance(value, type) and (issubclass(value, (tuple, BaseException, Warning))):
        return True
    return last in PLAIN | RESULTS | FIELDS | OTHER


def public_methods() -> set[str]:
    """Class.method of every public class that is no result, no error and no field."""
    found = set()
    for name, value in public_functions():
        last = name.rpartition(".")[2]
        if not isinstance(value, type) or last in RESULTS | FIELDS:
            continue
        if issubclass(value, (tuple, BaseException, Warning)):
            continue
        for method, _function in inspect.getmembers(value, callable):
            if not method.startswith("_") and method not in WITHOUT_NUMBERS:
                found.add(f"{last}.{method}")
    return found


@cache
def calls() -> tuple[Call, ...]:
    """Every public function and method with arguments; KeyError for one that nobody entered."""
    found = []
    for name, function in public_functions():
        if _is_covered(name, function):
            continue
        found.extend(_call(name, function))
    for name, (function, arguments) in methods().items():
        found.append(Call(name, function, arguments, frozenset()))
    return tuple(found)


def _call(name: str, function: Callable[..., Any]) -> Iterator[Call]:
    """The function with each set of arguments that its table has."""
    loops = name.startswith(("loops.", "oracle.loop_")) or name == "catalogue.andrews_spring"
    given = OVERRIDES().get(name, {})
    variants = given if isinstance(given, list) else [given]
    for number, variant in enumerate(variants):
        values: Values = {**(group_values() if loops else model_values()), **NAMED(), **variant}
        arguments, optional = {}, set()
        for parameter in _parameters(name, function):
            if parameter.kind is parameter.VAR_KEYWORD:
                continue
            if parameter.default is None:
                optional.add(parameter.name)
            if parameter.name in values:
                arguments[parameter.name] = values[parameter.name]
            elif parameter.default is not parameter.empty:
                arguments[parameter.name] = parameter.default
            else:
                raise KeyError(f"{name}: no value for its argument {parameter.name!r}")
        suffix = f"#{number}" if number else ""
        positional = [p.name for p in _parameters(name, function) if p.kind is p.POSITIONAL_ONLY]
        called = partial(_positional, function, tuple(positional)) if positional else function
        yield Call(name + suffix, called, arguments, frozenset(optional))


def _parameters(name: str, function: Callable[..., Any]) -> list[inspect.Parameter]:
    """Of a compiled class, whose signature Python does not see, those of its table."""
    if name in UNSEEN:
        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        return [inspect.Parameter(argument, kind) for argument in UNSEEN[name]]
    return list(inspect.signature(function).parameters.values())


def _positional(function: Callable[..., Any], names: tuple[str, ...], **arguments: Any) -> Any:
    """A call of a function that takes some arguments by place alone."""
    first = [arguments.pop(name) for name in names]
    return function(*first, **arguments)


def numbers_of(result: Any, depth: int = 0) -> Iterator[np.ndarray]:
    """All arrays of floating-point numbers in a result."""
    if isinstance(result, np.ndarray):
        if result.dtype.kind in "fc":
            yield result
        elif result.dtype.kind == "O" and depth < 8:
            for item in result.ravel():
                yield from numbers_of(item, depth + 1)
    elif isinstance(result, (float, complex, np.inexact)):
        yield np.asarray(result)
    elif isinstance(result, (tuple, list)) and depth < 8:
        for item in result:
            yield from numbers_of(item, depth + 1)
    elif isinstance(result, dict):
        yield from numbers_of(list(result.values()), depth + 1)
    elif hasattr(result, "__dataclass_fields__") and depth < 4:
        for field in result.__dataclass_fields__:
            yield from numbers_of(getattr(result, field), depth + 1)
