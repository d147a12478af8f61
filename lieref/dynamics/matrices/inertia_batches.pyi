"""Joint-space inertia of many states: `lieref.joint_space_inertia` for leading axes."""

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
