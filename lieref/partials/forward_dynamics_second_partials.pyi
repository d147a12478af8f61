"""Second partials of forward dynamics: checks of arguments, then the compiled FDSVA-SO."""

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.dynamics.shared.base_change import BaseChange
from lieref.model.loops.loop_model import LoopModel
from lieref.model.model import Model
from lieref.partials.results import (
    ForwardDynamicsSecondPartials,
    InverseDynamicsPartials,
    InverseDynamicsSecondPartials,
)

class Terms:
    model: Model
    accelerations: NDArray[np.float64]
    moved: NDArray[np.float64]
    tensors: list[NDArray[np.float64]]
    def __init__(
        self,
        model: Model,
        q: NDArray[np.float64],
        H: NDArray[np.float64],
        slopes: InverseDynamicsPartials,
        bends: InverseDynamicsSecondPartials,
        changes: list[BaseChange],
        inner: Literal["dtm", "idfoza"],
        outer: Literal["dtm", "aza"],
    ) -> None: ...
    def first(self) -> None: ...
    def inner(self) -> None: ...
    def outer(self) -> None: ...

def depth(model: Model) -> float: ...
def choose(
    model: Model, inner: str = "auto", outer: str = "auto"
) -> tuple[Literal["dtm", "idfoza"], Literal["dtm", "aza"]]: ...
def forward_dynamics_second_partials(
    model: Model | LoopModel,
    q: ArrayLike,
    v: ArrayLike,
    tau: ArrayLike,
    base: Literal["body", "spatial", "hybrid", "mixed"] = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Literal["body", "inertial"] = "body",
    method: Literal["fdsva_so", "chain_rule"] = "fdsva_so",
    inner: Literal["auto", "dtm", "idfoza"] = "auto",
    outer: Literal["auto", "dtm", "aza"] = "auto",
) -> ForwardDynamicsSecondPartials: ...
