"""Time derivatives along a motion by automatic differentiation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import casadi as ca
import numpy as np

import lieref
from lieref.check.metrics import FloatArray
from verification.subjects.symbolic.articulated_body import by_ldl, forward_dynamics
from verification.subjects.symbolic.bodies import base_gravity, joint_coordinates
from verification.subjects.symbolic.newton_euler import inverse_dynamics


@dataclass(frozen=True)
class Map:
    """What is differentiated: (model, g, q, v, second) -> (nv,).

    Attributes
    ----------
    name : str
    expression : callable
    second : {"acceleration", "generalized forces"}
        The last argument: the derivative of v, or a stack of its own.
    """

    name: str
    expression: Callable[[lieref.Model, ca.SX, ca.SX, ca.SX, ca.SX], ca.SX]
    second: str

    def rows(self, order: int) -> tuple[int, ...]:
        """Return how many derivatives, from the zeroth on, the r-th one takes of each stack."""
        return (order + 2,) if self.second == "acceleration" else (order + 1, order + 1)

    def argument(self, order: int, q: FloatArray, v: FloatArray, tau: FloatArray) -> FloatArray:
        """Return the argument x of the r-th derivative from q (nq,) and stacks long enough."""
        stacks = (v, tau)[: len(self.rows(order))]
        cut = [x[:n].ravel() for x, n in zip(stacks, self.rows(order), strict=True)]
        return np.concatenate([q, *cut])


INVERSE = Map("inverse dynamics", inverse_dynamics, "acceleration")
FORWARD = Map("forward dynamics", forward_dynamics, "torques")
FORWARD_LDL = Map(
    "forward dynamics, base by LDL^T", partial(forward_dynamics, solver=by_ldl), "torques"
)


@dataclass(frozen=True)
class Derivatives:
    """The r-th time derivative, r = 0, 1, ..., as CasADi functions.

    functions[r] takes (t, x) along a polynomial motion (`kind` "polynomial", t = 0 wanted), or x
    alone ("state"), with x = (q, stacks) as `Map.argument` gives it, and returns (nv,).
    """

    of: Map
    kind: str
    order: int
    functions: tuple[ca.Function, ...]

    def arguments(self, q: FloatArray, v: FloatArray, tau: FloatArray) -> list[FloatArray]:
        """Return the arguments of every function."""
        x = self.of.argument(self.order, q, v, tau)
        return [np.zeros(1), x] if self.kind == "polynomial" else [x]


def derivatives(
    of: Map,
    model: lieref.Model,
    order: int,
    kind: str,
    eliminate: bool,
    progress: Callable[[int, ca.SX], None] = lambda r, y: None,
) -> Derivatives:
    """Differentiate along a motion, order by order.

    Parameters
    ----------
    of : Map
    model : Model
        At most one free joint, the first one, on the world.
    order : int
        The highest order r.
    kind : {"polynomial", "state"}
        "polynomial": as 001 does, the stacks and joint angles are polynomials in t whose
        coefficients are arguments, and `jtimes(y, t, 1)` differentiates (Table 4). "state":
        y' = dy/dx x', with the derivatives of the stacks in the state x: less to compute.
    eliminate : bool
        Eliminate common subexpressions after each order.
    progress : callable
        Told each order and its expression, for example to stop by an exception.
    """
    motion = (_Polynomial if kind == "polynomial" else _State)(of, model, order)
    y = motion.value()
    functions = []
    for r in range(order + 1):
        if r:
            y = motion.differentiate(y)
        if eliminate:
            y = ca.cse(y)
        progress(r, y)
        functions.append(ca.Function(f"order_{r}", motion.arguments, [motion.closed(y)]))
    return Derivatives(of, kind, order, tuple(functions))


class _Motion:
    """What both kinds share: the argument x = (q, stacks) and gravity in the base's axes.

    Of the base's pose, the body form needs gravity in body axes alone. It stays a symbol g with
    g' = g x w, so that no derivative ever passes through the quaternion.
    """

    arguments: list[ca.SX]

    def __init__(self, of: Map, model: lieref.Model, order: int) -> None:
        self.of, self.model, self.order = of, model, order
        counts = of.rows(order)
        self.x = ca.SX.sym("x", model.nq + sum(counts) * model.nv)
        self.q = self.x[: model.nq]
        rows = iter(ca.vertsplit(self.x[model.nq :], model.nv))
        self.stacks = [[next(rows) for _ in range(count)] for count in counts]
        self.free = model.joints[0].kind == "free"
        self.gravity = base_gravity(model, self.q)
        # joint coordinates: one each; those of the base do not enter
        self.joints = joint_coordinates(model)

    def value(self) -> ca.SX:
        """Return the expression of order 0."""
        raise NotImplementedError

    def differentiate(self, y: ca.SX) -> ca.SX:
        """Return the time derivative of an expression."""
        raise NotImplementedError

    def closed(self, y: ca.SX) -> ca.SX:
        """Return an expression in the arguments alone."""
        return y


class _State(_Motion):
    """Derivatives as y' = dy/dx x'."""

    def __init__(self, of: Map, model: lieref.Model, order: int) -> None:
        super().__init__(of, model, order)
        self.arguments = [self.x]
        self.g = ca.SX.sym("g", 3) if self.free else self.gravity

    def value(self) -> ca.SX:
        stack = self.stacks[0]
        second = stack[1] if self.of.second == "acceleration" else self.stacks[1][0]
        return self.of.expression(self.model, self.g, self.q, stack[0], second)

    def differentiate(self, y: ca.SX) -> ca.SX:
        rate = ca.SX(self.model.nq, 1)
        for i, j in self.joints:
            rate[i] = self.stacks[0][0][j]
        # each row of a stack has the next one as its derivative
        for stack in self.stacks:
            rate = ca.vertcat(rate, *stack[1:], ca.SX(self.model.nv, 1))
        at = self.x
        if self.free:
            at = ca.vertcat(at, self.g)
            rate = ca.vertcat(rate, ca.cross(self.g, self.stacks[0][0][:3]))
        return ca.jtimes(y, at, rate)

    def closed(self, y: ca.SX) -> ca.SX:
        return ca.substitute(y, self.g, self.gravity) if self.free else y


class _Polynomial(_Motion):
    """Derivatives with respect to t along polynomials, with jtimes(y, t, 1) as 001 does."""

    def __init__(self, of: Map, model: lieref.Model, order: int) -> None:
        super().__init__(of, model, order)
        self.t = ca.SX.sym("t")
        self.arguments = [self.t, self.x]

    def _series(self, terms: list[ca.SX]) -> ca.SX:
        """terms[0] + terms[1] t + terms[2] t^2 / 2 + ..., by Horner's rule."""
        total = terms[-1]
        for k in range(len(terms) - 2, -1, -1):
            total = terms[k] + total * self.t / (k + 1)
        return total

    def value(self) -> ca.SX:
        velocity = self._series(self.stacks[0])
        if self.of.second == "acceleration":
            second = ca.jtimes(velocity, self.t, 1)
        else:
            second = self._series(self.stacks[1])
        q = ca.SX(self.q)
        for i, j in self.joints:
            q[i] = self._series([self.q[i], *(row[j] for row in self.stacks[0])])
        return self.of.expression(self.model, self._gravity(), q, velocity, second)

    def _gravity(self) -> ca.SX:
        """The series of g(t), from g' = g x w: coefficients g_k+1 (k + 1) = sum g_j x w_k-j."""
        if not self.free:
            return self.gravity
        g, factorial, w = [self.gravity], 1.0, []
        for k in range(self.order):
            factorial *= max(k, 1)
            w.append(self.stacks[0][k][:3] / factorial)
            g.append(sum((ca.cross(g[j], w[k - j]) for j in range(k + 1)), ca.SX(3, 1)) / (k + 1))
        total = g[-1]
        for term in reversed(g[:-1]):
            total = term + total * self.t
        return total

    def differentiate(self, y: ca.SX) -> ca.SX:
        return ca.jtimes(y, self.t, 1)
