"""Inverse dynamics of any order: checks of arguments, then the compiled recursions."""

from collections.abc import Mapping
from typing import Literal, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.model.loops.loop_model import LoopModel
from lieref.model.model import Model

BASES: dict[str, int]
FORMS: dict[str, int]
MODULES: tuple[str, ...]
AXES: dict[str, bool]

@overload
def inverse_dynamics(
    model: Model | LoopModel,
    q: ArrayLike,
    v: ArrayLike,
    base: Literal["body", "spatial", "hybrid", "mixed"] = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Literal["body", "inertial"] = "body",
    tau_ext: ArrayLike | None = None,
    form: Literal["default", "spatial", "body", "hybrid"] = "default",
    workers: int = 1,
    bounds: Literal[False] = False,
    input_radius: None = None,
) -> NDArray[np.float64]: ...
@overload
def inverse_dynamics(
    model: Model | LoopModel,
    q: ArrayLike,
    v: ArrayLike,
    base: Literal["body", "spatial", "hybrid", "mixed"] = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Literal["body", "inertial"] = "body",
    tau_ext: ArrayLike | None = None,
    form: Literal["default", "spatial", "body", "hybrid"] = "default",
    workers: int = 1,
    *,
    bounds: Literal[True],
    input_radius: ArrayLike | Mapping[str, ArrayLike] | None = None,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]: ...
def inertia_in_pairs(
    model: Model,
    q: ArrayLike,
    base: Literal["body", "spatial", "hybrid", "mixed"],
    radius: NDArray[np.float64] | None,
    in_balls: bool,
) -> NDArray[np.float64]: ...
def bounded_inertia(
    H: NDArray[np.float64],
    model: Model,
    q: NDArray[np.float64],
    base: Literal["body", "spatial", "hybrid", "mixed"],
    input_radius: ArrayLike | Mapping[str, ArrayLike] | None,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]: ...
def paired_inverse_dynamics(
    model: Model,
    q: ArrayLike,
    v: ArrayLike,
    second: ArrayLike,
    in_balls: bool,
    base: Literal["body", "spatial", "hybrid", "mixed"] = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Literal["body", "inertial"] = "body",
    tau_ext: ArrayLike | None = None,
) -> NDArray[np.float64]: ...
def inverse_dynamics_complex(
    model: Model,
    q: ArrayLike,
    v: ArrayLike,
    base: Literal["body", "spatial", "hybrid", "mixed"] = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Literal["body", "inertial"] = "body",
    tau_ext: ArrayLike | None = None,
    form: Literal["default", "spatial", "body", "hybrid"] = "default",
) -> NDArray[np.complex128]: ...
