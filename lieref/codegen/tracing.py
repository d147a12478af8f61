"""A function of a robot as a graph: arguments, results and pivots as nodes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lieref.codegen.generated_functions import Function, Size
from lieref.codegen.graph import Graph, operations
from lieref.codegen.traced_robot import robot_of
from lieref.kinematics.frames import place_of

if TYPE_CHECKING:
    from lieref.model.model import Model
    from lieref.model.tree.frames import Place


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

    pivots : what must be positive, one to each velocity coordinate, or none
    """

    graph: Graph
    function: Function
    order: int
    inputs: tuple[Array, ...]
    outputs: tuple[Array, ...]
    pivots: list[Any]

    @property
    def results(self) -> list[Any]:
        """Entries of all results and the pivots."""
        return [x for array in self.outputs for x in array.entries] + self.pivots

    @property
    def operations(self) -> dict[str, int]:
        """How many operations of each kind."""
        return operations(self.graph, self.results)


def traced(model: Model, function: Function, order: int, place: Place | None = None) -> Traced:
    """Trace a function of a model; place: what a Jacobian is of, by default the last body."""
    robot = robot_of(model, place_of(model, model.nbodies - 1) if place is None else place)
    size = Size(order, model.nq, model.nv, model.nbodies)
    shapes = [shape(size) for _, shape, _ in function.inputs]
    K = Graph(sum(rows * columns for rows, columns in shapes))
    given, inputs, first = [], [], 0
    for (name, _, about), (rows, columns) in zip(function.inputs, shapes, strict=True):
        own = K.inputs[first : first + rows * columns]
        first += rows * columns
        given.append([list(own[i * columns : (i + 1) * columns]) for i in range(rows)])
        inputs.append(Array(name, rows, columns, about, list(own)))
    robot.turn(K, given[0][0])
    results, pivots = function.trace(K, robot, *given)
    outputs = []
    for (name, shape, about), table in zip(function.outputs, results, strict=True):
        outputs.append(Array(name, *shape(size), about, [x for row in table for x in row]))
    return Traced(K, function, order, tuple(inputs), tuple(outputs), pivots)
