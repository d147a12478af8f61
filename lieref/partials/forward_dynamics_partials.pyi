"""First partials of forward dynamics: checks of arguments, then the compiled FDSVA."""

from typing import Literal

from numpy.typing import ArrayLike

from lieref.model.loops.loop_model import LoopModel
from lieref.model.model import Model
from lieref.partials.results import ForwardDynamicsPartials

def forward_dynamics_partials(
    model: Model | LoopModel,
    q: ArrayLike,
    v: ArrayLike,
    tau: ArrayLike,
    base: Literal["body", "spatial", "hybrid", "mixed"] = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Literal["body", "inertial"] = "body",
    method: Literal["fdsva", "chain_rule"] = "fdsva",
    workers: int = 1,
) -> ForwardDynamicsPartials: ...
def singular_joint(model: Model, body: int) -> str: ...
def unopposed(model: Model, coordinate: int) -> str: ...
