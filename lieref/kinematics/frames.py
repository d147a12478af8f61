"""Where a body or a named frame is, as the functions of this package take it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.arguments import unknown_word
from lieref.errors import ShapeError
from lieref.kinematics.representations import BODY_AXES
from lieref.model.arguments import real_array
from lieref.model.model import Model
from lieref.model.tree.configuration import require_tree
from lieref.model.tree.frames import Place

Array = NDArray[Any]
ORIGIN = np.zeros(3)


def place_of(model: Model, body: object, point: ArrayLike | None = None) -> Place:
    """Return the place of a body or frame, its origin moved to `point` in its axes.

    Raises
    ------
    ArgumentError
        A model of another kind; a name of no body and no frame.
    ShapeError
        A number of no body; a point of another shape.
    NonFiniteError
        NaN or infinity in the point.
    """
    require_tree(model)
    if isinstance(body, str):
        if body not in model.frames:
            raise unknown_word("body", body, model.frames)
        place = model._place(body)
    elif isinstance(body, bool | np.bool_) or not isinstance(body, int | np.integer):
        raise ShapeError(f"body is {body!r}, expected a number or a name")
    elif not 0 <= body < model.nbodies:
        raise ShapeError(f"body is {body}, expected 0 to {model.nbodies - 1}")
    else:
        place = Place(int(body), ORIGIN, None)
    if point is None:
        return place
    arm = real_array("point", point, (3,))
    if place.axes is not None:
        arm = place.axes @ arm
    return place._replace(point=place.point + arm)


def in_axes(place: Place, representation: str, twists: Array, axis: int = -1) -> Array:
    """Turn the parts of twists that are in body axes into those of the place; along an axis."""
    if place.axes is None:
        return twists
    out = np.moveaxis(np.array(twists), axis, -1)
    for part, in_body in zip((slice(0, 3), slice(3, 6)), BODY_AXES[representation], strict=True):
        if in_body:
            # A^T x, as rows
            out[..., part] = out[..., part] @ place.axes
    return np.moveaxis(out, -1, axis)


def asked(place: Place) -> tuple[NDArray[np.intp], Array]:
    """Return what `jacobian_columns` asks about: bodies (1,), points in them (1, 3).

    Of the world the first body stands for it; what is found for it is to be replaced by zeros.
    """
    return np.array([max(place.body, 0)]), place.point[None]
