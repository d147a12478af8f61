"""Tables of a model with loops, compiled once: constants at 40 digits, each rounded once."""

import numpy as np
from numpy.typing import NDArray

from lieref.loops.couplings.programs import Programs
from lieref.model.loops.loop_model import LoopModel
from lieref.model.model import Model

class LoopTables:
    tree: Model
    n_clusters: int
    nv: int
    n_G: int
    n_driven: int
    n_work: int
    n_closing: int
    shapes: tuple[tuple[int, int, int], ...]
    free_orders: tuple[list[int], ...]
    owners: tuple[tuple[str, float], ...]
    row_ranges: tuple[tuple[int, int], ...]
    tree_units: NDArray[np.float64]
    row_units: NDArray[np.float64]
    programs: Programs
    def __init__(self, model: LoopModel) -> None: ...
    def coupling_values(self, q: NDArray[np.float64]) -> NDArray[np.float64]: ...
    def coupling_parts(self, q: NDArray[np.float64], twice: bool) -> NDArray[np.float64]: ...
    def dense(self, packed: NDArray[np.float64], unit: float = 1.0) -> NDArray[np.float64]: ...
    def dense_series(self, packed: NDArray[np.float64]) -> NDArray[np.float64]: ...

def loop_tables(model: LoopModel) -> LoopTables: ...
