"""Reading what a URDF writes in attributes: numbers, origins, axes."""

from __future__ import annotations

import math
import re

from lieref.errors import ModelError
from lieref.model.urdf.document import Element
from lieref.model.urdf.records import AT_ORIGIN, ZERO, Origin, Vector3

# Of the text of a wrong attribute an error shows so much.
SHOWN = 60
# Of these characters float() makes decimal numbers only; alone it would take nan, inf, 1_000 and
# digits of any script.
DECIMAL = re.compile(r"[0-9+\-.eE \t\n\r]*\Z", re.ASCII).match


def attribute(where: str, element: Element, key: str) -> str:
    """Value of an attribute that an element must have; `where` is the name of the file."""
    value = element.attributes.get(key, "")
    if not value:
        raise ModelError(f"{where}:{element.line}: <{element.tag}> without {key!r}")
    return value


def only(where: str, element: Element, tag: str) -> Element | None:
    """Return the child with this tag, or None; a second one is a ModelError."""
    if element.repeated is not None and tag in element.repeated:
        raise ModelError(
            f"{where}:{element.repeated[tag]}: a second <{tag}> in <{element.tag}>, expected one"
        )
    return element.single.get(tag)


def numbers(what: tuple[str, int, str], quantity: str, text: str, count: int) -> tuple[float, ...]:
    """`count` decimal numbers, finite in double precision.

    what: file, line and element, for errors only.
    """
    try:
        values = tuple(map(float, text.split())) if DECIMAL(text) else ()
    except ValueError:
        values = ()
    if len(values) == count and all(map(math.isfinite, values)):
        return values
    shown = repr(text) if len(text) <= SHOWN else f"{text[:SHOWN]!r}... ({len(text)} characters)"
    expected = f", expected {count} decimal number(s)"
    if len(values) == count:
        expected = " is beyond the range of double precision"
    raise ModelError(f"{named(what)}: {quantity}: {shown}{expected}")


def named(what: tuple[str, int, str]) -> str:
    """The text "file:line: element"."""
    return f"{what[0]}:{what[1]}: {what[2]}"


def number(what: tuple[str, int, str], quantity: str, text: str) -> float:
    """One decimal number."""
    return numbers(what, quantity, text, 1)[0]


def origin_of(what: tuple[str, int, str], origin: Element | None, prefix: str = "") -> Origin:
    """The `<origin>`, zero without one."""
    if origin is None:
        return AT_ORIGIN
    given = origin.attributes
    if "quat_xyzw" in given:
        raise ModelError(
            f"{named(what)}: {prefix}origin with 'quat_xyzw', which is not read, expected 'rpy'"
        )
    x, y, z = numbers(what, f"{prefix}origin xyz", given["xyz"], 3) if "xyz" in given else ZERO
    r, p, w = numbers(what, f"{prefix}origin rpy", given["rpy"], 3) if "rpy" in given else ZERO
    return Origin((x, y, z), (r, p, w))


def axis_of(what: tuple[str, int, str], element: Element) -> Vector3:
    """Unit vector of an element's `<axis>`, (1, 0, 0) without one."""
    given = only(what[0], element, "axis")
    if given is None:
        return (1.0, 0.0, 0.0)
    axis = numbers(what, "axis", attribute(what[0], given, "xyz"), 3)
    # by the largest entry first: no square over- or underflows
    largest = max(map(abs, axis))
    if largest == 0.0:
        raise ModelError(f"{named(what)}: axis is zero, expected a direction")
    norm = math.hypot(*(x / largest for x in axis))
    x, y, z = (x / largest / norm for x in axis)
    return x, y, z
