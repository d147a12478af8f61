"""Checked arguments of the public functions to the recursions over clusters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.arguments import choice as chosen
from lieref.errors import ShapeError
from lieref.model.arguments import real_array, real_numbers, require_finite, row_hint

if TYPE_CHECKING:
    from lieref.model.loops.loop_model import LoopModel

Array = NDArray[np.float64]
BASES = ("body", "spatial", "hybrid", "mixed")
AXES = ("body", "inertial")


def choice(name: str, value: object, choices: Sequence[str]) -> int:
    """The number of a named option, or an error that lists the names."""
    return choices.index(chosen(name, value, choices))


def base_number(model: LoopModel, base: object) -> int:
    """The number of a representation; other than body only where no loop takes the base in."""
    number = choice("base", base, BASES)
    for cluster in model.clusters if number else ():
        for i in cluster.bodies:
            free = model.tree.parents[i] < 0 and model.tree.joints[i].kind == "free"
            if free and cluster.constrained:
                raise ShapeError(
                    f"base is {base!r}, expected 'body': a loop goes through the free joint "
                    f"{model.joint_names[i]!r}, so that its velocities are not independent"
                )
    return number


def stack(name: str, value: ArrayLike, least: int, nv: int) -> Array:
    """A stack of `least` rows or more, finite."""
    given = real_numbers(name, value)
    if given.ndim != 2 or given.shape[0] < least or given.shape[1] != nv:
        raise ShapeError(
            f"{name} has shape {given.shape}, expected (r + {least}, {nv}) with an order r from 0"
            + (row_hint(name) if given.shape == (nv,) else "")
        )
    require_finite(name, given)
    return np.ascontiguousarray(given, np.float64)


def applied_wrenches(model: LoopModel, value: ArrayLike | None, rows: int) -> Array | None:
    return None if value is None else real_array("wrenches", value, (rows, model.nbodies, 6))


def external_forces(
    model: LoopModel, value: ArrayLike | None, rows: int, name: str = "tau_ext"
) -> tuple[Array, Array]:
    """Forces on the independent coordinates and on the tree's, zeros where they are not given."""
    own, tree = np.zeros((rows, model.nv)), np.zeros((rows, model.tree.nv))
    if value is None:
        return own, tree
    given = real_numbers(name, value)
    if given.shape == tree.shape:
        return own, real_array(name, given, tree.shape)
    if given.shape != own.shape:
        raise ShapeError(
            f"{name} has shape {given.shape}, expected {own.shape} on the independent "
            f"coordinates or {tree.shape} on those of the tree"
        )
    return real_array(name, given, own.shape), tree


def body_number(model: LoopModel, body: object) -> int:
    """The number of a body that is given by name or number, or an error."""
    if isinstance(body, str) and body in model.names:
        return int(model.names.index(body))
    if isinstance(body, (int, np.integer)) and 0 <= body < model.nbodies:
        return int(body)
    raise ShapeError(
        f"body {body!r}: no body of {model.name!r}, expected a name or a number below "
        f"{model.nbodies}"
    )
