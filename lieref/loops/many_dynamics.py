"""Inverse and forward dynamics of one state of a mechanism or of many."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.loops import dynamics
from lieref.loops.clusters import many_states
from lieref.model.state_by_state import batched

if TYPE_CHECKING:
    from lieref.model.checks import Axes, Base
    from lieref.model.loops.loop_model import LoopModel

Array = NDArray[np.float64]


def states_inverse_dynamics(
    model: LoopModel,
    q: ArrayLike,
    v: ArrayLike,
    base: Base = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Axes = "body",
) -> Array:
    """`lieref.loops.inverse_dynamics`, with leading axes."""
    single, given = dynamics.inverse_dynamics, (q, v, base, wrenches, wrench_axes, None)
    if not batched(("q", q, 1), ("v", v, 2), ("wrenches", wrenches, 3)):
        return single(model, *given)
    found = many_states.inverse_dynamics(single, model, given, (1, 2, 0, 3, 0, 2), 1)
    return np.asarray(found)


def states_forward_dynamics(
    model: LoopModel,
    q: ArrayLike,
    v: ArrayLike,
    tau: ArrayLike,
    base: Base = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Axes = "body",
    workers: int = 1,
) -> Array:
    """`lieref.loops.forward_dynamics` of many states."""
    given = (q, v, tau, base, wrenches, wrench_axes, None)
    single, cores = dynamics.forward_dynamics, (1, 1, 2, 0, 3, 0, 2)
    return np.asarray(many_states.forward_dynamics(single, model, given, cores, workers))
