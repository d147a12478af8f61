"""What an argument is replaced by, and whether the call must refuse it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

import lieref

HUGE = 1e300


class Replacement(NamedTuple):
    """A value in an argument's place.

    refused: no call may take it, and test_arguments.py does not look at it.
    """

    what: str
    value: Any
    refused: bool = False


class Foreign:
    """What lieref has never heard of."""


def replacements(name: str, value: Any, optional: bool) -> Iterator[Replacement]:
    """All replacements of an argument `name` whose right value is `value`."""
    yield Replacement("None", None, not optional and value is not None)
    if isinstance(value, np.ndarray) and value.dtype.kind == "f" and value.ndim:
        yield from _of_array(value)
    elif isinstance(value, np.ndarray) and value.dtype.kind == "b":
        yield from _of_mask(value)
    elif isinstance(value, str):
        yield Replacement("a text of numpy", np.str_(value), False)
        yield from _of_word()
    elif isinstance(value, (bool, int, np.integer)):
        yield from _of_count()
    elif isinstance(value, (float, np.floating)):
        yield from _of_number()
    elif isinstance(value, (list, tuple)):
        yield from _of_sequence(value)
    elif isinstance(value, (lieref.Model, lieref.LoopModel)):
        yield from _of_model(value)
    elif callable(value):
        yield from _of_function(value)
    else:
        yield from _of_object()


def _plain(refused: bool = False) -> Iterator[Replacement]:
    yield Replacement("empty tuple", (), refused)
    yield Replacement("empty list", [], refused)
    yield Replacement("zero", 0, refused)
    yield Replacement("a text", "x", refused)
    yield Replacement("a foreign object", Foreign(), refused)
    yield Replacement("a dictionary", {}, refused)


def _of_array(value: np.ndarray) -> Iterator[Replacement]:
    yield from _plain()
    short, row = value[..., :-1], value[..., -1:]
    yield Replacement("one number too few", short)
    yield Replacement("one number too many", np.concatenate((value, row), axis=-1))
    yield Replacement("ten times the numbers", np.concatenate([value] * 10, axis=-1))
    yield Replacement("another ndim", value[..., 0])
    yield Replacement("one more axis", value[None])
    yield Replacement("three more axes", np.stack([value, value])[:, None, None])
    if value.ndim > 1:
        yield Replacement("one row too few", value[:-1])
        yield Replacement("no row", value[:0])
        yield Replacement("one row too many", np.concatenate((value, value[-1:])))
    yield Replacement("no number", value[..., :0])
    for what, number in (("NaN", np.nan), ("infinity", -np.inf)):
        for place in (0, -1):
            spoiled = value.copy()
            spoiled.flat[place] = number
            yield Replacement(f"{what} at {place}", spoiled)
    for what, large in (("huge", value * HUGE), ("all huge", np.full_like(value, 1.7e308))):
        yield Replacement(what, large)
    spoiled = value.copy()
    spoiled.flat[0] = 1e308
    yield Replacement("one huge", spoiled)
    yield Replacement("zeros", np.zeros_like(value))
    yield Replacement("an object array", value.astype(object))
    yield Replacement("an array of None", np.full(value.shape, None))
    yield Replacement("an array of texts", np.full(value.shape, "x"))
    yield Replacement("complex numbers", value + 1j)
    hidden = np.zeros(value.shape, bool)
    hidden.flat[0] = True
    yield Replacement("a masked array", np.ma.array(value, mask=hidden))
    yield Replacement("a ragged list", [[1.0], [1.0, 2.0]])
    yield Replacement("times", value.astype("m8[s]"))
    if value.ndim < 3:
        yield Replacement("a matrix", np.asmatrix(value))


def same(value: np.ndarray) -> Iterator[tuple[str, np.ndarray]]:
    """The same numbers in other memory."""
    wide = np.empty(tuple(2 * n for n in value.shape), value.dtype)
    strided = wide[tuple(slice(None, None, 2) for _ in value.shape)]
    strided[...] = value
    yield "strided", strided
    yield "backwards", value[::-1].copy()[::-1]
    yield "of the other byte order", value.astype(value.dtype.newbyteorder())
    yield "in columns", np.asfortranarray(value)
    memory = np.empty(value.nbytes + 1, np.uint8)[1:]
    odd = memory.view(value.dtype).reshape(value.shape)
    odd[...] = value
    yield "unaligned", odd
    fixed = value.copy()
    fixed.flags.writeable = False
    yield "read-only", fixed
    if value.ndim == 2:
        yield "a matrix", np.asmatrix(value)


def _of_mask(value: np.ndarray) -> Iterator[Replacement]:
    yield from _plain()
    yield Replacement("one too few", value[:-1])
    yield Replacement("one too many", np.concatenate((value, value[:1])))
    yield Replacement("one more axis", value[None])
    yield Replacement("numbers", value.astype(float))
    yield Replacement("an object array", value.astype(object))
    yield Replacement("all", np.ones_like(value))
    yield Replacement("a masked array", np.ma.array(value, mask=value))


def _of_word() -> Iterator[Replacement]:
    yield from _plain()
    yield Replacement("bytes", b"body")
    yield Replacement("an array of words", np.array(["body", "spatial"]))
    yield Replacement("another case", "BODY")
    yield Replacement("NaN", np.nan)


def _of_count() -> Iterator[Replacement]:
    for what, value in (
        ("empty tuple", ()),
        ("empty list", []),
        ("a text", "x"),
        ("a foreign object", Foreign()),
        ("zero", 0),
        ("minus one", -1),
        ("a fraction", 1.5),
        ("NaN", np.nan),
        ("infinity", np.inf),
        ("complex", 1j),
        ("an array", np.array([1, 2, 3])),
        ("2^31", 2**31),
        ("-2^63", -(2**63)),
        ("2^64", 2**64),
        ("an object array", np.array([None])),
        ("a masked number", np.ma.masked),
    ):
        yield Replacement(what, value)


def _of_number() -> Iterator[Replacement]:
    for what, value in (
        ("empty tuple", ()),
        ("empty list", []),
        ("a text", "x"),
        ("a foreign object", Foreign()),
        ("zero", 0.0),
        ("negative", -1.0),
        ("NaN", np.nan),
        ("infinity", np.inf),
        ("huge", 1e308),
        ("tiny", 1e-320),
        ("complex", 1j),
        ("a huge integer", 10**400),
        ("three numbers", np.array([1.0, 2.0, 3.0])),
        ("an object array", np.array([None])),
        ("a masked number", np.ma.masked),
    ):
        yield Replacement(what, value)


def _of_sequence(value: Any) -> Iterator[Replacement]:
    yield Replacement("zero", 0, True)
    yield Replacement("a foreign object", Foreign(), True)
    yield Replacement("an empty tuple", (), False)
    yield Replacement("a text", "x", False)
    for what, item in (("None", None), ("NaN", np.nan), ("an object", Foreign()), ("-1", -1)):
        yield Replacement(f"{what} in it", [*value[:-1], item], what != "-1")
    yield Replacement("2^64 in it", [*value[:-1], 2**64], False)
    yield Replacement("huge in it", [*value[:-1], 1e308], False)
    yield Replacement("one more", [*value, *value[-1:]], False)
    yield Replacement("one less", list(value[:-1]), False)
    yield Replacement("nested", [list(value)], False)
    yield Replacement("complex", [1j for _ in value], True)


def _of_model(value: Any) -> Iterator[Replacement]:
    yield from _plain(True)
    other = lieref.catalogue.serial_chain(2)
    yield Replacement("another model", other, False)
    loops = lieref.catalogue.four_bar()
    yield Replacement("a model with loops", loops, isinstance(value, lieref.Model))
    yield Replacement("a class", lieref.Model, True)


def _of_function(value: Callable[..., Any]) -> Iterator[Replacement]:
    yield from _plain(True)
    for what, result in (
        ("None", None),
        ("a text", "x"),
        ("no number", ()),
        ("NaN", np.array([np.nan, 0.0])),
        ("too many", np.zeros(50)),
        ("huge", np.full(2, 1e308)),
        ("complex", np.zeros(2, complex)),
        ("an object", np.full(2, None)),
    ):
        yield Replacement(f"a function that returns {what}", lambda *_, x=result: x, what != "huge")


def _of_object() -> Iterator[Replacement]:
    yield from _plain(True)
    yield Replacement("NaN", np.nan, False)
