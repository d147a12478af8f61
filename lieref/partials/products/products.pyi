"""Directional forms of inverse dynamics: checks of arguments, then products.pxi,
contraction.pxi."""

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.model.loops.loop_model import LoopModel
from lieref.model.model import Model
from lieref.partials.products.products_results import InverseDynamicsContraction, InverseDynamicsVjp

Array = NDArray[np.float64]
Base = Literal["body", "spatial", "hybrid", "mixed"]
Axes = Literal["body", "inertial"]
State = tuple[Array, Array, Array, Array | None]

def body_jvp(
    model: Model, state: State, along: tuple[Array, Array, Array], wrench_axes: Axes
) -> Array: ...
def body_vjp(model: Model, state: State, w: Array, wrench_axes: Axes) -> InverseDynamicsVjp: ...
def body_contraction(
    model: Model, state: State, w: Array, wrench_axes: Axes
) -> InverseDynamicsContraction: ...
def checked_directions(
    model: Model, names: tuple[str, ...], values: tuple[ArrayLike, ...], axes: tuple[int, ...]
) -> tuple[Array, ...]: ...
def checked_forward(
    model: Model,
    q: ArrayLike,
    v: ArrayLike,
    tau: ArrayLike,
    wrenches: ArrayLike | None,
    w: ArrayLike | None,
    workers: int,
) -> tuple[Array, Array, Array, Array | None, Array | None]: ...
def inverse_dynamics_jvp(
    model: Model | LoopModel,
    q: ArrayLike,
    v: ArrayLike,
    a: ArrayLike,
    dq: ArrayLike,
    dv: ArrayLike,
    da: ArrayLike,
    base: Base = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Axes = "body",
    workers: int = 1,
) -> Array: ...
def inverse_dynamics_vjp(
    model: Model | LoopModel,
    q: ArrayLike,
    v: ArrayLike,
    a: ArrayLike,
    w: ArrayLike,
    base: Base = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Axes = "body",
    workers: int = 1,
) -> InverseDynamicsVjp: ...
def inverse_dynamics_contraction(
    model: Model | LoopModel,
    q: ArrayLike,
    v: ArrayLike,
    a: ArrayLike,
    w: ArrayLike,
    base: Base = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Axes = "body",
    workers: int = 1,
) -> InverseDynamicsContraction: ...
