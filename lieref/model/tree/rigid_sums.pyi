from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

class Masses(NamedTuple):
    mass: Array
    com: Array
    inertia: Array

def moved(poses: Array, given: Masses) -> Masses: ...
def merged(owners: Sequence[int], count: int, parts: Masses) -> Masses: ...
def added(parts: list[tuple[float, Array, Array]]) -> tuple[float, Array, Array]: ...
