"""Whether two results of one question are the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
#: Results may differ by so many roundings of their largest entry: sums in another order.
ROUNDINGS = 16
EPS = float(np.finfo(float).eps)


def difference(first: Mapping[str, Array], second: Mapping[str, Array], unit: float = 1.0) -> str:
    """The number by which two results of one question differ most, by more than rounding.

    unit : roundoff of the numbers over that of doubles
    """
    for name, old in first.items():
        new = second.get(name)
        if new is None or new.shape != old.shape:
            return f"{name} is not there again"
        gap = np.abs(new - old)
        eps = max(unit * EPS, np.finfo(old.dtype).eps if old.dtype.kind == "f" else 0.0)
        if gap.size and not gap.max() <= ROUNDINGS * eps * np.abs(old).max():
            at = np.unravel_index(int(np.argmax(gap)), gap.shape)
            place = [int(i) for i in at]
            return f"{name}{place} is {new[at]:.17g}, was {old[at]:.17g}"
    return ""
