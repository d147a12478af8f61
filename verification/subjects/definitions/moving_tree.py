"""A random tree that moves along polynomials, every quantity computed from its definition.

Spatial representation, angular part first, at a precision that leaves 45 correct digits after
central differences.  Built on mpmath alone: an independent witness for the formulas of Ali et al.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import wraps
from math import comb
from typing import Any

import mpmath

# A central difference of step h is wrong by h^2 and, in order n, loses h^-n to cancellation: with
# h = 1e-30 the first is 1e-60, and 240 digits leave 1e-120 of the second at n = 4.
DIGITS = 240
STEP = "1e-30"

Matrix = Any


def binomial(n: int, k: int) -> int:
    """Return n over k."""
    return comb(n, k)


def skew(x: Any) -> list[list[Any]]:
    """Return the rows of [x], [x] y = x x y."""
    return [[0, -x[2], x[1]], [x[2], 0, -x[0]], [-x[1], x[0], 0]]


def _assemble(like: Matrix, blocks: list[list[list[list[Any]]]]) -> Matrix:
    """Return the 6x6 matrix of 2 x 2 blocks of 3 x 3 rows."""
    rows = [left + right for upper in blocks for left, right in zip(*upper, strict=True)]
    return like.ctx.matrix(rows)


ZERO3 = [[0] * 3 for _ in range(3)]


def ad(twist: Matrix) -> Matrix:
    """Return ad_V, (w, v) -> [[w], 0; [v], [w]]."""
    w, v = list(twist[:3]), list(twist[3:])
    return _assemble(twist, [[skew(w), ZERO3], [skew(v), skew(w)]])


def adjoint(pose: Matrix) -> Matrix:
    """Return Ad_C = [R, 0; [x] R, R]."""
    rotation = pose[:3, :3]
    shifted = pose.ctx.matrix(skew([pose[i, 3] for i in range(3)])) * rotation
    R = rotation.tolist()
    return _assemble(pose, [[R, ZERO3], [shifted.tolist(), R]])


def transform_wrench(pose: Matrix) -> Matrix:
    """Return Ad_{C^-1}^T: body-fixed to spatial wrench."""
    return adjoint(pose**-1).T


def relative_difference(a: Matrix, b: Matrix) -> float:
    """Return max |a - b| / max |b|, or max |a - b| where b vanishes."""
    error = max(abs(x) for x in (a - b))
    size = max(abs(x) for x in b)
    return float(error / size if size else error)


def _kept(quantity: Callable[[MovingTree, int, Any], Matrix]) -> Callable[..., Matrix]:
    """Keep what a quantity is of each body at each time: differences of many orders share them."""

    @wraps(quantity)
    def once(self: MovingTree, j: int, t: Any = 0) -> Matrix:
        key = quantity.__name__, j, t
        if key not in self._found:
            self._found[key] = quantity(self, j, t)
        return self._found[key]

    return once


class MovingTree:
    """A floating tree of revolute and prismatic joints, its frames not aligned at home.

    Parameters
    ----------
    bodies : int
    seed : int
    """

    def __init__(self, bodies: int, seed: int) -> None:
        self.mp = mpmath.MPContext()
        self.mp.dps = DIGITS
        self.bodies = bodies
        self._found: dict[tuple[str, int, Any], Matrix] = {}
        draw = random.Random(seed)

        def number(size: float = 1.0) -> Any:
            return self.mp.mpf(draw.uniform(-size, size))

        self.parents = [-1] + [draw.randrange(max(0, j - 2), j) for j in range(1, bodies)]
        self._homes = [self._exp([number() for _ in range(6)]) for _ in range(bodies)]
        self._screws = [self._joint_screw(draw, number) for _ in range(bodies)]
        # base: exponents of two screws with polynomial angles, a general motion of SE(3)
        self._base_screws = [[number() for _ in range(6)] for _ in range(2)]
        self._paths = [[number() for _ in range(6)] for _ in range(bodies + 1)]
        self._inertias = [self._body_inertia(number) for _ in range(bodies)]
        self._wrenches = [self.mp.matrix([number() for _ in range(6)]) for _ in range(bodies)]
        self._gravity = self.mp.matrix([0, 0, 0, number(9), number(9), number(9)])

    def _joint_screw(self, draw: random.Random, number: Callable[[], Any]) -> list[Any]:
        axis = [number() for _ in range(3)]
        norm = self.mp.sqrt(sum(x * x for x in axis))
        axis = [x / norm for x in axis]
        if draw.random() < 0.3:
            return [0, 0, 0, *axis]
        point = [number() for _ in range(3)]
        moment = self.mp.matrix(skew(point)) * self.mp.matrix(axis)
        return [*axis, *moment]

    def _body_inertia(self, number: Callable[[], Any]) -> Matrix:
        """Return the 6x6 inertia of some point masses in the body frame."""
        total = self.mp.zeros(6)
        for _ in range(4):
            mass, point = 1 + number(), [number() for _ in range(3)]
            arm = self.mp.matrix(skew(point))
            jacobian = self.mp.zeros(3, 6)
            jacobian[:, :3], jacobian[:, 3:] = -arm, self.mp.eye(3)
            total = total + jacobian.T * jacobian * mass
        return total

    def hat(self, twist: Any) -> Matrix:
        """Return [V], 4x4."""
        rows = [[*row, x] for row, x in zip(skew(twist[:3]), list(twist[3:]), strict=True)]
        return self.mp.matrix([*rows, [0, 0, 0, 0]])

    def _exp(self, twist: list[Any]) -> Matrix:
        """Return exp([V]): 1 + [V] + (1 - cos)/a^2 [V]^2 + (a - sin)/a^3 [V]^3."""
        hat = self.hat(twist)
        square = sum(x * x for x in twist[:3])
        if not square:
            return self.mp.eye(4) + hat
        angle = self.mp.sqrt(square)
        second = (1 - self.mp.cos(angle)) / square
        third = (angle - self.mp.sin(angle)) / (square * angle)
        return self.mp.eye(4) + hat + hat * hat * second + hat * hat * hat * third

    def _path(self, i: int, t: Any) -> Any:
        value = self.mp.mpf(0)
        for coefficient in reversed(self._paths[i]):
            value = value * t + coefficient
        return value

    def joint_rate(self, j: int, order: int) -> Any:
        """Return q_j^(order) at t = 0."""
        return self._paths[j][order] * self.mp.factorial(order)

    @_kept
    def pose(self, j: int, t: Any = 0) -> Matrix:
        """Return C_j, the pose of frame j in the inertial frame."""
        if j == 0:
            first = self._exp([x * self._path(0, t) for x in self._base_screws[0]])
            last = self._exp([x * self._path(self.bodies, t) for x in self._base_screws[1]])
            return first * last
        local = self._exp([x * self._path(j, t) for x in self._screws[j]])
        return self.pose(self.parents[j], t) * self._homes[j] * local

    def home(self, j: int) -> Matrix:
        """Return A_j^0, the pose at home: joints at zero, the base at its home A_1^0."""
        if j == 0:
            return self._homes[0]
        return self.home(self.parents[j]) * self._homes[j]

    def pose_from_home(self, j: int, first: Matrix, t: Any = 0) -> Matrix:
        """Return C_j = F_1 prod exp(Y_i q_i) A_j^0 of Algorithm 1, for a given F_1."""
        product, i = self.home(j), j
        while i:
            screw = adjoint(self.home(i)) * self.mp.matrix(self._screws[i])
            product = self._exp(list(screw * self._path(i, t))) * product
            i = self.parents[i]
        return first * product

    @_kept
    def screw(self, j: int, t: Any = 0) -> Matrix:
        """Return S_j, the joint's screw in the inertial frame now."""
        return adjoint(self.pose(j, t)) * self.mp.matrix(self._screws[j])

    @_kept
    def twist(self, j: int, t: Any = 0) -> Matrix:
        """Return the spatial twist, C' C^-1 with C' by a central difference."""
        h = self.mp.mpf(STEP) ** 2
        rate = (self.pose(j, t + h) - self.pose(j, t - h)) / (2 * h)
        hat = rate * self.pose(j, t) ** -1
        entries = [hat[2, 1], hat[0, 2], hat[1, 0], hat[0, 3], hat[1, 3], hat[2, 3]]
        return self.mp.matrix(entries)

    def along(self, quantity: Callable[[int, Any], Matrix], j: int) -> Callable[[Any], Matrix]:
        """Return a quantity of body j as a function of time."""
        return lambda t: quantity(j, t)

    def zero(self, size: int) -> Matrix:
        """Return a column of zeros."""
        return self.mp.zeros(size, 1)

    @_kept
    def spatial_inertia(self, j: int, t: Any = 0) -> Matrix:
        """Return M_j = Ad^-T M_b Ad^-1, (E1)."""
        inverse = adjoint(self.pose(j, t) ** -1)
        return inverse.T * self._inertias[j] * inverse

    @_kept
    def momentum(self, j: int, t: Any = 0) -> Matrix:
        """Return Pi_j = M_j V_j."""
        return self.spatial_inertia(j, t) * self.twist(j, t)

    @property
    def gravity(self) -> Matrix:
        """Return G, the twist (0, g)."""
        return self._gravity

    def gravity_wrench(self, j: int, t: Any = 0) -> Matrix:
        """Return M_j G."""
        return self.spatial_inertia(j, t) * self._gravity

    def constant_wrench(self, j: int) -> Matrix:
        """Return the wrench applied to body j, constant in body axes."""
        return self._wrenches[j]

    @_kept
    def applied_wrench(self, j: int, t: Any = 0) -> Matrix:
        """Return that wrench in the spatial representation."""
        return transform_wrench(self.pose(j, t)) * self._wrenches[j]

    def children(self, j: int) -> list[int]:
        """Return the bodies whose parent is j."""
        return [i for i, parent in enumerate(self.parents) if parent == j]

    def subtree(self, j: int) -> list[int]:
        """Return body j and every body that it carries."""
        found = [j]
        for child in self.children(j):
            found += self.subtree(child)
        return found

    def transmitted_wrench(self, j: int) -> Matrix:
        """Return W_j of Algorithm 2 at order 0, with Pi' = M V' - ad_V^T Pi."""
        acceleration = self.rate(self.along(self.twist, j))
        rate = self.spatial_inertia(j) * acceleration - ad(self.twist(j)).T * self.momentum(j)
        total = rate - self.gravity_wrench(j) - self.applied_wrench(j)
        for child in self.children(j):
            total = total + self.transmitted_wrench(child)
        return total

    def derivative(self, f: Callable[[Any], Matrix], order: int) -> Matrix:
        """Return the derivative of f at t = 0 by the central difference of this order."""
        h = self.mp.mpf(STEP)
        points = [(order - 2 * k) * h for k in range(order + 1)]
        terms = [f(t) * ((-1) ** k * binomial(order, k)) for k, t in enumerate(points)]
        return sum(terms[1:], terms[0]) / (2 * h) ** order

    def rate(self, f: Callable[[Any], Matrix]) -> Matrix:
        """Return the first derivative of f at t = 0."""
        return self.derivative(f, 1)
