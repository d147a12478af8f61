"""Functions for mechanisms with loops, behind the public functions of trees.

`lieref.loops` is above the packages that call this: it is imported when a `LoopModel` first comes.
An ordinary call only asks whether its model is a `Model`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from importlib import import_module
from typing import Any, cast

from lieref.model.loops.loop_model import LoopModel
from lieref.model.state_by_state import all_at_once, each_state
from lieref.model.tree.configuration import no_tree


@cache
def _of_loops(name: str) -> Callable[..., Any]:
    """The public function of `lieref.loops`, or the one behind that of trees alone."""
    loops = import_module("lieref.loops")
    module = loops if name in loops.__all__ else import_module("lieref.loops.reduced")
    return cast(Callable[..., Any], getattr(module, name))


def dispatch(name: str, model: object) -> Callable[..., Any]:
    """Return the function of this name for mechanisms; ArgumentError if the model is none."""
    if not isinstance(model, LoopModel):
        raise no_tree(model)
    return _of_loops(name)


@cache
def _batch_of(name: str) -> Callable[..., Any] | None:
    """What computes many states of a mechanism at once, if there is such."""
    batches = import_module("lieref.loops.batches")
    if name in batches.AT_ONCE:
        return partial(_at_once, name)
    return getattr(batches, name) if name in batches.__all__ else None


def _at_once(
    name: str,
    single: Callable[..., Any],
    model: object,
    arguments: Sequence[Any],
    cores: Sequence[int],
    workers: int,
) -> Any:
    return all_at_once(name, single, model, arguments, cores)


def of_loops(
    name: str, model: object, arguments: Sequence[Any], cores: Sequence[int], workers: int = 1
) -> Any:
    """Return what `dispatch` finds of every state; cores: own axes of each argument, 0: an option.

    Raises
    ------
    ArgumentError
        The model is no mechanism.
    LierefError
        What the function raises, and in which state of a batch.
    """
    single = dispatch(name, model)
    batch = _batch_of(name)
    if batch is None:
        return each_state(name, single, model, arguments, cores)
    return batch(single, model, arguments, cores, workers)
