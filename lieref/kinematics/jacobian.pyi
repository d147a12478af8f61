"""The geometric Jacobian of a body or of a frame on it."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.kinematics.representations import Representation
from lieref.model.loops.loop_model import LoopModel
from lieref.model.model import Model
from lieref.model.tree.frames import Place

def jacobian(
    model: Model | LoopModel,
    q: ArrayLike,
    body: int | str,
    representation: Representation = "body",
    point: ArrayLike | None = None,
    base: Representation = "body",
) -> NDArray[np.float64]: ...
def partials(
    model: Model,
    q: ArrayLike,
    place: Place,
    representation: Representation,
    order: int,
    coordinates: Sequence[int] | None = None,
) -> NDArray[np.float64]: ...
