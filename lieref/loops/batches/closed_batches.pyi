"""Types of the compiled module of the same name."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.model.loops.loop_model import LoopModel

Array = NDArray[np.float64]

def inverse_dynamics(
    single: Callable[..., Any],
    model: object,
    arguments: Sequence[Any],
    cores: Sequence[int],
    workers: int,
) -> Any: ...
def forward_dynamics(
    single: Callable[..., Any],
    model: object,
    arguments: Sequence[Any],
    cores: Sequence[int],
    workers: int,
) -> Any: ...
def joint_space_inertia(
    single: Callable[..., Any],
    model: object,
    arguments: Sequence[Any],
    cores: Sequence[int],
    workers: int,
) -> Any: ...
def expanded_motions(
    model: LoopModel, q: ArrayLike, v: ArrayLike
) -> tuple[Array, Array, Array]: ...
