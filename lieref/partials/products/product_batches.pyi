"""Products of partial derivatives with vectors, of many states."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.model.model import Model

Array = NDArray[np.float64]

def inverse_jvp(
    single: Callable[..., Any],
    model: Model,
    state: tuple[ArrayLike, ArrayLike, ArrayLike],
    along: tuple[ArrayLike, ArrayLike, ArrayLike],
    wrenches: ArrayLike | None,
    options: tuple[str, str],
    workers: int,
) -> Array: ...
def inverse_vjp(
    single: Callable[..., Any],
    model: Model,
    state: tuple[ArrayLike, ArrayLike, ArrayLike],
    w: ArrayLike,
    wrenches: ArrayLike | None,
    options: tuple[str, str],
    workers: int,
) -> Any: ...
def inverse_contraction(
    single: Callable[..., Any],
    model: Model,
    state: tuple[ArrayLike, ArrayLike, ArrayLike],
    w: ArrayLike,
    wrenches: ArrayLike | None,
    options: tuple[str, str],
    workers: int,
) -> Any: ...
def forward_state(
    single: Callable[..., Any],
    model: Model,
    q: ArrayLike,
    v: ArrayLike,
    tau: ArrayLike,
    wrenches: ArrayLike | None,
    w: ArrayLike | None,
    workers: int,
) -> tuple[Array, Array, Array, Array | None, Array | None]: ...
def directions(
    model: Model, names: tuple[str, ...], values: tuple[ArrayLike, ...], axes: tuple[int, ...]
) -> tuple[Array, ...]: ...
def solve_rows(
    single: Callable[..., Any], model: Model, q: Array, b: Array, base: int, workers: int
) -> Array: ...
