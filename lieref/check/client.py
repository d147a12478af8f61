"""One file without dependencies: serves the protocol of ``lieref check`` in any Python.

Copy it beside your code, import it first, and call `serve`. What anything prints then goes to
standard error, from imports too: standard output belongs to the protocol.

    import lieref_client
    import mylibrary

    def subject(hello):                       # hello["model"], hello["urdf"], hello["sdf"]
        robot = mylibrary.load(hello["urdf"])

        def answer(quantity, q, v=None, a=None, tau=None, frame=None):
            if quantity == "inverse_dynamics":
                return mylibrary.rnea(robot, q, v, a)
            return None                       # not offered

        return answer

    lieref_client.serve(subject, name="mylibrary 1.0", base="mixed", precision="float32")
"""

from __future__ import annotations

import inspect
import json
import os
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

PROTOCOL = 1
#: What a subject may say of itself, as argument of `serve` or attribute of what it returns.
SAID = ("name", "base", "representation", "differences", "precision", "model")


def _channel() -> Any:
    """Standard output for the protocol alone; whatever is printed goes to standard error."""
    channel = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    return channel


_CHANNEL: list[Any] = []


def take_standard_output() -> None:
    """Keep standard output for the protocol from here on; done by `serve`, or when imported."""
    if not _CHANNEL:
        _CHANNEL.append(_channel())


def serve(subject: Callable[[dict[str, Any]], Any], **said: Any) -> None:
    """Answer questions until standard input ends.

    subject : subject(hello) returns answer(quantity, q=..., v=..., a=... or tau=...), which gets
        lists and returns lists or arrays, a dictionary of them by name, or None if the quantity is
        not offered. Kinematics comes with frame=..., to functions that have such an argument.
        `hello` has "model", and "urdf" and "sdf" where these formats have the model.
    said : name, base, representation, differences, precision, model; see docs/check.md. Of the same
        names are attributes of what subject(hello) returns.
    """
    take_standard_output()
    made: list[Any] = []
    hello = json.loads(sys.stdin.readline())

    def started() -> dict[str, Any]:
        made.append(subject(hello))
        words: dict[str, Any] = {"ready": PROTOCOL}
        for name in SAID:
            value = getattr(made[0], name, said.get(name))
            if value:
                words[name] = with_poses(value) if name == "model" else value
        return words

    _send(_guarded(None, started))
    for line in sys.stdin:
        asked = json.loads(line)
        number, quantity = asked.pop("id"), asked.pop("quantity")
        _send(_guarded(number, partial(_reply, made[0], quantity, asked)))


def _reply(made: Any, quantity: str, given: dict[str, Any]) -> dict[str, Any]:
    """The answer to a question."""
    answer = getattr(made, "answer", made)
    if "frame" in given and not takes_frame(answer):
        return {"not_offered": True}
    value = answer(quantity, **given)
    if value is None:
        return {"not_offered": True}
    remarks = getattr(answer, "remarks", None)
    return {"result": plain(value)} | ({"behavior": remarks} if remarks else {})


def takes_frame(answer: Callable[..., Any]) -> bool:
    """Whether a function can be asked for the kinematics of a frame: by its arguments."""
    try:
        parameters = inspect.signature(answer).parameters.values()
    except (TypeError, ValueError):
        # of a compiled function nothing is known
        return True
    return any(x.name == "frame" or x.kind is x.VAR_KEYWORD for x in parameters)


def _guarded(number: Any, compute: Callable[[], dict[str, Any]]) -> bytes:
    """The line of an answer, or of the error that came instead."""
    head = {} if number is None else {"id": number}
    try:
        return _line(dict(head, **compute()))
    except MemoryError:
        return _line(dict(head, kind="memory", error="MemoryError"))
    except NotImplementedError:
        return _line(dict(head, not_offered=True))
    except Exception as error:
        kind = getattr(error, "kind", "error")
        text = getattr(error, "text", f"{type(error).__name__}: {error}")
        return _line(dict(head, kind=str(kind), error=text))


def _line(message: dict[str, Any]) -> bytes:
    """A message as one line of JSON."""
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"


def _send(data: bytes) -> None:
    """Write all of a line: an unbuffered write may take a part of it."""
    left = memoryview(data)
    while left:
        left = left[_CHANNEL[0].write(left) :]


def plain(value: Any) -> Any:
    """Results as lists for JSON; arrays of any library by their `tolist`."""
    if isinstance(value, dict):
        return {str(name): plain(x) for name, x in value.items()}
    if hasattr(value, "_asdict"):
        return plain(value._asdict())
    if hasattr(value, "tolist"):
        return value.tolist()
    return [plain(x) for x in value] if isinstance(value, (list, tuple)) else value


def with_poses(model: dict[str, Any]) -> Any:
    """A model whose kinematics is a function: its poses at the states that lieref needs.

    "pose" of the model is pose(q), the 4x4 poses of all bodies, one coordinate a body.
    """
    if not callable(model.get("pose")):
        return plain(model)
    pose, n = model["pose"], len(model["bodies"])
    units = [[float(i == j) for i in range(n)] for j in range(n)]
    trial = [0.3 + 0.1 * i for i in range(n)]
    found = {name: x for name, x in model.items() if name != "pose"}
    found["poses"] = {
        "zero": pose([0.0] * n),
        "moved": [pose(q) for q in units],
        "trial": {"q": trial, "poses": pose(trial)},
    }
    return plain(found)


def configuration_rates(model: dict[str, Any], q: Any) -> list[list[float]]:
    """The matrix dq/dx (nq x nv) of right perturbations q exp(x), as lists.

    The chain rule: derivatives J (n x nq) by the numbers of q are J (dq/dx) as Lie derivatives. Of
    a peer's coordinates c(q), multiply its derivatives by dc/dq first. Quaternions are (x, y, z, w)
    and derivatives may leave the unit sphere: dq/dx is along it.

    model : the "model" of hello
    q : its configuration
    """
    rates = [[0.0] * model["nv"] for _ in range(model["nq"])]
    for body in model["bodies"]:
        iq, iv, kind = body["iq"], body["iv"], body["kind"]
        if kind not in ("free", "spherical"):
            rates[iq][iv] = 1.0
            continue
        at = iq + 3 if kind == "free" else iq
        x, y, z, w = q[at : at + 4]
        # q (u, 0) / 2 for each axis u
        turn = ((w, -z, y), (z, w, -x), (-y, x, w), (-x, -y, -z))
        for i in range(4):
            for j in range(3):
                rates[at + i][iv + j] = 0.5 * turn[i][j]
        if kind == "free":
            R = (
                (1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)),
                (2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)),
                (2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)),
            )
            for i in range(3):
                for j in range(3):
                    rates[iq + i][iv + 3 + j] = R[i][j]
    return rates


def lie_partials(model: dict[str, Any], q: Any, by_numbers: Any) -> list[list[float]]:
    """Derivatives (n x nq) by the numbers of q as Lie derivatives (n x nv), as lists."""
    rates = configuration_rates(model, q)
    columns = range(model["nv"])
    return [
        [sum(x * rates[i][j] for i, x in enumerate(row)) for j in columns]
        for row in plain(by_numbers)
    ]


if os.environ.get("LIEREF_CHECK_PROCESS"):
    # started by lieref check: imports that print must not spoil the first line
    take_standard_output()
