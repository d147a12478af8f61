"""Forward and hybrid dynamics of any order: checks of arguments, then the compiled recursions."""

from typing import Literal, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.model.loops.loop_model import LoopModel
from lieref.model.model import Model

@overload
def forward_dynamics(
    model: Model | LoopModel,
    q: ArrayLike,
    v: ArrayLike,
    tau: ArrayLike,
    base: Literal["body", "spatial", "hybrid", "mixed"] = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Literal["body", "inertial"] = "body",
    tau_ext: ArrayLike | None = None,
    form: Literal["default", "spatial", "body", "hybrid"] = "default",
    digits: int | None = None,
    workers: int = 1,
    bounds: Literal[False] = False,
) -> NDArray[np.float64]: ...
@overload
def forward_dynamics(
    model: Model | LoopModel,
    q: ArrayLike,
    v: ArrayLike,
    tau: ArrayLike,
    base: Literal["body", "spatial", "hybrid", "mixed"] = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Literal["body", "inertial"] = "body",
    tau_ext: ArrayLike | None = None,
    form: Literal["default", "spatial", "body", "hybrid"] = "default",
    digits: int | None = None,
    workers: int = 1,
    *,
    bounds: Literal[True],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]: ...
@overload
def hybrid_dynamics(
    model: Model | LoopModel,
    q: ArrayLike,
    v: ArrayLike,
    vdot: ArrayLike,
    tau: ArrayLike,
    prescribed: ArrayLike,
    base: Literal["body", "spatial", "hybrid", "mixed"] = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Literal["body", "inertial"] = "body",
    tau_ext: ArrayLike | None = None,
    form: Literal["default", "spatial", "body", "hybrid"] = "default",
    digits: int | None = None,
    workers: int = 1,
    bounds: Literal[False] = False,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]: ...
@overload
def hybrid_dynamics(
    model: Model | LoopModel,
    q: ArrayLike,
    v: ArrayLike,
    vdot: ArrayLike,
    tau: ArrayLike,
    prescribed: ArrayLike,
    base: Literal["body", "spatial", "hybrid", "mixed"] = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Literal["body", "inertial"] = "body",
    tau_ext: ArrayLike | None = None,
    form: Literal["default", "spatial", "body", "hybrid"] = "default",
    digits: int | None = None,
    workers: int = 1,
    *,
    bounds: Literal[True],
) -> tuple[
    tuple[NDArray[np.float64], NDArray[np.float64]],
    tuple[NDArray[np.float64], NDArray[np.float64]],
]: ...
def conditioning_bound(
    model: Model | LoopModel,
    q: ArrayLike,
    v: ArrayLike,
    tau: ArrayLike,
    base: Literal["body", "spatial", "hybrid", "mixed"] = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Literal["body", "inertial"] = "body",
    tau_ext: ArrayLike | None = None,
    samples: int = 4,
    seed: int = 0,
) -> NDArray[np.float64]: ...
def forward_dynamics_complex(
    model: Model,
    q: ArrayLike,
    v: ArrayLike,
    tau: ArrayLike,
    base: Literal["body", "spatial", "hybrid", "mixed"] = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Literal["body", "inertial"] = "body",
    tau_ext: ArrayLike | None = None,
    form: Literal["default", "spatial", "body", "hybrid"] = "default",
) -> NDArray[np.complex128]: ...
def hybrid_dynamics_complex(
    model: Model,
    q: ArrayLike,
    v: ArrayLike,
    vdot: ArrayLike,
    tau: ArrayLike,
    prescribed: ArrayLike,
    base: Literal["body", "spatial", "hybrid", "mixed"] = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Literal["body", "inertial"] = "body",
    tau_ext: ArrayLike | None = None,
    form: Literal["default", "spatial", "body", "hybrid"] = "default",
) -> tuple[NDArray[np.complex128], NDArray[np.complex128]]: ...
