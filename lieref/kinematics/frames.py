"""Where a body or a named frame is, as the functions of this package take it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.arguments import unknown_word
from lieref.errors import ShapeError
from lieref.model.arguments import real_array
from lieref.model.model import Model
from lieref.model.tree.configuration import require_tree
from lieref.model.tree.frames import BodyFrame

Array = NDArray[Any]
ORIGIN = np.zeros(3)


def body_frame_of(model: Model, body: object, point: ArrayLike | None = None) -> BodyFrame:
    """Return the frame of a body or a named frame, its origin moved to `point` in its axes.

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
        body_frame = model._body_frame(body)
    elif isinstance(body, bool | np.bool_) or not isinstance(body, int | np.integer):
        raise ShapeError(f"body is {body!r}, expected a number or a name")
    elif not 0 <= body < model.nbodies:
        raise ShapeError(f"body is {body}, expected 0 to {model.nbodies - 1}")
    else:
        body_frame = BodyFrame(int(body), ORIGIN, None)
    if point is None:
        return body_frame
    arm = real_array("point", point, (3,))
    if body_frame.axes is not None:
        arm = body_frame.axes @ arm
    return body_frame._replace(point=body_frame.point + arm)
