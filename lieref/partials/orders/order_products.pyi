"""Partials of inverse dynamics of any order times a vector, and their second partials."""

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.model.loops.loop_model import LoopModel
from lieref.model.model import Model
from lieref.partials.orders.results import InverseDynamicsOrderVjp

Array = NDArray[np.float64]
Base = Literal["body", "spatial", "hybrid", "mixed"]

def inverse_dynamics_order_jvp(
    model: Model | LoopModel,
    q: ArrayLike,
    v: ArrayLike,
    dq: ArrayLike,
    dv: ArrayLike,
    base: Base = "body",
) -> Array: ...
def inverse_dynamics_order_vjp(
    model: Model | LoopModel, q: ArrayLike, v: ArrayLike, w: ArrayLike, base: Base = "body"
) -> InverseDynamicsOrderVjp: ...
def checked_motion(model: Model, q: ArrayLike, v: ArrayLike) -> tuple[Array, Array]: ...
def in_body(
    model: Model, q: ArrayLike, v: ArrayLike, base: Base
) -> tuple[Array, Array, Array | None]: ...
def contraction_blocks(
    model: Model, q: ArrayLike, v: ArrayLike, w: ArrayLike
) -> tuple[Array, Array, Array]: ...
