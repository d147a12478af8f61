"""Partials of forward dynamics of any order times a vector, from either side, without matrices."""

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.model.loops.loop_model import LoopModel
from lieref.model.model import Model
from lieref.partials.orders.results import ForwardDynamicsOrderVjp

Base = Literal["body", "spatial", "hybrid", "mixed"]

def forward_dynamics_order_jvp(
    model: Model | LoopModel,
    q: ArrayLike,
    v: ArrayLike,
    tau: ArrayLike,
    dq: ArrayLike,
    dv: ArrayLike,
    dtau: ArrayLike,
    base: Base = "body",
) -> NDArray[np.float64]: ...
def forward_dynamics_order_vjp(
    model: Model | LoopModel,
    q: ArrayLike,
    v: ArrayLike,
    tau: ArrayLike,
    w: ArrayLike,
    base: Base = "body",
) -> ForwardDynamicsOrderVjp: ...
