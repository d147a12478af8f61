"""What acts on a model, as functions of t, q, v: torques, wrenches, rows in time, callbacks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.dynamics.laws.generalized_forces import external_forces
from lieref.errors import ShapeError
from lieref.model.arguments import real_array, real_numbers
from lieref.model.loops.loop_model import LoopModel
from lieref.model.model import Model
from lieref.simulate.stability import Load

Array = NDArray[np.float64]
Signal = Callable[[float, Array, Array], ArrayLike]
Reader = Callable[[str, ArrayLike], Array]
Axes = Literal["body", "inertial"]


def generalized_load(tree: Model, tau: Load, loads: Load | None, wrench_axes: Axes) -> Load:
    """Return the generalized forces of torques and wrenches as a function of t, q, v."""
    if loads is None:
        return tau

    def load(t: float, q: Array, v: Array) -> Array:
        # external_forces is what the joints must supply against the wrenches
        against = external_forces(tree, q, loads(t, q, v), wrench_axes=wrench_axes)
        return np.asarray(tau(t, q, v) - against)

    return load


def sum_of(one: Load, other: Load) -> Load:
    """Return the sum of two loads."""
    return lambda t, q, v: one(t, q, v) + other(t, q, v)


def wrenches_on(model: Model | LoopModel, value: ArrayLike | Signal) -> Load:
    """Return the wrenches on the bodies, (nbodies, 6), as a function of t, q, v."""
    shape = (model.nbodies, 6)
    return _signal("wrenches", value, shape, lambda what, given: real_array(what, given, shape))


def torques_on(
    what: str, model: Model | LoopModel, value: ArrayLike | Signal | None, times: Array
) -> Load:
    """Return generalized forces on all coordinates as a function of t, q, v.

    Those of a mechanism are given on its independent coordinates or on the tree's.
    """
    if value is None:
        value = np.zeros(model.nv)
    whole = (model.tree.nv if isinstance(model, LoopModel) else model.nv,)
    if callable(value):
        return _signal(what, value, whole, _forces(model, ()))
    array = real_numbers(what, value)
    if array.ndim < 2:
        return _signal(what, array, whole, _forces(model, ()))
    n = len(times)
    widths = [model.nv, model.tree.nv] if isinstance(model, LoopModel) else [model.nv]
    if array.shape not in [(n, width) for width in widths]:
        expected = " or ".join(f"({width},) or ({n}, {width})" for width in widths)
        which = ", on independent coordinates or those of the tree" if len(widths) > 1 else ""
        raise ShapeError(f"{what}: shape {array.shape}, expected {expected}{which}")
    given = _forces(model, (n,))(what, array)
    order = np.argsort(times)
    ascending, rows = times[order], given[order]

    def between(t: float, q: Array, v: Array) -> Array:
        # k: the interval that holds t; a single time has none
        k = min(max(int(np.searchsorted(ascending, t, side="right")) - 1, 0), len(times) - 2)
        if k < 0:
            return np.asarray(rows[0])
        share = (t - ascending[k]) / (ascending[k + 1] - ascending[k])
        return np.asarray((1 - share) * rows[k] + share * rows[k + 1])

    return between


def _forces(model: Model | LoopModel, lead: tuple[int, ...]) -> Reader:
    """Return what reads forces (*lead, nv) as fresh ones on all coordinates, (*lead, tree.nv)."""
    if not isinstance(model, LoopModel):
        whole = (*lead, model.nv)
        return lambda what, value: real_array(what, value, whole)
    shape, own = (*lead, model.tree.nv), (*lead, model.nv)
    places = model.independent

    def read(what: str, value: ArrayLike) -> Array:
        given = real_numbers(what, value)
        if given.shape not in (shape, own):
            raise ShapeError(
                f"{what}: shape {given.shape}, expected {own} on the independent coordinates or "
                f"{shape} on those of the tree"
            )
        found = real_array(what, given, given.shape)
        if given.shape == shape:
            return found
        forces = np.zeros(shape)
        forces[..., places] = found
        return forces

    return read


def _signal(what: str, value: ArrayLike | Signal, shape: tuple[int, ...], read: Reader) -> Load:
    """Return a constant or a callback as a function of t, q, v that returns doubles of `shape`."""
    if not callable(value):
        constant = read(what, value)
        return lambda t, q, v: constant
    callback = value

    def checked(t: float, q: Array, v: Array) -> Array:
        # copies: a callback may keep or change what it is given
        result = callback(t, q.copy(), v.copy())
        array = np.asarray(result)
        if array.shape != shape or array.dtype != np.float64 or not np.isfinite(array).all():
            return read(f"{what} at t = {t!r}", result)
        # which it may fill again
        return array.copy()

    return checked
