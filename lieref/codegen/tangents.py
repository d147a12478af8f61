"""Derivatives of a graph's nodes along the coordinates of a robot, as further nodes.

Forward accumulation: what does not depend on a coordinate has no tangent, so that a coordinate
costs what moves with it alone. Rotations of joints of several degrees are variables of their own,
R' = R [e] for a turn about e: derivatives are those along q exp(e), and never pass through a
quaternion.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from lieref.codegen.graph import Graph, needed
from lieref.codegen.traced_robot import SEVERAL, Robot
from lieref.model.loops.coupling_trace import SECOND, Symbol
from lieref.model.tree.exact import rotation_from_quaternion

#: Tangents by node, where they are not zero.
Tangents = Mapping[int, Any]
#: Arguments, what is held, and the sign of friction without a width, whose derivative is zero.
STILL = ("input", "held", "sign")


def tangents(K: Graph, order: Sequence[int], seeds: Tangents) -> dict[int, Any]:
    """Tangents of nodes in their order, from those of some of them."""
    found = dict(seeds)
    for i in order:
        if i not in found:
            x = _tangent(K, i, found)
            if isinstance(x, Symbol) or x != 0:
                found[i] = x
    return found


def _tangent(K: Graph, i: int, found: Mapping[int, Any]) -> Any:
    """The tangent of one node from those of its operands."""
    op, *rest = K.nodes[i]
    if op in STILL or not any(x in found for x in rest if not isinstance(x, float)):
        return 0.0
    a, da = Symbol(K, rest[0]), found.get(rest[0], 0.0)
    if op in ("add", "sub", "mul"):
        b, db = Symbol(K, rest[1]), found.get(rest[1], 0.0)
        if op == "mul":
            return da * b + a * db
        return da + db if op == "add" else da - db
    if op == SECOND:
        # the cosine, of the angle of the sine before
        return -(a * found[K.nodes[rest[0]][1]])
    return {
        "neg": lambda: -da,
        "scale": lambda: rest[1] * da,
        "shift": lambda: da,
        "sincos": lambda: Symbol(K, i + 1) * da,
        "over": lambda: -(Symbol(K, i) * Symbol(K, i)) * da / rest[-1],
        "sqrt": lambda: da / (2 * Symbol(K, i)),
    }[op]()


def derivative(K: Graph, outputs: Sequence[Any], seeds: Tangents) -> list[Any]:
    """Derivatives of outputs, nodes or numbers, along one direction."""
    found = tangents(K, needed(K, outputs), seeds)
    return [found.get(x.place, 0.0) if isinstance(x, Symbol) else 0.0 for x in outputs]


def entry_seeds(entries: Iterable[Any]) -> list[dict[int, Any]]:
    """One direction to each argument."""
    return [{x.place: 1.0} for x in entries]


def configuration_seeds(K: Graph, robot: Robot, q: Sequence[Any]) -> list[dict[int, Any]]:
    """Directions along q exp(e), one to each velocity coordinate."""
    found: list[dict[int, Any]] = []
    for body in robot.exact.bodies:
        nq, nv = SEVERAL.get(body.kind, (1, 1))
        here = q[body.iq : body.iq + nq]
        if nv == 1:
            found.append({here[0].place: 1.0})
            continue
        R = rotation_from_quaternion(K, tuple(here[-4:]))
        for axis in range(3):
            # R [e], row by row: R_a of the columns b, c behind e is R_c and -R_b
            b, c = (axis + 1) % 3, (axis + 2) % 3
            seeds: dict[int, Any] = {}
            for row in R:
                _seed(K, seeds, row[b], row[c])
                _seed(K, seeds, row[c], -row[b])
            found.append(seeds)
        if body.kind == "free":
            columns = zip(*R, strict=True)
            found += [
                {x.place: y for x, y in zip(here[:3], column, strict=True)} for column in columns
            ]
    return found


def _seed(K: Graph, seeds: dict[int, Any], x: Symbol, tangent: Any) -> None:
    """The tangent of a node, without its sign: others use it without."""
    op, *rest = K.nodes[x.place]
    if op == "neg":
        seeds[rest[0]] = -tangent
    else:
        seeds[x.place] = tangent
