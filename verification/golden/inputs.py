"""The cases of the golden data: robots, states, and what is computed of them.

Velocities, forces and masses are multiples of 1/256, so that their decimals are short; unit
vectors, quaternions and the robots' own numbers are doubles with all their digits.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from math import factorial
from typing import Any

import lieref
from lieref.model.model import Model
from verification.subjects import robots
from verification.subjects.reference_inputs import unit

ORDER = 5
GRAVITY = (0.25, -0.5, -9.8125)
Numbers = list[float]

BASES = ("body", "spatial", "hybrid", "mixed")
EVERY = (
    "inverse_dynamics",
    "forward_dynamics",
    "hybrid_dynamics",
    "joint_space_inertia",
    "coriolis_matrix",
    "christoffel_symbols",
    "inverse_dynamics_partials",
    "inverse_dynamics_second_partials",
    "forward_dynamics_partials",
    "forward_dynamics_second_partials",
)
# Of other representations than "body", and of larger robots.
MOTIONS = EVERY[:5]
LARGE = (*EVERY[:5], "inverse_dynamics_partials", "forward_dynamics_partials")


class Draw:
    """Numbers of one seed, the same on every machine."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def number(self, size: int = 1) -> float:
        """Return a multiple of 1/256 times size, at most size."""
        return size * (int(512 * self._random.random()) - 256) / 256

    def vector(self, n: int, size: int = 1) -> Numbers:
        """Return n such numbers."""
        return [self.number(size) for _ in range(n)]

    def unit(self, n: int) -> Numbers:
        """Return a unit vector, to rounding."""
        return unit([x + 1 / 512 for x in self.vector(n)])

    def pose(self) -> list[Numbers]:
        """Return a 4x4 pose, its origin within a metre in each direction."""
        x, y, z, w = self.unit(4)
        rotation = [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
        return [*([*row, self.number()] for row in rotation), [0.0, 0.0, 0.0, 1.0]]


def _joint(kind: str, draw: Draw) -> Any:
    def axis() -> tuple[float, float, float]:
        x, y, z = draw.unit(3)
        return x, y, z

    def point() -> tuple[float, float, float]:
        x, y, z = draw.vector(3)
        return x, y, z

    made: dict[str, Callable[[], Any]] = {
        "revolute": lambda: lieref.Revolute(axis(), point()),
        "prismatic": lambda: lieref.Prismatic(axis()),
        "helical": lambda: lieref.Helical(axis(), 0.375, point()),
        "spherical": lieref.Spherical,
        "free": lieref.Free,
        "universal": lambda: lieref.Universal(axis(), axis()),
        "cylindrical": lambda: lieref.Cylindrical(axis()),
        # a normal whose plane's axes come out without rounding
        "planar": lambda: lieref.Planar((0.6, 0.0, 0.8)),
        "euler_angles": lambda: lieref.EulerAngles("zyx"),
    }
    return made[kind]()


def tree(name: str, parts: tuple[tuple[str, int | None], ...], seed: int) -> Model:
    """Return a tree of joints of these kinds on these bodies (None: the world)."""
    draw = Draw(seed)
    builder = lieref.ModelBuilder(GRAVITY, name)
    for i, (kind, parent) in enumerate(parts):
        a, b, c = (x / 16 for x in draw.vector(3))
        moments = [1 + x / 4 for x in draw.vector(3)]
        builder.add_body(
            f"body_{i}",
            None if parent is None else f"body_{parent}",
            _joint(kind, draw),
            draw.pose(),
            mass=1.5 + draw.number() / 2,
            com=draw.vector(3),
            inertia=[[moments[0], a, b], [a, moments[1], c], [b, c, moments[2]]],
        )
    return builder.build_tree()


def state(model: Model, base: str, seed: int, loaded: bool) -> dict[str, Any]:
    """Return the inputs of every quantity for orders 0 .. ORDER; v^(k) is of size k!."""
    draw = Draw(seed)
    q: Numbers = []
    for joint in model.joints:
        q += draw.vector(3) if joint.kind == "free" else []
        q += draw.unit(4) if joint.nq > 1 else [draw.number(3 if joint.kind != "prismatic" else 1)]
    given: dict[str, Any] = {
        "base": base,
        "q": q,
        "v": [draw.vector(model.nv, factorial(k)) for k in range(ORDER + 2)],
        "tau": [draw.vector(model.nv, 4 * factorial(k)) for k in range(ORDER + 1)],
        "prescribed": [j % 3 == 1 for j in range(model.nv)],
    }
    if loaded:
        rows = range(ORDER + 1)
        given["wrenches"] = [[draw.vector(6) for _ in range(model.nbodies)] for _ in rows]
        given["wrench_axes"] = "body" if base == "body" else "inertial"
        given["tau_ext"] = [draw.vector(model.nv) for _ in rows]
    return given


@dataclass(frozen=True)
class TreeCase:
    """A robot in a state, and what is computed of it."""

    name: str
    model: Callable[[], Model]
    quantities: tuple[str, ...]
    base: str = "body"
    loaded: bool = False
    seed: int = 1

    def inputs(self, model: Model) -> dict[str, Any]:
        """Return the state."""
        return state(model, self.base, self.seed, self.loaded)


EVERY_JOINT = (
    ("free", None), ("revolute", 0), ("spherical", 1), ("helical", 0), ("prismatic", 3),
)  # fmt: skip
SINGLE = (
    "revolute", "prismatic", "helical", "spherical", "universal", "cylindrical", "planar",
    "euler_angles",
)  # fmt: skip


def _single(kind: str) -> Callable[[], Model]:
    return lambda: tree(kind, ((kind, None),), seed=11)


def _urdf(path: str, base: robots.Base) -> Callable[[], Model]:
    return lambda: robots.build({"name": "urdf", "path": path, "base": base})


def _trees() -> list[TreeCase]:
    """All cases of trees."""
    cases = [TreeCase(f"joint_{kind}", _single(kind), EVERY) for kind in SINGLE]
    free = {base: EVERY if base == "body" else MOTIONS for base in BASES}
    cases += [
        TreeCase(f"joint_free_{base}", _single("free"), quantities, base, loaded=True)
        for base, quantities in free.items()
    ]
    serial, binary = lieref.catalogue.serial_chain, lieref.catalogue.binary_tree
    manipulator = lieref.catalogue.aerial_manipulator

    def every_joint() -> Model:
        return tree("every_joint", EVERY_JOINT, seed=12)

    cases += [
        TreeCase("serial_chain", lambda: serial(4), EVERY, loaded=True),
        TreeCase("binary_tree", lambda: binary(7), EVERY),
        TreeCase("aerial_manipulator", lambda: manipulator(2, 2), EVERY),
        TreeCase("every_joint_tree", every_joint, EVERY, loaded=True),
        TreeCase("every_joint_tree_mixed", every_joint, MOTIONS, "mixed", loaded=True),
        TreeCase("robot_ur5", _urdf("ur_description/urdf/ur5_robot.urdf", "fixed"), EVERY),
        TreeCase("robot_solo12", _urdf("solo12.urdf", "free"), LARGE),
    ]
    return cases


TREES = {case.name: case for case in _trees()}
