from typing import Any

import numpy as np
from numpy.typing import NDArray

NO_AXIS: int
LINE: int
SCREW: int

Array = NDArray[np.float64]
Indices = NDArray[np.intc]

def constants(
    parents: Indices,
    kinds: Indices,
    given: Indices,
    lines: Array,
    placements: Array,
    masses: Array,
    coms: Array,
    inertias: Array,
    trusted: int,
) -> tuple[Array, Array, Array]: ...
def reweighed(
    parents: Indices,
    tables: Any,
    changed: int,
    numbers: tuple[float, ...],
    places: NDArray[np.int_],
    trusted: int,
    fine_pivots: float,
) -> tuple[Array, Array, Array, Array, Array, tuple[Array, Array]]: ...
def lanes(bodies: Array, links: Array, places: NDArray[np.int_]) -> Array: ...
