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
) -> tuple[Array, Array]: ...
