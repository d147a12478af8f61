"""Wrong arguments of every kind, and what a message must say about them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from public_calls import Call

from lieref.errors import (
    ArgumentError,
    LierefError,
    NonFiniteError,
    ShapeError,
)


class Fault(NamedTuple):
    """A wrong value of an argument, and the error that tells of it."""

    argument: str
    what: str
    value: Any
    error: type[LierefError]
    # patterns that the message holds, beside the argument's name
    words: tuple[str, ...] = ()
    # the right shape, of which the message quotes what it knows in numbers
    shape: tuple[int, ...] | None = None


class Foreign:
    """Of another library, with attributes of a model."""

    joints = names = joint_names = ()
    nq = nv = nbodies = 3


def is_array(value: Any) -> bool:
    """Is it an array of numbers, of one axis or more?"""
    return isinstance(value, np.ndarray) and value.dtype.kind == "f" and value.ndim > 0


def is_mask(value: Any) -> bool:
    """Is it an array of booleans?"""
    return isinstance(value, np.ndarray) and value.dtype.kind == "b"


def arrays(call: Call) -> Iterator[tuple[str, np.ndarray]]:
    """The arguments that are arrays of numbers, or tuples of them."""
    for name, value in call.arguments.items():
        if isinstance(value, (tuple, list)) and value and {*map(type, value)} == {float}:
            yield name, np.array(value)
        elif is_array(value):
            yield name, value


def shapes(call: Call) -> Iterator[Fault]:
    """Entries too few and too many, an axis too few and too many, and no axis."""
    for name, value in arrays(call):
        for what, bad in (
            ("an entry too few", value[..., :-1]),
            ("an entry too many", np.concatenate((value, value[..., -1:]), axis=-1)),
            ("an axis too few", value[..., 0]),
            ("an axis too many", value[..., None]),
            ("a number", 1.0),
        ):
            yield Fault(name, what, bad, ShapeError, shape=value.shape)
    for name, value in call.arguments.items():
        if is_mask(value):
            for bad in (value[:-1], value[None], value[:0], True, np.tile(value, 2)):
                yield Fault(name, "another shape", bad, ShapeError)


def numbers(call: Call) -> Iterator[Fault]:
    """NaN and infinity at the first, the last and a middle place; what a mask hides."""
    for name, value in arrays(call):
        for place in (0, value.size // 2, value.size - 1):
            index = np.unravel_index(place, value.shape)
            where = rf"(\[|, |\(){', '.join(map(str, index))},?[\])]"
            for number in (np.nan, np.inf, -np.inf):
                bad = value.copy()
                bad[index] = number
                words = (where, str(number))
                yield Fault(name, str(number), bad, NonFiniteError, words)
            hidden = np.ma.array(value)
            hidden[index] = np.ma.masked
            yield Fault(name, "a mask", hidden, NonFiniteError, (where,))
    for name, value in call.arguments.items():
        if isinstance(value, float):
            for number in (np.nan, np.inf, -np.inf):
                yield Fault(name, str(number), number, LierefError, (str(number),))


def types(call: Call) -> Iterator[Fault]:
    """Arrays of what are no real numbers, and what is no array."""
    for name, value in arrays(call):
        for dtype in (object, "U1", "S1", "M8[s]", "m8[s]", [("a", "<f8")], complex):
            bad = np.zeros(value.shape, dtype)
            yield Fault(name, f"dtype {bad.dtype}", bad, ShapeError, ("dtype|number|expected",))
        yield Fault(name, "an array of None", np.full(value.shape, None), ShapeError)
        for what, other in (("a text", "one"), ("an object", Foreign())):
            yield Fault(name, what, other, ShapeError)
        yield Fault(name, "a ragged list", [[1.0], [1.0, 2.0]], ShapeError)
    for name, value in call.arguments.items():
        if isinstance(value, (float, int)) and not isinstance(value, bool):
            for what, other in (("a text", "one"), ("complex", 1j), ("an object", Foreign())):
                yield Fault(name, what, other, LierefError)
            yield Fault(name, "two numbers", [1.0, 2.0], LierefError)
        elif is_mask(value):
            for bad in (value.astype(int), value.astype(float), value.astype(object), "yes", None):
                yield Fault(name, "no booleans", bad, ShapeError)
            for bad in (value.astype(str), [[True], [False, True]], np.ma.array(value, mask=value)):
                yield Fault(name, "no booleans", bad, ShapeError)


def words(call: Call) -> Iterator[Fault]:
    """Words that are none of those known, which the message lists."""
    for name, value in call.arguments.items():
        if not isinstance(value, str):
            continue
        known = ("expected one of", re.escape(repr(value)))
        for bad in (value.upper(), "", "local?", 3, None):
            yield Fault(name, repr(bad), bad, ArgumentError, (re.escape(repr(bad)), *known))
        for other in (b"body", [value], (value,), {}, np.nan, np.array([value, value])):
            kind = type(other).__name__
            yield Fault(name, f"a {kind}", other, ArgumentError, (f"a {kind}", *known))


def quaternions(call: Call) -> Iterator[tuple[str, np.ndarray, np.ndarray, str]]:
    """Each quaternion of q: argument, q off the sphere, q within the tolerance, and its words."""
    model = call.arguments.get("model", call.arguments.get("tree"))
    for name in ("q", "q0", "near"):
        q = call.arguments.get(name)
        if not is_array(q) or model is None or q.shape[-1] != getattr(model, "nq", None):
            continue
        for i, joint in enumerate(model.joints):
            if joint.kind not in ("spherical", "free"):
                continue
            first = int(model.idx_q[i]) + (3 if joint.kind == "free" else 0)
            off, near = q.copy(), q.copy()
            off[..., first : first + 4] *= 1 + 3e-9
            near[..., first : first + 4] *= 1 - 3e-10
            yield name, off, near, rf"joint '{model.joint_names[i]}'.* norm "


def quoted_shapes(message: str) -> list[list[str]]:
    """The axes of each shape that the message expects."""
    wanted = message.partition("expected")[2] or re.split(r" came, ", message)[-1]
    found = [re.split(r",\s*", x.strip(" ,")) for x in re.findall(r"\(([^()]*)\)", wanted)]
    counted = re.search(r"expected (\d+)", message)
    return found or ([[counted[1]]] if counted and "more axes" not in message else [])


def agrees(axes: list[str], shape: tuple[int, ...]) -> bool:
    """Are the lengths, as far as they are numbers, those of the shape?"""
    pairs = zip(reversed(axes), reversed(shape), strict=False)
    return all(int(axis) == length for axis, length in pairs if axis.isdigit())


def unsaid(message: str, fault: Fault, name: str) -> str | None:
    """What the message does not say, or None."""
    if not re.search(rf"(^|\W)({name})(\W|$)", message):
        return f"does not name {name}"
    for pattern in fault.words:
        if not re.search(pattern, message):
            return f"does not say {pattern}"
    if fault.shape is None:
        return None
    if not re.search("expected|takes numbers", message):
        return "expects no shape"
    quoted = quoted_shapes(message)
    counts = len(quoted) == 1 and len(quoted[0]) == 1 and "expected (" not in message
    if counts and all(axis.isdigit() for axis in quoted[0]):
        return None if int(quoted[0][0]) in fault.shape else "expects another length"
    if quoted and not any(agrees(axes, fault.shape) for axes in quoted):
        return f"expects {quoted}, where {fault.shape} is right"
    return None


def finding(call: Call, fault: Fault, name: str) -> str | None:
    """What is wrong with the error of a call with this fault, or None."""
    try:
        call.function(**{**call.arguments, fault.argument: fault.value})
    except fault.error as error:
        missing = unsaid(str(error), fault, name)
        return missing and f"{error}: {missing}"
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "accepted"
