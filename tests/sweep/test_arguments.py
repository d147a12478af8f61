"""Wrong arguments of every public function: the documented error, and what it must say."""

from __future__ import annotations

import inspect
import re
import warnings
from collections.abc import Iterator
from typing import Any

import argument_faults
import numpy as np
import public_calls
import pytest
from argument_faults import is_array
from argument_rows import as_told, is_no_fault, name_of
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from public_calls import Call
from replacements import same
from support.trees.robots import draw

import lieref
from lieref.algebra import SE3, SO3
from lieref.algebra.groups import inertia
from lieref.dynamics.forward_dynamics import forward_dynamics_complex, hybrid_dynamics_complex
from lieref.dynamics.inverse_dynamics import inverse_dynamics_complex
from lieref.errors import (
    ArgumentError,
    ConfigurationError,
    ModelError,
    NonFiniteError,
    ShapeError,
    SingularError,
)

pytestmark = [
    pytest.mark.filterwarnings("ignore::RuntimeWarning"),
    # of matrices
    pytest.mark.filterwarnings("ignore::PendingDeprecationWarning"),
]


def inner_calls() -> Iterator[Call]:
    """What is not public, and is called with what users gave: inertias, complex steps."""
    six, C, R = np.linspace(0.1, 0.6, 6), np.eye(4), np.eye(3)
    body = {"mass": 1.0, "com": six[:3], "inertia": R}
    model, q, v = draw("every_joint_free", "generic", 2)
    loads = {"wrenches": np.ones((3, model.nbodies, 6)), "tau_ext": np.ones((3, model.nv))}
    words = {"base": "body", "wrench_axes": "body", "form": "default"}
    given = {"model": model, "q": q, **loads, **words}
    forward = given | {"v": v[0], "tau": v[1:]}
    third = np.arange(model.nv) % 3 == 0
    for function, arguments in (
        (inertia.spatial_inertia, body),
        (inertia.product, {"M": np.eye(6), "V": six}),
        (inertia.momentum, {**body, "V": six}),
        (inertia.transform, {"C": C, "M": np.eye(6)}),
        (inverse_dynamics_complex, given | {"v": v}),
        (forward_dynamics_complex, forward),
        (hybrid_dynamics_complex, forward | {"vdot": v[1:], "prescribed": third}),
        (lieref.inverse_dynamics, given | {"v": v}),
        (lieref.forward_dynamics, forward),
        (lieref.hybrid_dynamics, forward | {"vdot": v[1:], "prescribed": third}),
    ):
        yield Call(f"inner {function.__name__}", function, arguments, frozenset())


CALLS = {call.name: call for call in (*public_calls.calls(), *inner_calls())}
KINDS = ("shapes", "numbers", "types", "words")
# Their oracle closes loops at many digits before it looks at some arguments.
SLOW = "oracle.loop_"
FAST = [name for name in CALLS if not name.startswith(SLOW)]


def findings(call: Call, kinds: tuple[str, ...]) -> list[str]:
    """What is wrong with the errors of a call that is given faults of these kinds."""
    found = []
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        for kind in kinds:
            for fault in getattr(argument_faults, kind)(call):
                if is_no_fault(kind, call.name, fault):
                    continue
                name = name_of(call.name, fault.argument)
                wrong = argument_faults.finding(call, as_told(kind, call.name, fault), name)
                if wrong:
                    found.append(f"{fault.argument}, {fault.what}: {wrong}")
    return found


@pytest.mark.parametrize("name", FAST)
def test_wrong_arguments(name: str) -> None:
    assert findings(CALLS[name], KINDS) == []


@pytest.mark.parametrize("name", [name for name in CALLS if name.startswith(SLOW)])
def test_wrong_arguments_of_the_oracle_with_loops(name: str) -> None:
    assert findings(CALLS[name], KINDS) == []


def known_words(call: Call, option: str) -> list[str]:
    """The words of an option that its message lists."""
    try:
        call.function(**{**call.arguments, option: "?"})
    except lieref.LierefError as error:
        return re.findall(r"'([a-z_]+)'", str(error).partition("expected one of")[2])
    return []


def other_ways() -> Iterator[tuple[str, Call]]:
    """Calls in each form, by each method, and with other representations of the base."""
    for name in FAST:
        call = CALLS[name]
        for option in ("form", "method", "base"):
            if option not in call.arguments or name.startswith(("oracle.", "simulate.")):
                continue
            for word in known_words(call, option):
                if word == call.arguments[option] or option == "base" and word != "hybrid":
                    continue
                given = {**call.arguments, option: word}
                if option == "base" and "wrench_axes" in given:
                    given["wrench_axes"] = "inertial"
                yield f"{name} {word}", call._replace(arguments=given)


WAYS = dict(other_ways())


@pytest.mark.parametrize("way", WAYS)
def test_every_way_tells_of_wrong_numbers(way: str) -> None:
    """Other forms, methods and representations read the arguments by other code."""
    assert findings(WAYS[way], ("shapes", "numbers")) == []


@pytest.mark.parametrize(
    "name", [name for name in FAST if any(argument_faults.quaternions(CALLS[name]))]
)
def test_quaternions_off_unit_norm_name_their_joint(name: str) -> None:
    call = CALLS[name]
    for argument, off, near, words in argument_faults.quaternions(call):
        with pytest.raises(ConfigurationError, match=words):
            call.function(**{**call.arguments, argument: off})
        call.function(**{**call.arguments, argument: near})


ARM, FOUR_BAR = lieref.catalogue.serial_chain(3), lieref.catalogue.four_bar()
HINTS = {
    "Model": r"lieref\.loops.*`loop_`.*`model\.tree`",
    "LoopModel": "functions of trees are in lieref itself",
}
# They look at an option of trees, or at digits, before the model.
OPTION_FIRST = {"forward_dynamics#1", "forward_dynamics#2", "hybrid_dynamics#1"}
OPTION_FIRST |= {"inverse_dynamics#1"}


def models() -> Iterator[tuple[str, str, str]]:
    """Calls of a model, the argument, and the kinds of models that the signature names."""
    for name, call in CALLS.items():
        function = getattr(call.function, "func", call.function)
        for argument in ("model", "tree"):
            if not isinstance(call.arguments.get(argument), (lieref.Model, lieref.LoopModel)):
                continue
            # Python sees no signature of a compiled class
            kind = "Model"
            if name != "InertiaFactor":
                kind = str(inspect.signature(function).parameters[argument].annotation)
            if name not in OPTION_FIRST:
                yield name, argument, "both" if "|" in kind else kind


@pytest.mark.parametrize(("name", "argument", "kind"), list(models()))
def test_what_is_no_model_of_the_kind(name: str, argument: str, kind: str) -> None:
    call = CALLS[name]
    compiled = name.endswith("_complex")
    for foreign in (3, None, "arm", lieref.ModelBuilder(), argument_faults.Foreign()):
        said = rf"model.*got {type(foreign).__name__}(\b.*|\))$"
        with pytest.raises(TypeError if compiled else ArgumentError, match=said):
            call.function(**{**call.arguments, argument: foreign})
    other = ARM if isinstance(call.arguments[argument], lieref.LoopModel) else FOUR_BAR
    if kind != "both" and not compiled:
        with pytest.raises(ArgumentError, match=f"got {type(other).__name__}.*{HINTS[kind]}"):
            call.function(**{**call.arguments, argument: other})


@pytest.mark.parametrize("workers", [0, -1, 1.0, True, "2", None, 2.5, [1]])
def test_workers_are_a_positive_number(workers: Any) -> None:
    for name in FAST:
        if "workers" in CALLS[name].arguments:
            said = f"^workers is {re.escape(repr(workers))}, expected a positive integer"
            with pytest.raises(ShapeError, match=said):
                CALLS[name].function(**{**CALLS[name].arguments, "workers": workers})


@pytest.mark.parametrize("digits", [0, 15, True, 1e30, 10**30, "50"])
def test_digits_are_an_integer_of_some_size(digits: Any) -> None:
    """Arguments of the oracle, and of forward dynamics, which asks it."""
    for call in CALLS.values():
        if call.arguments.get("digits") is not None:
            with pytest.raises(ShapeError, match="^digits is .*, expected an int.* from 16 to"):
                call.function(**{**call.arguments, "digits": digits})


# What is linear in the velocity, or does not compute with it.
LINEAR = ("body_momenta", "conditioning_bound", "coriolis_matrix", "frame_wrenches", "steps.")
LINEAR += ("lagrange_matrices", "tensor_algebra.", "LibraryModel.", "Group.", "oracle.")
MOVING = [name for name, call in {**CALLS, **WAYS}.items() if is_array(call.arguments.get("v"))]


@pytest.mark.parametrize("name", [name for name in MOVING if not name.startswith(LINEAR)])
def test_results_beyond_the_range_of_double(name: str) -> None:
    call = WAYS.get(name) or CALLS[name]
    # a mechanism loses its rank, and this one has no approximation by a tree
    errors = (NonFiniteError, *(SingularError, ModelError) * name.startswith("loops."))
    with np.errstate(all="ignore"), pytest.raises(errors) as caught:
        call.function(**{**call.arguments, "v": np.full_like(call.arguments["v"], 1e200)})
    if not name.startswith("loops.") and name != "centroidal_bias":
        assert re.search("range of double|overflow", str(caught.value))


# All but those that write into arguments, or roll dice.
AGAIN = {
    name: call
    for name, call in {**CALLS, **WAYS}.items()
    if not {"out", "rng", "stages", "values"} & call.arguments.keys()
    if not name.startswith("oracle.") and not re.search("approximate|unconstrained", name)
}
# They return models, states and views, which hold arrays that stay.
HOLD = ("catalogue.", "LoopModel.", "loops.close", "loops.move_frames", "steps.", "closed_form")
HOLD += ("tensor_algebra.",)
ARRAYS = {name: call for name, call in AGAIN.items() if not name.startswith(HOLD[:-1])}


@pytest.mark.parametrize("name", [name for name in ARRAYS if name in CALLS])
def test_whatever_numpy_reads_as_numbers(name: str) -> None:
    """The same numbers in other memory give the same bits."""
    call = CALLS[name]
    right = list(public_calls.numbers_of(call.function(**call.arguments)))
    for argument, value in argument_faults.arrays(call):
        layouts = [*same(value), ("a list", value.tolist()), ("a view", value.view(np.recarray))]
        for what, other in layouts:
            found = public_calls.numbers_of(call.function(**{**call.arguments, argument: other}))
            for x, y in zip(found, right, strict=True):
                assert np.array_equal(x, y), (argument, what)
    for argument, value in call.arguments.items():
        if isinstance(value, str):
            call.function(**{**call.arguments, argument: np.str_(value)})


@pytest.mark.parametrize("name", AGAIN)
def test_arguments_stay_and_results_are_the_callers_own(name: str) -> None:
    call = AGAIN[name]
    given = {x: value for x, value in call.arguments.items() if isinstance(value, np.ndarray)}
    before = {x: value.copy() for x, value in given.items()}
    results = list(public_calls.numbers_of(call.function(**call.arguments)))
    kept = [x.copy() for x in results]
    assert all(np.array_equal(given[x], before[x]) for x in given)
    own = not name.startswith(HOLD)
    for result in results if own else ():
        assert type(result) is np.ndarray and result.flags.writeable
        assert not any(np.shares_memory(result, x) for x in given.values())
    again = public_calls.numbers_of(call.function(**call.arguments))
    for x, y, first in zip(again, results, kept, strict=True):
        assert np.array_equal(x, first) and np.array_equal(y, first)
        assert not own or not np.shares_memory(x, y)


ALGEBRA = [
    name
    for name in CALLS
    if name.startswith(("SO3.", "SE3.", "inner")) and "model" not in CALLS[name].arguments
]


@settings(max_examples=150, deadline=None, derandomize=True)
@given(name=st.sampled_from(ALGEBRA), data=st.data())
def test_anything_gives_a_finite_result_or_an_error_of_ours(name: str, data: Any) -> None:
    call = CALLS[name]
    kinds = (hnp.floating_dtypes(), hnp.integer_dtypes(), hnp.complex_number_dtypes())
    anything = hnp.arrays(
        dtype=st.one_of(*kinds),
        shape=hnp.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=6),
    )
    argument = data.draw(st.sampled_from(sorted(call.arguments)))
    try:
        result = call.function(**{**call.arguments, argument: data.draw(anything)})
    except lieref.LierefError:
        return
    assert np.isfinite(result).all()


def test_the_functions_of_the_algebra_are_all_called() -> None:
    called = {getattr(call.function, "func", call.function) for call in CALLS.values()}
    for module in (SO3, SE3, inertia):
        assert {getattr(module, name) for name in module.__all__} <= called
