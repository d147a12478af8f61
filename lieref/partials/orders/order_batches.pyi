"""Partials of inverse dynamics of any order of many states: those with leading axes."""

from collections.abc import Callable
from typing import Any

from lieref.model.model import Model
from lieref.partials.orders.results import InverseDynamicsOrderPartials

def mechanism_order_partials(
    name: str,
    model: Any,
    arguments: tuple[Any, ...],
    cores: tuple[int, ...],
    workers: int,
) -> Any: ...
def inverse_order_partials(
    alone: Callable[..., Any],
    model: Model,
    q: Any,
    v: Any,
    base: Any,
    wrenches: Any,
    wrench_axes: Any,
    workers: Any,
) -> InverseDynamicsOrderPartials: ...
