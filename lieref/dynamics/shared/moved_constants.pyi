"""Inverse and forward dynamics of models whose constants are complex: the complex step by them."""

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.model.model import Model
from lieref.model.tree.exact import ExactModel

def inverse_dynamics_moved(
    model: Model,
    exact: ExactModel,
    q: ArrayLike,
    v: ArrayLike,
    a: ArrayLike,
    base: Literal["body", "spatial", "hybrid", "mixed"] = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Literal["body", "inertial"] = "body",
) -> NDArray[np.complex128]: ...
def forward_dynamics_moved(
    model: Model,
    exact: ExactModel,
    q: ArrayLike,
    v: ArrayLike,
    tau: ArrayLike,
    base: Literal["body", "spatial", "hybrid", "mixed"] = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Literal["body", "inertial"] = "body",
) -> NDArray[np.complex128]: ...
