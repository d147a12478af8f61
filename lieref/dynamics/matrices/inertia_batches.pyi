"""Joint-space inertia of many states: the door behind `lieref.joint_space_inertia`."""

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.model.model import Model

def joint_space_inertia(
    single: Callable[..., NDArray[np.float64]],
    model: Model,
    q: ArrayLike,
    base: str,
    method: str,
    workers: int,
) -> NDArray[np.float64]: ...
