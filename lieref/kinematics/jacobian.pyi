"""The geometric Jacobian of a body or of a frame on it."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.kinematics.representations import Representation
from lieref.model.model import Model

def jacobian(
    model: Model,
    q: ArrayLike,
    body: int | str,
    representation: Representation = "body",
    point: ArrayLike | None = None,
    base: Representation = "body",
) -> NDArray[np.float64]: ...
