"""Second partials of forces and accelerations of mechanisms that involve the model's parameters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.loops.dynamics import Axes, Base
from lieref.loops.equations_of_motion import inverse_inertia_times
from lieref.loops.partials.dynamics_partials import (
    accelerations,
    checked_state,
    inverse_dynamics_second_partials,
)
from lieref.loops.partials.parameter_expansion import expansion
from lieref.model.arguments import require_in_range
from lieref.partials.parameters.parameter_second_partials import (
    ForwardParameterSecondPartials,
    InverseParameterSecondPartials,
    forward_second,
)
from lieref.partials.parameters.parameters import Kind, checked_parameters

if TYPE_CHECKING:
    from lieref.model.loops.loop_model import LoopModel

Array = NDArray[np.float64]


def inverse_dynamics_parameter_second_partials(
    model: LoopModel,
    q: ArrayLike,
    v: ArrayLike,
    a: ArrayLike,
    parameters: Sequence[Kind],
    bodies: Sequence[int | str] | None,
    base: Base,
    wrenches: ArrayLike | None,
    wrench_axes: Axes,
) -> InverseParameterSecondPartials:
    """`lieref.inverse_dynamics_parameter_second_partials` of the independent coordinates."""
    chosen = checked_parameters(model, parameters, bodies)
    at, (v, a), options = checked_state(
        model, q, None, base, wrenches, wrench_axes, False, None, v=v, a=a
    )
    with np.errstate(over="ignore", invalid="ignore"):
        by = expansion(model, chosen, at, v, a, options)
    out = InverseParameterSecondPartials(by.pp, by.pq, by.pv, by.ap)
    for name, array in zip(out._fields, out, strict=True):
        require_in_range(name, array)
    return out


def forward_dynamics_parameter_second_partials(
    model: LoopModel,
    q: ArrayLike,
    v: ArrayLike,
    tau: ArrayLike,
    parameters: Sequence[Kind],
    bodies: Sequence[int | str] | None,
    base: Base,
    wrenches: ArrayLike | None,
    wrench_axes: Axes,
) -> ForwardParameterSecondPartials:
    """`lieref.forward_dynamics_parameter_second_partials` of the independent coordinates."""
    chosen = checked_parameters(model, parameters, bodies)
    at, (v, tau), options = checked_state(
        model, q, None, base, wrenches, wrench_axes, False, None, v=v, tau=tau
    )
    with np.errstate(over="ignore", invalid="ignore"):
        a = accelerations(model, at, v, tau, options)
        by = expansion(model, chosen, at, v, a, options)

    def inertia_by_q() -> Array:
        return inverse_dynamics_second_partials(model, at, v, a, base).d2tau_da_dq

    def inertia_inverse(forces: Array) -> Array:
        return inverse_inertia_times(model, at, forces, base)

    return forward_second(by, model.nv, inertia_by_q, inertia_inverse)
