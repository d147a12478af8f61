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
) -> tuple[Array, Array]: ...
def links(bodies: Array, own: Array, trusted: int) -> Array: ...
def reweighed(
    parents: Indices,
    tables: Any,
    changed: int,
    mass: float,
    com: Array,
    inertia: Array,
    places: NDArray[np.int_],
    trusted: int,
    smallest: float,
    largest: float,
) -> tuple[Array, Array, Array, tuple[Array, Array]] | None: ...
def lanes(bodies: Array, links: Array, places: NDArray[np.int_]) -> Array: ...
