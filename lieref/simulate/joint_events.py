"""Joints that come to rest under dry friction, and joints that stop at their limits.

A joint whose velocity is zero is held while the torque that this takes is at most its friction, and
slides otherwise. At a limit it is held while the stop pushes. The accelerations a of both are those
of the least constraint [Gauss; Moreau, Unilateral contact and dry friction, 1988]: they minimize

    (a - a_0)^T H (a - a_0) / 2 + sum_i friction_i |a_i|    over the joints i at rest,
                                                            a_i >= 0 at a lower limit, <= 0 above,

where a_0 are those without these forces. Its multipliers lie between -friction and friction, at a
stop between zero and infinity. Sliding joints feel -friction sign(v). What changes from one of
these states to another is an event: the integrator ends a step there.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from lieref.errors import ConfigurationError
from lieref.model.model import Model
from lieref.simulate.bounded_multipliers import bounded_multipliers
from lieref.simulate.stability import Load

Array = NDArray[np.float64]
Response = Callable[[Array, NDArray[np.intp]], Array]
ROUNDED = 64 * float(np.finfo(float).eps)
# As far as this a configuration may lie beyond a limit at the start: decimals of a file.
BEYOND = 1e-9


class JointEvents:
    """What the joints of a tree do at rest and at their limits, in the course of a motion.

    tree: with the friction and the limits; limited: whether these are stops. `acceleration` and
    `response` have to be set: the accelerations without friction of zero width and stops, a
    function of t, q, v; and H^-1 e_i for each i of some coordinates, (nv, count).
    """

    acceleration: Load
    response: Response

    def __init__(self, tree: Model, limited: bool):
        self._friction = np.where(tree.friction_width > 0, 0.0, tree.friction)
        n = tree.nv
        self._lower: Array = tree.lower if limited else np.full(n, -np.inf)
        self._upper: Array = tree.upper if limited else np.full(n, np.inf)
        counts = [joint.nv for joint in tree.joints]
        self._places = np.repeat(tree.idx_q, counts)
        self._names = np.repeat(tree.joint_names, counts).tolist()
        # directions of sliding; at rest under friction; at a stop: 1 at the lower limit, -1 above
        self._slides = np.zeros(n)
        self._rests = np.zeros(n, dtype=bool)
        self._stops = np.zeros(n, dtype=int)
        self.events: list[tuple[float, str, str]] = []

    @staticmethod
    def needed(tree: Model, limited: bool) -> bool:
        """Whether a joint can come to rest or stop at all."""
        stops = np.isfinite(tree.lower) | np.isfinite(tree.upper)
        return bool(((tree.friction > 0) & (tree.friction_width == 0)).any()) or (
            limited and bool(stops.any())
        )

    def resisting(self, t: float, q: Array, v: Array) -> Array:
        """Return the torques (nv,) of friction on the joints that slide, a load."""
        return -self._friction * self._slides

    def accelerations(self, t: float, q: Array, v: Array) -> Array:
        """Return the accelerations, (nv,), with what is held at rest."""
        return self._forces(t, q, v)[0]

    def _held(self) -> NDArray[np.intp]:
        return np.flatnonzero(self._rests | (self._stops != 0))

    def _bounds(self, at: NDArray[np.intp]) -> tuple[Array, Array]:
        """Least and largest torque of what holds the coordinates `at`."""
        most = np.where(self._rests, self._friction, 0.0)[at]
        lower = np.where(self._stops[at] < 0, -np.inf, -most)
        return lower, np.where(self._stops[at] > 0, np.inf, most)

    def _forces(self, t: float, q: Array, v: Array) -> tuple[Array, NDArray[np.intp], Array, Array]:
        """Accelerations; the coordinates at rest, the torques there and the accelerations."""
        a, at = self.acceleration(t, q, v), self._held()
        if not at.size:
            return a, at, np.zeros(0), np.zeros(0)
        columns = self.response(q, at)
        x, slope = bounded_multipliers(columns[at], a[at], *self._bounds(at))
        a = a + columns @ x
        a[at] = slope
        return a, at, x, slope

    def margin(self, t: float, q: Array, v: Array) -> float:
        """Return a number that is negative after an event, and continuous up to it."""
        with np.errstate(invalid="ignore"):
            sliding = np.where(self._slides != 0, self._slides * v, np.inf)
        gaps = np.where(self._stops == 0, self._gaps(q, v), np.inf)
        least = float(min(sliding.min(initial=np.inf), gaps.min(initial=np.inf)))
        if not self._held().size:
            return least
        _, at, x, slope = self._forces(t, q, v)
        lower, upper = self._bounds(at)
        spare = np.where(slope == 0, np.minimum(x - lower, upper - x), -abs(slope))
        return min(least, float(spare.min()))

    def _gaps(self, q: Array, v: Array) -> Array:
        """Distance to the limit that each coordinate moves to; not negative where it leaves it."""
        at = q[self._places]
        gaps = np.minimum(at - self._lower, self._upper - at)
        outward = np.where(at - self._lower <= self._upper - at, v < 0, v > 0)
        return np.where(outward, gaps, np.maximum(gaps, 0.0))

    def begin(self, t: float, q: Array, v: Array) -> Array:
        """Take the state that a motion starts from; its velocity after the stops that it meets.

        ConfigurationError names a joint that is beyond its limits.
        """
        at = q[self._places]
        beyond = np.maximum(self._lower - at, at - self._upper)
        if (beyond > BEYOND).any():
            i = int(np.argmax(beyond))
            raise ConfigurationError(
                f"q0: joint {self._names[i]!r} is {float(at[i])!r}, beyond its limits "
                f"{float(self._lower[i])!r} to {float(self._upper[i])!r}, which are stops"
            )
        self._slides = np.where(self._friction > 0, np.sign(v), 0.0)
        return self.restart(t, q, v)

    def restart(self, t: float, q: Array, v: Array) -> Array:
        """Take the state at an event, and return the velocity after it."""
        before = self._slides, self._rests | (self._stops != 0)
        v = self._impact(t, q, v)
        _, at, _, slope = self._forces(t, q, v)
        off = at[slope != 0]
        self._slides[off] = np.where(self._friction[off] > 0, np.sign(slope[slope != 0]), 0.0)
        self._rests[off], self._stops[off] = False, 0
        self._record(t, *before)
        return v

    def _impact(self, t: float, q: Array, v: Array) -> Array:
        """The velocity after what has come to rest, and what meets its stop without rebound."""
        # what rounding leaves of a velocity: of itself, and of the time at which it is zero
        a = self.acceleration(t, q, v)
        fastest = abs(v).max(initial=0.0) + abs(t) * abs(a).max(initial=0.0)
        tiny, at = ROUNDED * float(fastest), q[self._places]
        low, high = (at <= self._lower) & (v <= tiny), (at >= self._upper) & (v >= -tiny)
        met = (low | high) & (self._stops == 0)
        self._stops = np.where(met, np.where(low, 1, -1), self._stops)
        rubs, struck = self._friction > 0, bool((met & (abs(v) > tiny)).any())
        crossed = rubs & ((abs(v) <= tiny) | (self._slides * v < 0))
        # what friction holds has no time to resist an impulse
        zeroed = np.flatnonzero((self._stops != 0) | (crossed & (not struck)))
        after = v
        if v[zeroed].any():
            columns = self.response(q, zeroed)
            # without an impulse the velocities are zero but for rounding, and nothing is set free
            pushed = self._stops[zeroed] * struck
            lower, upper = np.where(pushed > 0, 0.0, -np.inf), np.where(pushed < 0, 0.0, np.inf)
            x, left = bounded_multipliers(columns[zeroed], v[zeroed], lower, upper)
            kick = columns @ x
            after = v + kick
            after[zeroed] = left
            tiny += ROUNDED * float(abs(kick).max())
            self._stops[zeroed[abs(left) > tiny]] = 0
        self._rests = rubs & (abs(after) <= tiny)
        self._slides = np.where(rubs & ~self._rests, np.sign(after), 0.0)
        return np.where(self._rests | (self._stops != 0), 0.0, after)

    def _record(self, t: float, slides: Array, held: NDArray[np.bool_]) -> None:
        """Note the events from another state to this one."""
        now = self._rests | (self._stops != 0)
        for i in np.flatnonzero((slides != self._slides) | (held != now)):
            what = "stops" if self._stops[i] else "sticks" if now[i] else "moves"
            self.events.append((t, self._names[i], what))
