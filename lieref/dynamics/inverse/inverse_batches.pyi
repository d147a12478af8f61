"""Inverse dynamics of many states: `lieref.inverse_dynamics` for leading axes."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

def inverse_dynamics(
    alone: Callable[..., Any],
    model: Any,
    q: Any,
    v: Any,
    base: Any,
    wrenches: Any,
    wrench_axes: Any,
    tau_ext: Any,
    form: Any,
    workers: Any,
) -> NDArray[np.float64]: ...
