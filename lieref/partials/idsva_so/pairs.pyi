"""Inverse and forward dynamics of order 0 of many states, and over second-order numbers."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lieref.model.model import Model

Array = NDArray[np.float64]

def checked(
    model: Model, q: Any, v: Any, name: str, u: Any, base: str, wrenches: Any, wrench_axes: str
) -> tuple[Array, Array, Array, Array | None]: ...
def rows_of(
    model: Model,
    dynamics: str,
    number: str,
    q: Array,
    v: Array,
    u: Array,
    base: str,
    wrenches: Array | None,
    wrench_axes: str,
) -> Array: ...
def rows_of_many(
    model: Model,
    dynamics: str,
    number: str,
    q: Array,
    v: Array,
    u: Array,
    base: str,
    wrenches: Array | None,
    wrench_axes: str,
    workers: int,
) -> Array: ...

class StateError(Exception): ...
