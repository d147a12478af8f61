"""Partials of forward dynamics of any order: checks of arguments, then the compiled kernels."""

from typing import Literal

from numpy.typing import ArrayLike

from lieref.model.loops.loop_model import LoopModel
from lieref.model.model import Model
from lieref.partials.orders.results import ForwardDynamicsOrderPartials

def forward_dynamics_order_partials(
    model: Model | LoopModel,
    q: ArrayLike,
    v: ArrayLike,
    tau: ArrayLike,
    base: Literal["body", "spatial", "hybrid", "mixed"] = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Literal["body", "inertial"] = "body",
    workers: int = 1,
) -> ForwardDynamicsOrderPartials: ...
