"""Inputs of the shipped reference values: two models with every joint type, and states.

Drawn with `random.Random`, whose ``random`` is the same in every Python, and made with operations
that are rounded correctly everywhere (+ - * /, square root, fsum): the same doubles on every
machine. Most numbers have four decimals, to be read.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any

from lieref.model.model import Model

ORDER = 5
# Next to 0, pi and -pi, a turn and more: where coefficient functions and sincos go wrong.
EDGES = (1e-9, -1e-3, math.pi - 1e-9, -math.pi + 1e-6, 100.0, math.pi / 2, -1e-6, 4.5)
FAR = (6e5, -4.8e5, 6.4e5)  # 1e6 m from the inertial origin

# joint types in the order in which the bodies come
KINDS = (
    "revolute", "prismatic", "spherical", "helical", "universal", "screw", "cylindrical",
    "planar", "euler",
)  # fmt: skip


class Draw:
    """Numbers of one seed."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def number(self, size: float = 1.0) -> float:
        """Return a number between -size and size, four decimals."""
        return round(size * (2.0 * self._random.random() - 1.0), 4)

    def vector(self, n: int, size: float = 1.0) -> list[float]:
        """Return n numbers."""
        return [self.number(size) for _ in range(n)]

    def unit(self, n: int) -> list[float]:
        """Return a unit vector of n entries, to rounding."""
        return unit(self.vector(n))

    def pose(self, size: float) -> list[list[float]]:
        """Return a 4x4 pose within size."""
        x, y, z, w = self.unit(4)
        rotation = [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
        top = [[*row, self.number(size)] for row in rotation]
        return [*top, [0.0, 0.0, 0.0, 1.0]]


def unit(x: list[float]) -> list[float]:
    """Return x / |x|."""
    norm = math.sqrt(math.fsum(a * a for a in x))
    return [a / norm for a in x]


def _joint(kind: str, draw: Draw) -> dict[str, Any]:
    """A joint by the name of its class and its parameters."""
    made: dict[str, Callable[[], dict[str, Any]]] = {
        "revolute": lambda: {
            "type": "Revolute", "axis": draw.unit(3), "point": draw.vector(3, 0.2)
        },
        "prismatic": lambda: {"type": "Prismatic", "axis": draw.unit(3)},
        "helical": lambda: {
            "type": "Helical", "axis": draw.unit(3), "pitch": 0.15, "point": draw.vector(3, 0.2)
        },
        "screw": lambda: {"type": "Screw", "X": [*draw.unit(3), *draw.vector(3, 0.3)]},
        "spherical": lambda: {"type": "Spherical"},
        "free": lambda: {"type": "Free"},
        "universal": lambda: {"type": "Universal", "axis1": draw.unit(3), "axis2": draw.unit(3)},
        "cylindrical": lambda: {"type": "Cylindrical", "axis": draw.unit(3)},
        # a normal whose plane's axes come out without rounding
        "planar": lambda: {"type": "Planar", "normal": [0.6, 0.0, 0.8]},
        "euler": lambda: {"type": "EulerAngles", "sequence": "zyx"},
    }  # fmt: skip
    return made[kind]()


def _body(name: str, parent: str | None, kind: str, draw: Draw) -> dict[str, Any]:
    """Arguments of `ModelBuilder.add_body`; the inertia belongs to a body that can exist."""
    a, b, c = draw.vector(3, 0.002)
    moments = [round(0.02 + abs(draw.number(0.008)), 4) for _ in range(3)]
    return {
        "name": name,
        "parent": parent,
        "joint": _joint(kind, draw),
        "placement": draw.pose(0.3),
        "mass": round(1.0 + abs(draw.number()), 4),
        "com": draw.vector(3, 0.15),
        "inertia": [[moments[0], a, b], [a, moments[1], c], [b, c, moments[2]]],
    }


def models() -> dict[str, Any]:
    """Return the descriptions of both models, as `lieref.selftest.build_model` takes them.

    tree: a free base and every joint type, a free one among them, on branches; forest: every
    joint type on the world, so that each root path runs.
    """
    draw = Draw(1)
    tree = [_body("base", None, "free", draw)]
    for i, kind in enumerate((*KINDS, "free")):
        parent = tree[max(0, i - 2) if i % 3 else i // 2]["name"]
        tree.append(_body(kind, parent, kind, draw))
    forest = [_body(kind, None, kind, draw) for kind in KINDS]
    forest.append(_body("tip", "spherical", "revolute", draw))
    gravity = [0.3, -0.2, -9.81]
    return {
        "tree": {"name": "tree", "gravity": gravity, "bodies": tree},
        "forest": {"name": "forest", "gravity": gravity, "bodies": forest},
    }


def _quaternion(draw: Draw, edge: int | None) -> list[float]:
    """Generic, or next to a turn of pi, or next to none."""
    if edge is None:
        return draw.unit(4)
    axis, small = draw.unit(3), 5e-10
    return unit([*axis, small]) if edge % 2 else unit([*(small * x for x in axis), 1.0])


def _configuration(model: Model, draw: Draw, edges: bool) -> list[float]:
    q: list[float] = []
    for i, joint in enumerate(model.joints):
        if joint.kind == "free":
            q += draw.vector(3, 0.5)
        if joint.nq > 1:
            q += _quaternion(draw, i if edges else None)
        else:
            size = 0.3 if joint.kind == "prismatic" else 3.1
            q.append(EDGES[i % len(EDGES)] if edges and size > 1 else draw.number(size))
    return q


def state(model: Model, name: str, seed: int, kind: str) -> dict[str, Any]:
    """Return q, v and loads for orders 0 .. ORDER; the size of v^(k) is k!, a generic motion.

    kind: "generic", "edge" (every angle one of EDGES) or "far" (the generic state elsewhere).
    """
    draw = Draw(seed)
    q = _configuration(model, draw, kind == "edge")
    if kind == "far":
        q[:3] = FAR
    rows = range(ORDER + 1)
    return {
        "model": name,
        "q": q,
        "v": [draw.vector(model.nv, float(math.factorial(k))) for k in range(ORDER + 2)],
        "wrenches": [[draw.vector(6) for _ in range(model.nbodies)] for _ in rows],
        "tau_ext": [draw.vector(model.nv) for _ in rows],
    }
