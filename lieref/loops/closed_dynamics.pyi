"""Inverse and forward dynamics: from a user's arguments to the compiled passes."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.model.loops.loop_model import LoopModel

def inverse(
    model: LoopModel,
    q: ArrayLike,
    v: ArrayLike,
    base: str,
    wrenches: ArrayLike | None,
    wrench_axes: str,
    tau_ext: ArrayLike | None,
    near: ArrayLike | None,
    out: NDArray[np.float64] | None = None,
) -> NDArray[np.float64]: ...
def forward(
    model: LoopModel,
    q: ArrayLike,
    v: ArrayLike,
    tau: ArrayLike,
    base: str,
    wrenches: ArrayLike | None,
    wrench_axes: str,
    tau_ext: ArrayLike | None,
    near: ArrayLike | None,
    out: NDArray[np.float64] | None = None,
) -> NDArray[np.float64] | None: ...
