"""Geometric Jacobians of frames with time derivatives, after checks of the arguments."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.model.model import Model
from lieref.model.tree.frames import Place

def jacobian_series(
    model: Model,
    q: ArrayLike,
    v: ArrayLike,
    base: str,
    representation: str,
    places: list[Place],
) -> tuple[NDArray[np.float64], bool]: ...
def joint_screws(
    model: Model, q: NDArray[np.float64], v: NDArray[np.float64], base: int
) -> NDArray[np.float64]: ...
