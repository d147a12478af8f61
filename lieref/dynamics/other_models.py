"""Models that answer for themselves: mechanisms with loops, of which this room knows nothing.

A room above offers its function for a kind of model; the doors of this room hand such a model on.
The ordinary call only asks whether its model is a `Model`, as it did before.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lieref.errors import LierefError, ShapeError

_offers: dict[tuple[str, type], Callable[..., Any]] = {}


def offer(name: str, kind: type, function: Callable[..., Any]) -> None:
    """Let `function` answer for models of this kind at the door of that name."""
    _offers[name, kind] = function


def answer(name: str, model: object) -> Callable[..., Any]:
    """Return the function that answers for the model; TypeError if there is none."""
    try:
        return _offers[name, type(model)]
    except KeyError:
        raise TypeError(
            f"Argument 'model' has incorrect type (expected lieref.model.model.Model, "
            f"got {type(model).__name__})"
        ) from None


def answer_each(
    name: str, model: object, arguments: tuple[Any, ...], cores: tuple[int, ...]
) -> NDArray[np.float64]:
    """Return what the model answers for every state of a batch: `each_state` of its function."""
    return each_state(name, answer(name, model), model, arguments, cores)


def each_state(
    name: str,
    function: Callable[..., Any],
    model: object,
    arguments: tuple[Any, ...],
    cores: tuple[int, ...],
) -> NDArray[np.float64]:
    """Return the function of every state of a batch, one after the other.

    `cores` says for each argument how many axes it has of its own; those before them are the
    batch's and broadcast. 0 is an option, the same for every state.

    Raises
    ------
    ShapeError
        Leading axes that do not broadcast.
    LierefError
        What the answer for one state raises, and at which place of the batch.
    """
    given = [
        np.asarray(value) if core and value is not None else None
        for value, core in zip(arguments, cores, strict=True)
    ]
    shapes = [
        array.shape[: max(array.ndim - core, 0)]
        for array, core in zip(given, cores, strict=True)
        if array is not None
    ]
    try:
        axes = np.broadcast_shapes(*shapes)
    except ValueError:
        raise ShapeError(f"leading axes do not broadcast: {shapes}") from None
    spread = [
        value if array is None else np.broadcast_to(array, axes + array.shape[array.ndim - core :])
        for value, array, core in zip(arguments, given, cores, strict=True)
    ]
    answers = []
    for index in np.ndindex(axes):
        state = [
            value if array is None else value[index]
            for value, array in zip(spread, given, strict=True)
        ]
        try:
            answers.append(function(model, *state))
        except LierefError as error:
            raise type(error)(f"state {list(index)}: {error}") from None
    if not answers:
        raise ShapeError(f"{name} of a {type(model).__name__}: a batch without states")
    return np.reshape(answers, axes + answers[0].shape)


def one_after_the_other(
    function: Callable[..., Any],
    model: object,
    arguments: tuple[tuple[NDArray[np.float64] | None, int], ...],
    axes: tuple[int, ...],
    options: tuple[Any, ...],
) -> Any:
    """Return function(model, *arguments, *options) of every state of a batch.

    For what is not computed in lanes, and to find out which state failed, and why. Each argument
    comes with the number of its own axes; those before them broadcast to `axes`.

    Raises
    ------
    ShapeError
        A batch without states, whose results have no known shape.
    LierefError
        What the function raises, and at which place of the batch.
    """
    spread = [
        value if value is None else np.broadcast_to(value, axes + value.shape[value.ndim - core :])
        for value, core in arguments
    ]
    answers = []
    for index in np.ndindex(axes):
        state = [value if value is None else value[index] for value in spread]
        try:
            answers.append(function(model, *state, *options))
        except LierefError as error:
            raise type(error)(f"state {list(index)}: {error}") from None
    if not answers:
        raise ShapeError(f"{function.__name__}: a batch without states")
    first = answers[0]
    if isinstance(first, tuple):
        stacked = (np.reshape(x, axes + x[0].shape) for x in zip(*answers, strict=True))
        return type(first)(*stacked)
    return np.reshape(answers, axes + first.shape)
