"""A chain of one-degree joints that moves along polynomials, computed from definitions alone.

Poses are products of exponentials of constant screws, Jacobians are their partial derivatives by
the product rule, all further derivatives are central differences; a body is a set of point masses.
Nothing of Müller enters: this is the witness for its formulas. Angular part first; bodies are
counted from 0, "body" -1 is the ground.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import product
from math import comb, perm
from typing import Any

import mpmath
import numpy as np

from verification.subjects.definitions.screw_matrices import (
    Array,
    hat,
    identity,
    inverse,
    skew,
    vee,
)

# A central difference of step h is wrong by h^2 and loses h^-n to cancellation in order n <= 3.
DIGITS = 160
STEP = "1e-30"
# What is smaller is zero but for that.
VANISHES = 1e-20


def represented(representation: str, C: Array, rate: Array) -> Array:
    """Return the twist of a frame at C that moves at dC/dt   [(97)]"""
    if representation == "body":
        return vee(inverse(C) @ rate)
    if representation == "spatial":
        return vee(rate @ inverse(C))
    R, turned = C[:3, :3], rate[:3, :3]
    w = vee(turned @ R.T) if representation == "hybrid" else vee(R.T @ turned)
    return np.concatenate([w, rate[:3, 3]])


def relative_difference(a: Array, b: Array) -> float:
    """Return max |a - b| / max |b|, or max |a - b| where b vanishes."""
    error, size = np.abs(a - b).max(), np.abs(b).max()
    return float(error / size if size > VANISHES else error)


class MovingChain:
    """Revolute, helical and prismatic joints in turn, in general places.

    Parameters
    ----------
    bodies : int
    seed : int
    """

    def __init__(self, bodies: int, seed: int) -> None:
        self.mp = mpmath.MPContext()
        self.mp.dps = DIGITS
        self.bodies = bodies
        self.seed = seed
        self._draw = random.Random(seed)
        numbers = self.vector
        self.h = self.mp.mpf(STEP)
        # (91): B_i, the pose at home in that of the body before, and iX_i
        self.homes = [self.exp(numbers(6)) for _ in range(bodies)]
        self.screws = [self._screw(k) for k in range(bodies)]
        self._paths = [numbers(6) for _ in range(bodies)]
        self.points = [(1 + numbers(4) / 2, numbers(12).reshape(4, 3)) for _ in range(bodies)]
        self.wrenches = [numbers(6) for _ in range(bodies)]
        self._found: dict[Any, Any] = {}
        self.q = self.at(0)

    def vector(self, n: int) -> Array:
        """n numbers between -1 and 1, other ones each time."""
        return np.array([self.mp.mpf(self._draw.uniform(-1, 1)) for _ in range(n)], object)

    def restart(self) -> None:
        """Let `vector` give the same numbers again, whatever was drawn before."""
        self._draw = random.Random(f"drawn by checks, {self.seed}")

    def _screw(self, k: int) -> Array:
        axis, point, pitch = self.vector(3), self.vector(3), self.vector(1)[0]
        axis = axis / self.mp.sqrt(axis @ axis)
        if k % 4 == 2:
            return np.concatenate([0 * axis, axis])
        moment = skew(point) @ axis
        return np.concatenate([axis, moment + pitch * axis if k % 4 == 1 else moment])

    def exp(self, X: Array) -> Array:
        """exp of a screw: 1 + X^ + (1 - cos)/a^2 X^^2 + (a - sin)/a^3 X^^3."""
        matrix, square = hat(X), X[:3] @ X[:3]
        if not square:
            return identity(4) + matrix
        angle = self.mp.sqrt(square)
        second = (1 - self.mp.cos(angle)) / square
        third = (angle - self.mp.sin(angle)) / (square * angle)
        twice = matrix @ matrix
        return np.asarray(identity(4) + matrix + second * twice + third * (twice @ matrix))

    def at(self, t: Any, order: int = 0) -> Array:
        """q^(order)(t)."""
        out = []
        for path in self._paths:
            value = self.mp.mpf(0)
            for k in range(len(path) - 1, order - 1, -1):
                value = value * t + perm(k, order) * path[k]
            out.append(value)
        return np.array(out, object)

    def rate(self, order: int) -> Array:
        """q^(order) at t = 0."""
        return self.at(0, order)

    def pose(self, i: int, q: Array) -> Array:
        """C_i(q)."""
        return identity(4) if i < 0 else self._products(q)[0][i]

    def slope(self, i: int, j: int, q: Array) -> Array:
        """dC_i/dq_j: the product rule on C_i = ... B_j exp(X_j q_j) ... B_i exp(X_i q_i)."""
        if j > i:
            return np.zeros((4, 4), object)
        poses, relatives = self._products(q)
        out = poses[j] @ hat(self.screws[j])
        for k in range(j + 1, i + 1):
            out = out @ relatives[k]
        return out

    def _products(self, q: Array) -> tuple[list[Array], list[Array]]:
        key = tuple(q)
        if key not in self._found:
            relatives = [
                B @ self.exp(X * x) for B, X, x in zip(self.homes, self.screws, q, strict=True)
            ]
            poses = [relatives[0]]
            for relative in relatives[1:]:
                poses.append(poses[-1] @ relative)
            self._found[key] = poses, relatives
        found: tuple[list[Array], list[Array]] = self._found[key]
        return found

    def jacobian(self, representation: str, i: int, q: Array) -> Array:
        """Columns J_ij as rows (bodies, 6)."""
        C = self.pose(i, q)
        columns = range(self.bodies)
        return np.array([represented(representation, C, self.slope(i, j, q)) for j in columns])

    def moved(self, i: int, t: Any) -> Array:
        """dC_i/dt."""
        q, rate = self.at(t), self.at(t, 1)
        slopes = (self.slope(i, j, q) * rate[j] for j in range(i + 1))
        return np.asarray(sum(slopes, np.zeros((4, 4), object)))

    def twist(self, representation: str, i: int, t: Any = 0) -> Array:
        """V_i(t)."""
        return represented(representation, self.pose(i, self.at(t)), self.moved(i, t))

    def V(self, representation: str, i: int, order: int = 0) -> Array:
        """d^order V_i / dt^order at t = 0."""
        if i < 0:
            return np.zeros(6, object)
        key = ("V", representation, i, order)
        if key not in self._found:
            self._found[key] = self.derivative(lambda t: self.twist(representation, i, t), order)
        return np.asarray(self._found[key])

    def J(self, representation: str, i: int, order: int = 0) -> Array:
        """d^order J_i / dt^order at t = 0, (bodies, 6)."""
        key = ("J", representation, i, order)
        if key not in self._found:
            self._found[key] = self.derivative(
                lambda t: self.jacobian(representation, i, self.at(t)), order
            )
        return np.asarray(self._found[key])

    def system(self, representation: str, order: int = 0) -> Array:
        """All J_i below each other, (6 bodies, bodies)."""
        return np.concatenate([self.J(representation, i, order).T for i in range(self.bodies)])

    def twists(self, representation: str, order: int = 0) -> Array:
        """All V_i below each other."""
        return np.concatenate([self.V(representation, i, order) for i in range(self.bodies)])

    def C(self, i: int) -> Array:
        """C_i at t = 0."""
        return self.pose(i, self.q)

    def R(self, i: int) -> Array:
        """R_i at t = 0."""
        return self.C(i)[:3, :3]

    def r(self, i: int, order: int = 0) -> Array:
        """r_i and its time derivatives at t = 0."""
        return np.asarray(self.derivative(lambda t: self.pose(i, self.at(t))[:3, 3], order))

    def home(self, i: int) -> Array:
        """A_i = C_i(0)."""
        return self.pose(i, 0 * self.q)

    def derivative(self, f: Callable[[Any], Any], order: int = 1) -> Any:
        """d^order f / dt^order at t = 0."""
        points = [(order - 2 * k) * self.h for k in range(order + 1)]
        terms = [f(t) * ((-1) ** k * comb(order, k)) for k, t in enumerate(points)]
        return sum(terms[1:], terms[0]) / (2 * self.h) ** order

    def partial(self, f: Callable[[Array], Any], *indices: int) -> Any:
        """Mixed partial derivative of f(q) along these coordinates at q(0)."""
        total: Any = 0
        for signs in product((1, -1), repeat=len(indices)):
            q = self.q.copy()
            for sign, k in zip(signs, indices, strict=True):
                q[k] = q[k] + sign * self.h
            total = total + int(np.prod(signs)) * f(q)
        return total / (2 * self.h) ** len(indices)

    # point masses

    def inertia(self, i: int, F: Array | None = None) -> Array:
        """The inertia of body i in its own frame; with a frame F seen from the body, in F.

        sum of m J^T J with J = [-s~, 1] for point masses at s.
        """
        total = np.zeros((6, 6), object)
        for m, s in zip(*self.points[i], strict=True):
            place = s if F is None else (inverse(F) @ np.append(s, 1))[:3]
            J = np.concatenate([-skew(place), identity(3)], 1)
            total = total + m * (J.T @ J)
        return total

    def centre(self, i: int) -> tuple[Any, Array]:
        """Mass and center of mass in the body frame."""
        masses, places = self.points[i]
        return masses.sum(), masses @ places / masses.sum()

    def pseudo_inertia(self, i: int) -> Array:
        """E = sum of m (s, 1) (s, 1)^T."""
        rows = [(m, np.append(s, 1)) for m, s in zip(*self.points[i], strict=True)]
        return np.asarray(sum(m * np.outer(s, s) for m, s in rows))

    def momentum(self, i: int, t: Any = 0, about: Array | None = None) -> Array:
        """(sum of s x m s', sum of m s') of point masses at s, inertial axes and origin."""
        C, rate = self.pose(i, self.at(t)), self.moved(i, t)
        point = np.zeros(3, object) if about is None else about
        total = np.zeros(6, object)
        for m, s in zip(*self.points[i], strict=True):
            place, p = (C @ np.append(s, 1))[:3] - point, m * (rate @ np.append(s, 1))[:3]
            total = total + np.concatenate([skew(place) @ p, p])
        return total

    def wrench(self, i: int, F: Array | None = None) -> Array:
        """The wrench that moves body i, about the origin of a frame F and in its axes.

        (sum of s x m s'', sum of m s''), torque first; without F in the inertial frame.
        """
        F = identity(4) if F is None else F
        C = self.C(i)
        second = self.derivative(lambda t: self.moved(i, t))
        total = np.zeros(6, object)
        for m, s in zip(*self.points[i], strict=True):
            place = (C @ np.append(s, 1))[:3] - F[:3, 3]
            f = m * (second @ np.append(s, 1))[:3]
            total = total + np.concatenate([F[:3, :3].T @ (skew(place) @ f), F[:3, :3].T @ f])
        return total

    def mass_matrix(self, q: Array) -> Array:
        """M_jk = sum of m ds/dq_j . ds/dq_k over the point masses of all bodies."""
        key, n = ("M", *q), self.bodies
        if key in self._found:
            return np.asarray(self._found[key])
        total = np.zeros((n, n), object)
        for i in range(n):
            E = self.pseudo_inertia(i)
            slopes = [self.slope(i, j, q)[:3] for j in range(n)]
            total = total + np.array([[np.trace(a @ E @ b.T) for b in slopes] for a in slopes])
        self._found[key] = total
        return total

    def forces(self) -> Array:
        """d/dt dT/dq' - dT/dq with T = q'^T M q' / 2   [(80)]"""
        rate = self.rate(1)
        momenta = self.derivative(lambda t: self.mass_matrix(self.at(t)) @ self.at(t, 1))
        energy = [
            self.partial(lambda q: rate @ self.mass_matrix(q) @ rate / 2, j)
            for j in range(self.bodies)
        ]
        return np.asarray(momenta - np.array(energy, object))

    def applied(self) -> Array:
        """Generalized forces of the wrenches applied to the bodies, constant in body axes."""
        rows = [self.J("body", i) @ W for i, W in enumerate(self.wrenches)]
        return np.asarray(sum(rows[1:], rows[0]))
