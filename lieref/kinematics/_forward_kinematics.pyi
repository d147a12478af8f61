"""[Ali, Algorithm 1] in double precision; nothing is checked here, see forward_kinematics.py."""

import numpy as np
from numpy.typing import NDArray

from lieref.model.model import Model

def run(
    model: Model,
    q: NDArray[np.float64],
    v: NDArray[np.float64],
    base: int,
    in_body: bool | int,
    poses: NDArray[np.float64],
    origins: NDArray[np.float64],
    twists: NDArray[np.float64],
) -> bool: ...
