"""Munthe-Kaas Runge-Kutta methods: a step is a Runge-Kutta step in a chart around its start.

q' = q [v] and v' = a(t, q, v) become X' = rate(X, v), v' = a(t, q_k chart(X), v) with X = 0 at
the start of each step; dexp^-1 is exact, so that the order is that of the tableau.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.arguments import choice
from lieref.errors import ArgumentError, IntegrationError
from lieref.integrate import adaptive
from lieref.integrate.arguments import (
    MAX_STEPS,
    adaptive_options,
    checked_point,
    checked_times,
    failed_step,
    positive,
    substeps,
)
from lieref.integrate.group import CHARTS, Group
from lieref.integrate.solution import Solution
from lieref.integrate.step import Events, Manifold, State, System
from lieref.integrate.tableaus import FIXED, Tableau
from lieref.model.arguments import real_array

Array = NDArray[np.float64]


# Events within one fixed step.
MAX_EVENTS = 1000


class Watch(Protocol):
    """What judges the states of fixed steps; raises IntegrationError without the time."""

    def step(self, h: float, q: Array, v: Array) -> None:
        """Take the end of a step of length h."""

    def look(self, q: Array, v: Array) -> None:
        """Judge the state after the last step."""


def solve(
    group: Group,
    acceleration: Callable[[float, Array, Array], ArrayLike],
    q0: ArrayLike,
    v0: ArrayLike,
    times: ArrayLike,
    method: str = "rkmk54",
    coordinates: str = "exponential",
    step: float | None = None,
    rtol: float = 1e-9,
    atol: float = 1e-12,
    max_steps: int = MAX_STEPS,
) -> Solution:
    """Integrate q' = q [v], v' = acceleration(t, q, v) on a group.

    Source: Müller (2018), Section 7, (89): V^b = dexp_-X X'. For spatial velocities the
    printed V^s = dexp_X X' lacks a factor: V^s = Ad_C dexp_X X' with C the start of the step.

    Parameters
    ----------
    group : Group
    acceleration : callable
        (t, q (nq,), v (nv,)) -> (nv,) array; it leaves q and v as they are.
    q0 : (nq,)
        Point at times[0]; quaternions of unit norm within 1e-9.
    v0 : (nv,)
        Velocity in body axes.
    times : (n,)
        Times of the result, s; ascending or descending.
    method : str
        "rkmk54", the default: Dormand and Prince with an adaptive step, the solution of order 5;
        or, of fixed steps, "rkmk1" (Euler), "rkmk2" (midpoint), "rkmk3", "rkmk4" (Kutta), the
        number is the order.
    coordinates : "exponential" or "cayley"
        The chart of a step; without influence on the order.
    step : float or None
        Fixed steps: each interval of `times` is divided evenly into as many steps as it takes to
        have none longer; None for one step to an interval. Adaptive: the first step to try.
    rtol, atol : float
        Of the adaptive method: the largest estimated error of a step in units of
        atol + rtol |coordinate|; 1 rad in place of |coordinate| for rotations.
    max_steps : int
        Of the adaptive method: the most steps to try between two of the times, rejected ones
        included.

    Returns
    -------
    Solution

    Raises
    ------
    ArgumentError
        A group that is no `Group`, an acceleration that cannot be called, or an unknown name.
    ShapeError
        An argument of another shape.
    NonFiniteError
        NaN or infinity; in an acceleration, the message says when.
    ConfigurationError
        A quaternion of q0 that is not of unit norm within 1e-9.
    IntegrationError
        A fixed step that turns by more than half a turn or leaves the range of double, with its
        time and length; an adaptive step that underflows, or more than `max_steps` of them.

    Notes
    -----
    Sums over steps are compensated: what rounding cuts off from q and v is carried along.
    Quaternions keep the norm that q0 gives them to 2 eps, without projection, whatever the number
    of steps.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model, q, v = lieref.catalogue.serial_chain(3), np.zeros(3), np.ones(3)
    >>> group = lieref.simulate.model_group(model)
    >>> motion = lieref.integrate.solve(group, lambda t, q, v: -v, q, v, [0.0, 1.0])
    >>> bool(np.allclose(motion.v[-1], np.exp(-1), atol=1e-5))
    True
    """
    if not isinstance(group, Group):
        raise ArgumentError(f"group is {group!r}, expected a Group")
    if not callable(acceleration):
        raise ArgumentError(f"acceleration is {acceleration!r}, expected a function of t, q, v")
    return run(group, acceleration, q0, v0, times, method, coordinates, step, rtol, atol, max_steps)


def run(
    group: Group,
    acceleration: Callable[[float, Array, Array], ArrayLike],
    q0: ArrayLike,
    v0: ArrayLike,
    times: ArrayLike,
    method: str,
    coordinates: str,
    step: float | None,
    rtol: float,
    atol: float,
    max_steps: int,
    watch: Watch | None = None,
    manifold: Manifold | None = None,
    events: Events | None = None,
) -> Solution:
    """Do what `solve` does; `watch` takes the end of each fixed step, and looks at the last.

    The motion stays on `manifold` if there is one, and steps end at `events`.
    """
    q, v = checked_point(group, q0), real_array("v0", v0, (group.nv,))
    at = checked_times(times)
    chart = CHARTS[choice("coordinates", coordinates, CHARTS)]
    choice("method", method, (*FIXED, "rkmk54"))
    longest = None if step is None else positive("step", step)
    options = adaptive_options(rtol, atol, max_steps)
    state = State(float(at[0]), q, np.zeros_like(q), v, np.zeros_like(v))
    system = System(group, acceleration, chart, manifold, events)
    if method == "rkmk54":
        counts = adaptive.run(system, state, at, longest, *options)
        return Solution(at, *counts.states, counts.steps, counts.rejected, system.count, group)
    return _fixed(system, FIXED[method], state, at, longest, watch)


def _fixed(
    system: System,
    tableau: Tableau,
    state: State,
    times: Array,
    longest: float | None,
    watch: Watch | None,
) -> Solution:
    """Integrate to each of the times in even steps."""
    group = system.group
    Q, V = np.empty((len(times), group.nq)), np.empty((len(times), group.nv))
    Q[0], V[0] = state.q, state.v
    taken = 0
    for k in range(1, len(times)):
        for t, h in substeps(times[k - 1], times[k], longest):
            state.t = t
            try:
                state, taken = _step(system, tableau, state, h, taken, watch)
            except IntegrationError as error:
                raise failed_step(t, h, error) from error
        Q[k], V[k] = state.q, state.v
    if watch is not None and taken:
        try:
            watch.look(state.q, state.v)
        except IntegrationError as error:
            raise failed_step(t, h, error) from error
    return Solution(times, Q, V, taken, 0, system.count, group)


def _step(
    system: System, tableau: Tableau, state: State, h: float, taken: int, watch: Watch | None
) -> tuple[State, int]:
    """Take a step of length h, in several parts if there are events, and count them."""
    for _ in range(MAX_EVENTS):
        if system.manifold is not None:
            system.manifold.start(state.q, state.v)
        end, stages = system.step(tableau, state, h)
        at_event = system.at_event(tableau, state, h, stages[0, system.group.nv :], end)
        now = end if at_event is None else at_event
        h -= now.t - state.t
        if watch is not None:
            watch.step(now.t - state.t, now.q, now.v)
        taken, state = taken + 1, now
        if at_event is None or at_event.t == end.t:
            return state, taken
    raise IntegrationError(f"joints stop and go {MAX_EVENTS} times in it")
