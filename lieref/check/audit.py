"""The audit: a subject, asked for quantities at states, held against the reference value."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Literal

from lieref.check import states as drawing
from lieref.check.ahead import Ahead
from lieref.check.asking import Asking
from lieref.check.diagnosis.explaining import Diagnosis
from lieref.check.judging import FACTOR
from lieref.check.models import named_model
from lieref.check.process import Limits
from lieref.check.quantities import chosen
from lieref.check.results import Report, Result
from lieref.check.session import Session
from lieref.check.subjects import require_known
from lieref.check.wire import SubjectError
from lieref.errors import ShapeError
from lieref.model.model import Model
from lieref.model.tree.configuration import no_tree


def audit(
    subject: str | Sequence[str],
    model: Model | str,
    quantities: Sequence[str] | str | None = None,
    states: Sequence[str] = tuple(drawing.STATES),
    seeds: Sequence[int] = (0,),
    order: int = 0,
    digits: int = 30,
    factor: float = FACTOR,
    limits: Limits | None = None,
    base: Literal["fixed", "free"] | None = None,
    jobs: int = 1,
) -> Report:
    """Hold an implementation of dynamics against the reference value.

    Parameters
    ----------
    subject : str or sequence of str
        A library by name ("pinocchio", "mujoco", "drake", "lieref"); "module:function" by the
        protocol of docs/check.md; "casadi:" and files or a function; or the words of a command
        line, a program that speaks JSON lines.
    model : Model or str
        A model, or a word for `lieref.check.named_model`.
    quantities : sequence of str, "all" or None
        Names of `lieref.check.QUANTITIES`; None: dynamics, inertia and first partials.
    states, seeds : sequences
        Kinds ("generic", "zero", "fast", "near_zero") and seeds of the states.
    order : int
        Highest order of the time derivatives of `..._orders`, which are asked for if it is not 0
        and no quantities are named.
    digits : int
        Digits of the reference value relative to each result's max norm, 16 to 30.
    factor : float
        Tolerances are so many times nv times the conditioning bound.
    limits : Limits or None
        Of the subject's time, memory and output.
    base : "fixed", "free" or None
        Of a model that is given as a word, as of `named_model`.
    jobs : int
        Processes that compute references; with more than 1 the calling program's main module must
        be safe to import, as for `multiprocessing`.

    Returns
    -------
    Report

    Raises
    ------
    ModelError, ShapeError
        An unknown model, quantity or state, or numbers out of range. Whatever the subject does is
        no exception but a result.
    ArgumentError
        A model with loops, or an object that is no model.
    """
    for holds, given, expected in (
        (0 <= order <= 20, f"order {order}", "0 to 20"),
        (16 <= digits <= 30, f"digits {digits}", "16 to 30"),
        (factor >= 1.0, f"factor {factor}", "at least 1"),
        (jobs >= 1, f"jobs {jobs}", "at least 1"),
    ):
        if not holds:
            raise ShapeError(f"{given}: expected {expected}")
    if not subject:
        raise ShapeError(f"subject: got {subject!r}, expected a name or the words of a command")
    require_known(subject)
    tree = named_model(model, base) if isinstance(model, str) else model
    if not isinstance(tree, Model):
        raise no_tree(tree)
    asked = list(chosen(quantities))
    if order and quantities is None:
        asked += chosen(("inverse_dynamics_orders", "forward_dynamics_orders"))
    drawn = drawing.draw(tree, states, seeds, order)
    begin = time.monotonic()
    label = model if isinstance(model, str) else model.name
    with (
        Session(subject, tree, limits or Limits()) as session,
        Ahead(tree, drawn, digits, jobs) as ahead,
    ):
        report = Report(session.name, label, tree.nv, session.base, factor)
        try:
            session.start()
        except SubjectError as error:
            report.results.append(Result("start", "", "", error.kind, text=error.text))
        else:
            report.subject, report.base = session.name, session.base
            report.differences = session.differences
            report.precision = session.precision
            diagnosis = Diagnosis(tree, session.base, order, session.unit)
            asking = Asking(report, session, tree, order, digits, ahead, diagnosis)
            for quantity in asked:
                asking.quantity(quantity, drawn)
    report.seconds = time.monotonic() - begin
    return report
