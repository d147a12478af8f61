"""Types of the compiled module of the same name."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.loops.constraints.loop_tables import LoopTables
from lieref.partials.results import ForwardDynamicsPartials

Array = NDArray[np.float64]

def slopes(
    t: LoopTables, q: Array, y: Array, a: Array
) -> tuple[tuple[Array, Array, Array], int]: ...
def reduced(
    t: LoopTables, maps: Array, bends: Array, force: Array, first: Sequence[Array]
) -> list[Array]: ...
def forward_partials(first: Sequence[Array]) -> ForwardDynamicsPartials: ...

class ManyStates:
    axes: tuple[int, ...]
    q: Array
    def __init__(
        self,
        single: Callable[..., Any],
        model: object,
        arguments: Sequence[tuple[str, Any, int]],
        workers: int,
    ) -> None: ...
    def spread(self, k: int) -> Any: ...
    def slopes(self, y: ArrayLike, a: ArrayLike) -> tuple[Array, Array, Array]: ...
    def reduced(
        self, maps: Array, bends: Array, force: Array, first: Sequence[Array]
    ) -> tuple[Array, Array, Array]: ...
    def partials(
        self, y: ArrayLike, a: ArrayLike, loads: Array | None, forward: bool
    ) -> tuple[Array, Array, Array]: ...
