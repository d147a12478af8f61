"""First partials of inverse dynamics: checks of arguments, then the compiled IDSVA."""

from collections.abc import Mapping
from typing import Literal, overload

from numpy.typing import ArrayLike

from lieref.model.loops.loop_model import LoopModel
from lieref.model.model import Model
from lieref.partials.results import InverseDynamicsPartials

@overload
def inverse_dynamics_partials(
    model: Model | LoopModel,
    q: ArrayLike,
    v: ArrayLike,
    a: ArrayLike,
    base: Literal["body", "spatial", "hybrid", "mixed"] = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Literal["body", "inertial"] = "body",
    method: Literal["idsva", "chain_rule"] = "idsva",
    workers: int = 1,
    bounds: Literal[False] = False,
    input_radius: None = None,
) -> InverseDynamicsPartials: ...
@overload
def inverse_dynamics_partials(
    model: Model | LoopModel,
    q: ArrayLike,
    v: ArrayLike,
    a: ArrayLike,
    base: Literal["body", "spatial", "hybrid", "mixed"] = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Literal["body", "inertial"] = "body",
    method: Literal["idsva", "chain_rule"] = "idsva",
    workers: int = 1,
    *,
    bounds: Literal[True],
    input_radius: ArrayLike | Mapping[str, ArrayLike] | None = None,
) -> tuple[InverseDynamicsPartials, InverseDynamicsPartials]: ...
def body_partials(
    model: Model, q: ArrayLike, v: ArrayLike, a: ArrayLike, wrenches: ArrayLike | None
) -> InverseDynamicsPartials: ...
