"""One step of a Runge-Kutta-Munthe-Kaas method in a chart of a group."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.integrate.group import Group
from lieref.integrate.tableaus import Tableau
from lieref.model.arguments import real_array

Array = NDArray[np.float64]
# Roundings of a time within which an event is located.
ROUNDED = 4 * float(np.finfo(float).eps)


@dataclass
class State:
    """Time, point, what rounding cut off from it, velocity, and what it lost likewise."""

    t: float
    q: Array
    q_low: Array
    v: Array
    v_low: Array


class Manifold(Protocol):
    """States that a motion stays on; its methods raise IntegrationError where it cannot."""

    def start(self, q: Array, v: Array) -> None:
        """Take the start of a step."""

    def crossing(self, q: Array, v: Array, h: float) -> float:
        """Return where on a step of length h a state is that nothing can be computed near of.

        In parts of h; infinity if none is ahead.
        """

    def end(self, q: Array, v: Array) -> tuple[Array, Array]:
        """Return the state on the manifold that stands for the end of a step."""


class Events(Protocol):
    """Moments at which the right-hand side changes; a step ends at each of them."""

    def margin(self, t: float, q: Array, v: Array) -> float:
        """Return a number that is negative after an event, and continuous up to it."""

    def restart(self, t: float, q: Array, v: Array) -> Array:
        """Take the state at an event, and return the velocity after it."""


class System:
    """The right-hand side in a chart, and one step of a tableau."""

    def __init__(
        self,
        group: Group,
        acceleration: Callable[..., ArrayLike],
        chart: int,
        manifold: Manifold | None = None,
        events: Events | None = None,
    ):
        self.group = group
        self.acceleration = acceleration
        self.chart = chart
        self.manifold = manifold
        self.events = events
        self.count = 0

    def evaluate(self, t: float, q: Array, v: Array, stages: Array, i: int) -> None:
        """Write the acceleration into row i of the stages."""
        self.count += 1
        value = self.acceleration(t, q, v)
        if not self.group.accept(value, stages, i):
            stages[i, len(v) :] = real_array(f"acceleration at t = {t!r}", value, v.shape)

    def step(
        self, tableau: Tableau, state: State, h: float, first: Array | None = None
    ) -> tuple[State, Array]:
        """Return the state after a step and the stages (s, 2 nv): rows (Xdot, acceleration).

        first: acceleration at the start, if it is known.
        """
        group, n = self.group, self.group.nv
        stages = np.empty((len(tableau.b), 2 * n))
        # k_1 = (v, a): rate(0, v) = v
        stages[0, :n] = state.v
        if first is None:
            self.evaluate(state.t, state.q, state.v, stages, 0)
        else:
            stages[0, n:] = first
        for i in range(1, len(tableau.b)):
            q, v = group.stage(
                state.q, state.q_low, state.v, tableau.A[i], stages, i, h, self.chart
            )
            self.evaluate(state.t + h * tableau.c[i], q, v, stages, i)
        end = group.finish(
            state.q, state.q_low, state.v, state.v_low, tableau.b, stages, h, self.chart
        )
        if self.manifold is not None:
            end = _on(self.manifold, *end)
        return State(state.t + h, *end), stages

    def at_event(
        self, tableau: Tableau, state: State, h: float, first: Array | None, end: State
    ) -> State | None:
        """Return the state at the first event of a step, just after it; None without one.

        end: of the step of length h, whose first stage has the acceleration `first`.
        """
        if self.events is None:
            return None
        below, found = self.events.margin(end.t, end.q, end.v), end
        if not below < 0:
            return None
        above = max(0.0, self.events.margin(state.t, state.q, state.v))
        # in parts of the step
        early, late, side, tries = 0.0, 1.0, 0, 0
        shortest = ROUNDED * max(abs(state.t), abs(h)) / abs(h)
        while late - early > shortest:
            # regula falsi, Illinois: an end that stays counts half as much; bisections in between
            tries += 1
            share = above / (above - below) if tries % 3 else 0.5
            s = early + min(max(share * (late - early), shortest / 2), late - early - shortest / 2)
            tried = self.step(tableau, state, s * h, first)[0]
            margin = self.events.margin(tried.t, tried.q, tried.v)
            if margin < 0:
                late, below, found = s, margin, tried
                above /= 2.0 if side < 0 else 1.0
                side = -1
            else:
                early, above = s, margin
                below /= 2.0 if side > 0 else 1.0
                side = 1
        v = self.events.restart(found.t, found.q, found.v)
        return State(found.t, found.q, found.q_low, v, np.where(v == found.v, found.v_low, 0.0))


def _on(
    manifold: Manifold, q: Array, q_low: Array, v: Array, v_low: Array
) -> tuple[Array, Array, Array, Array]:
    """The end of a step on the manifold; what does not move keeps its rounding residue."""
    at, rate = manifold.end(q, v)
    return at, np.where(at == q, q_low, 0.0), rate, np.where(rate == v, v_low, 0.0)
