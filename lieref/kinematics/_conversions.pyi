"""Changes of representation in double-double; nothing is checked here, see representations.py."""

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

def convert(
    values: Array,
    poses: Array,
    rates: Array,
    source: int,
    target: int,
    dual: bool,
    factorials: Array,
    out: Array,
) -> None: ...
def poses_of_twists(poses: Array, twists: Array, factorials: Array, out: Array) -> None: ...
def hats_of_poses(poses: Array, factorials: Array, out: Array) -> None: ...
