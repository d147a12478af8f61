"""The check as its users get it, without a process for each subject: the same states and judge."""

from __future__ import annotations

import functools
import signal
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from lieref.check.ahead import reference_and_bounds
from lieref.check.judging import FACTOR, judge
from lieref.check.models import named_model
from lieref.check.quantities import QUANTITIES, Arrays, Quantity
from lieref.check.reference import Reference
from lieref.check.states import State, draw
from lieref.model.model import Model

Base = Literal["fixed", "free"] | None

DIGITS = 30
#: Highest order of the time derivatives that are asked for.
ORDER = 2
#: Seconds that an answer may take; one of the longest takes 1 s.
TIME_LIMIT = 20

#: Models, and their bases. Every kind of joint on the world, between bodies and at a tip; the first
#: two are chains in which every kind of joint carries every other kind, since a derivative by the
#: coordinates of joints on different branches is zero and tells nothing.
MODELS: tuple[tuple[str, Base], ...] = (
    ("random_tree:6:88", "free"),
    ("random_tree:5:57", "fixed"),
    ("random_tree:6:2", "fixed"),
    ("aerial_manipulator", None),
)
STATES = ("generic", "zero", "fast")
Case = tuple[str, Base]


@dataclass(frozen=True)
class Asked:
    """One quantity at one state of one model, with its reference value."""

    model: Model
    label: str
    state: State
    quantity: Quantity
    arguments: Arrays
    reference: Reference
    bounds: Arrays


@dataclass(frozen=True)
class Verdict:
    """word : "pass", "fail", or what went wrong instead: "crashed", "hung", "shape", "not finite"

    where : model, state and result of the first failure; ratio : error over tolerance there, else
    the largest that was seen
    """

    word: str
    where: str = ""
    ratio: float = 0.0


class Hung(Exception):
    """An answer took too long."""


@functools.cache
def model_of(case: Case) -> Model:
    """Return a model by its word, on a free or fixed base."""
    return named_model(*case)


@functools.cache
def asked(quantity: str, case: Case, kind: str, seed: int) -> Asked:
    """Return a question with its reference value; both are kept for the next subject."""
    found, model = QUANTITIES[quantity], model_of(case)
    state = draw(model, (kind,), (seed,), ORDER)[0]
    arguments = state.arguments(found)
    reference, bounds = reference_and_bounds(found, model, arguments, "body", DIGITS)
    label = f"{':'.join(filter(None, case))}, {state.label}"
    return Asked(model, label, state, found, arguments, reference, bounds)


@contextmanager
def _time_limit(seconds: float) -> Iterator[None]:
    """Raise Hung in the block after so many seconds; main thread only."""

    def stop(signum: int, frame: types.FrameType | None) -> None:
        raise Hung

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, before)


Subject = Callable[[Asked], dict[str, Any]]


def answered(subject: Subject, question: Asked) -> Arrays:
    """Return a subject's answer as arrays of doubles."""
    with _time_limit(TIME_LIMIT), np.errstate(all="ignore"):
        return {name: np.array(x, dtype=float) for name, x in subject(question).items()}


def verdict(subject: Subject, question: Asked) -> Verdict:
    """Return what `lieref check` says of one answer: the judgement on all of its results."""
    try:
        values = answered(subject, question)
    except Hung:
        return Verdict("hung", question.label)
    except Exception as error:
        return Verdict("crashed", f"{question.label}: {type(error).__name__}")
    for name in question.quantity.outputs:
        shape = question.quantity.shape(name, question.model.nv, ORDER)
        if values[name].shape != shape:
            return Verdict("shape", f"{question.label}, {name}")
        if not np.isfinite(values[name]).all():
            return Verdict("not finite", f"{question.label}, {name}")
    found = judge(
        question.quantity, question.model, values, question.reference, question.bounds, FACTOR, {}
    )
    worst = max(found, key=lambda name: found[name].ratio)
    word = "pass" if all(x.ok for x in found.values()) else "fail"
    return Verdict(word, f"{question.label}, {worst}", found[worst].ratio)
