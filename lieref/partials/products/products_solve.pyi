"""H^-1 b by forward dynamics, without H."""

import numpy as np
from numpy.typing import NDArray

from lieref.model.model import Model

def solve_rows(
    model: Model, q: NDArray[np.float64], b: NDArray[np.float64], base: int
) -> NDArray[np.float64]: ...
