"""What the kernels' headers hold, for Python: sines and cosines, and the tables of reciprocals."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

def sincos(angles: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]: ...
def tables() -> tuple[list[tuple[float, float]], list[tuple[float, float]], list[float]]: ...
