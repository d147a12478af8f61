"""Products of lines, rotations and rigid motions: the spaces that the integrators move in."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

KINDS: dict[str, int]
CHARTS: dict[str, int]

class Group:
    def __init__(self, factors: Iterable[str]) -> None: ...
    @property
    def factors(self) -> tuple[str, ...]: ...
    @property
    def nq(self) -> int: ...
    @property
    def nv(self) -> int: ...
    def advance(self, q: Array, low: Array, X: Array, chart: int) -> tuple[Array, Array]: ...
    def rate(self, X: Array, V: Array, chart: int) -> Array: ...
    def stage(
        self,
        q: Array,
        low: Array,
        v: Array,
        weights: Array,
        stages: Array,
        i: int,
        h: float,
        chart: int,
    ) -> tuple[Array, Array]: ...
    def accept(self, values: object, stages: Array, i: int) -> bool: ...
    def finish(
        self,
        q: Array,
        q_low: Array,
        v: Array,
        v_low: Array,
        weights: Array,
        stages: Array,
        h: float,
        chart: int,
    ) -> tuple[Array, Array, Array, Array]: ...
    def velocity(self, X: Array, Xdot: Array) -> Array: ...
    def dexp_t(self, X: Array, W: Array) -> Array: ...
    def dexp_inv_t(self, X: Array, W: Array) -> Array: ...
    def difference(self, q0: Array, q1: Array) -> Array: ...
