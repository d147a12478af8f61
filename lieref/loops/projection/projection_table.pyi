"""Tables of a mechanism for the methods that the recursions over clusters are compared with."""

import numpy as np
from numpy.typing import NDArray

from lieref.model.loops.loop_model import LoopModel
from lieref.model.model import Model

class ProjectionTable:
    tree: Model
    kept: Model
    nv: int
    nclusters: int
    nrotors: int
    rank: int
    # if this is not None, there is no independent tree and `kept`, `kept_...` are None
    without_approximation: str | None
    kept_bodies: NDArray[np.intp]
    kept_q: NDArray[np.intp]
    def __init__(self, model: LoopModel) -> None: ...

def projection_table(model: LoopModel) -> ProjectionTable: ...
