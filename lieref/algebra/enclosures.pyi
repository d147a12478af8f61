from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.errors import ArgumentError

SHARE: float
OUTWARD: float

def pairs(array: ArrayLike, radii: ArrayLike | None = None) -> NDArray[np.float64]: ...
def enclosed(
    values: NDArray[np.float64],
    balls: NDArray[np.float64],
    fine: NDArray[np.float64] | None = None,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]: ...
def radii_of(
    given: ArrayLike | Mapping[str, ArrayLike] | None,
    name: str,
    array: NDArray[np.float64] | None,
) -> NDArray[np.float64] | None: ...
def bounds_wanted(bounds: object, input_radius: object, names: Sequence[str]) -> bool: ...
def refuse_model(model: Any) -> ArgumentError: ...
