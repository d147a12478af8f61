"""Directional forms of the dynamics of mechanisms: products with their partial derivatives.

Those of the open tree's forces f along G(q), see `lieref.loops.reduced_partials`, by its products:

    dtau = G^T df + (X_dq G)^T f,   df along (G dq, X_dq (G y) + G dv, X_dq (G a + g) + ... + G da)

and w^T dtau from (G w)^T df. No matrix of the tree's partials is made but for a contraction.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.arguments import integer
from lieref.dynamics.inverse_dynamics import inverse_dynamics as tree_inverse_dynamics
from lieref.errors import ShapeError
from lieref.loops.arguments import BASES
from lieref.loops.constraints.constraint_state import PackedState
from lieref.loops.constraints.loop_tables import loop_tables
from lieref.loops.partial_derivatives import (
    OpenTree,
    Options,
    accelerations,
    checked_state,
    open_tree,
)
from lieref.loops.reduced_partials import (
    forward_contracted,
    forward_first,
    inverse_contracted,
    inverse_first,
)
from lieref.loops.slopes.motion_slopes import motion_slopes, turned_forces
from lieref.loops.state_dynamics import at_rest
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
    if not batch and arrays[0].ndim == own:
        return _single(form, model, *arguments)
    return each_state(form, partial(_single, form), model, arguments, cores)


def _single(form: str, model: LoopModel, *given: Any) -> Any:
    """One state."""
    function, name = FORMS[form]
    q, v, u, wrenches, base, axes, *along = given
    last = "a" if form.startswith("inverse") else "tau"
    rows = {"v": v, last: u}
    at, (speed, row), options = checked_state(
        model, q, None, base, wrenches, axes, False, None, **rows
    )
    with np.errstate(over="ignore", invalid="ignore"):
        if last == "tau":
            row = accelerations(model, at, speed, row, options)
        found = function(model, at, speed, row, options, *along)
    if name:
        require_in_range(name, found)
        return found
    for part, array in zip(found._fields, found, strict=True):
        require_in_range(part, array)
    return found


class _Products:
    """The open tree's products in one motion, and how its directions follow."""

    def __init__(self, model: LoopModel, q: Array, v: Array, a: Array, options: Options):
        self.model, self.options, tables = model, options, loop_tables(model)
        rates, maps, bends = motion_slopes(model, q, v, a)
        base, wrenches, axes, _, _, acting = options
        loads = None if wrenches is None else wrenches[None]
        force = tree_inverse_dynamics(model.tree, q, rates, base, loads, axes, acting)[0]
        self.G = tables.dense(maps[0])
        #: whether a cluster moves G; the rest is zero where none does
        self.moves = bends.size > 0
        if self.moves:
            self.dv_dq, self.da_dq, self.da_dv = (tables.dense(x, 0.0) for x in maps[1:])
            #: f . X_j G e_i
            self.turned = turned_forces(model, bends, force)
        still = np.zeros(model.tree.nv)
        self.state = PackedState(tables, q, rates[0], maps[0], still, still)
        self._state = (model.tree, q, rates[0], rates[1])
        self._options = (base, wrenches, axes)

    def jvp(self, dq: Array, dv: Array, da: Array | None) -> Array:
        """dtau of directions (..., nv); None is none along a."""
        G = self.G.T
        speed = dv @ G
        pull = 0 * speed if da is None else da @ G
        if self.moves:
            speed += dq @ self.dv_dq.T
            pull += dq @ self.da_dq.T + dv @ self.da_dv.T
        changes = tree_products.inverse_dynamics_jvp(
            *self._state, dq @ G, speed, pull, *self._options
        )
        found = np.asarray(changes @ self.G)
        return found + dq @ self.turned.T if self.moves else found

    def vjp(self, w: Array) -> InverseDynamicsVjp:
        """w^T dtau of weights (..., nv)."""
        G = self.G
        rows = tree_products.inverse_dynamics_vjp(*self._state, w @ G.T, *self._options)
        by_q, by_v, by_a = (x @ G for x in rows)
        if self.moves:
            by_q += rows.dtau_dv @ self.dv_dq + rows.dtau_da @ self.da_dq + w @ self.turned
            by_v += rows.dtau_da @ self.da_dv
        return InverseDynamicsVjp(by_q, by_v, by_a)

    def accelerated(self, forces: Array) -> Array:
        """H^-1 times rows of forces (..., nv)."""
        base = BASES.index(self.options.base)
        rows = forces.reshape(-1, self.model.nv)
        found = [at_rest(self.model, self.state, base, row) for row in rows]
        return np.array(found).reshape(forces.shape)


def _inverse_jvp(
    model: LoopModel, q: Array, v: Array, a: Array, options: Options, *along: Array
) -> Array:
    return _Products(model, q, v, a, options).jvp(*along)


def _inverse_vjp(
    model: LoopModel, q: Array, v: Array, a: Array, options: Options, w: Array
) -> InverseDynamicsVjp:
    return _Products(model, q, v, a, options).vjp(w)


def _forward_jvp(
    model: LoopModel,
    q: Array,
    v: Array,
    a: Array,
    options: Options,
    dq: Array,
    dv: Array,
    dtau: Array,
) -> Array:
    products = _Products(model, q, v, a, options)
    return products.accelerated(dtau - products.jvp(dq, dv, None))


def _forward_vjp(
    model: LoopModel, q: Array, v: Array, a: Array, options: Options, w: Array
) -> ForwardDynamicsVjp:
    products = _Products(model, q, v, a, options)
    mu = products.accelerated(w)
    found = products.vjp(mu)
    return ForwardDynamicsVjp(-found.dtau_dq, -found.dtau_dv, mu)


def _inverse_contraction(
    model: LoopModel, q: Array, v: Array, a: Array, options: Options, w: Array
) -> InverseDynamicsContraction:
    return contracted(model, q, open_tree(model, q, v, a, options, True), options, w)


def _forward_contraction(
    model: LoopModel, q: Array, v: Array, a: Array, options: Options, w: Array
) -> ForwardDynamicsContraction:
    tree = open_tree(model, q, v, a, options, True)
    first = forward_first(inverse_first(tree.forces))
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


#: The function of each form, and the name of its result if that is one array.
FORMS: dict[str, tuple[Any, str]] = {
    "inverse_dynamics_jvp": (_inverse_jvp, "dtau"),
    "forward_dynamics_jvp": (_forward_jvp, "da"),
    "inverse_dynamics_vjp": (_inverse_vjp, ""),
    "forward_dynamics_vjp": (_forward_vjp, ""),
    "inverse_dynamics_contraction": (_inverse_contraction, ""),
    "forward_dynamics_contraction": (_forward_contraction, ""),
}
