"""The adaptive method: Dormand and Prince 5(4) in a chart, with a PI controller of the step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from lieref.errors import IntegrationError
from lieref.integrate.arguments import UNDERFLOW
from lieref.integrate.group import Group
from lieref.integrate.tableaus import DORMAND_PRINCE, DORMAND_PRINCE_ERROR, FIXED

if TYPE_CHECKING:
    from lieref.integrate.step import Manifold, State, System

Array = NDArray[np.float64]
# Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, II.4: aim below the
# tolerance, never change the step by more than these factors, damp its changes.
SAFETY, LEAST, MOST = 0.9, 0.2, 5.0
PROPORTIONAL, DAMPING = 0.7 / 5, 0.4 / 5
# First step to try where the start says nothing of the pace, s.
LEAST_GUESS = 1e-6


@dataclass
class Run:
    """States at the times that were asked for, and the counts of steps."""

    states: tuple[Array, Array]
    steps: int = 0
    rejected: int = 0
    # why the last step could not be taken at all
    failure: IntegrationError | None = None


def run(
    system: System,
    state: State,
    times: Array,
    first: float | None,
    rtol: float,
    atol: float,
    max_steps: int,
) -> Run:
    """Integrate to each of the times; a step ends at each of them exactly.

    max_steps: of steps tried from one of the times to the next, rejected ones included.
    """
    group = system.group
    Q, V = np.empty((len(times), group.nq)), np.empty((len(times), group.nv))
    Q[0], V[0] = state.q, state.v
    result = Run((Q, V))
    a: Array | None = None
    proposed = first or 0.0
    if first is None and len(times) > 1:
        proposed, a = _first_step(system, state, float(times[1] - times[0]), rtol, atol)
    before = 1.0
    for k in range(1, len(times)):
        end = float(times[k])
        most = result.steps + result.rejected + max_steps
        while state.t != end:
            if result.steps + result.rejected == most:
                raise _too_many(max_steps, state.t, end, proposed)
            remaining = end - state.t
            last = proposed >= abs(remaining)
            if not last:
                _require_step(proposed, state.t, end, result.failure)
            h = remaining if last else float(np.copysign(proposed, remaining))
            share = _share(system.manifold, state, h)
            cut, last, h = last or share < 1.0, last and share == 1.0, share * h
            error, tried, first_a, last_a = _try(system, state, h, a, rtol, atol, result)
            if not error <= 1.0:
                a = first_a
                result.rejected += 1
                proposed = abs(h) * max(LEAST, SAFETY * error**-0.2)
                continue
            factor = min(MOST, max(LEAST, SAFETY * error**-PROPORTIONAL * before**DAMPING))
            # a step that was cut says little about longer ones
            proposed = max(proposed, abs(h) * factor) if cut else abs(h) * factor
            before = max(error, 1e-4)
            at_event = system.at_event(DORMAND_PRINCE, state, h, first_a, tried)
            if at_event is None:
                state, a = tried, last_a
            else:
                last = last and at_event.t == tried.t
                state, a = at_event, None
            if last:
                state.t = end
            result.steps += 1
        Q[k], V[k] = state.q, state.v
    return result


def _share(manifold: Manifold | None, state: State, h: float) -> float:
    """Return the part of a step that leaves what `manifold.crossing` finds between two stages.

    The widest gap between the stages of Dormand and Prince is from 0.3 to 0.8 of the step. What is
    nearer than that gets a shorter step over it; what is farther, a step after which one of the
    length h is right.
    """
    if manifold is None:
        return 1.0
    try:
        manifold.start(state.q, state.v)
    except IntegrationError as error:
        raise IntegrationError(f"at t = {state.t!r}: {error}") from error
    at = manifold.crossing(state.q, state.v, h)
    if at < 0.45:
        return at / 0.55
    return at - 0.55 if 0.65 < at < 1.55 else 1.0


def _too_many(max_steps: int, t: float, end: float, h: float) -> IntegrationError:
    """The error of an interval that takes more steps than it may."""
    return IntegrationError(
        f"at t = {t!r}, on the way to t = {end!r}, {max_steps} steps were tried and the next is of "
        f"{h:.3g} s: raise `max_steps`, loosen `rtol` and `atol`, or ask for more `times`; a "
        "motion far too fast for its times has wrong units or forces"
    )


def _try(
    system: System,
    state: State,
    h: float,
    a: Array | None,
    rtol: float,
    atol: float,
    result: Run,
) -> tuple[float, State, Array | None, Array | None]:
    """Return the error of a step in units of the tolerance, its end, a at its start and end."""
    try:
        tried, stages = system.step(DORMAND_PRINCE, state, h, a)
    except IntegrationError as failure:
        # more than half a turn, beyond all numbers, off the manifold: far too long
        result.failure = failure
        return float("inf"), state, a, None
    result.failure = None
    estimate = h * (DORMAND_PRINCE_ERROR @ stages)
    scale = _scale(system.group, state, tried.v, rtol, atol)
    error = float(np.abs(estimate / scale).max(initial=1e-10))
    accelerations = stages[:, system.group.nv :]
    return error, tried, accelerations[0], accelerations[-1]


def _scale(group: Group, state: State, v_end: Array, rtol: float, atol: float) -> Array:
    """Tolerance of each entry of an increment (X, dv), (2 nv,)."""
    sizes = []
    at = 0
    for factor in group.factors:
        if factor == "R":
            sizes.append(abs(state.q[at]))
            at += 1
            continue
        sizes += [1.0, 1.0, 1.0]
        if factor == "SE3":
            sizes += [float(np.abs(state.q[at : at + 3]).max())] * 3
            at += 3
        at += 4
    largest = np.concatenate([np.array(sizes), np.maximum(np.abs(state.v), np.abs(v_end))])
    return atol + rtol * largest


def _first_step(
    system: System, state: State, direction: float, rtol: float, atol: float
) -> tuple[float, Array]:
    """A guess from the accelerations at the start and after a short step of Euler; the former.

    Source: Hairer, Norsett, Wanner, II.4, in the largest of the scaled entries.
    """
    n = system.group.nv
    scale = _scale(system.group, state, state.v, rtol, atol)
    rates = np.empty((2, 2 * n))
    rates[0, :n] = state.v
    system.evaluate(state.t, state.q, state.v, rates, 0)
    size = float(((scale - atol) / rtol / scale).max(initial=0.0))
    with np.errstate(over="ignore"):
        slope = float(np.abs(rates[0] / scale).max(initial=0.0))
    if not np.isfinite(slope):
        return LEAST_GUESS, rates[0, n:]
    h = 0.01 * size / slope if min(size, slope) >= 1e-5 else LEAST_GUESS
    try:
        tried, _ = system.step(
            FIXED["rkmk1"], state, float(np.copysign(h, direction)), rates[0, n:]
        )
        rates[1, :n] = tried.v
        system.evaluate(tried.t, tried.q, tried.v, rates, 1)
    except IntegrationError:
        return h, rates[0, n:]
    with np.errstate(over="ignore", invalid="ignore"):
        bend = float(np.abs((rates[1] - rates[0]) / scale).max(initial=0.0)) / h
    steepest = max(slope, bend if np.isfinite(bend) else slope)
    h = min(100.0 * h, (0.01 / steepest) ** 0.2 if steepest > 1e-15 else h)
    return h, rates[0, n:]


def _require_step(h: float, t: float, end: float, failure: IntegrationError | None) -> None:
    if not h > UNDERFLOW * max(abs(t), abs(end)):
        reason = "" if failure is None else f"; the last step tried: {failure}"
        raise IntegrationError(
            f"step size underflow at t = {t!r}: the tolerance asks for a step of {h:.3g} s; the "
            "motion is singular there, or rtol and atol are below what rounding leaves" + reason
        ) from failure
