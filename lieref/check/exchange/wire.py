"""The lines of JSON between the checker and a subject: docs/check.md is their specification."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from lieref.check.pages.words import printable, shown
from lieref.check.quantities import Arrays, Quantity
from lieref.errors import LierefError

PROTOCOL = 1
#: What can be wrong beside the numbers, as reports have it in place of a verdict.
CHANGED, OVERWRITTEN = "changes its arguments", "overwrites its results"
UNREPEATED, UNSAFE = "not reproducible", "not safe in threads"
BEHAVIOR = (CHANGED, OVERWRITTEN, UNSAFE)


class SubjectError(LierefError):
    """A subject that does not answer as agreed; `kind` is one of `KINDS`."""

    def __init__(self, kind: str, text: str):
        self.kind = kind
        self.text = printable(text)
        super().__init__(f"{kind}: {self.text}")


#: What can be wrong with an answer that is no numbers: the word in reports, and what it means.
KINDS = {
    "timeout": "no answer within the time limit",
    "crashed": "the process ended",
    "memory": "more memory asked for than the limit allows",
    "garbage": "a line that is not what the protocol says",
    "flood": "more output than the limit allows",
    "shape": "an array of another shape",
    "not finite": "NaN or infinity",
    "error": "the subject reported an error or raised an exception",
    "refused": "the subject cannot take this model",
    "missing": "a library or program that is not there",
}


def line(message: Mapping[str, Any]) -> bytes:
    """Return a message as one line of JSON."""
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"


def message(data: bytes) -> dict[str, Any]:
    """Return what a line says; SubjectError "garbage" unless it is a JSON object."""
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        raise SubjectError("garbage", f"got the line {_short(data)}, expected JSON") from None
    if not isinstance(found, dict):
        raise SubjectError("garbage", f"got the line {_short(data)}, expected a JSON object")
    return found


def _short(data: bytes) -> str:
    """The beginning of a line, printable."""
    return repr(data[:60].decode("utf-8", "replace")) + ("..." if len(data) > 60 else "")


def question(number: int, quantity: Quantity, arguments: Arrays) -> bytes:
    """Return the line that asks for a quantity."""
    given: dict[str, Any] = {name: x.tolist() for name, x in arguments.items()}
    if quantity.kinematic:
        given["frame"] = quantity.frame
    return line({"id": number, "quantity": quantity.name} | given)


def answer(
    got: Mapping[str, Any], number: int, quantity: Quantity, nv: int, order: int
) -> Arrays | None:
    """Return the results in an answer, None if the subject does not offer the quantity.

    Raises SubjectError for everything else: another id, an error, wrong names, shapes, NaN.
    """
    if got.get("id") != number:
        raise SubjectError(
            "garbage", f"got an answer with id {shown(got.get('id'))}, expected {number}"
        )
    if "error" in got:
        raise SubjectError(_known(got.get("kind")), shown(got["error"])[:500])
    if got.get("not_offered") is True:
        return None
    if "result" not in got:
        raise SubjectError("garbage", f"got the members {sorted(got)[:9]}, expected a result")
    result = got["result"]
    if not isinstance(result, dict):
        if len(quantity.outputs) > 1:
            raise SubjectError("shape", f"got one array, expected {', '.join(quantity.outputs)}")
        result = {next(iter(quantity.outputs)): result}
    missing = [name for name in quantity.outputs if name not in result]
    if missing:
        raise SubjectError("shape", f"got {sorted(result)[:9]}, without {', '.join(missing)}")
    return {
        name: _array(name, result[name], quantity.shape(name, nv, order))
        for name in quantity.outputs
    }


def remarks(got: Mapping[str, Any]) -> dict[str, str]:
    """What a subject did beside its answer, in words, by kind."""
    said = got.get("behavior")
    if not isinstance(said, Mapping):
        return {}
    return {kind: shown(said[kind])[:200] for kind in BEHAVIOR if kind in said}


def _known(kind: Any) -> str:
    """A kind of error that a subject may report of itself."""
    return kind if kind in ("memory", "refused", "missing") else "error"


def _array(name: str, value: Any, shape: tuple[int, ...]) -> Any:
    """A finite array of a shape; null stands for NaN."""
    try:
        found = np.array(value, dtype=object)
        numbers = np.array([_number(x) for x in found.reshape(-1)]).reshape(found.shape)
    except (TypeError, ValueError, OverflowError):
        raise SubjectError("shape", f"{name}: no array of numbers, expected {shape}") from None
    if numbers.shape != shape:
        raise SubjectError("shape", f"{name}: got {numbers.shape}, expected {shape}")
    wrong = np.argwhere(~np.isfinite(numbers))
    if len(wrong):
        at = tuple(int(i) for i in wrong[0])
        raise SubjectError("not finite", f"{name}{list(at)} is {numbers[at]}")
    return numbers


def _number(x: Any) -> float:
    """A number as a double; words are refused, and true is no number."""
    if x is None:
        return float("nan")
    if isinstance(x, bool | str):
        raise TypeError(x)
    return float(x)
