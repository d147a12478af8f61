"""Regressor, virtual joints, centroidal momentum: checks, then the kernels, base "body"."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.model.model import Model

Array = NDArray[np.float64]

def checked_motion(
    model: Model, q: ArrayLike, v: ArrayLike, last: ArrayLike, what: str = "a"
) -> tuple[Array, Array, Array]: ...
def body_regressor(model: Model, q: Array, v: Array, a: Array) -> Array: ...
def body_regressor_partials(
    model: Model, q: Array, v: Array, a: Array, bodies: Sequence[int]
) -> tuple[Array, Array, Array]: ...
def centroidal_partials(
    model: Model, q: Array, v: Array, a: Array
) -> tuple[Array, Array, Array, Array]: ...
def virtual_partials(
    model: Model, q: Array, v: Array, a: Array, wrenches: Array | None = None
) -> tuple[Array, Array, Array, Array]: ...
def require_finite_result(name: str, array: Array) -> Array: ...
