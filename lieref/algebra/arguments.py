"""Checks of arguments: shape, dtype, finiteness, rotations, quaternions."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lieref.algebra import ready
from lieref.errors import ArgumentError, ConfigurationError, NonFiniteError, ShapeError

Floats = NDArray[np.float64]

# How far from a rotation, a unit quaternion or a skew matrix an argument may be.
UNIT_TOLERANCE = 1e-9
# An error lists at most so many known words: a robot may have thousands of bodies.
MOST_WORDS = 20
# Representations of twists by the words of other libraries, whose enumerations print so too.
ELSEWHERE = {"LOCAL": "body", "WORLD": "spatial", "LOCAL_WORLD_ALIGNED": "hybrid"}
# A seed takes 128 bits.
MOST_SEED = 2**128 - 1


def unmasked(value: Any) -> Any:
    """Return what is no masked array as it is: what a mask hides is no number but NaN."""
    return np.ma.filled(value + 0.0, np.nan) if isinstance(value, np.ma.MaskedArray) else value


def as_array(name: str, value: Any) -> NDArray[Any]:
    """Return `value` as an array of no subclass, NaN where a mask hides a number.

    Raises ShapeError for what numpy makes no array of: a ragged list.
    """
    try:
        return np.asarray(unmasked(value))
    except (TypeError, ValueError, OverflowError) as error:
        raise ShapeError(f"{name}: {value!r} is no array of real numbers ({error})") from None


def required(name: str, value: Any) -> Any:
    """Return `value`, or raise ShapeError where None stands for it.

    For an argument that inner functions take as optional.
    """
    if value is None:
        raise ShapeError(f"{name} is None, expected an array of numbers")
    return value


def choice(name: str, value: Any, choices: Collection[str]) -> str:
    """Return `value` if it is one of the names `choices`; else ArgumentError lists them."""
    if not isinstance(value, str) or value not in choices:
        raise unknown_word(name, value, choices)
    return value


def unknown_word(name: str, value: Any, choices: Iterable[str]) -> ArgumentError:
    """The error for what is none of the names `choices`: lists them, and says what was meant."""
    names = tuple(choices)
    shown = repr(value) if isinstance(value, str | int | None) else f"a {type(value).__name__}"
    listed = ", ".join(map(repr, names[:MOST_WORDS]))
    more = f" and {len(names) - MOST_WORDS} others" if len(names) > MOST_WORDS else ""
    near = difflib.get_close_matches(value, names, 1) if isinstance(value, str) else []
    meant = f"; did you mean {near[0]!r}?" if near else ""
    if isinstance(value, str | int):
        other = ELSEWHERE.get(str(value).upper())
        meant = f"; {value!s} is {other!r} here" if other in names else meant
    if name == "base" and hasattr(value, "__len__") and not isinstance(value, str):
        meant = "; a velocity and its time derivatives are one argument: [v, a]"
    return ArgumentError(f"{name} is {shown}, expected one of {listed}{more}{meant}")


def integer(name: str, value: Any, least: int, most: int) -> int:
    """Return an integer from `least` to `most`; else ShapeError. A bool is none."""
    whole = isinstance(value, int | np.integer) and not isinstance(value, bool)
    if not (whole and least <= value <= most):
        raise ShapeError(f"{name} is {value!r}, expected an integer from {least} to {most}")
    return int(value)


def items(name: str, value: Any) -> tuple[Any, ...]:
    """Return what a sequence holds; ShapeError for a text and for what is no sequence."""
    if not isinstance(value, str | bytes):
        try:
            return tuple(value)
        except TypeError:
            pass
    raise ShapeError(f"{name} is {value!r}, expected a sequence")


def generator(name: str, value: Any) -> np.random.Generator:
    """Return a generator of random numbers as it is, or one of a seed; else ShapeError."""
    if isinstance(value, np.random.Generator):
        return value
    return np.random.default_rng(integer(name, value, 0, MOST_SEED))


def _where(index: Any) -> str:
    return str(tuple(int(i) for i in index))


def as_stack(value: Any, name: str, core: tuple[int, ...]) -> Floats:
    """Contiguous native float64 array of shape (..., *core) with the values of `value`.

    Raises ShapeError for a wrong shape or a dtype that numpy cannot cast safely to float64,
    NonFiniteError for NaN or infinity.
    """
    if ready.is_stack(value, core):
        stack: Floats = value
        return stack
    array = as_array(name, value)
    if not np.can_cast(array.dtype, np.float64, "safe"):
        raise ShapeError(f"{name}: dtype {array.dtype} cannot be cast safely to float64")
    if array.ndim < len(core) or array.shape[array.ndim - len(core) :] != core:
        expected = "(" + ", ".join(["...", *map(str, core)]) + ")"
        raise ShapeError(f"{name}: shape {array.shape} came, {expected} expected")
    # compiled code reads it: aligned as well, which a contiguous array need not be
    stack = np.require(array, np.float64, ("C", "ALIGNED")).reshape(array.shape)
    finite = np.isfinite(stack)
    if not finite.all():
        index = np.argwhere(~finite)[0]
        raise NonFiniteError(f"{name}: {stack[tuple(index)]} at index {_where(index)}")
    return stack


def as_pair(
    x: Floats, y: Floats, names: tuple[str, str], ndims: tuple[int, int]
) -> tuple[Floats, Floats]:
    """x and y with their leading axes broadcast against each other, contiguous.

    Raises ShapeError if the leading axes do not broadcast.
    """
    batch_x, core_x = x.shape[: x.ndim - ndims[0]], x.shape[x.ndim - ndims[0] :]
    batch_y, core_y = y.shape[: y.ndim - ndims[1]], y.shape[y.ndim - ndims[1] :]
    if batch_x == batch_y:
        return x, y
    try:
        batch = np.broadcast_shapes(batch_x, batch_y)
    except ValueError:
        raise ShapeError(
            f"leading axes of {names[0]} {batch_x} and {names[1]} {batch_y} do not broadcast"
        ) from None
    return (
        np.ascontiguousarray(np.broadcast_to(x, batch + core_x)),
        np.ascontiguousarray(np.broadcast_to(y, batch + core_y)),
    )


def _require(good: Any, deviation: Floats, name: str, what: str) -> None:
    """Raise ConfigurationError at the first index that is not good."""
    if not np.all(good):
        index = tuple(np.argwhere(~np.asarray(good))[0])
        raise ConfigurationError(
            f"{name} at index {_where(index)}: {what} by {float(deviation[index]):.3g}, "
            f"at most {UNIT_TOLERANCE:g} expected"
        )


def as_rotations(value: Any, name: str) -> Floats:
    """Stack (..., 3, 3) of matrices within 1e-9 of a rotation; else ConfigurationError."""
    R = as_stack(value, name, (3, 3))
    if not ready.are_rotations(R, UNIT_TOLERANCE):
        _require_rotations(R, name)
    return R


def _require_rotations(R: Floats, name: str) -> None:
    with np.errstate(over="ignore", invalid="ignore"):
        deviation = abs(R.swapaxes(-1, -2) @ R - np.eye(3)).max((-1, -2), initial=0.0)
        proper = np.linalg.det(R) > 0.0
    _require(deviation <= UNIT_TOLERANCE, deviation, name, "R^T R differs from I")
    _require(proper, np.full(proper.shape, 2.0), name, "a reflection: det R differs from 1")


def as_poses(value: Any, name: str) -> Floats:
    """Stack (..., 4, 4) of poses [[R, p], [0, 1]], within 1e-9; else ConfigurationError."""
    C = as_stack(value, name, (4, 4))
    if not ready.have_last_row(C, UNIT_TOLERANCE):
        gap = abs(C[..., 3, :] - np.array([0.0, 0.0, 0.0, 1.0])).max(-1, initial=0.0)
        _require(gap <= UNIT_TOLERANCE, gap, name, "the last row differs from (0, 0, 0, 1)")
    if not ready.are_rotations(C, UNIT_TOLERANCE):
        _require_rotations(C[..., :3, :3], name)
    return C


def as_quaternions(value: Any, name: str) -> Floats:
    """Stack (..., 4) of quaternions (x, y, z, w) of norm 1 within 1e-9; else ConfigurationError."""
    q = as_stack(value, name, (4,))
    if not ready.are_units(q, UNIT_TOLERANCE):
        with np.errstate(over="ignore"):
            deviation = abs(np.sqrt((q * q).sum(-1)) - 1.0)
        _require(deviation <= UNIT_TOLERANCE, deviation, name, "the norm differs from 1")
    return q


def as_skew(value: Any, name: str) -> Floats:
    """Stack (..., 3, 3) of matrices skew within 1e-9 of their largest entry."""
    W = as_stack(value, name, (3, 3))
    with np.errstate(over="ignore"):
        deviation = abs(W + W.swapaxes(-1, -2)).max((-1, -2), initial=0.0)
    good = deviation <= UNIT_TOLERANCE * abs(W).max((-1, -2), initial=0.0)
    _require(good, deviation, name, "W + W^T differs from 0")
    return W


def as_bodies(mass: Any, com: Any, inertia: Any) -> Floats:
    """Masses, centers of mass and inertias about them side by side, (..., 13); axes broadcast.

    Raises what `as_stack` and `as_pair` raise.
    """
    m, c = as_stack(mass, "mass", ()), as_stack(com, "com", (3,))
    inertias = as_stack(inertia, "inertia", (3, 3))
    try:
        batch = np.broadcast_shapes(m.shape, c.shape[:-1], inertias.shape[:-2])
    except ValueError:
        raise ShapeError(
            f"leading axes of mass {m.shape}, com {c.shape[:-1]} and inertia "
            f"{inertias.shape[:-2]} do not broadcast"
        ) from None
    bodies = np.empty(batch + (13,))
    bodies[..., 0] = m
    bodies[..., 1:4] = c
    bodies[..., 4:] = inertias.reshape(inertias.shape[:-2] + (9,))
    return bodies


def require_finite_result(result: Floats, name: str, core_ndim: int) -> None:
    """Raise NonFiniteError where finite arguments were so large that the result overflowed."""
    if not ready.is_finite(result):
        index = np.argwhere(~np.isfinite(result))[0][: result.ndim - core_ndim]
        raise NonFiniteError(f"{name} at index {_where(index)}: too large, the result overflows")
