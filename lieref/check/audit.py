"""The audit: a subject, asked for quantities at states, held against the reference value."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

import numpy as np

from lieref.check import states as drawing
from lieref.check.ahead import Ahead
from lieref.check.confusions import Case, Explanation, explanations
from lieref.check.differences import Differences, StepError, step_errors
from lieref.check.judging import FACTOR, TO_STEP, Judgement, judge
from lieref.check.models import named_model
from lieref.check.process import Limits
from lieref.check.quantities import Arrays, FloatArray, Quantity, chosen
from lieref.check.reference import reference
from lieref.check.session import SPARED, Session
from lieref.check.subjects import require_known
from lieref.check.wire import SubjectError
from lieref.errors import ShapeError, SingularError
from lieref.model.model import Model
from lieref.model.tree.configuration import no_tree
from lieref.version import __version__

#: A quantity that broke a limit so many times is not asked again.
PATIENCE = 2
#: States of a failing quantity at which confusions are tried.
CONFUSED_STATES = 2
#: Kinds of errors that a confusion about the arguments can lead to.
REFUSALS = ("error", "not finite")
#: Kinds of errors that are no fault of the subject's numbers: nothing was compared.
UNCOMPARED = ("missing", "refused", "no reference")


@dataclass(frozen=True)
class Result:
    """One result of one quantity at one state.

    status : "pass", "pass to step" (right but for the error that the step of its differences must
        have), "fail", "not offered", "no reference", "not asked", or a kind of `SubjectError`
    output : name of the result; empty if there are no numbers
    judgement : None if there are no numbers
    text : what happened, if it is neither "pass" nor "fail"
    proven, radius, digits : of the reference value, see `lieref.check.reference.Reference`
    """

    quantity: str
    output: str
    state: str
    status: str
    judgement: Judgement | None = None
    text: str = ""
    proven: bool = False
    radius: float = 0.0
    digits: int = 0


@dataclass
class Report:
    """What an audit found.

    differences : of the results that the subject computes so
    results : one for each quantity, result and state
    explanations : confusions that explain what failed, see `lieref.check.confusions`
    """

    subject: str
    model: str
    nv: int
    base: str
    factor: float
    differences: dict[str, Differences] = field(default_factory=dict)
    results: list[Result] = field(default_factory=list)
    explanations: list[Explanation] = field(default_factory=list)
    seconds: float = 0.0
    lieref: str = __version__

    @property
    def failed(self) -> list[Result]:
        """The results that count against the subject."""
        neutral = ("pass", TO_STEP, "not offered", *UNCOMPARED)
        return [x for x in self.results if x.status not in neutral]

    @property
    def passed(self) -> list[Result]:
        """The results within their tolerances."""
        return [x for x in self.results if x.status in ("pass", TO_STEP)]

    @property
    def exit_status(self) -> int:
        """0 all that was offered passed; 1 something failed; 2 something could not be compared."""
        if self.failed:
            return 1
        return 2 if self.uncompared or not self.passed else 0

    @property
    def uncompared(self) -> list[Result]:
        """The results for which nothing was compared; what is not offered, if nothing else is."""
        kinds = UNCOMPARED if self.passed or self.failed else (*UNCOMPARED, "not offered")
        return [x for x in self.results if x.status in kinds]

    def as_dict(self) -> dict[str, Any]:
        """Return all of it as numbers, words, lists and dictionaries, for JSON."""
        return asdict(self) | {
            "verdict": ("pass", "fail", "not compared")[self.exit_status],
            "exit_status": self.exit_status,
        }


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
        Kinds ("generic", "zero", "fast") and seeds of the states.
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
            for quantity in asked:
                _one_quantity(report, session, tree, quantity, drawn, order, digits, ahead)
    report.seconds = time.monotonic() - begin
    return report


def _one_quantity(
    report: Report,
    session: Session,
    model: Model,
    quantity: Quantity,
    drawn: list[drawing.State],
    order: int,
    digits: int,
    ahead: Ahead,
) -> None:
    """Ask for a quantity at every state; then for the reason, if it is wrong."""
    broken, wrong = 0, []
    for state in drawn:
        if broken == PATIENCE:
            text = f"after {PATIENCE} errors"
            report.results.append(Result(quantity.name, "", state.label, "not asked", text=text))
            continue
        arguments = state.arguments(quantity)
        try:
            values = session.ask(quantity, arguments, order)
        except SubjectError as error:
            kind, text = error.kind, error.text
            if kind in REFUSALS:
                try:
                    wrong.append(
                        _unanswered(session, model, quantity, state.label, arguments, digits)
                    )
                except SingularError as singular:
                    # there is no answer: to say so, or to return NaN, is right
                    kind, text = "no reference", f"{_without(model, singular)}; the subject: {text}"
            broken += kind != "no reference"
            report.results.append(Result(quantity.name, "", state.label, kind, text=text))
            continue
        if values is None:
            report.results.append(Result(quantity.name, "", state.label, "not offered"))
            return
        case = _compared(report, session, model, quantity, state, values, ahead)
        if case is not None:
            wrong.append(case)

    def ask(given: Arrays) -> Arrays | None:
        nonlocal broken
        if broken >= PATIENCE:
            return None
        try:
            return session.ask(quantity, given, order)
        except SubjectError as error:
            # a refusal is what a wrong attempt may lead to; what kills the process is not
            broken += error.kind not in SPARED
            return None

    if wrong:
        broken = 0
        # generic states first: at zero many conventions agree
        wrong.sort(key=lambda case: case.state.startswith("zero"))
        report.explanations += explanations(
            quantity, model, session.base, wrong[:CONFUSED_STATES], ask
        )


def _unanswered(
    session: Session,
    model: Model,
    quantity: Quantity,
    label: str,
    arguments: Arrays,
    digits: int,
) -> Case:
    """What is to be explained where the subject refused the arguments, which it may misread.

    Raises SingularError where there is no reference.
    """
    right = reference(quantity, model, arguments, session.base, digits).high
    values = {name: np.full_like(x, np.nan) for name, x in right.items()}
    return Case(label, arguments, values, right, list(right))


def _compared(
    report: Report,
    session: Session,
    model: Model,
    quantity: Quantity,
    state: drawing.State,
    values: Arrays,
    ahead: Ahead,
) -> Case | None:
    """Judge an answer; return what is to be explained, if it is wrong."""
    label = state.label
    try:
        right, bound = ahead.found(quantity, state, session.base)
        arguments = state.arguments(quantity)
        steps = step_errors(quantity, model, arguments, session.base, right, session.differences)
    except SingularError as error:
        report.results.append(
            Result(quantity.name, "", label, "no reference", text=_without(model, error))
        )
        return None
    judgements = judge(quantity, model, values, right, bound, report.factor, steps)
    for name, judgement in judgements.items():
        report.results.append(
            Result(
                quantity.name,
                name,
                label,
                judgement.verdict,
                judgement,
                proven=right.proven,
                radius=right.radius,
                digits=right.digits,
            )
        )
    wrong = [name for name, judgement in judgements.items() if not judgement.ok]
    if not wrong:
        return None
    slack = max((_slack(right.high[name], x) for name, x in steps.items()), default=0.0)
    return Case(label, arguments, values, right.high, wrong, slack)


def _without(model: Model, error: SingularError) -> str:
    """Why there is no reference value, and what may help."""
    roots = zip(model.joints, model.parents, strict=True)
    if any(joint.kind == "free" and parent < 0 for joint, parent in roots):
        return f"{error}; the base is free: for a robot on the ground take --base fixed"
    return str(error)


def _slack(right: FloatArray, step: StepError) -> float:
    """The error of a step over the result's max norm, with room for other directions."""
    size = float(np.abs(right).max(initial=0.0))
    return 10.0 * float((step.truncation + step.bound).max(initial=0.0)) / size if size else 0.0
