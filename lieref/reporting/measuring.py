"""Errors of subjects at some states, against certified reference values: one case of a report."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from lieref.check.exchange.wire import SubjectError
from lieref.check.judging import groups, places
from lieref.check.metrics import summarize_pair
from lieref.check.quantities import Arrays, Quantity, named
from lieref.check.reference import Reference
from lieref.check.states import State
from lieref.errors import LierefError
from lieref.model.loops.loop_model import LoopModel
from lieref.model.model import Model
from lieref.reporting import exact
from lieref.reporting.answers import Subject, subject
from lieref.reporting.robots import robot, sampled

#: The name of a result as a whole, among its blocks.
WHOLE = "all"
METRICS = ("mae", "rmsae", "mre", "rmsre", "relative")
Bounds = tuple[Arrays | None, Arrays | None]
Exact = Callable[[State, Subject], tuple[Reference, Bounds]]


def evaluate(params: Mapping[str, Any]) -> dict[str, Any]:
    """Return the errors of each subject.

    Parameters
    ----------
    params : mapping
        robot, base, digest; quantity: its `word`; order; seed, first, count: of the states;
        bounded: states of smaller number have a conditioning bound; subjects: {label: digest};
        and, of this machine alone, words: {robot: word} and subject_words: {label: word or words}.

    Returns
    -------
    dict
        radius, digits, proven: of the reference values; subjects: {label: {status, text}} or
        {status: "compared", name, base, outputs: {result: {block: {entries, and a list over the
        states for each of `METRICS`, "bound" and "proven"}}}}: the conditioning bound, and the
        proven one of lieref's own result. Both are relative as "relative" is; those that are not
        there are null.
    """
    word, base = params["words"][params["robot"]], params["base"]
    model, quantity = robot(word, base), named(params["quantity"])
    order = params["order"] if quantity.orders else 0
    numbers = range(params["first"], params["first"] + params["count"])
    states = sampled(model, params["seed"], numbers, order)
    bounded = {states[k].label for k, n in enumerate(numbers) if n < params["bounded"]}
    known: dict[tuple[str, str, str], tuple[Reference, Bounds]] = {}

    def found(state: State, one: Subject) -> tuple[Reference, Bounds]:
        key = state.label, one.base, one.representation
        if key not in known:
            given, of_base = state.arguments(quantity), one.base
            asked_for = replace(quantity, representation=one.representation)
            right = exact.reference(asked_for, model, given, of_base)
            bounds: Bounds = None, None
            if state.label in bounded:
                moved = exact.conditioning(asked_for, model, given, of_base, right)
                bounds = moved, exact.proven(asked_for, model, given, of_base)
            known[key] = right, bounds
        return known[key]

    asked = {}
    for name in params["subjects"]:
        words = params["subject_words"][name]
        one = subject(words if isinstance(words, str) else tuple(words), word, base)
        asked[name] = _compared(one, model, quantity, order, states, found)
    rights = [right for right, _ in known.values()]
    return {
        "radius": max((x.radius for x in rights), default=0.0),
        "digits": max((x.digits for x in rights), default=0),
        "proven": all(x.proven for x in rights),
        "subjects": asked,
    }


def _compared(
    one: Subject,
    model: Model | LoopModel,
    quantity: Quantity,
    order: int,
    states: Sequence[State],
    found: Exact,
) -> dict[str, Any]:
    """What comes of asking one subject at every state."""
    rows: dict[str, dict[str, dict[str, Any]]] = {}
    for state in states:
        given = state.arguments(quantity)
        try:
            values = one.ask(quantity, given, order)
            if values is None:
                return {"status": "not offered", "text": ""}
            right, bounds = found(state, one)
        except SubjectError as error:
            # a robot is refused at every state
            at = "" if error.kind in ("refused", "missing") else f"{state.label}: "
            return {"status": error.kind, "text": at + error.text}
        except LierefError as error:
            return {"status": "no reference", "text": f"{state.label}: {error}"}
        for output in quantity.outputs:
            blocks = rows.setdefault(output, {})
            for name, at in blocks_of(model, quantity, output, right.high[output].shape):
                errors = _errors(output, at, values, right, bounds)
                row = blocks.setdefault(name, {})
                row["entries"] = errors.pop("entries")
                for metric, value in errors.items():
                    row.setdefault(metric, []).append(value)
    return {"status": "compared", "name": one.name, "base": one.base, "outputs": rows}


def blocks_of(
    model: Model | LoopModel, quantity: Quantity, output: str, shape: tuple[int, ...]
) -> list[tuple[str, Any]]:
    """Return name and index of the blocks of a result: all of it, each order, kinds of joints.

    Of kinematics also the parts of the pose or twist.
    """
    axes = quantity.outputs[output]
    found: list[tuple[str, Any]] = [(WHOLE, ...)]
    if "k" in axes:
        found += [(f"order {k}", (k,)) for k in range(shape[axes.index("k")])]
    if isinstance(model, Model) and (quantity.kinematic or len(groups(model)) > 1):
        found += places(model, axes, shape)
    return found


def _errors(
    output: str,
    at: Any,
    values: Arrays,
    right: Reference,
    bounds: Bounds,
) -> dict[str, Any]:
    """Metrics and the bounds of one block at one state."""
    high, low = right.high[output], right.low[output]
    whole, size = (float(np.abs(x).max(initial=0.0)) for x in (high, high[at]))
    # what cannot be told from zero is relative to what cancels in it, or to 1 SI unit
    zero = 10.0**-exact.DIGITS * max(1.0, whole)
    scale = None if size > zero else whole if whole > zero else 1.0
    found = summarize_pair(values[output][at], high[at], low[at], scale)
    relative_to = size if scale is None else scale
    moved, proven = (
        None if bound is None else float(bound[output][at].max(initial=0.0)) / relative_to
        for bound in bounds
    )
    return {
        "entries": found.entries,
        **{name: getattr(found, name) for name in METRICS},
        "bound": moved,
        "proven": proven,
    }
