"""Tables of a mechanism's clusters for the compiled recursions."""

from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.model.loops.clusters import Cluster
from lieref.model.model import Model

class GroupTable:
    model: Model
    nv: int
    ngroups: int
    packed: int
    places: tuple[int, ...]
    clusters: tuple[Cluster, ...]
    coordinates: tuple[tuple[int, ...], ...]
    group_clusters: tuple[tuple[int, ...], ...]
    def __init__(
        self,
        model: Model,
        clusters: Sequence[Cluster],
        columns: Sequence[Sequence[int]],
        singles: Literal["joint", "group"] = "joint",
    ) -> None: ...
    def pack(self, G: ArrayLike) -> NDArray[np.float64]: ...
