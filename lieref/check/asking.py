"""Asking a subject for one quantity at every state, judging, and looking for the reason."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from lieref.check import states as drawing
from lieref.check.ahead import Ahead
from lieref.check.diagnosis.confusion_table import Case
from lieref.check.diagnosis.explaining import Diagnosis
from lieref.check.differences import StepError, step_errors
from lieref.check.exchange.session import SPARED, Session
from lieref.check.exchange.wire import UNREPEATED, SubjectError
from lieref.check.judging import difference, judge
from lieref.check.proven import enclosure, require_enclosed
from lieref.check.quantities import Arrays, FloatArray, Quantity
from lieref.check.reference import EPS, reference
from lieref.check.results import Report, Result
from lieref.errors import SingularError
from lieref.model.model import Model

#: A quantity that broke a limit so many times is not asked again.
PATIENCE = 2
#: States of a failing quantity at which confusions are tried, and others that stay right.
CONFUSED_STATES = 2
#: Kinds of errors that a confusion about the arguments can lead to.
REFUSALS = ("error", "not finite")
#: Seconds that looking for the reason may take for one quantity.
LONGEST = 120.0
#: What single precision leaves of a confusion that is undone, in units of its roundoff.
UNDONE = 1e3


@dataclass(frozen=True)
class Asking:
    """What one audit asks with.

    order : of the time derivatives; digits : of the reference
    """

    report: Report
    session: Session
    model: Model
    order: int
    digits: int
    ahead: Ahead
    diagnosis: Diagnosis

    def quantity(self, quantity: Quantity, drawn: Sequence[drawing.State]) -> None:
        """Ask for a quantity at every state; then for the reason, if it is wrong."""
        broken = 0
        cases: list[Case] = []
        first: tuple[drawing.State, Arrays] | None = None
        same = True
        self.session.remarks.clear()
        for state in drawn:
            if broken == PATIENCE:
                text = f"after {PATIENCE} errors"
                self._told(quantity, state, "not asked", text)
                continue
            try:
                values = self.session.ask(quantity, state.arguments(quantity), self.order)
            except SubjectError as error:
                kind, text = error.kind, error.text
                if kind in REFUSALS:
                    try:
                        cases.append(self._unanswered(quantity, state))
                    except SingularError as singular:
                        # there is no answer: to say so, or to return NaN, is right
                        why = _without(self.model, singular)
                        kind, text = "no reference", f"{why}; the subject: {text}"
                broken += kind != "no reference"
                self._told(quantity, state, kind, text)
                continue
            if values is None:
                self._told(quantity, state, "not offered")
                return
            case = self._compared(quantity, state, values)
            if case is not None:
                cases.append(case)
            if first is None:
                first = state, values
                same = self._repeated(quantity, *first)
        if first is not None and same and broken < PATIENCE:
            self._repeated(quantity, *first)
        self._diagnose(quantity, cases)
        for kind, text in self.session.remarks.items():
            self.report.results.append(Result(quantity.name, "", "", kind, text=text))

    def _repeated(self, quantity: Quantity, state: drawing.State, values: Arrays) -> bool:
        """Ask for a result once more; note it if it is another one."""
        try:
            found = self.session.ask(quantity, state.arguments(quantity), self.order)
        except SubjectError as error:
            text = f"{error.kind} where it had an answer before: {error.text}"
        else:
            text = difference(values, found or {}, self.session.unit)
        if text:
            self._told(quantity, state, UNREPEATED, text)
        return not text

    def _diagnose(self, quantity: Quantity, cases: list[Case]) -> None:
        """Look for the reason of wrong results."""
        # generic states first: at zero many conventions agree
        cases.sort(key=lambda case: case.state.startswith("zero"))
        wrong = [case for case in cases if case.wrong]
        right = [case for case in cases if not case.wrong]
        broken, deadline = 0, time.monotonic() + LONGEST

        def ask(given: Arrays) -> Arrays | None:
            nonlocal broken
            if broken >= PATIENCE or time.monotonic() > deadline:
                return None
            try:
                return self.session.ask(quantity, given, self.order)
            except SubjectError as error:
                # a refusal is what a wrong attempt may lead to; what kills the process is not
                broken += error.kind not in SPARED
                return None

        if wrong:
            found, located = self.diagnosis.explained(
                quantity, wrong[:CONFUSED_STATES], right[:CONFUSED_STATES], ask
            )
            self.report.explanations += [x for x in found if x not in self.report.explanations]
            self.report.located += located

    def _told(self, quantity: Quantity, state: drawing.State, status: str, text: str = "") -> None:
        """Note a result without numbers."""
        self.report.results.append(
            Result(quantity.name, "", _label(quantity, state), status, text=text)
        )

    def _unanswered(self, quantity: Quantity, state: drawing.State) -> Case:
        """What is to be explained where the subject refused the arguments, which it may misread.

        Raises SingularError where there is no reference.
        """
        arguments = state.arguments(quantity)
        right = reference(quantity, self.model, arguments, self.session.base, self.digits).high
        values = {name: np.full_like(x, np.nan) for name, x in right.items()}
        return Case(_label(quantity, state), arguments, values, right, list(right))

    def _compared(self, quantity: Quantity, state: drawing.State, values: Arrays) -> Case | None:
        """Judge an answer; return it with its reference, if there is one."""
        session, model, label = self.session, self.model, _label(quantity, state)
        arguments = state.arguments(quantity)
        try:
            right, bound = self.ahead.found(quantity, state, session.base)
            steps = step_errors(
                quantity, model, arguments, session.base, right, session.differences
            )
        except SingularError as error:
            self._told(quantity, state, "no reference", _without(model, error))
            return None
        factor = self.report.factor * session.unit
        proven = enclosure(quantity, model, arguments, session.base)
        if proven is not None:
            require_enclosed(quantity.name, right, proven)
        radii = None if proven is None else proven[1]
        judgements = judge(quantity, model, values, right, bound, factor, steps, radii)
        for name, judgement in judgements.items():
            self.report.results.append(
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
        slack = max((_slack(right.high[name], x) for name, x in steps.items()), default=0.0)
        if session.unit > 1.0:
            slack = max(slack, UNDONE * EPS * session.unit)
        return Case(label, arguments, values, right.high, wrong, slack)


def _label(quantity: Quantity, state: drawing.State) -> str:
    """The name of a state, and the frame that is asked about."""
    return f"{state.label}, {quantity.frame}" if quantity.kinematic else state.label


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
