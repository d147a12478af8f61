"""The audit: a subject, asked for quantities at states, held against the reference value."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from lieref.algebra.arguments import choice, items
from lieref.check import states as drawing
from lieref.check.ahead import Ahead
from lieref.check.asking import Asking
from lieref.check.diagnosis.explaining import Diagnosis
from lieref.check.exchange.process import Limits
from lieref.check.exchange.session import Session
from lieref.check.exchange.wire import SubjectError
from lieref.check.judging import FACTOR
from lieref.check.models import named_model
from lieref.check.own_model.comparing import compared
from lieref.check.own_model.robot_file import own_file, unread
from lieref.check.quantities import KINEMATICS, Quantity, chosen
from lieref.check.results import Report, Result
from lieref.check.subjects import require_known, shared_physics
from lieref.errors import ShapeError
from lieref.model.model import Model
from lieref.model.tree.configuration import no_tree


@dataclass(frozen=True)
class Ask:
    """Order and digits, and whether the subject's own model is compared with another."""

    order: int
    digits: int
    compare: bool


def audit(
    subject: str | Sequence[str],
    model: Model | str | None,
    quantities: Sequence[str] | str | None = None,
    states: Sequence[str] = tuple(drawing.STATES),
    seeds: Sequence[int] = (0,),
    order: int = 0,
    digits: int = 30,
    factor: float = FACTOR,
    limits: Limits | None = None,
    base: Literal["fixed", "free"] | None = None,
    jobs: int = 1,
    own_model: bool = False,
    frames: Sequence[str] | None = None,
) -> Report:
    """Hold an implementation of dynamics against the reference value.

    Parameters
    ----------
    subject : str or sequence of str
        A library by name ("pinocchio", "mujoco", "drake", "lieref"); "module:function" by the
        protocol of docs/check.md; "casadi:" and files or a function; or the words of a command
        line, a program that speaks JSON lines.
    model : Model, str or None
        A model, or a word for `lieref.check.named_model`; None with `own_model` for a subject that
        has a model of itself.
    quantities : sequence of str, "all" or None
        Names of `lieref.check.QUANTITIES`; None: dynamics, inertia and first partials, and with
        `frames` kinematics.
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
    own_model : bool
        The subject reads the model's file itself, and both models are compared.
    frames : sequence of str or None
        Names of bodies or frames (`Model.frames`) of which kinematics is asked; None: the last
        body.

    Returns
    -------
    Report
        Joint physics that a library does not know (`lieref.check.subjects.PHYSICS`) is left out on
        both sides, and a result "joint physics" says so.

    Raises
    ------
    ModelError, ShapeError
        An unknown model, quantity or state, or numbers out of range. Whatever the subject does is
        no exception but a result.
    ArgumentError
        A model with loops, or an object that is no model.

    Examples
    --------
    >>> import lieref
    >>> report = lieref.check.audit("lieref", "serial_chain:2", "joint_space_inertia")
    >>> report.exit_status
    0
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
    theirs_alone = own_model and isinstance(model, str) and unread(model)
    tree = named_model(model, base) if isinstance(model, str) and not theirs_alone else model
    tree = None if theirs_alone else tree
    if not isinstance(tree, Model) and not (tree is None and own_model):
        raise no_tree(tree)
    tree, left = (None, "") if tree is None else shared_physics(subject, tree)
    asked = list(chosen(quantities))
    if order and quantities is None:
        asked += chosen(("inverse_dynamics_orders", "forward_dynamics_orders"))
    named = None if frames is None else items("frames", frames)
    if named is not None and quantities is None:
        asked += chosen(KINEMATICS)
    if tree is not None:
        _frames_of(tree, named)
        drawing.draw(tree, states, seeds, order)
    begin = time.monotonic()
    with contextlib.ExitStack() as stack:
        own = None
        if own_model:
            own, tree = stack.enter_context(own_file(model, tree, base))
        session = stack.enter_context(Session(subject, tree, limits or Limits(), own))
        report = Report(session.name, model if isinstance(model, str) else "", 0, "body", factor)
        if left:
            report.results.append(Result("joint physics", "", "", "not offered", text=left))
        try:
            session.start()
        except SubjectError as error:
            report.results.append(Result("start", "", "", error.kind, text=error.text))
        known = session.own if tree is None else tree
        if known is not None:
            report.model, report.nv = report.model or known.name, known.nv
        if session.ready and known is not None:
            drawn = drawing.draw(known, states, seeds, order)
            ahead = stack.enter_context(Ahead(known, drawn, digits, jobs))
            whole = [x for x in asked if not x.kinematic]
            of_frames = [
                replace(x, frame=frame, representation=session.representation)
                for x in asked
                if x.kinematic
                for frame in _frames_of(known, named)
            ]
            how = Ask(order, digits, tree is not None)
            _ask(report, session, known, [*whole, *of_frames], drawn, how, ahead)
    report.seconds = time.monotonic() - begin
    return report


def _frames_of(model: Model, named: tuple[str, ...] | None) -> tuple[str, ...]:
    """The frames that are asked about; ArgumentError for a name of none."""
    if named is None:
        return model.names[-1:]
    for k, frame in enumerate(named):
        choice(f"frames[{k}]", frame, model.frames)
    return tuple(dict.fromkeys(named))


def _ask(
    report: Report,
    session: Session,
    model: Model,
    asked: Sequence[Quantity],
    drawn: Sequence[drawing.State],
    how: Ask,
    ahead: Ahead,
) -> None:
    """Compare the models, if there are two, and ask for every quantity."""
    report.subject, report.base = session.name, session.base
    report.differences, report.precision = session.differences, session.precision
    own = None
    if session.own is not None and how.compare:
        report.results += compared(model, session.own)
        if session.coordinates is None:
            text = "the joints differ, so that dynamics cannot be compared"
            report.results.append(Result("dynamics", "", "", "not asked", text=text))
            return
        own = session.own, session.coordinates
    diagnosis = Diagnosis(model, session.base, how.order, session.unit, own)
    asking = Asking(report, session, model, how.order, how.digits, ahead, diagnosis)
    for quantity in asked:
        asking.quantity(quantity, drawn)
