"""First and second partial derivatives from runs over pairs of coordinates.

The shape that every method shares which differentiates the dynamics as a whole: a state with its
map, the pairs that can have a second derivative, and the tensors they fill.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from lieref.model.checks import Axes, Base
from lieref.partials.results import (
    ForwardDynamicsPartials,
    ForwardDynamicsSecondPartials,
    InverseDynamicsPartials,
    InverseDynamicsSecondPartials,
)
from lieref.partials.second_order_numbers.displaced import (
    NONE,
    Displacements,
    Indices,
    Move,
    Number,
    composed,
)
from lieref.partials.second_order_numbers.pairs import checked, rows_of, rows_of_many

if TYPE_CHECKING:
    from lieref.model.model import Model

Array = NDArray[np.float64]

# Pairs to a run: their numbers stay in the processor's cache.
CHUNK = 128
# The second partials in the order of the results: which argument is moved along e1, which along
# e2; "u" is the acceleration of inverse and the force of forward dynamics.
SECOND = (("q", "q"), ("v", "v"), ("q", "v"), ("u", "q"))

FIRST_RESULTS: dict[str, Callable[..., Any]] = {
    "inverse": InverseDynamicsPartials,
    "forward": ForwardDynamicsPartials,
}
SECOND_RESULTS: dict[str, Callable[..., Any]] = {
    "inverse": InverseDynamicsSecondPartials,
    "forward": ForwardDynamicsSecondPartials,
}


@dataclass(frozen=True)
class State:
    """A state, or a row of many, checked, and which dynamics maps it.

    Attributes
    ----------
    dynamics : {"inverse", "forward"}
    q, v, u : (nq,), (nv,), (nv,) arrays, or (B, nq), (B, nv), (B, nv)
        u is the acceleration of inverse and the force of forward dynamics.
    base, wrenches, wrench_axes
        As of `inverse_dynamics_partials`.
    workers : int
        Threads that share many states.
    """

    model: Model
    dynamics: str
    q: Array
    v: Array
    u: Array
    base: Base
    wrenches: Array | None
    wrench_axes: Axes
    workers: int = 1

    def rows(self, number: str, q: Array, v: Array, u: Array) -> Array:
        """Forces or accelerations of one state a row; `pairs.rows_of` with this one's loads.

        Of many states (B, n, nq, 4) and so on, their n rows each: `pairs.rows_of_many`.
        """
        loads = (self.base, self.wrenches, self.wrench_axes)
        if self.q.ndim == 1:
            return rows_of(self.model, self.dynamics, number, q, v, u, *loads)
        return rows_of_many(self.model, self.dynamics, number, q, v, u, *loads, self.workers)


def inverse_state(
    model: Model,
    q: Any,
    v: Any,
    a: Any,
    base: Base = "body",
    wrenches: Any = None,
    wrench_axes: Axes = "body",
) -> State:
    """State of inverse dynamics; parameters and errors of `inverse_dynamics_partials`."""
    q, v, a, wrenches = checked(model, q, v, "a", a, base, wrenches, wrench_axes)
    return State(model, "inverse", q, v, a, base, wrenches, wrench_axes)


def forward_state(
    model: Model,
    q: Any,
    v: Any,
    tau: Any,
    base: Base = "body",
    wrenches: Any = None,
    wrench_axes: Axes = "body",
) -> State:
    """State of forward dynamics; parameters and errors of `forward_dynamics_partials`."""
    q, v, tau, wrenches = checked(model, q, v, "tau", tau, base, wrenches, wrench_axes)
    return State(model, "forward", q, v, tau, base, wrenches, wrench_axes)


def owners(model: Model) -> Indices:
    """(nv,) the joint of each velocity coordinate"""
    return np.repeat(np.arange(model.nbodies), [joint.nv for joint in model.joints])


def related(model: Model, dynamics: str) -> NDArray[np.bool_]:
    """(nv, nv): can a second derivative along these two coordinates be other than zero?

    Of forces only if one of the joints carries the other: the load of a body depends on the joints
    below it alone, and so does the axis that it is projected on. Of accelerations in one tree.
    """
    n = model.nbodies
    supports = np.eye(n, dtype=bool)
    for i, parent in enumerate(model.parents):
        if parent >= 0:
            supports[i] |= supports[parent]
    if dynamics == "inverse":
        joints = supports | supports.T
    else:
        roots = supports[:, np.asarray(model.parents) < 0].astype(int)
        joints = roots @ roots.T > 0
    owner = owners(model)
    return joints[np.ix_(owner, owner)]


def second_tensors(
    model: Model,
    dynamics: str,
    along: Callable[[str, str, Indices, Indices], Array],
    wanted: Sequence[tuple[str, str]] = SECOND,
) -> list[Array]:
    """The tensors wanted from along(name, name, first, second): (n, nv), a pair each.

    Coordinates of two joints are those of a product, where the order does not matter: one order
    of each pair of them is computed for q, q and v, v, both within a joint.
    """
    owner, pairs = owners(model), related(model, dynamics)
    out = []
    for names in wanted:
        repeated = names[0] == names[1]
        first, second = np.nonzero(pairs & (owner[:, None] <= owner) if repeated else pairs)
        tensor = np.zeros((model.nv, model.nv, model.nv))
        for start in range(0, len(first), CHUNK):
            j, k = first[start : start + CHUNK], second[start : start + CHUNK]
            rows = along(*names, j, k).T
            tensor[:, j, k] = rows
            if repeated:
                apart = owner[j] != owner[k]
                tensor[:, k[apart], j[apart]] = rows[:, apart]
        out.append(tensor)
    return out


def second_along(
    state: State, number: Number, move: Move = composed
) -> Callable[[str, str, Indices, Indices], Array]:
    """The function that `second_tensors` wants, by second-order numbers."""
    displacements = Displacements(state.model, state.q, number, move)

    def along(e1: str, e2: str, first: Indices, second: Indices) -> Array:
        rows = moved_rows(state, number, displacements, (e1, first), (e2, second))
        return rows[..., 3] / number.step / number.step

    return along


def moved_rows(
    state: State,
    number: Number,
    displacements: Displacements,
    e1: tuple[str, Indices],
    e2: tuple[str, Indices],
) -> Array:
    """(..., n, nv, 4): the map of the state with an argument moved along e1, and one along e2."""
    none = np.full(len(e1[1]), NONE)

    def moves(name: str) -> tuple[Indices, Indices]:
        return (e1[1] if e1[0] == name else none, e2[1] if e2[0] == name else none)

    return state.rows(
        number.name,
        displacements(*moves("q")),
        _moved(state.v, number.step, *moves("v")),
        _moved(state.u, number.step, *moves("u")),
    )


def _moved(values: Array, step: float, first: Indices, second: Indices) -> Array:
    """(..., n, nv, 4): values + step e1 at the places `first` + step e2 at `second`, or NONE."""
    *many, count = values.shape
    out = np.zeros((*many, len(first), count, 4))
    out[..., 0] = values[..., None, :]
    for part, places in ((1, first), (2, second)):
        rows = np.flatnonzero(places != NONE)
        out[..., rows, places[rows], part] = step
    return out


def first_matrices(state: State, number: Number) -> list[Array]:
    """Matrices (..., nv, nv) of q, v, u: two coordinates to a run, one along e1, one along e2."""
    displacements = Displacements(state.model, state.q, number)
    nv = state.model.nv
    places = np.append(np.arange(nv), np.full(nv % 2, NONE)).reshape(-1, 2)
    out = []
    for name in "qvu":
        moves = [(name, places[:, i].copy()) for i in range(2)]
        rows = moved_rows(state, number, displacements, *moves)
        # (n, nv, 2) to (nv, 2 n): a column to each coordinate
        columns = rows[..., 1:3].swapaxes(-3, -2)
        columns = columns.reshape(*columns.shape[:-2], places.size)
        out.append(columns[..., :nv] / number.step)
    return out
