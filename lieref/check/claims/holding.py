"""Holding claims: the subject is asked at every state, the worst number is held to the limit."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any

import numpy as np

from lieref.check import states as drawing
from lieref.check.claims.claim_file import Claim
from lieref.check.exchange.process import Limits
from lieref.check.exchange.session import Session
from lieref.check.exchange.wire import SubjectError
from lieref.check.metrics import summarize_pair
from lieref.check.models import named_model
from lieref.check.reference import reference
from lieref.check.results import UNCOMPARED
from lieref.check.subjects import require_known, shared_physics
from lieref.errors import LierefError, SingularError
from lieref.model.model import Model
from lieref.version import __version__

HOLDS, FAILS = "holds", "FAILS"


@dataclass(frozen=True)
class Held:
    """What came of one claim.

    status : "holds", "FAILS", "not offered", or a kind of error
    worst : the worst number of the metric, None without one; where : result and state of it
    text : what happened, if there is no number
    """

    claim: Claim
    status: str
    worst: float | None = None
    where: str = ""
    text: str = ""

    @property
    def uncompared(self) -> bool:
        """Whether nothing was compared, which is no fault of the numbers."""
        return self.status in (*UNCOMPARED, "not offered", "model")


@dataclass
class Claims:
    """All claims of a file."""

    held: list[Held] = field(default_factory=list)
    seconds: float = 0.0
    lieref: str = __version__

    @property
    def holding(self) -> int:
        """How many hold."""
        return sum(x.status == HOLDS for x in self.held)

    @property
    def exit_status(self) -> int:
        """0 all hold; 1 one fails; 2 something could not be compared."""
        if any(x.status != HOLDS and not x.uncompared for x in self.held):
            return 1
        return 2 if any(x.uncompared for x in self.held) else 0


def hold(claims: Sequence[Claim], digits: int = 30, limits: Limits | None = None) -> Claims:
    """Hold claims against reference values.

    Parameters
    ----------
    claims : sequence of Claim
    digits : int
        Of the reference value, relative to each result's max norm.
    limits : Limits or None
        Of the subjects' time, memory and output.

    Raises
    ------
    ShapeError
        A subject whose name is unknown. What subjects and models do is no exception but a status.
    """
    begin = time.monotonic()
    found: dict[int, Held] = {}
    for claim in claims:
        require_known(claim.subject)
    numbered = sorted(enumerate(claims), key=lambda x: _of(x[1]))
    for _, group in groupby(numbered, key=lambda x: _of(x[1])):
        mine = list(group)
        found |= zip(
            (n for n, _ in mine),
            _group([claim for _, claim in mine], digits, limits or Limits()),
            strict=True,
        )
    return Claims([found[n] for n in sorted(found)], time.monotonic() - begin)


def _of(claim: Claim) -> tuple[str, str, str]:
    """Claims that one process of a subject answers."""
    return claim.known_as, claim.model, claim.base or ""


def _group(claims: Sequence[Claim], digits: int, limits: Limits) -> list[Held]:
    """Hold the claims of one subject and model."""
    first = claims[0]
    try:
        model = named_model(first.model, first.base)
    except LierefError as error:
        return [Held(claim, "model", text=str(error)) for claim in claims]
    model, _ = shared_physics(first.subject, model)
    with Session(first.subject, model, limits) as session:
        return [_one(claim, session, model, digits) for claim in claims]


def _one(claim: Claim, session: Session, model: Model, digits: int) -> Held:
    """Hold one claim."""
    worst, where = -math.inf, ""
    order = claim.order or 0
    try:
        asked = claim.asked(model)
    except LierefError as error:
        return Held(claim, "model", text=str(error))
    for state in drawing.draw(model, claim.states, claim.seeds, order):
        arguments = state.arguments(asked)
        try:
            values = session.ask(asked, arguments, order)
            if values is None:
                return Held(claim, "not offered", text=f"no {claim.quantity}")
            of = replace(asked, representation=session.representation)
            right = reference(of, model, arguments, session.base, digits)
        except SubjectError as error:
            return Held(claim, error.kind, text=f"{state.label}: {error.text}")
        except SingularError as error:
            return Held(claim, "no reference", text=f"{state.label}: {error}")
        for name, high in right.high.items():
            at: Any = ... if claim.order is None else claim.order
            size = float(np.abs(high).max(initial=0.0))
            # what cannot be told from zero is held absolutely
            scale = 1.0 if size <= right.radius else None
            found = summarize_pair(values[name][at], high[at], right.low[name][at], scale)
            number = float(getattr(found, claim.metric))
            badness = -number if claim.metric == "digits" else number
            if badness > worst:
                worst, where = badness, f"{name}, {state.label}"
    number = -worst if claim.metric == "digits" else worst
    good = number >= claim.limit if claim.metric == "digits" else number <= claim.limit
    return Held(claim, HOLDS if good else FAILS, number, where)
