"""Directional forms of the dynamics of mechanisms: products with their partial derivatives.

Of first partials by the matrices: the partials of the constraints, which a directional form needs
as well, are what they cost. Contractions of second partials from those of the open tree.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from lieref.algebra.arguments import integer
from lieref.errors import ShapeError
from lieref.loops.partials import many_states
from lieref.loops.partials.chain_rule import (
    forward_contracted,
    inverse_contracted,
    inverse_first,
)
from lieref.loops.partials.dynamics_partials import (
    OpenTree,
    Options,
    accelerations,
    checked_state,
    forward_dynamics_partials,
    inverse_dynamics_partials,
    open_tree,
)
from lieref.loops.partials.first_partials import forward_partials
from lieref.model.arguments import real_numbers, require_finite, require_in_range
from lieref.model.state_by_state import each_state
from lieref.partials.products import products as tree_products
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


def product(form: str, model: LoopModel, q: Any, v: Any, u: Any, *rest: Any) -> Any:
    """`lieref.<form>` of the independent coordinates.

    u: a or tau; rest: directions or weights, base, wrenches, wrench_axes and workers. Directions,
    or weights, have the axes of the batch before one of their own, or two, but for a contraction.
    """
    *along, base, wrenches, wrench_axes, workers = rest
    directions = dict(zip(ALONG.get(form, ("w",)), along, strict=True))
    state, options = (q, v, u, wrenches), (base, wrench_axes)
    integer("workers", workers, 1, MOST_WORKERS)
    names = ("q", "v", "a" if form.startswith("inverse") else "tau", "wrenches")
    given = [
        x if x is None or isinstance(x, np.ndarray) else real_numbers(name, x)
        for name, x in zip(names, state, strict=True)
    ]
    several = not form.endswith("contraction")
    batch = max(x.ndim - core for x, core in zip(given, (1, 1, 1, 2), strict=True) if x is not None)
    arrays = [real_numbers(name, x) for name, x in directions.items()]
    for name, x in zip(directions, arrays, strict=True):
        most = f" or (..., k, {model.nv})" if several else ""
        if x.ndim == 0 or x.shape[-1] != model.nv:
            raise ShapeError(f"{name} has shape {x.shape}, expected (..., {model.nv}){most}")
        if x.shape != arrays[0].shape:
            raise ShapeError(
                f"{name} has shape {x.shape}, expected {arrays[0].shape}, that of the first"
            )
        require_finite(name, x)
    if several:
        one = arrays[0].ndim != max(batch, 0) + 2
        partials = _partials(form, model, (*given[:3], base, given[3], wrench_axes), batch, workers)
        return _linear(form, partials, arrays, one)
    arguments = (*given, *options, *arrays)
    cores = (1, 1, 1, 2, 0, 0, 1)
    return each_state(form, partial(_contracted, form), model, arguments, cores)


def _partials(
    form: str, model: LoopModel, state: tuple[Any, ...], batch: int, workers: int
) -> tuple[Array, ...]:
    """The partials that a form is linear in, of one state or of a batch."""
    of_one, of_many, method = PARTIALS[form.partition("_")[0]]
    if batch <= 0:
        one: tuple[Array, ...] = of_one(model, *state)
        return one
    cores = (1, 1, 1, 0, 2, 0, 0)
    many: tuple[Array, ...] = of_many(of_one, model, (*state, method), cores, workers)
    return many


def _linear(form: str, partials: Sequence[Array], directions: Sequence[Array], one: bool) -> Any:
    """Partials times directions, or weights times partials, of `one` of them or of several."""
    rows = ROWS[form]
    with np.errstate(over="ignore", invalid="ignore"):
        if rows is None:
            transposed = [x.swapaxes(-1, -2) for x in partials]
            along, rates, forces = map(partial(_times, one), directions, transposed)
            found = [along + rates + forces]
        else:
            found = [_times(one, directions[0], matrix) for matrix in partials]
    names = ("dtau" if form.startswith("inverse") else "da",) if rows is None else rows._fields
    for name, array in zip(names, found, strict=True):
        require_in_range(name, array)
    return found[0] if rows is None else rows(*found)


def _times(one: bool, x: Array, matrix: Array) -> Array:
    """x matrix of one vector (..., nv), or of several (..., k, nv)."""
    if one and matrix.ndim > 2:
        return np.asarray((x[..., None, :] @ matrix)[..., 0, :])
    return np.asarray(x @ matrix)


def _contracted(form: str, model: LoopModel, *given: Any) -> Any:
    """A contraction in one state."""
    q, v, u, wrenches, base, axes, w = given
    last = "a" if form.startswith("inverse") else "tau"
    rows = {"v": v, last: u}
    at, (v_given, row), options = checked_state(
        model, q, None, base, wrenches, axes, False, None, **rows
    )
    with np.errstate(over="ignore", invalid="ignore"):
        if last == "tau":
            row = accelerations(model, at, v_given, row, options)
        found = CONTRACTIONS[form](model, at, v_given, row, options, w)
    for part, array in zip(found._fields, found, strict=True):
        require_in_range(part, array)
    return found


def _inverse_contraction(
    model: LoopModel, q: Array, v: Array, a: Array, options: Options, w: Array
) -> InverseDynamicsContraction:
    return contracted(model, q, open_tree(model, q, v, a, options, True), options, w)


def _forward_contraction(
    model: LoopModel, q: Array, v: Array, a: Array, options: Options, w: Array
) -> ForwardDynamicsContraction:
    tree = open_tree(model, q, v, a, options, True)
    first = forward_partials(inverse_first(tree.forces))
    return forward_contracted(first, contracted(model, q, tree, options, first.da_dtau @ w))


def contracted(
    model: LoopModel, q: Array, tree: OpenTree, options: Options, w: Array
) -> InverseDynamicsContraction:
    """Second partials of w^T tau."""
    weights = tree.forces.motion.G @ w
    second = tree_products.inverse_dynamics_contraction(
        model.tree, q, tree.v, tree.a, weights, options.base, options.wrenches, options.axes
    )
    rows = InverseDynamicsVjp(*(weights @ x for x in tree.forces.first))
    return inverse_contracted(tree.forces, w, rows, second)


#: Partials of a state and of a batch, and the usual method of these.
PARTIALS: dict[str, tuple[Any, Any, str]] = {
    "inverse": (inverse_dynamics_partials, many_states.inverse_dynamics_partials, "idsva"),
    "forward": (forward_dynamics_partials, many_states.forward_dynamics_partials, "fdsva"),
}
#: The result of several arrays, or None for one.
ROWS: dict[str, Any] = {
    "inverse_dynamics_jvp": None,
    "forward_dynamics_jvp": None,
    "inverse_dynamics_vjp": InverseDynamicsVjp,
    "forward_dynamics_vjp": ForwardDynamicsVjp,
}
#: Directions, where they are no weights.
ALONG = {
    "inverse_dynamics_jvp": ("dq", "dv", "da"),
    "forward_dynamics_jvp": ("dq", "dv", "dtau"),
}
CONTRACTIONS: dict[str, Callable[..., Any]] = {
    "inverse_dynamics_contraction": _inverse_contraction,
    "forward_dynamics_contraction": _forward_contraction,
}
