"""Correct implementations: what the check must not flag."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any, Literal

import lieref
from lieref.check.quantities import QUANTITIES
from lieref.model.model import Model
from lieref.oracle import Double
from lieref.oracle.scalars.scalars import Field
from verification.detection_power import twins
from verification.detection_power.judged import Asked, Subject
from verification.detection_power.shuffled import Shuffled

#: How often sums are taken in other orders, for each seed of the states.
REORDERED = 2
Form = Literal["spatial", "body", "hybrid"]
FORMS: tuple[Form, ...] = ("spatial", "body", "hybrid")


def correct(quantity: str, seed: int) -> dict[str, Subject]:
    """Return correct implementations of a quantity by name.

    The twins, also with sums in random orders, the kernels, their forms, and Pinocchio.
    """
    whole = twins.whole()
    found: dict[str, Subject] = {"twins": _twin(whole, Double())}
    for copy in range(REORDERED):
        field = Shuffled(REORDERED * seed + copy)
        found[f"reordered sums {copy}"] = _twin(whole, field)
    found["kernels"] = _library("own_kernels")
    if quantity.removesuffix("_orders") in ("inverse_dynamics", "forward_dynamics"):
        for form in FORMS:
            found[f"form {form}"] = _form(form)
    if not (QUANTITIES[quantity].orders or "second" in quantity):
        found["Pinocchio"] = _library("pinocchio_library")
    return found


def _twin(copy: twins.Twins, field: Field) -> Subject:
    """The twins over a field of floats."""

    def answer(question: Asked) -> dict[str, Any]:
        name = question.quantity.name
        return copy.answer(name, question.model, question.arguments, field)

    return answer


def _library(module: str) -> Subject:
    """A subject of `lieref.check`, called in this process."""
    made: dict[Model, Callable[..., Any]] = {}

    def answer(question: Asked) -> dict[str, Any]:
        adapter = importlib.import_module(f"lieref.check.subjects.{module}")
        if question.model not in made:
            made[question.model] = adapter.subject(question.model).answer
        return _by_name(
            question, made[question.model](question.quantity.name, **question.arguments)
        )

    return answer


def _form(form: Form) -> Subject:
    """A form of the recursions of inverse and forward dynamics."""

    def answer(question: Asked) -> dict[str, Any]:
        x, orders = question.arguments, question.quantity.orders
        if question.quantity.forward:
            tau = x["tau"] if orders else x["tau"][None]
            value = lieref.forward_dynamics(question.model, x["q"], x["v"], tau, form=form)
        else:
            v = x["v"] if orders else [x["v"], x["a"]]
            value = lieref.inverse_dynamics(question.model, x["q"], v, form=form)
        return _by_name(question, value if orders else value[0])

    return answer


def _by_name(question: Asked, value: Any) -> dict[str, Any]:
    """Results by name, as the wire has them."""
    if isinstance(value, dict):
        return value
    (name,) = question.quantity.outputs
    return {name: value}
