"""Wrenches on frames as those on bodies, which dynamics takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.arguments import choice, integer
from lieref.algebra.groups.screw_arrays import cross
from lieref.documentation import described
from lieref.errors import ArgumentError, ShapeError
from lieref.kinematics.forward_kinematics import forward_kinematics
from lieref.kinematics.frames import body_frame_of
from lieref.kinematics.representations import (
    MOST_ROWS,
    Representation,
    converted,
    require_representation,
)
from lieref.model.arguments import real_array, real_numbers, require_finite
from lieref.model.model import Model
from lieref.model.tree.frames import BodyFrame

Array = NDArray[np.float64]
AXES = ("frame", "inertial")


@described()
def frame_wrenches(
    model: Model,
    wrenches: Mapping[str, ArrayLike],
    order: int = 0,
    axes: Literal["frame", "inertial"] = "frame",
    q: ArrayLike | None = None,
    v: ArrayLike | None = None,
    base: Representation = "body",
) -> Array:
    """Return wrenches on named frames as the argument `wrenches` of dynamics, in body axes.

    Those on one body are added up. Source: Müller (2018), (120), for the change of frame.

    Parameters
    ----------
    wrenches : mapping of str to (6,) or (n, 6), n <= order + 1
        By the name of a frame or body (`Model.frames`) the moment about its origin and the force,
        N m and N, and their plain time derivatives; those that are missing are zero.
    order : int
        Order r of the dynamics call.
    axes : {"frame", "inertial"}
        Axes in which they are resolved.
    q : (nq,), optional
        Configuration, m and rad; needed for inertial axes.
    v : (r, nv) or more rows, optional
        Velocity and its plain time derivatives; needed for inertial axes if r > 0.

    Returns
    -------
    (order + 1, nbodies, 6) array

    Raises
    ------
    ArgumentError
        A name of no body and no frame, or of a frame that is fixed to the world.
    ShapeError
        A wrench of another shape or dtype, q or v missing.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model = lieref.catalogue.serial_chain(2)
    >>> lieref.frame_wrenches(model, {"body1": (0, 0, 0, 0, 0, 1.0)}).shape
    (1, 2, 6)
    """
    integer("order", order, 0, MOST_ROWS - 1)
    choice("axes", axes, AXES)
    require_representation("base", base)
    if not isinstance(wrenches, Mapping):
        raise ShapeError(f"wrenches is {wrenches!r}, expected a mapping from names to wrenches")
    body_frames = {name: _moving(model, name) for name in wrenches}
    given = {name: _rows(name, value, order + 1) for name, value in wrenches.items()}
    if axes == "inertial" and given:
        given = _turned(model, given, order, q, v, base)
    out = np.zeros((order + 1, model.nbodies, 6))
    for name, body_frame in body_frames.items():
        rows = given[name]
        loads = out[: len(rows), body_frame.body]
        if body_frame.axes is not None:
            rows = (rows.reshape(-1, 2, 3) @ body_frame.axes.T).reshape(-1, 6)
        loads += rows
        if body_frame.point.any():
            loads[:, :3] += cross(body_frame.point, rows[:, 3:])
    return out


def _moving(model: Model, name: str) -> BodyFrame:
    """The named frame, which must be on a body."""
    body_frame = body_frame_of(model, name)
    if body_frame.body < 0:
        raise ArgumentError(f"wrenches: frame {name!r} is fixed to the world")
    return body_frame


def _rows(name: str, value: ArrayLike, rows: int) -> Array:
    """A wrench and its derivatives, as many as there are."""
    what = f"wrenches[{name!r}]"
    found = real_numbers(what, value)
    if found.ndim < 2:
        found = found.reshape(1, -1)
    if found.ndim != 2 or found.shape[1] != 6 or len(found) > rows:
        raise ShapeError(
            f"{what} has shape {np.shape(value)}, expected (6,) or (n, 6) with n at most {rows}"
        )
    require_finite(what, found)
    return found


def _turned(
    model: Model,
    given: dict[str, Array],
    order: int,
    q: ArrayLike | None,
    v: ArrayLike | None,
    base: Representation,
) -> dict[str, Array]:
    """The same in the axes of the frames."""
    if q is None or (v is None and order):
        raise ShapeError(f"axes='inertial' at order {order} needs q{' and v' if order else ''}")
    rows = np.zeros((1, model.nv)) if v is None else real_array("v", v, ("n", model.nv))
    if len(rows) < order:
        raise ShapeError(f"v has shape {rows.shape}, expected ({order} or more, {model.nv})")
    rows = rows[: max(order, 1)]
    poses, twists = forward_kinematics(model, q, rows, base, "hybrid", list(given))
    stack = np.zeros((order + 1, len(given), 6))
    for k, wrench in enumerate(given.values()):
        stack[: len(wrench), k] = wrench
    out = converted(stack, poses, twists, "hybrid", "body", True)
    return {name: out[:, k] for k, name in enumerate(given)}
