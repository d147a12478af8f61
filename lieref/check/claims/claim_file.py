"""Claims as a TOML file has them: each names its subject, model, quantity and limit."""

from __future__ import annotations

import difflib
import shlex
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Literal

from lieref.check.exchange.session import subject_of
from lieref.check.quantities import DYNAMICS, KINEMATICS, QUANTITIES, Quantity
from lieref.check.states import STATES
from lieref.errors import ShapeError
from lieref.files import read_file
from lieref.model.arguments import choice
from lieref.model.model import Model

#: Numbers of `lieref.check.metrics.ErrorSummary` that a claim can limit; digits from below.
METRICS = ("relative", "mae", "rmsae", "mre", "rmsre", "digits")
#: Generic states, if a claim does not say which.
USUAL_STATES = 10
REQUIRED = ("sentence", "subject", "model", "quantity", "limit")


@dataclass(frozen=True)
class Claim:
    """One sentence that can be wrong.

    sentence : what is claimed
    subject : word or words of a subject, as of `lieref.check.audit`
    model, base : as of `lieref.check.named_model`
    quantity : of `lieref.check.QUANTITIES`
    limit : of the metric, at most; of digits, at least
    order : of the time derivative that is judged, for quantities with orders; else None
    states, seeds : kinds of states, and their seeds
    metric : of `METRICS`, over all entries of each result
    frame : body or frame of which kinematics is asked; "" is the last body
    """

    sentence: str
    subject: str | list[str]
    model: str
    quantity: str
    limit: float
    base: Literal["fixed", "free"] | None = None
    order: int | None = None
    states: tuple[str, ...] = ("generic",)
    seeds: tuple[int, ...] = tuple(range(USUAL_STATES))
    metric: str = "relative"
    frame: str = ""

    def asked(self, model: Model) -> Quantity:
        """Return what the subject is asked for; ArgumentError for a frame that is not there."""
        found = QUANTITIES[self.quantity]
        if not found.kinematic:
            return found
        frame = choice("frame", self.frame or model.names[-1], model.frames)
        return replace(found, frame=frame)

    @property
    def known_as(self) -> str:
        """The subject in one word."""
        return self.subject if isinstance(self.subject, str) else shlex.join(self.subject)


KEYS = tuple(x.name for x in fields(Claim))


def read(path: Path) -> list[Claim]:
    """Return the claims of a file.

    Raises
    ------
    ShapeError
        What is wrong, with the file and the number of the claim, counted from 1; a file of more
        than 64 MB.
    OSError
        The file cannot be read.
    """
    try:
        found = tomllib.loads(read_file(path, ShapeError).decode("utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ShapeError(f"{path}: {error}") from None
    except RecursionError:
        raise ShapeError(f"{path}: values nested too deep, expected tables [[claim]]") from None
    tables = found.get("claim")
    extra = [key for key in found if key != "claim"]
    if extra or not isinstance(tables, list) or not tables:
        what = f"unknown key {extra[0]!r}" if extra else "no claim"
        raise ShapeError(f"{path}: {what}, expected tables [[claim]]")
    claims = []
    for n, table in enumerate(tables, 1):
        try:
            claims.append(_claim(table))
        except ShapeError as error:
            raise ShapeError(f"{path}: claim {n}: {error}") from None
    return claims


def _claim(table: Any) -> Claim:
    """A claim of a table; ShapeError with the key else."""
    if not isinstance(table, Mapping):
        raise ShapeError(f"{table!r}, expected a table")
    for key in table:
        if key not in KEYS:
            near = difflib.get_close_matches(key, KEYS, 1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            raise ShapeError(f"unknown key {key!r}, expected {', '.join(KEYS)}{hint}")
    missing = [key for key in REQUIRED if key not in table]
    if missing:
        raise ShapeError(f"no {missing[0]!r}, expected {', '.join(REQUIRED)}")
    for key in ("sentence", "subject", "model", "quantity"):
        if not isinstance(table[key], str) or not table[key]:
            raise ShapeError(f"{key}: {table[key]!r}, expected words")
    given = dict(table)
    quantity = _one_of("quantity", given["quantity"], tuple(QUANTITIES))
    frame = given.get("frame", "")
    if "frame" in given and (quantity not in KINEMATICS or not isinstance(frame, str)):
        raise ShapeError(f"frame: {frame!r} of {quantity}, expected a name, of kinematics alone")
    order = given.get("order")
    if order is not None:
        if type(order) is not int or not 0 <= order <= 20:
            raise ShapeError(f"order: {order!r}, expected a number from 0 to 20")
        if not quantity.endswith("_orders"):
            quantity = _one_of("quantity", f"{quantity}_orders", tuple(DYNAMICS))
    elif quantity.endswith("_orders"):
        raise ShapeError(f"{quantity}: no 'order', expected which is judged")
    limit = given["limit"]
    if isinstance(limit, bool) or not isinstance(limit, int | float) or not limit >= 0:
        raise ShapeError(f"limit: {limit!r}, expected a number that is not negative")
    if "base" in given:
        _one_of("base", given["base"], ("fixed", "free"))
    kinds, seeds = _states(given)
    metric = _one_of("metric", given.get("metric", "relative"), METRICS)
    return Claim(
        given["sentence"],
        subject_of(given["subject"]),
        given["model"],
        quantity,
        float(limit),
        given.get("base"),
        order,
        kinds,
        seeds,
        metric,
        frame,
    )


def _one_of(key: str, value: Any, known: Sequence[str]) -> str:
    """The value, if it is one of these words."""
    if value not in known:
        raise ShapeError(f"{key}: {value!r}, expected one of {', '.join(known)}")
    return str(value)


def _states(given: Mapping[str, Any]) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Kinds and seeds: `states` is a number of generic ones, or a list of kinds with `seeds`."""
    states, seeds = given.get("states"), given.get("seeds")
    if seeds is not None and (
        not isinstance(seeds, list) or not seeds or any(type(x) is not int or x < 0 for x in seeds)
    ):
        raise ShapeError(f"seeds: {seeds!r}, expected a list of integers that are not negative")
    if type(states) is int:
        if states < 1 or seeds is not None:
            raise ShapeError(f"states: {states!r}, expected 1 or more, without 'seeds'")
        return ("generic",), tuple(range(states))
    if states is None:
        return ("generic",), tuple(seeds or range(USUAL_STATES))
    if not isinstance(states, list) or not states or any(x not in STATES for x in states):
        raise ShapeError(f"states: {states!r}, expected a number, or some of {', '.join(STATES)}")
    return tuple(states), tuple(seeds or (0,))
