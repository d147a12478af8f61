"""A robot as numbers for traces: frames, constants and joint physics; its inverse dynamics."""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass, replace
from decimal import Decimal
from math import factorial
from typing import TYPE_CHECKING, Any

from lieref.algebra.series import taylor
from lieref.algebra.series.taylor import Series
from lieref.codegen.base_and_loads import Loads
from lieref.codegen.graph import Graph
from lieref.codegen.tree_frames import few_operations, regrouped, rounded
from lieref.dynamics.inverse.default.bodies_twin import Body, series_bodies
from lieref.dynamics.inverse.default.inverse_dynamics_twin import base_to_tip, tip_to_base
from lieref.dynamics.shared.joint_physics_twin import known_torque
from lieref.model.tree.compiled import DIGITS, body_constants
from lieref.model.tree.exact import (
    DecimalField,
    ExactCoordinate,
    ExactModel,
    Matrix,
    Vector,
    exact_model,
)
from lieref.model.tree.frames import BodyFrame

if TYPE_CHECKING:
    from lieref.model.model import Model

#: How many coordinates joints of several degrees have: configuration, velocity.
SEVERAL = {"spherical": (4, 3), "free": (7, 6)}


@dataclass(frozen=True)
class Robot:
    """What functions are traced with; numbers are doubles.

    exact : bodies in their new frames, see `lieref.codegen.tree_frames`
    rows : constants of the bodies, as of `body_constants`
    turns : cosine and sine of the constant angle of each joint, None for none
    frames : rotation and origin of each joint's frame in its body
    place : body and point in it, which a Jacobian is of
    base, loads : see `lieref.codegen.base_and_loads`
    """

    exact: ExactModel
    rows: list[tuple[float, ...]]
    turns: tuple[tuple[float, float] | None, ...]
    frames: tuple[tuple[Matrix, Vector], ...]
    nq: int
    nv: int
    place: tuple[int, Vector]
    base: str = "body"
    loads: Loads | None = None

    def bodies(self, K: Graph) -> list[Body]:
        """Bodies with their constants, without series."""
        found = series_bodies(K, self.exact, self.rows)
        for body, frame in zip(found, self.frames, strict=True):
            body.K, body.k = frame
        return found

    def turn(self, K: Graph, q: list[Any]) -> None:
        """Tell the graph what angles grow by."""
        for body, turn in zip(self.exact.bodies, self.turns, strict=True):
            if turn is not None:
                K.turn(q[body.iq], *turn)

    def coordinates(self, i: int) -> range:
        """Velocity coordinates of a body's joint."""
        body = self.exact.bodies[i]
        return range(body.iv, body.iv + SEVERAL.get(body.kind, (1, 1))[1])


def robot_of(model: Model, place: BodyFrame, base: str = "body") -> Robot:
    """The robot of a model; place: what a Jacobian is of; base: as of `Robot`."""
    K = DecimalField(DIGITS)
    with K.working():
        new = few_operations(K, exact_model(model, K))
        rows = regrouped(K, new.exact.bodies, body_constants(K, new.exact))
        exact = doubles(new.exact)
        turns = tuple(doubles(x) for x in new.turns)
        frames = tuple(doubles(x) for x in new.frames)
    at = place.body, tuple(float(x) for x in place.point)
    return Robot(exact, rounded(rows), turns, frames, model.nq, model.nv, at, base)


def doubles(x: Any) -> Any:
    """Decimals within dataclasses and tuples as doubles."""
    if isinstance(x, Decimal):
        return float(x)
    if isinstance(x, tuple):
        return tuple(doubles(y) for y in x)
    if is_dataclass(x) and not isinstance(x, type):
        given = (f.name for f in fields(x) if f.init)
        return replace(x, **{name: doubles(getattr(x, name)) for name in given})
    return x


def forces(K: Graph, robot: Robot, q: list[Any], columns: list[Series]) -> list[Series]:
    """Taylor coefficients of generalized forces without joint physics, a series to a coordinate.

    columns: those of the velocity.
    """
    bodies = robot.bodies(K)
    base_to_tip(K, robot.exact, bodies, q, columns, robot.base)
    applied = None
    if robot.loads is not None:
        applied = robot.loads.act(K, bodies, robot.base, len(columns[0]) - 1)
    found = tip_to_base(robot.exact, bodies, robot.nv, robot.base)
    return found if applied is None else taylor.vadd(found, applied)


def series_of(v: list[list[Any]]) -> list[Series]:
    """Taylor coefficients, a series to a coordinate, from rows of plain derivatives."""
    return [[x / factorial(k) for k, x in enumerate(column)] for column in zip(*v, strict=True)]


def joint_torque(K: Graph, at: ExactCoordinate, q: list[Any], rate: list[Any], k: int) -> Any:
    """k-th derivative of a joint's damping, friction and spring; rate: derivatives of v."""
    if at.friction == 0.0 or at.friction_width > 0.0:
        return known_torque(K, at, q, rate, k)
    rest = known_torque(K, replace(at, friction=0.0), q, rate, k)
    # the sign is constant in time
    return rest + at.friction * K.sign(rate[0]) if k == 0 else rest
