"""Partials of inverse dynamics of any order: checks of arguments, then the compiled kernel."""

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.model.loops.loop_model import LoopModel
from lieref.model.model import Model
from lieref.partials.orders.results import InverseDynamicsOrderPartials

def inverse_dynamics_order_partials(
    model: Model | LoopModel,
    q: ArrayLike,
    v: ArrayLike,
    base: Literal["body", "spatial", "hybrid", "mixed"] = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Literal["body", "inertial"] = "body",
    workers: int = 1,
    out: InverseDynamicsOrderPartials | None = None,
) -> InverseDynamicsOrderPartials: ...
def partials_series(
    model: Model, q: NDArray[np.float64], v: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]: ...
def order_wrench_rows(model: Model, wrenches: ArrayLike, n: int) -> NDArray[np.float64]: ...
def body_partials(
    model: Model, q: NDArray[np.float64], v: NDArray[np.float64]
) -> InverseDynamicsOrderPartials: ...
