"""Partials of forward dynamics of any order of many states: those with leading axes."""

from collections.abc import Callable
from typing import Any

from lieref.model.model import Model
from lieref.partials.orders.results import ForwardDynamicsOrderPartials

def require_orders(n: int, tau: Any) -> None: ...
def forward_order_partials(
    alone: Callable[..., Any],
    model: Model,
    q: Any,
    v: Any,
    tau: Any,
    base: Any,
    wrenches: Any,
    wrench_axes: Any,
    workers: Any,
) -> ForwardDynamicsOrderPartials: ...
