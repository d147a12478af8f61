"""First partial derivatives of many states: the public functions for leading axes."""

from collections.abc import Callable
from typing import Any

from numpy.typing import ArrayLike

from lieref.model.model import Model

def inverse_partials(
    single: Callable[..., Any],
    model: Model,
    state: tuple[ArrayLike, ArrayLike, ArrayLike],
    wrenches: ArrayLike | None,
    options: tuple[str, str, str],
    workers: int,
) -> Any: ...
def forward_partials(
    single: Callable[..., Any],
    model: Model,
    state: tuple[ArrayLike, ArrayLike, ArrayLike],
    wrenches: ArrayLike | None,
    options: tuple[str, str, str],
    workers: int,
) -> Any: ...
