"""Sines and cosines of many angles at once, as the kernels take them."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

def sincos(angles: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]: ...
