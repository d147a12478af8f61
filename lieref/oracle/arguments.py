"""Checks of what a user hands to the oracle, and its conversion into a scalar field."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from lieref.errors import ArgumentError, ConfigurationError, NonFiniteError, ShapeError
from lieref.model.arguments import choice as choice
from lieref.model.arguments import integer
from lieref.model.loops.loop_model import LoopModel, require_loop_model
from lieref.model.tree.configuration import require_tree
from lieref.oracle.scalars.scalars import Arb, Mp

if TYPE_CHECKING:
    from lieref.model.model import Model

BASES = ("body", "spatial", "hybrid", "mixed")
#: What arguments of these names may be.
CHOICES = {
    "base": BASES,
    "representation": BASES,
    "axes": ("body", "inertial"),
    "wrench_axes": ("body", "inertial"),
    "coordinates": ("independent", "tree"),
}

#: Fewer digits than a double has are no reference, more than these never end.
FEWEST, MOST = 16, 100_000

#: A quaternion farther than this from unit norm is refused.
UNIT_NORM = 1e-9


def require_known(signature: inspect.Signature, given: Mapping[str, Any]) -> None:
    """Raise ArgumentError for a model of another kind than the function's, or an unknown word."""
    of_loops = signature.parameters["model"].annotation == "LoopModel"
    (require_loop_model if of_loops else require_tree)(given["model"])
    for name, known in CHOICES.items():
        if name in given:
            choice(name, given[name], known)


def chosen_field(field: Any, digits: int, balls: bool) -> Any:
    """The given field, or one of so many digits: `Arb` for balls, else `Mp`; or an error."""
    if field is not None:
        if not hasattr(field, "working"):
            raise ArgumentError(
                f"field is a {type(field).__name__}, expected a scalar field such as "
                "lieref.oracle.Mp(50)"
            )
        return field
    digits = integer("digits", digits, FEWEST, MOST)
    return Arb(digits) if balls else Mp(digits)


def scalars(
    K: Any,
    name: str,
    value: Any,
    shape: tuple[int | None, ...],
    read: Sequence[bool] | None = None,
) -> Any:
    """Nested lists of finite scalars of K from an array or nested sequence.

    shape holds the expected sizes, None where any size will do. read, if given, says which
    columns of the last axis count: the entries of the others are 0, whatever came. Raises
    ShapeError (nesting, sizes or entries that are not numbers) or NonFiniteError, both naming
    the index.
    """
    return _scalars(K, name, value, shape, (), read)


def _scalars(
    K: Any,
    name: str,
    value: Any,
    shape: tuple[int | None, ...],
    index: tuple[int, ...],
    read: Sequence[bool] | None,
) -> Any:
    where = f"{name}[{', '.join(map(str, index))}]" if index else name
    if not shape:
        return _scalar(K, where, value)
    try:
        items = [] if isinstance(value, str | bytes) else list(value)
    except TypeError:
        raise ShapeError(
            f"{where}: got a {type(value).__name__}, expected {len(shape)} more axes"
        ) from None
    if isinstance(value, str | bytes) or (shape[0] is not None and len(items) != shape[0]):
        raise ShapeError(f"{where}: got {len(items)} entries, expected {shape[0]}")
    if len(shape) == 1 and read is not None:
        items = [x if counts else 0 for x, counts in zip(items, read, strict=True)]
    return [_scalars(K, name, x, shape[1:], (*index, i), read) for i, x in enumerate(items)]


def _scalar(K: Any, where: str, value: Any) -> Any:
    try:
        x = K(value)
    except TypeError as error:
        raise ShapeError(f"{where}: {error}") from None
    except (ValueError, OverflowError):
        raise NonFiniteError(f"{where}: got {value!r}, expected a finite number") from None
    if not K.is_finite(x):
        raise NonFiniteError(f"{where}: got {value!r}, expected a finite number")
    return x


def configuration(K: Any, model: Model, q: Any) -> list[Any]:
    """q (nq,) as scalars, its quaternions checked to be of unit norm (ConfigurationError)."""
    out: list[Any] = scalars(K, "q", q, (int(model.nq),))
    for i, joint in enumerate(model.joints):
        if joint.kind not in ("spherical", "free"):
            continue
        start = int(model.idx_q[i]) + (3 if joint.kind == "free" else 0)
        square = sum(K.to_float(x) ** 2 for x in out[start : start + 4])
        if not abs(square**0.5 - 1) <= UNIT_NORM:
            raise ConfigurationError(
                f"q[{start}:{start + 4}], the quaternion of joint {model.joint_names[i]!r}: "
                f"norm {square**0.5!r}, expected 1 within {UNIT_NORM}"
            )
    return out


def stack(
    K: Any,
    model: Model | LoopModel,
    name: str,
    value: Any,
    least: int,
    read: Sequence[bool] | None = None,
) -> list[list[Any]]:
    """(at least `least` rows, nv) as scalars: row k is a k-th time derivative."""
    out: list[list[Any]] = scalars(K, name, value, (None, int(model.nv)), read)
    if len(out) < least:
        raise ShapeError(f"{name}: got {len(out)} rows, expected at least {least}")
    return out


def loads(K: Any, model: Model, wrenches: Any, tau_ext: Any, rows: int) -> tuple[Any, Any]:
    """wrenches (rows, nbodies, 6) and tau_ext (rows, nv) as scalars, None where there are none."""
    applied = external = None
    if wrenches is not None:
        applied = scalars(K, "wrenches", wrenches, (rows, int(model.nbodies), 6))
    if tau_ext is not None:
        external = scalars(K, "tau_ext", tau_ext, (rows, int(model.nv)))
    return applied, external


def booleans(name: str, value: Any, size: int) -> list[bool]:
    """List of so many booleans; ShapeError for anything else, numbers too."""
    try:
        items = [] if isinstance(value, str | bytes) else list(value)
    except TypeError:
        items = []
    if len(items) != size or not all(isinstance(x, bool | np.bool_) for x in items):
        raise ShapeError(f"{name}: expected {size} booleans, got {value!r}")
    return [bool(x) for x in items]
