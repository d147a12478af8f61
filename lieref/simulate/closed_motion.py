"""Motions of mechanisms: integrated on the group of the tree, closed at every state.

A state is a closed configuration of the tree and a velocity in the range of G. Beside those states
the equations of motion are continued by

    F(q, v) = (v, G yddot + g)   at the closed state that has the independent coordinates of (q, v),

so that any method for trees integrates them with its own order; each of its stages is closed, and
each step ends closed [Hairer, Lubich, Wanner, Geometric Numerical Integration, IV.4 and IV.5.3].
What is independent may change from step to step: it is chosen again before the other coordinates
cease to follow.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.dynamics.closed_forms import joint_space_inertia
from lieref.errors import ConfigurationError, IntegrationError, ShapeError, SingularError
from lieref.loops.arguments import base_number
from lieref.loops.clusters.c_rnea.c_rnea import independent_forces, tree_rates
from lieref.loops.clusters.group_table import group_table
from lieref.loops.configuration import expand
from lieref.loops.constraint_equations import choose_independent, loop_jacobian
from lieref.loops.constraints.constraints import close_dependents
from lieref.loops.constraints.equations import require_closed
from lieref.loops.constraints.loop_tables import loop_tables
from lieref.loops.constraints.state import PackedState, closed_state
from lieref.loops.methods.accelerations import accelerations
from lieref.loops.tree_coordinates import require_obeyed
from lieref.model.arguments import real_array, real_numbers
from lieref.model.loops.loop_choice import with_coordinates
from lieref.model.loops.loop_model import LoopModel
from lieref.model.loops.loop_structure import implicit_names
from lieref.model.tree.configuration import checked_configuration
from lieref.simulate.stability import Load, fault_of_the_step

Array = NDArray[np.float64]
# Independent coordinates are reviewed when the smallest pivot of the others, by the largest, has
# fallen to this share of what it was at the last review, and left if others have twice that pivot.
REVIEW, BETTER = 0.25, 2.0
# Below this measure, if no choice has a better one, the loops are about to lose rank. What rounding
# does to G grows with the inverse square of the measure, and to g with that of the cube: at LOST
# accelerations have some digits left.
NEAR, LOST = 0.1, 1e-4
# Part of a step over which the rate of the toggle measure is a difference quotient.
AHEAD = 1e-3


class ClosedMotion:
    """The equations of motion of a mechanism on its tree, and the way back to closed states.

    load: generalized forces on the tree's coordinates but for weight and joint physics, a function
    of t, q, v at closed states.
    """

    def __init__(self, model: LoopModel, load: Load):
        self._model, self._load = model, load
        # toggle measure now, and the largest since the last review
        self._now = self._level = 1.0

    def start(self, q: Array, v: Array) -> None:
        """Take the closed state that a step starts from, and choose what is independent there.

        IntegrationError if the other coordinates follow from no choice; names the loop.
        """
        self._now = self._measure(self._model, q, v)
        self._level = max(self._level, self._now)
        if self._now <= REVIEW * self._level:
            self._review(q, v)
        if self._now <= LOST:
            raise self._lost(q, v)

    def _lost(self, q: Array, v: Array) -> IntegrationError:
        """The error for loops that have lost rank, or are about to."""
        model = self._model
        try:
            measures = closed_state(model, q, v[model.independent]).measure
        except SingularError as error:
            lost = IntegrationError(str(error))
            lost.__cause__ = error
            return lost
        k = int(measures.argmin())
        return IntegrationError(
            f"{implicit_names(model, k)}: about to lose rank, whatever "
            f"coordinates are independent: the pivots of its constraints are as 1 to "
            f"{measures[k]:.2g}, and the mechanism can branch"
        )

    def _review(self, q: Array, v: Array) -> None:
        """Choose what is independent again, if the other coordinates follow better from that."""
        try:
            other = with_coordinates(self._model, choose_independent(self._model, q))
        except SingularError:
            return
        better = self._measure(other, q, v)
        if better > BETTER * self._now:
            self._model, self._now = other, better
        self._level = self._now

    def crossing(self, q: Array, v: Array, h: float) -> float:
        """Where on a step of length h the measure would be zero, in parts of h."""
        if self._now > NEAR:
            return float("inf")
        ahead = self._measure(self._model, self._model.integrate(q, AHEAD * h * v), v)
        return AHEAD * self._now / (self._now - ahead) if ahead < self._now else float("inf")

    def _measure(self, model: LoopModel, q: Array, v: Array) -> float:
        """Smallest toggle measure of all clusters, 0 where nothing follows from the choice."""
        try:
            return float(closed_state(model, q, v[model.independent]).measure.min(initial=1.0))
        except SingularError:
            return 0.0

    def _closed(self, q: Array, v: Array) -> PackedState:
        """The closed state with the independent coordinates and velocities of (q, v)."""
        at, model = q.copy(), self._model
        try:
            failed = close_dependents(model, loop_tables(model), at)
            if failed < 0:
                return closed_state(model, at, v[model.independent])
        except (ConfigurationError, SingularError) as error:
            raise IntegrationError(str(error)) from error
        names = implicit_names(model, failed)
        raise IntegrationError(
            f"{names}: a toggle is near, or the step is long; no closed configuration is so near "
            "that it must be the one of this motion"
        )

    def matrix(self, q: Array) -> Array:
        """G (tree.nv, nv) at a closed configuration."""
        model = self._model
        return loop_tables(model).dense(closed_state(model, q, np.zeros(model.nv)).G)

    def response(self, q: Array, at: NDArray[np.intp]) -> Array:
        """G (G^T H G)^-1 G^T e_i for each i of the coordinates `at`, (tree.nv, count)."""
        return self.reduced_inverse(q, joint_space_inertia(self._model.tree, q))(
            np.eye(self._model.tree.nv)[:, at]
        )

    def reduced_inverse(self, q: Array, H: Array) -> Callable[[Array], Array]:
        """G (G^T H G)^-1 G^T at a closed configuration, with the tree's H there."""
        G = self.matrix(q)
        try:
            reduced = np.linalg.cholesky(G.T @ H @ G)
        except np.linalg.LinAlgError:
            raise IntegrationError(
                "the inertia of the independent coordinates is not positive within rounding"
            ) from None
        return lambda p: np.asarray(
            G @ np.linalg.solve(reduced.T, np.linalg.solve(reduced, G.T @ p))
        )

    def end(self, q: Array, v: Array) -> tuple[Array, Array]:
        """The closed state that a step ends in."""
        state = self._closed(q, v)
        return state.q, state.v

    def acceleration(self, t: float, q: Array, v: Array) -> Array:
        """G yddot + g at the closed state of (q, v)."""
        state, model = self._closed(q, v), self._model
        table = group_table(model)
        tau = independent_forces(table, state.G, self._load(t, state.q, state.v))
        with fault_of_the_step(v):
            yddot = accelerations(model, state, 0, tau, None, False)
        return np.asarray(tree_rates(table, state.G, yddot) + state.g)


def closed_start(model: LoopModel, q0: ArrayLike, v0: ArrayLike, base: str) -> tuple[Array, Array]:
    """The tree's configuration and velocity that a user's state stands for, checked.

    q0: (tree.nq,) or independent coordinates (nq,); v0: (nv,), or (tree.nv,) that obeys the loops.
    """
    base_number(model, base)
    q = _configuration(model, q0)
    return q, _velocity(model, q, v0)


def _configuration(model: LoopModel, q0: ArrayLike) -> Array:
    tree = model.tree
    given = real_numbers("q0", q0)
    if given.shape == (tree.nq,):
        q = checked_configuration(tree, given, "q0")
        require_closed(model, q)
        return q
    if model.nq is not None and given.shape == (model.nq,):
        return expand(model, real_array("q0", given, given.shape))
    independent = "" if model.nq is None else f"({model.nq},) independent coordinates or "
    raise ShapeError(f"q0: shape {given.shape}, expected {independent}({tree.nq},) of the tree")


def _velocity(model: LoopModel, q: Array, v0: ArrayLike) -> Array:
    given = real_numbers("v0", v0)
    if given.shape not in ((model.nv,), (model.tree.nv,)):
        raise ShapeError(
            f"v0: shape {given.shape}, expected ({model.nv},) independent velocities or "
            f"({model.tree.nv},) of the tree"
        )
    v = real_array("v0", given, given.shape)
    if given.shape == (model.nv,):
        return closed_state(model, q, v).v
    require_obeyed(model, loop_jacobian(model, q), v, "v0")
    return v
