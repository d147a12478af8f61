"""Directional forms of the dynamics of mechanisms: products with their partial derivatives.

The matrices have nv columns, few where loops close: they are made, other than for trees.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.arguments import integer
from lieref.errors import ShapeError
from lieref.loops import partial_derivatives as partials
from lieref.model.arguments import real_numbers, require_finite, require_in_range
from lieref.model.state_by_state import each_state
from lieref.partials.products.products_results import (
    ForwardDynamicsContraction,
    ForwardDynamicsVjp,
    InverseDynamicsContraction,
    InverseDynamicsVjp,
)

if TYPE_CHECKING:
    from lieref.model.loops.loop_model import LoopModel

Array = NDArray[np.float64]
MOST_WORKERS = 2**31 - 1
#: Partials that each form is a product with, and the names of its result.
FORMS: dict[str, tuple[Any, Any]] = {
    "inverse_dynamics_jvp": (partials.inverse_dynamics_partials, None),
    "forward_dynamics_jvp": (partials.forward_dynamics_partials, None),
    "inverse_dynamics_vjp": (partials.inverse_dynamics_partials, InverseDynamicsVjp),
    "forward_dynamics_vjp": (partials.forward_dynamics_partials, ForwardDynamicsVjp),
    "inverse_dynamics_contraction": (
        partials.inverse_dynamics_second_partials,
        InverseDynamicsContraction,
    ),
    "forward_dynamics_contraction": (
        partials.forward_dynamics_second_partials,
        ForwardDynamicsContraction,
    ),
}


def product(
    form: str,
    model: LoopModel,
    state: Sequence[Any],
    directions: dict[str, ArrayLike],
    options: tuple[Any, ...],
    workers: int,
) -> Any:
    """`lieref.<form>` of the independent coordinates.

    state: q, v, a or tau, and wrenches or None; options: base and wrench_axes. Directions, or
    weights, have the axes of the batch before one of their own, or two, but for a contraction.
    """
    integer("workers", workers, 1, MOST_WORKERS)
    given = [x if x is None else real_numbers("argument", x) for x in state]
    several = () if form.endswith("contraction") else (2,)
    batch = max(x.ndim - core for x, core in zip(given, (1, 1, 1, 2), strict=True) if x is not None)
    batch = max(batch, 0)
    arrays = [real_numbers(name, x) for name, x in directions.items()]
    for name, x in zip(directions, arrays, strict=True):
        most = "" if not several else f" or (..., k, {model.nv})"
        if x.ndim == 0 or x.shape[-1] != model.nv:
            raise ShapeError(f"{name} has shape {x.shape}, expected (..., {model.nv}){most}")
        if x.shape != arrays[0].shape:
            raise ShapeError(
                f"{name} has shape {x.shape}, expected {arrays[0].shape}, that of the first"
            )
        require_finite(name, x)
    own = 2 if several and arrays[0].ndim == batch + 2 else 1
    arguments = (*given, *options, *arrays)
    cores = (1, 1, 1, 2, 0, 0, *[own] * len(arrays))
    return each_state(form, partial(_single, form), model, arguments, cores)


def _single(form: str, model: LoopModel, *given: Any) -> Any:
    """One state."""
    function, names = FORMS[form]
    q, v, u, wrenches, base, axes, *along = given
    slopes = function(model, q, v, u, base, wrenches, axes)
    with np.errstate(over="ignore", invalid="ignore"):
        if names is None:
            found = np.asarray(sum(d @ x.T for x, d in zip(slopes, along, strict=True)))
            require_in_range("dtau" if form.startswith("inverse") else "da", found)
            return found
        out = names(*(np.tensordot(along[0], x, 1) for x in slopes))
    for name, array in zip(out._fields, out, strict=True):
        require_in_range(name, array)
    return out
