"""Functions for mechanisms with loops, behind the public functions of trees.

`lieref.loops` is above this package: it is imported when a `LoopModel` first comes. An ordinary
call only asks whether its model is a `Model`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any, cast

from lieref.model.loops.loop_model import LoopModel
from lieref.model.tree.configuration import no_tree


@cache
def _of_loops(name: str) -> Callable[..., Any]:
    return cast(Callable[..., Any], getattr(import_module("lieref.loops"), name))


def dispatch(name: str, model: object) -> Callable[..., Any]:
    """Return the function of this name for mechanisms; ArgumentError if the model is none."""
    if not isinstance(model, LoopModel):
        raise no_tree(model)
    return _of_loops(name)
