"""Forward and hybrid dynamics of many states: the public functions for leading axes."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

def forward_dynamics(
    alone: Callable[..., Any],
    model: Any,
    q: Any,
    v: Any,
    tau: Any,
    base: Any,
    wrenches: Any,
    wrench_axes: Any,
    tau_ext: Any,
    form: Any,
    digits: Any,
    workers: Any,
) -> NDArray[np.float64]: ...
def hybrid_dynamics(
    alone: Callable[..., Any],
    model: Any,
    q: Any,
    v: Any,
    vdot: Any,
    tau: Any,
    mask: Any,
    base: Any,
    wrenches: Any,
    wrench_axes: Any,
    tau_ext: Any,
    form: Any,
    digits: Any,
    workers: Any,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]: ...
