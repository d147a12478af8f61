"""Batches one state after the other, or by functions that take one leading axis, and which state
failed, and why.

An argument has a number of axes of its own; those before them are the batch's, and broadcast. One
with 0 axes of its own is an option, the same for every state.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from lieref.algebra.arguments import unmasked
from lieref.errors import LierefError, NonFiniteError, ShapeError
from lieref.model.arguments import as_array, real_numbers

Index = tuple[int, ...]


def each_state(
    name: str,
    function: Callable[..., Any],
    model: object,
    arguments: Sequence[Any],
    cores: Sequence[int],
) -> Any:
    """Return function(model, *arguments) of every state, arrays or tuples of them stacked.

    `cores` says for each argument how many axes it has of its own.

    Raises
    ------
    ShapeError
        Leading axes that do not broadcast; a batch without states, whose results have no known
        shape: `name` is what it was for.
    LierefError
        What the function raises, and at which place of the batch.
    """
    given = _arrays(function, arguments, cores)
    shapes = [_leading(x, core) for x, core in zip(given, cores, strict=True) if _varies(x, core)]
    try:
        axes = np.broadcast_shapes(*shapes)
    except ValueError:
        raise ShapeError(f"leading axes do not broadcast: {shapes}") from None
    if not axes:
        return function(model, *given)
    results = [_result(function, model, given, cores, index) for index in np.ndindex(axes)]
    if not results:
        raise ShapeError(f"{name} of a {type(model).__name__}: a batch without states")
    first = results[0]
    if not isinstance(first, tuple):
        return np.reshape(results, axes + first.shape)
    stacked = tuple(np.reshape(x, axes + x[0].shape) for x in zip(*results, strict=True))
    # results with names keep them
    return type(first)(*stacked) if hasattr(first, "_fields") else stacked


def all_at_once(
    name: str,
    function: Callable[..., Any],
    model: object,
    arguments: Sequence[Any],
    cores: Sequence[int],
) -> Any:
    """As `each_state`, of a function that takes all of its arguments with one leading axis, too."""
    given = _arrays(function, arguments, cores)
    shapes = [_leading(x, core) for x, core in zip(given, cores, strict=True) if _varies(x, core)]
    if not any(shapes):
        return function(model, *given)
    try:
        axes = np.broadcast_shapes(*shapes)
        rows = [
            _stacked(x, core, axes) if _varies(x, core) else x
            for x, core in zip(given, cores, strict=True)
        ]
        found = function(model, *rows)
    except (LierefError, ValueError):
        # the single states tell which it was, and why
        return each_state(name, function, model, given, cores)
    if not isinstance(found, tuple):
        return found.reshape(axes + found.shape[1:])
    whole = [x.reshape(axes + x.shape[1:]) for x in found]
    return type(found)(*whole) if hasattr(found, "_fields") else tuple(whole)


def _arrays(
    function: Callable[..., Any], arguments: Sequence[Any], cores: Sequence[int]
) -> list[Any]:
    """The arguments that vary as arrays; ShapeError names one that is none, as a ragged list."""
    pairs = list(zip(arguments, cores, strict=True))
    try:
        return [np.asarray(unmasked(x)) if _varies(x, core) else x for x, core in pairs]
    except (TypeError, ValueError, OverflowError):
        names = list(inspect.signature(function).parameters)[1:]
        for name, (x, core) in zip(names, pairs, strict=False):
            if _varies(x, core):
                as_array(name, x)
        raise


def _stacked(value: Any, core: int, axes: Index) -> Any:
    """An array for all states of a batch, with one leading axis."""
    own = value.shape[max(value.ndim - core, 0) :]
    return np.broadcast_to(value, axes + own).reshape(-1, *own)


def batched(*arguments: tuple[str, Any, int]) -> bool:
    """Whether an argument, given by name and with the number of its own axes, has more before."""
    return any(
        np.ndim(x) > core if isinstance(x, np.ndarray) else real_numbers(name, x).ndim > core
        for name, x, core in arguments
        if x is not None
    )


def raise_first(
    function: Callable[..., Any],
    model: object,
    arguments: Sequence[tuple[str, Any, int]],
    axes: Index,
    states: Iterable[int],
) -> None:
    """Raise the error of the first of these states that the function refuses; or return.

    arguments: name, array or option, and own axes of each, in the function's order; states: places
    in the batch of these axes, counted through. A number that is not finite is named by its index
    in the whole argument.
    """
    _, values, cores = zip(*arguments, strict=True)
    for state in states:
        index = tuple(int(i) for i in np.unravel_index(state, axes))
        for what, value, core in arguments:
            if _varies(value, core):
                _require_finite(what, value, _place(value, core, index))
        _result(function, model, values, cores, index)


def _varies(value: Any, core: int) -> bool:
    """Whether an argument is given, and no option."""
    return core > 0 and value is not None


def _leading(value: Any, core: int) -> Index:
    """The batch's axes of an array."""
    shape: Index = value.shape[: max(value.ndim - core, 0)]
    return shape


def _place(value: Any, core: int, index: Index) -> Index:
    """Where in an array the numbers of the state at an index of the batch are."""
    leading = _leading(value, core)
    own = index[len(index) - len(leading) :]
    return tuple(0 if n == 1 else i for n, i in zip(leading, own, strict=True))


def _require_finite(what: str, value: Any, place: Index) -> None:
    bad = np.argwhere(~np.isfinite(value[place]))
    if len(bad):
        index = place + tuple(int(i) for i in bad[0])
        raise NonFiniteError(
            f"{what}[{', '.join(map(str, index))}] is {value[index]}, expected a finite number"
        )


def _result(
    function: Callable[..., Any],
    model: object,
    values: Sequence[Any],
    cores: Sequence[int],
    index: Index,
) -> Any:
    """The function of one state, whose place an error tells."""
    state = [
        value[_place(value, core, index)] if _varies(value, core) else value
        for value, core in zip(values, cores, strict=True)
    ]
    try:
        return function(model, *state)
    except LierefError as error:
        if not index:
            raise
        raise type(error)(f"state {list(index)}: {error}") from None
