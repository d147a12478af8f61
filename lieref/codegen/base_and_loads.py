"""The base's representation, and wrenches on bodies, in traced functions."""

from __future__ import annotations

from dataclasses import dataclass
from math import factorial
from typing import TYPE_CHECKING, Any

from lieref.algebra.series import taylor
from lieref.algebra.series.taylor import Series
from lieref.codegen.graph import Graph
from lieref.dynamics.inverse.default.applied_twin import inertial_torques
from lieref.dynamics.inverse.default.bodies_twin import Body
from lieref.dynamics.inverse.default.inverse_dynamics_twin import attitudes, subtract_wrenches
from lieref.model.tree.exact import (
    ExactModel,
    apply,
    multiply,
    rotation_from_quaternion,
)

if TYPE_CHECKING:
    from lieref.model.model import Model
    from lieref.model.tree.frames import BodyFrame

Rows = list[list[Any]]


@dataclass(frozen=True)
class Variant:
    """What a function of a model is traced for.

    base : representation of the twists of free joints on the world
    loaded : bodies that have wrenches among the arguments
    inertial : whether these are in inertial axes
    place : what a Jacobian is of, None for the last body
    """

    base: str = "body"
    loaded: tuple[int, ...] = ()
    inertial: bool = False
    place: BodyFrame | None = None

    @property
    def argument(self) -> str:
        """The name of the wrenches as an argument of `lieref.check.reference`."""
        return "inertial_wrenches" if self.inertial else "wrenches"

    def about(self, model: Model) -> str:
        """What the wrenches are, for the header."""
        names = ", ".join(model.names[i] for i in self.loaded)
        axes = "inertial" if self.inertial else "body"
        return f"moment and force at the origins of {names}, {axes} axes; then their derivatives"


@dataclass(frozen=True)
class Loads:
    """Wrenches on some bodies: rows of plain derivatives, six numbers to a body."""

    bodies: tuple[int, ...]
    inertial: bool
    rows: Rows

    def series(self, nbodies: int, n: int) -> list[list[Series]]:
        """Taylor coefficients of the wrench on each body."""
        found = [[[0.0] * n for _ in range(6)] for _ in range(nbodies)]
        for place, i in enumerate(self.bodies):
            for c in range(6):
                found[i][c] = [self.rows[k][6 * place + c] / factorial(k) for k in range(n)]
        return found

    def act(self, K: Graph, bodies: list[Body], base: str, n: int) -> list[Series] | None:
        """Take wrenches in body axes from the bodies' own; forces of those in inertial axes."""
        series = self.series(len(bodies), n)
        if not self.inertial:
            subtract_wrenches(bodies, series)
            return None
        torques = inertial_torques(bodies, attitudes(K, bodies), series, base)
        return [torque for joint in torques for torque in joint]


def base_changes(K: Graph, exact: ExactModel, base: str, q: list[Any]) -> list[tuple[range, Rows]]:
    """Velocity coordinates of each free joint on the world, and T of v_body = T v_base there.

    See `lieref.dynamics.shared.base_change`.
    """
    found = []
    for body in exact.bodies:
        if base == "body" or body.kind != "free" or body.parent >= 0:
            continue
        here = q[body.iq : body.iq + 7]
        back = taylor.transpose(multiply(body.R, rotation_from_quaternion(K, tuple(here[3:]))))
        unit = [[float(i == j) for j in range(3)] for i in range(3)]
        nil = [[0.0] * 3 for _ in range(3)]
        lower = nil
        if base == "spatial":
            # v_body = R^T (v - p x w)
            p = [a + b for a, b in zip(body.p, apply(body.R, tuple(here[:3])), strict=True)]
            minus = ((0.0, p[2], -p[1]), (-p[2], 0.0, p[0]), (p[1], -p[0], 0.0))
            lower = [list(row) for row in multiply(tuple(map(tuple, back)), minus)]
        upper = unit if base == "mixed" else back
        T = [[*a, *b] for a, b in zip(upper, nil, strict=True)]
        T += [[*a, *b] for a, b in zip(lower, back, strict=True)]
        found.append((range(body.iv, body.iv + 6), T))
    return found


def times_changes(rows: Rows, changes: list[tuple[range, Rows]]) -> Rows:
    """Columns by coordinates of v_body as those by v_base: A T."""
    found = [list(row) for row in rows]
    for here, T in changes:
        for row, new in zip(rows, found, strict=True):
            for c, j in enumerate(here):
                new[j] = sum((row[i] * t[c] for i, t in zip(here, T, strict=True)), 0.0)
    return found


def congruent(H: Rows, changes: list[tuple[range, Rows]]) -> Rows:
    """T^T H T of a symmetric H."""
    if not changes:
        return H
    half = times_changes(H, changes)
    whole = times_changes([list(column) for column in zip(*half, strict=True)], changes)
    for i in range(len(whole)):
        for j in range(i):
            whole[j][i] = whole[i][j]
    return whole
