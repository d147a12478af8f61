"""Models that answer for themselves: mechanisms with loops, of which this room knows nothing.

A room above offers its function for a kind of model; the doors of this room hand such a model on.
The ordinary call only asks whether its model is a `Model`, as it did before.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lieref.model.tree.configuration import no_tree

_offers: dict[tuple[str, type], Callable[..., Any]] = {}


def offer(name: str, kind: type, function: Callable[..., Any]) -> None:
    """Let `function` answer for models of this kind at the door of that name."""
    _offers[name, kind] = function


def answer(name: str, model: object) -> Callable[..., Any]:
    """Return the function that answers for the model; ArgumentError if there is none."""
    try:
        return _offers[name, type(model)]
    except KeyError:
        raise no_tree(model) from None
