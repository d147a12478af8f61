"""Joint-space inertia and Coriolis matrix: checks of arguments, then the compiled closed forms."""

from collections.abc import Mapping
from typing import Literal, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.model.loops.loop_model import LoopModel
from lieref.model.model import Model

METHODS: dict[str, bool]

def require_base(base: object) -> None: ...
def inertia_series(
    model: Model, q: ArrayLike, v: ArrayLike
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]: ...
def inertia_and_coriolis(
    model: Model,
    q: ArrayLike,
    v: ArrayLike,
    base: Literal["body", "spatial", "hybrid", "mixed"] = "body",
) -> tuple[NDArray[np.float64], NDArray[np.float64]]: ...
def body_torques(model: Model, q: ArrayLike, wrenches: ArrayLike) -> NDArray[np.float64]: ...
@overload
def joint_space_inertia(
    model: Model | LoopModel,
    q: ArrayLike,
    base: Literal["body", "spatial", "hybrid", "mixed"] = "body",
    method: Literal["composite", "definition"] = "composite",
    workers: int = 1,
    bounds: Literal[False] = False,
    input_radius: None = None,
) -> NDArray[np.float64]: ...
@overload
def joint_space_inertia(
    model: Model | LoopModel,
    q: ArrayLike,
    base: Literal["body", "spatial", "hybrid", "mixed"] = "body",
    method: Literal["composite", "definition"] = "composite",
    workers: int = 1,
    *,
    bounds: Literal[True],
    input_radius: ArrayLike | Mapping[str, ArrayLike] | None = None,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]: ...
def joint_space_inertia_complex(
    model: Model, q: ArrayLike, base: Literal["body", "spatial", "hybrid", "mixed"] = "body"
) -> NDArray[np.complex128]: ...
def coriolis_matrix(
    model: Model | LoopModel,
    q: ArrayLike,
    v: ArrayLike,
    base: Literal["body", "spatial", "hybrid", "mixed"] = "body",
) -> NDArray[np.float64]: ...
def coriolis_matrix_complex(
    model: Model,
    q: ArrayLike,
    v: ArrayLike,
    base: Literal["body", "spatial", "hybrid", "mixed"] = "body",
) -> NDArray[np.complex128]: ...
