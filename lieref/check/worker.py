"""``python -m lieref.check.worker SUBJECT``: a Python subject behind the lines of the protocol.

Standard output belongs to the protocol: what the subject prints goes to standard error.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import Any

import numpy as np

from lieref.check.model_table import from_table
from lieref.check.quantities import QUANTITIES
from lieref.check.subjects import Answering, resolve
from lieref.check.wire import PROTOCOL, SubjectError, line, message


def plain(value: Any) -> Any:
    """Return results as lists for JSON; NaN and infinity stay what Python's JSON makes of them."""
    if isinstance(value, Mapping):
        return {str(name): plain(x) for name, x in value.items()}
    return np.asarray(value).tolist()


def reply(answering: Answering, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answer to a question."""
    arguments = {
        name: np.array(asked[name], dtype=float) for name in QUANTITIES[asked["quantity"]].inputs
    }
    value = answering.answer(asked["quantity"], **arguments)
    return {"not_offered": True} if value is None else {"result": plain(value)}


def _guarded(number: Any, compute: Any) -> bytes:
    """Return the line of an answer, or of the error that came instead."""
    try:
        return line({"id": number} | compute())
    except MemoryError:
        return line({"id": number, "kind": "memory", "error": "MemoryError"})
    except SubjectError as error:
        return line({"id": number, "kind": error.kind, "error": error.text})
    except NotImplementedError:
        return line({"id": number, "not_offered": True})
    except Exception as error:
        text = f"{type(error).__name__}: {error}"
        return line({"id": number, "kind": "error", "error": text})


def main(words: list[str]) -> int:
    """Answer until standard input ends."""
    channel = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    subject: list[Answering] = []

    def started() -> dict[str, Any]:
        subject.append(resolve(words[0], from_table(hello["model"])))
        made = subject[0]
        said: dict[str, Any] = {"ready": PROTOCOL, "name": made.name, "base": made.base}
        said["precision"] = made.precision
        return said | ({"differences": made.differences} if made.differences else {})

    hello = message(sys.stdin.buffer.readline())
    _send(channel, _guarded(hello.get("id"), started))
    for data in sys.stdin.buffer:
        asked = message(data)
        _send(channel, _guarded(asked.get("id"), lambda asked=asked: reply(subject[0], asked)))
    return 0


def _send(channel: Any, data: bytes) -> None:
    """Write all of a line: an unbuffered write may take a part of it."""
    left = memoryview(data)
    while left:
        left = left[channel.write(left) :]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
