"""Forces and accelerations of mechanisms as functions of inertial parameters: G^T Y of the tree."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.errors import ShapeError
from lieref.loops.configuration import tree_configuration
from lieref.loops.dynamics import Axes, Base, forward_dynamics
from lieref.loops.equations_of_motion import inverse_inertia_times
from lieref.loops.lift import product, tree_motion
from lieref.loops.partials.any_order.dynamics_partials import inverse_dynamics_order_partials
from lieref.loops.partials.geometry import inverse_dynamics_geometric_derivatives
from lieref.model.arguments import real_array, real_numbers
from lieref.partials.parameters import regressor, regressor_rates
from lieref.partials.parameters.forward_rates import Functions
from lieref.partials.parameters.regressor import INERTIA, LinearKind

if TYPE_CHECKING:
    from lieref.model.loops.loop_model import LoopModel

Array = NDArray[np.float64]


def inertial_parameters(model: LoopModel, parameters: Sequence[LinearKind] = INERTIA) -> Array:
    """`lieref.inertial_parameters` of the tree."""
    return regressor.inertial_parameters(model.tree, parameters)


def inverse_dynamics_regressor(
    model: LoopModel,
    q: ArrayLike,
    v: ArrayLike,
    a: ArrayLike,
    base: Base = "body",
    parameters: Sequence[LinearKind] = INERTIA,
) -> Array:
    """`lieref.inverse_dynamics_regressor` of the independent forces; columns of the tree."""
    rows = [real_array(name, x, (model.nv,)) for name, x in (("v", v), ("a", a))]
    found = inverse_dynamics_regressor_derivatives(model, q, rows, base, parameters)
    return np.asarray(found[0])


def inverse_dynamics_regressor_derivatives(
    model: LoopModel,
    q: ArrayLike,
    v: ArrayLike,
    base: Base = "body",
    parameters: Sequence[LinearKind] = INERTIA,
) -> Array:
    """`lieref.inverse_dynamics_regressor_derivatives` of the independent forces, (G^T Y)^(k)."""
    given = real_numbers("v", v)
    if given.ndim != 2 or len(given) < 2:
        raise ShapeError(f"v has shape {given.shape}, expected (..., r + 2, {model.nv})")
    at, rates, G = tree_motion(model, q, given, base, None)
    if len(given) == 2:
        v0, a0 = rates
        Y = regressor.inverse_dynamics_regressor(model.tree, at, v0, a0, base, parameters)[None]
    else:
        Y = regressor_rates.inverse_dynamics_regressor_derivatives(
            model.tree, at, rates, base, parameters
        )
    return product("regressor", G[:-1].transpose(0, 2, 1), Y)


def forward_dynamics_regressor(
    model: LoopModel,
    q: ArrayLike,
    v: ArrayLike,
    tau: ArrayLike,
    base: Base = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Axes = "body",
    parameters: Sequence[LinearKind] = INERTIA,
) -> Array:
    """`lieref.forward_dynamics_regressor` of the independent accelerations."""
    at = tree_configuration(model, q)
    force, loads = real_array("tau", tau, (model.nv,)), None
    if wrenches is not None:
        loads = real_array("wrenches", wrenches, (model.nbodies, 6))[None]
    a = forward_dynamics(model, at, v, force[None], base, loads, wrench_axes)[0]
    Y = inverse_dynamics_regressor(model, at, v, a, base, parameters)
    return -inverse_inertia_times(model, at, Y, base)


OF_MECHANISMS = Functions(
    forward_dynamics,
    inverse_dynamics_order_partials,
    inverse_inertia_times,
    inverse_dynamics_regressor_derivatives,
    inverse_dynamics_geometric_derivatives,
)
forward_dynamics_regressor_derivatives = OF_MECHANISMS.regressor_derivatives
forward_dynamics_geometric_derivatives = OF_MECHANISMS.geometric_derivatives
