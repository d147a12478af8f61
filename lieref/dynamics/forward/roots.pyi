"""Where the trees of a model hang from the world, and the change of their representation."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lieref.dynamics.shared.base_change import BaseChange
from lieref.model.model import Model

class Root:
    body: int
    mass: float
    coordinates: NDArray[np.intp]
    here: slice | None
    R: NDArray[Any] | None
    p: NDArray[Any]

def root_poses(model: Model, q: NDArray[Any]) -> list[Root]: ...
def seen_from_roots(model: Model, v: NDArray[Any], base: str) -> NDArray[Any]: ...
def spatial_roots(
    model: Model, q: NDArray[Any], series: NDArray[Any]
) -> tuple[NDArray[Any], list[tuple[slice, NDArray[Any]]]]: ...
def resting_roots(
    model: Model, q: NDArray[Any], v: NDArray[Any], base: str
) -> tuple[NDArray[Any], list[tuple[int, NDArray[Any]]]]: ...
def add_taken(taken: list[tuple[int, NDArray[Any]]], da_dv: NDArray[Any]) -> None: ...
def base_changes(
    model: Model, q: NDArray[Any], rates: NDArray[Any] | None, base: str, n: int
) -> list[BaseChange]: ...
