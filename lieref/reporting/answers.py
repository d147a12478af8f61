"""Subjects of a report, kept for as long as the process that asks them."""

from __future__ import annotations

import atexit
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Protocol

import numpy as np

from lieref.check.exchange.process import Limits
from lieref.check.exchange.session import Session, command
from lieref.check.exchange.wire import SubjectError
from lieref.check.quantities import Arrays, Quantity
from lieref.check.subjects import own_kernels
from lieref.errors import LierefError
from lieref.model.loops.loop_model import LoopModel
from lieref.model.model import Model
from lieref.reporting.robots import Base, label, robot

OWN = "lieref"


class Subject(Protocol):
    """What is asked; `name` and `base` are known once it has answered."""

    @property
    def name(self) -> str:
        """What it calls itself."""

    @property
    def base(self) -> str:
        """Representation of the twist of its base."""

    @property
    def representation(self) -> str:
        """Representation of the twists of frames."""

    def ask(self, quantity: Quantity, arguments: Arrays, order: int) -> Arrays | None:
        """Return the results, None for what is not offered; SubjectError else."""


class Own:
    """lieref's own kernels, in this process."""

    def __init__(self, model: Model | LoopModel):
        made = own_kernels.subject(model)
        self._made, self._answer = made, made.answer

    @property
    def name(self) -> str:
        """Its name and version."""
        return self._made.name

    @property
    def base(self) -> str:
        """Representation of the twist of its base."""
        return self._made.base

    @property
    def representation(self) -> str:
        """Representation of the twists of frames."""
        return self._made.representation

    def ask(self, quantity: Quantity, arguments: Arrays, order: int) -> Arrays | None:
        """Return the results."""
        try:
            of = {"frame": quantity.frame} if quantity.kinematic else {}
            value: Any = self._answer(quantity.name, **arguments, **of)
        except LierefError as error:
            raise SubjectError("error", str(error)) from None
        named = value if isinstance(value, Mapping) else {next(iter(quantity.outputs)): value}
        return {name: np.asarray(named[name], dtype=float) for name in quantity.outputs}


class Other:
    """A subject of `lieref check`, in a process of its own."""

    def __init__(self, words: str | tuple[str, ...], model: Model | LoopModel):
        self._words = words
        self._session: Session | None = None
        if isinstance(model, Model):
            self._session = Session(words, model, Limits())
            atexit.register(self._session.close)

    @property
    def name(self) -> str:
        """What it calls itself; without a name of its own the words that start it."""
        given = self._session.name if self._session else ""
        own = given not in ("", self._words, " ".join(command(self._words)))
        return given if own else label(self._words)

    @property
    def base(self) -> str:
        """Representation of the twist of its base."""
        return self._session.base if self._session else "body"

    @property
    def representation(self) -> str:
        """Representation of the twists of frames."""
        return self._session.representation if self._session else "body"

    def ask(self, quantity: Quantity, arguments: Arrays, order: int) -> Arrays | None:
        """Return the results."""
        if self._session is None:
            raise SubjectError("refused", "robot with loops or couplings: subjects take trees")
        return self._session.ask(quantity, arguments, order)


@lru_cache(maxsize=64)
def subject(words: str | tuple[str, ...], word: str, base: Base | None) -> Subject:
    """Return the subject for a robot; started once a process."""
    model = robot(word, base)
    return Own(model) if words == OWN else Other(words, model)
