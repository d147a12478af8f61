"""Matrices and texts of numpy, and ragged lists, for every function of trees and mechanisms."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import lieref
from lieref import loops

pytestmark = pytest.mark.filterwarnings("ignore::PendingDeprecationWarning")
WORDS = ("base", "wrench_axes", "form", "method")
RAGGED = [[1.0], [1.0, 2.0]]


def functions() -> Iterator[tuple[str, Callable[..., Any], Any]]:
    """Every public function that takes a model, with a tree or a mechanism."""
    tree, mechanism = lieref.catalogue.serial_chain(3), lieref.catalogue.four_bar()
    for module, model in ((lieref, tree), (lieref, mechanism), (loops, mechanism)):
        for name in module.__all__:
            function = getattr(module, name)
            if not callable(function) or isinstance(function, type):
                continue
            try:
                parameters = inspect.signature(function).parameters
            except (TypeError, ValueError):
                continue
            if "model" in parameters:
                yield f"{module.__name__}.{name} {model.name}", function, model


def arguments(function: Callable[..., Any], model: Any) -> Iterator[dict[str, Any]]:
    """What the function may be called with, one row or two; one of them fits."""
    q = model.neutral() if isinstance(model, lieref.Model) else loops.expand(model, model.neutral())
    v, two = np.ones(model.nv), np.ones((2, model.nv))
    values: dict[str, Any] = dict.fromkeys(("a", "w", "dq", "dv", "da", "dtau", "b", "v", "tau"), v)
    values |= {"q": np.asarray(q), "near": q, "body": 0, "order": 1, "vdot": v[None]}
    values |= {"prescribed": np.zeros(model.nv, bool), "H": np.eye(model.nv)}
    known = inspect.signature(function).parameters
    values = {name: x for name, x in values.items() if name in known}
    rows = {name: two for name in ("v", "tau", "w", "dtau", "dv") if name in known}
    for more in ({}, rows):
        yield {**values, **more, "model": model}


def replaced(given: dict[str, Any], known: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    for name, x in given.items():
        if isinstance(x, np.ndarray):
            yield f"{name}: matrix", {**given, name: np.asmatrix(x)}
            yield f"{name}: ragged", {**given, name: RAGGED}
    for name in known:
        if name in ("wrenches", "tau_ext"):
            yield f"{name}: ragged", {**given, name: RAGGED}
        if name in WORDS:
            yield f"{name}: text of numpy", {**given, name: np.str_("body")}


@pytest.mark.parametrize(
    "name, function, model", list(functions()), ids=lambda x: x if isinstance(x, str) else ""
)
def test_what_numpy_makes(name: str, function: Any, model: Any) -> None:
    for given in arguments(function, model):
        for what, call in replaced(given, inspect.signature(function).parameters):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                try:
                    function(**call)
                except lieref.LierefError as error:
                    assert str(error), what
                except TypeError as error:
                    # an argument that this test does not know
                    assert "missing" in str(error), what


def test_a_ragged_list_is_named() -> None:
    model = lieref.catalogue.four_bar()
    q, v = model.neutral(), np.ones(model.nv)
    for function, given, argument in (
        (lieref.bias_forces, (model, q, RAGGED), "v"),
        (lieref.energy, (model, RAGGED, v), "q"),
        (lieref.forward_dynamics, (model, RAGGED, v, [v]), "q"),
        (lieref.inverse_dynamics_partials, (model, q, v, RAGGED), "a"),
    ):
        with pytest.raises(lieref.ShapeError, match=f"^{argument}: "):
            function(*given)


def test_a_matrix_of_one_row_is_a_batch_of_one() -> None:
    model = lieref.catalogue.four_bar()
    q, v = model.neutral(), np.ones(model.nv)
    found = lieref.linearized(model, np.asmatrix(q), v, v)
    for x, y in zip(found, lieref.linearized(model, q, v, v), strict=True):
        assert type(x) is np.ndarray and np.array_equal(x, y[None])


def test_prepared_calls_keep_words_of_numpy() -> None:
    model = lieref.catalogue.serial_chain(3)
    q, v, out = model.neutral(), np.ones((2, 3)), np.empty((2, 1, 3))
    for base, found in zip((np.str_("hybrid"), "hybrid"), out, strict=True):
        lieref.prepare_inverse_dynamics(model, 0, base=base)(q, v, found)
    assert np.array_equal(*out)


def test_what_a_mask_hides_in_a_batch_of_a_mechanism_is_no_number() -> None:
    model = lieref.catalogue.four_bar()
    q, v = np.stack([model.neutral()] * 3), np.ma.array(np.ones((3, model.nv)))
    assert np.array_equal(lieref.bias_forces(model, q, v), lieref.bias_forces(model, q, v.data))
    v[1, 0] = np.ma.masked
    with pytest.raises(lieref.NonFiniteError, match="nan"):
        lieref.bias_forces(model, q, v)
