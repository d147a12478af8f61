"""[Ali, Algorithm 1] in double precision, after checks of the arguments."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.model.model import Model
from lieref.model.tree.frames import Place

def run(
    model: Model,
    q: NDArray[np.float64],
    v: NDArray[np.float64],
    base: int,
    representation: int,
    poses: NDArray[np.float64],
    origins: NDArray[np.float64],
    twists: NDArray[np.float64],
) -> None: ...
def motions(
    model: Model,
    q: ArrayLike,
    v: ArrayLike,
    base: str,
    representation: str,
    places: list[Place] | None = None,
) -> tuple[NDArray[np.float64], NDArray[np.float64], bool]: ...
def bounded_motions(
    model: Model,
    q: ArrayLike,
    v: ArrayLike,
    base: str,
    representation: str,
    input_radius: ArrayLike | Mapping[str, ArrayLike] | None,
) -> tuple[
    tuple[NDArray[np.float64], NDArray[np.float64]],
    tuple[NDArray[np.float64], NDArray[np.float64]],
]: ...
