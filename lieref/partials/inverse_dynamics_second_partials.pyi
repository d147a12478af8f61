"""Second partials of inverse dynamics: checks of arguments, then the compiled IDSVA-SO."""

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.model.loops.loop_model import LoopModel
from lieref.model.model import Model
from lieref.partials.results import InverseDynamicsSecondPartials

BASES: dict[str, int]
AXES: dict[str, bool]
METHODS: dict[str, bool]

def body_second_partials(
    model: Model,
    q: NDArray[np.float64],
    v: NDArray[np.float64],
    a: NDArray[np.float64],
    wrenches: NDArray[np.float64] | None,
) -> InverseDynamicsSecondPartials: ...
def inverse_dynamics_second_partials(
    model: Model | LoopModel,
    q: ArrayLike,
    v: ArrayLike,
    a: ArrayLike,
    base: Literal["body", "spatial", "hybrid", "mixed"] = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Literal["body", "inertial"] = "body",
    method: Literal["idsva_so", "chain_rule"] = "idsva_so",
    out: InverseDynamicsSecondPartials | None = None,
) -> InverseDynamicsSecondPartials: ...
