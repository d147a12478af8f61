"""A subject that is asked questions, and started again after it has broken a limit."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any

import numpy as np

from lieref.check.differences import Differences, declared
from lieref.check.exchange.process import Limits, Process
from lieref.check.exchange.wire import (
    PROTOCOL,
    SubjectError,
    answer,
    line,
    message,
    question,
    remarks,
)
from lieref.check.model_table import texts
from lieref.check.own_model.joint_map import Coordinates, matched
from lieref.check.own_model.tables import own_model
from lieref.check.pages.words import printable, shown
from lieref.check.quantities import Arrays, Quantity
from lieref.check.subjects import BASES, PRECISIONS
from lieref.errors import ShapeError
from lieref.model.model import Model

#: Errors after which the process still follows the protocol.
SPARED = ("error", "refused", "shape", "not finite")


def command(subject: str | Sequence[str]) -> list[str]:
    """Return the words that start a subject: a program's own, or those of the worker."""
    if isinstance(subject, str):
        return [sys.executable, "-m", "lieref.check.exchange.worker", subject]
    return [str(word) for word in subject]


def subject_of(word: str) -> str | list[str]:
    """The subject that a word names, or the words of its command line."""
    program = word.removeprefix("program:")
    if program == word:
        return word
    try:
        words = shlex.split(program)
    except ValueError as error:
        raise ShapeError(f"subject {word!r}: {error}") from None
    if not words:
        raise ShapeError(f"subject {word!r}: expected a command line after the colon")
    return words


class Session:
    """A context manager around the processes of one subject with one model.

    name, base, representation, differences, precision : what the subject says of itself, once it
        has been started
    own, coordinates : its own model, if it was asked for one, and the order of its joints
    remarks : what it did beside its answers, see `lieref.check.exchange.behavior`

    Parameters
    ----------
    subject : str or sequence of str
        A name, or the words of a command line.
    model : Model or None
        None: the subject has a model of itself.
    limits : Limits
    own : mapping or None
        "path" and "base", see docs/check.md, if the subject is to take its own model.
    """

    def __init__(
        self,
        subject: str | Sequence[str],
        model: Model | None,
        limits: Limits,
        own: Mapping[str, Any] | None = None,
    ):
        self._words = command(subject)
        self._model = model
        self._limits = limits
        self._process: Process | None = None
        self._asked = 0
        self.name = subject if isinstance(subject, str) else " ".join(self._words)
        self.base = self.representation = "body"
        self.differences: dict[str, Differences] = {}
        self.precision = "float64"
        self.own: Model | None = None
        self._own = own
        self.coordinates: Coordinates | None = None
        self.remarks: dict[str, str] = {}

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def ready(self) -> bool:
        """Whether the subject runs."""
        return self._process is not None

    @property
    def unit(self) -> float:
        """Roundoff of the declared precision over that of doubles."""
        return float(np.finfo(self.precision).eps / np.finfo(float).eps)

    def close(self) -> None:
        """End the process, if there is one."""
        if self._process is not None:
            self._process.close()
            self._process = None

    def start(self) -> None:
        """Start the subject and hand it the model; SubjectError if it does not get ready."""
        self.close()
        self._process = Process(self._words, self._limits)
        try:
            hello = {"protocol": PROTOCOL} | texts(self._model)
            if self._own is not None:
                hello["own_model"] = dict(self._own)
            got = message(self._process.exchange(line(hello), self._limits.start))
            if "error" in got:
                kind = got.get("kind")
                known = kind if kind in ("memory", "refused", "missing") else "error"
                raise SubjectError(known, shown(got["error"])[:500])
            base, of_frames = got.get("base", "body"), got.get("representation", "body")
            if got.get("ready") != PROTOCOL or not (base in BASES and of_frames in BASES):
                raise SubjectError(
                    "garbage",
                    f"got {shown(got)}, expected ready: {PROTOCOL}, and base and representation "
                    f"out of {', '.join(BASES)}",
                )
            if self._own is not None:
                self._take_own(got)
            self.differences = declared(got.get("differences", {}))
            self.precision = got.get("precision", "float64")
            if self.precision not in PRECISIONS:
                raise SubjectError(
                    "garbage",
                    f"precision: got {shown(self.precision)[:40]!r}, expected one of "
                    f"{', '.join(PRECISIONS)}",
                )
        except SubjectError:
            self.close()
            raise
        self.name, self.base = printable(shown(got.get("name", self.name)))[:80], base
        self.representation = of_frames

    def _take_own(self, got: Mapping[str, Any]) -> None:
        """Keep the subject's own model, and in which order its joints are asked for."""
        if "model" not in got:
            raise SubjectError("refused", "it does not say its own model")
        self.own = own_model(got["model"])
        if self._model is None:
            self._model = self.own
        self.coordinates = matched(self._model, self.own)

    def ask(self, quantity: Quantity, arguments: Arrays, order: int) -> Arrays | None:
        """Return the results, None if the quantity is not offered; SubjectError else."""
        if self._process is None:
            self.start()
        assert self._process is not None and self._model is not None
        self._asked += 1
        theirs = self.coordinates
        if theirs is not None:
            arguments = theirs.theirs(arguments)
        try:
            got = message(
                self._process.exchange(
                    question(self._asked, quantity, arguments), self._limits.answer
                )
            )
            found = answer(got, self._asked, quantity, self._model.nv, order)
            self.remarks |= remarks(got)
            return found if found is None or theirs is None else theirs.ours(quantity, found)
        except SubjectError as error:
            if error.kind not in SPARED:
                self.close()
            raise
