"""Series of the partials of inverse dynamics times series of moves: the compiled kernel."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.model.model import Model

def checked_motion(
    model: Model, q: ArrayLike, v: ArrayLike
) -> tuple[NDArray[np.float64], NDArray[np.float64]]: ...
def series_jvp(
    model: Model,
    q: NDArray[np.float64],
    v: NDArray[np.float64],
    xi: NDArray[np.float64],
    dv: NDArray[np.float64],
    da: NDArray[np.float64],
) -> NDArray[np.float64]: ...
def series_vjp(
    model: Model, q: NDArray[np.float64], v: NDArray[np.float64], w: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]: ...
def contraction_blocks(
    model: Model, q: ArrayLike, v: ArrayLike, w: ArrayLike
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]: ...
