"""What wrenches that are constant in inertial axes add to the partials of y = J^T W."""

import numpy as np
from numpy.typing import NDArray

from lieref.model.model import Model

def first_partials(
    model: Model, q: NDArray[np.float64], wrenches: NDArray[np.float64]
) -> NDArray[np.float64]: ...
def second_partials(
    model: Model, q: NDArray[np.float64], wrenches: NDArray[np.float64]
) -> NDArray[np.float64]: ...
