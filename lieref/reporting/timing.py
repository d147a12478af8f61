"""Times of calls, subjects in turn so that all share what the machine does: one case a robot."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Iterator, Mapping
from typing import Any

from lieref.check.exchange.process import Limits, Process
from lieref.check.exchange.session import Session
from lieref.check.exchange.wire import SubjectError
from lieref.check.quantities import Quantity, named
from lieref.check.states import State
from lieref.model.model import Model
from lieref.reporting.answers import OWN
from lieref.reporting.robots import robot, sampled
from lieref.reporting.timed import seconds

#: Times that all subjects are gone through.
ROUNDS = 3
WORKER = [sys.executable, "-m", "lieref.reporting.timed"]
CALL, EXCHANGE = "call from Python", "exchange of lines with the program"


class _Caller:
    """A Python subject, timed in its own process."""

    how = CALL

    def __init__(self, process: Process, first: Mapping[str, Any]):
        self._process = process
        if "error" in self._said(first):
            raise SubjectError("refused", "it does not take the robot")

    def _said(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        said = self._process.exchange((json.dumps(asked) + "\n").encode(), Limits().start)
        return dict(json.loads(said))

    def seconds(self, quantity: Quantity, state: State, order: int) -> float | None:
        """Return the time of a call, None if there is no answer."""
        given = {name: x.tolist() for name, x in state.arguments(quantity).items()}
        said = self._said({"quantity": quantity.word, **given})
        return said.get("seconds")


class _Program:
    """A program: what is timed holds the pipe and the text of the numbers."""

    how = EXCHANGE

    def __init__(self, session: Session):
        self._session = session
        session.start()

    def seconds(self, quantity: Quantity, state: State, order: int) -> float | None:
        """Return the time of an exchange, None if there is no answer."""
        given = state.arguments(quantity)
        if self._session.ask(quantity, given, order) is None:
            return None
        return seconds(lambda: self._session.ask(quantity, given, order))


@contextlib.contextmanager
def _started(words: Any, word: str, base: Any) -> Iterator[_Caller | _Program]:
    """A subject that is ready; SubjectError else."""
    if isinstance(words, str):
        with Process(WORKER, Limits()) as process:
            yield _Caller(process, {"subject": words, "word": word, "base": base})
        return
    model = robot(word, base)
    if not isinstance(model, Model):
        raise SubjectError("refused", "a robot with loops or couplings")
    with Session(words, model, Limits()) as session:
        yield _Program(session)


def evaluate(params: Mapping[str, Any]) -> dict[str, Any]:
    """Return the times of all subjects on one robot.

    Parameters
    ----------
    params : mapping
        robot, base, digest, quantities, order, seed, subjects, words and subject_words, as of
        `lieref.reporting.measuring.evaluate`.

    Returns
    -------
    dict
        times: list of [label, quantity, order, seconds], order null for quantities without; how:
        {label: what was timed}. lieref is there always. What gives no answer is left out.
    """
    word, base = params["words"][params["robot"]], params["base"]
    order = params["order"]
    state = sampled(robot(word, base), params["seed"], [0], order)[0]
    best: dict[tuple[str, str, int | None], float] = {}
    with contextlib.ExitStack() as stack:
        running = {}
        for name in dict.fromkeys([OWN, *params["subjects"]]):
            words = params["subject_words"].get(name, name)
            with contextlib.suppress(SubjectError):
                running[name] = stack.enter_context(_started(words, word, base))
        questions = list(_questions(params["quantities"], state, order))
        for _ in range(ROUNDS):
            for quantity, k, at in questions:
                for name, one in list(running.items()):
                    try:
                        found = one.seconds(quantity, at, k or 0)
                    except SubjectError:
                        del running[name]
                        continue
                    if found is not None:
                        key = name, quantity.word, k
                        best[key] = min(found, best.get(key, found))
        how = {name: one.how for name, one in running.items()}
    return {"times": [[*key, value] for key, value in best.items()], "how": how}


def _questions(
    names: list[str], state: State, order: int
) -> Iterator[tuple[Quantity, int | None, State]]:
    """Quantities, and each order of those that have orders, with the rows that it takes."""
    for name in names:
        quantity = named(name)
        if not quantity.orders:
            yield quantity, None, state
            continue
        for k in range(order + 1):
            part = State(state.label, state.q, state.v[: k + 2], state.tau[: k + 1])
            yield quantity, k, part
