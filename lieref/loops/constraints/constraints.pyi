"""The compiled constraint stage, and what of it Python needs; checks are in `constraint_state`."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.loops.constraints.loop_tables import LoopTables
from lieref.model.loops.loop_model import LoopModel

#: Configurations that `run_displaced` takes side by side, on this processor.
PAIRS: int

def run(
    tables: LoopTables,
    q: NDArray[np.float64],
    ydot: NDArray[np.float64],
    driven: NDArray[np.float64],
    G: NDArray[np.float64],
    g: NDArray[np.float64],
    qdot: NDArray[np.float64],
    measure: NDArray[np.float64],
) -> int: ...
def is_closed(t: LoopTables, q: ArrayLike) -> bool: ...
def run_motion(
    tables: LoopTables,
    q: NDArray[np.float64],
    y: NDArray[np.float64],
    qdot: NDArray[np.float64],
    G: NDArray[np.float64],
) -> int: ...
def run_displaced(
    tables: LoopTables,
    clusters: NDArray[np.intc],
    q: NDArray[np.float64],
    ydot: NDArray[np.float64],
    driven: NDArray[np.float64],
    G: NDArray[np.float64],
    g: NDArray[np.float64],
) -> int: ...
def run_equations(
    tables: LoopTables,
    q: NDArray[np.float64],
    driven: NDArray[np.float64],
    qdot: NDArray[np.float64],
    phi: NDArray[np.float64],
    K: NDArray[np.float64],
    bias: NDArray[np.float64],
) -> None: ...
def run_newton_step(
    tables: LoopTables,
    k: int,
    q: NDArray[np.float64],
    driven: NDArray[np.float64],
    step: NDArray[np.float64],
) -> float: ...
def closed_configuration(
    model: LoopModel, tables: LoopTables, y: ArrayLike, near: ArrayLike | None = None
) -> NDArray[np.float64]: ...
def close_dependents(model: LoopModel, tables: LoopTables, q: NDArray[np.float64]) -> int: ...
def impose_couplings(model: LoopModel, tables: LoopTables, q: NDArray[np.float64]) -> None: ...
