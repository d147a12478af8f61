"""Functions of other kinds of models, mechanisms with loops above all, registered by their
packages.

A package above registers its function for a kind of model; the public function of this package
calls it for such a model. An ordinary call only asks whether its model is a `Model`.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from lieref.model.loops.loop_model import LoopModel
from lieref.model.tree.configuration import no_tree

_functions: dict[tuple[str, type], Callable[..., Any]] = {}


def register(name: str, kind: type, function: Callable[..., Any]) -> None:
    """Let the public function `name` call this function for models of this kind."""
    _functions[name, kind] = function


def dispatch(name: str, model: object) -> Callable[..., Any]:
    """Return the function that is registered for the model's kind; ArgumentError if none is."""
    if isinstance(model, LoopModel):
        # `import lieref` leaves it out
        import_module("lieref.loops")
    try:
        return _functions[name, type(model)]
    except KeyError:
        raise no_tree(model) from None
