"""A function of a robot as a graph: arguments, results and what must be positive as nodes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from lieref.codegen.base_and_loads import Loads, Variant
from lieref.codegen.generated_functions import Function, Size
from lieref.codegen.graph import Graph, needed, operations
from lieref.codegen.series_vectors import SeriesField, inverse_dynamics
from lieref.codegen.traced_loops import mechanism_of
from lieref.codegen.traced_robot import robot_of
from lieref.kinematics.frames import body_frame_of
from lieref.model.loops.loop_model import LoopModel

if TYPE_CHECKING:
    from lieref.model.model import Model


@dataclass(frozen=True)
class Array:
    """An argument or a result: rows x columns numbers, row by row; entries are nodes or numbers."""

    name: str
    rows: int
    columns: int
    about: str
    entries: list[Any]


@dataclass(frozen=True)
class Traced:
    """A traced function.

    pivots : what must be positive, one to each velocity coordinate, or none; in mechanisms, behind
        these, one to each coordinate that follows from the independent ones
    norms : squares of the quaternions of q on which the results depend; they must be positive, too
    variant : base and wrenches
    loops : whether it is of a mechanism
    """

    graph: Graph
    function: Function
    order: int
    inputs: tuple[Array, ...]
    outputs: tuple[Array, ...]
    pivots: list[Any]
    norms: list[Any]
    variant: Variant
    loops: bool

    @property
    def results(self) -> list[Any]:
        """Entries of all results, and what must be positive."""
        return _entries(self.outputs) + self.pivots + self.norms

    @property
    def operations(self) -> dict[str, int]:
        """How many operations of each kind."""
        return operations(self.graph, self.results)


def traced(
    model: Model | LoopModel,
    function: Function,
    order: int,
    variant: Variant | None = None,
    order_lanes: int = 1,
) -> Traced:
    """Trace a function of a model; order_lanes: adjacent orders in a vector."""
    tree, variant = (model.tree if isinstance(model, LoopModel) else model), variant or Variant()
    place = variant.place or body_frame_of(tree, tree.nbodies - 1)
    robot = robot_of(tree, place, variant.base)
    size = Size(order, tree.nq, model.nv, tree.nbodies)
    wanted = [(name, *shape(size), about) for name, shape, about in function.inputs]
    if variant.loaded:
        wanted.append(("wrenches", order + 1, 6 * len(variant.loaded), variant.about(tree)))
    entries = sum(rows * columns for _, rows, columns, _ in wanted)
    field = SeriesField(entries, order + 1, order_lanes)
    K = Graph(entries) if order_lanes == 1 else field.graph
    given, inputs, first = [], [], 0
    for name, rows, columns, about in wanted:
        own = K.inputs[first : first + rows * columns]
        first += rows * columns
        given.append([list(own[i * columns : (i + 1) * columns]) for i in range(rows)])
        inputs.append(Array(name, rows, columns, about, list(own)))
    if variant.loaded:
        robot = replace(robot, loads=Loads(variant.loaded, variant.inertial, given.pop()))
    loops = isinstance(model, LoopModel)
    results: Any
    pivots: list[Any] = []
    if order_lanes > 1:
        results = (inverse_dynamics(field, robot, given[0][0], given[1]),)
    elif isinstance(model, LoopModel):
        robot.turn(K, given[0][0])
        assert function.loops is not None
        results, pivots = function.loops(K, mechanism_of(model, robot), *given)
    else:
        robot.turn(K, given[0][0])
        results, pivots = function.trace(K, robot, *given)
    outputs = []
    for (name, shape, about), table in zip(function.outputs, results, strict=True):
        outputs.append(Array(name, *shape(size), about, [x for row in table for x in row]))
    norms = [] if order_lanes > 1 else _norms(K, tree, inputs[0].entries, outputs)
    return Traced(K, function, order, tuple(inputs), tuple(outputs), pivots, norms, variant, loops)


def _entries(arrays: Sequence[Array]) -> list[Any]:
    return [x for array in arrays for x in array.entries]


def _norms(K: Graph, tree: Model, q: list[Any], outputs: list[Array]) -> list[Any]:
    """Squares of the quaternions that the outputs depend on, nodes of their rotations."""
    used, norms = set(needed(K, _entries(outputs))), []
    for joint, first in zip(tree.joints, tree.idx_q, strict=True):
        if joint.nq > joint.nv:
            x, y, z, w = here = q[first + joint.nq - 4 : first + joint.nq]
            if used.intersection(part.place for part in here):
                norms.append(x * x + y * y + z * z + w * w)
    return norms
