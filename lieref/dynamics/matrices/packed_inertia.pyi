"""The lower triangle of a joint-space inertia, packed: only what the tree does not make zero."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.model.model import Model

def packed_inertia(
    model: Model, q: ArrayLike
) -> tuple[NDArray[np.float64], NDArray[np.intc], NDArray[np.intp]]: ...
