"""The result of an integration, and what lies between its times."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.errors import ShapeError
from lieref.integrate.group import CHARTS, Group
from lieref.model.arguments import real_numbers, require_finite

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Solution:
    """A motion on a group at n times.

    Attributes
    ----------
    times : (n,) array
        s, as they were asked for.
    q : (n, nq) array
        Configurations.
    v : (n, nv) array
        Velocities in body representation, or in that which `simulate` was asked for. Both are
        those of the tree if a mechanism moves.
    steps, rejected, evaluations : int
        Steps taken, steps tried and taken back, calls of the right-hand side.
    group : Group
    events : tuple of (float, str, str)
        Of `simulate`: the times at which a joint came to rest, met its limit or moved again, the
        joint's name, and "sticks", "stops" or "moves".
    body_v : (n, nv) array or None
        Velocities in body representation where `v` has another.
    represent : callable or None
        (q (nq,), velocity in body representation (nv,)) -> that in the representation of `v`.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model, q, v = lieref.catalogue.serial_chain(3), np.zeros(3), np.ones(3)
    >>> motion = lieref.simulate.simulate(model, q, 0 * v, [0.0, 0.1])
    >>> motion.at(0.05)[0].shape
    (3,)
    """

    times: Array
    q: Array
    v: Array
    steps: int
    rejected: int
    evaluations: int
    group: Group
    events: tuple[tuple[float, str, str], ...] = ()
    body_v: Array | None = None
    represent: Callable[[Array, Array], Array] | None = None

    def at(self, times: ArrayLike) -> tuple[Array, Array]:
        """Return configurations and velocities between the times, for plots.

        From q_k on, q = q_k exp(X(t)) with the cubic X that has the right ends and the right
        velocities there: an error of the fourth order of the distance of the times. The velocity
        is that of this curve, of the third order. Neighboring configurations must be less than
        half a turn apart.

        Parameters
        ----------
        times : (...,)
            s, inside of `self.times`.

        Returns
        -------
        q : (..., nq) array
        v : (..., nv) array

        Raises
        ------
        ShapeError
            Other entries than real numbers, or a time outside.
        NonFiniteError
            NaN or infinity.
        """
        asked = real_numbers("times", times)
        require_finite("times", asked)
        first, last = sorted((float(self.times[0]), float(self.times[-1])))
        outside = (asked < first) | (asked > last)
        if outside.any():
            raise ShapeError(
                f"times: {float(asked[outside].flat[0])!r} is outside of {first!r} to {last!r}"
            )
        # ascending times, whichever way the integration went
        sign = 1.0 if self.times[-1] >= self.times[0] else -1.0
        intervals = np.searchsorted(sign * self.times, sign * asked.ravel(), side="right") - 1
        intervals = np.clip(intervals, 0, max(len(self.times) - 2, 0))
        states = [self._between(int(k), t) for k, t in zip(intervals, asked.ravel(), strict=True)]
        q = np.array([state[0] for state in states]).reshape(*asked.shape, self.group.nq)
        v = np.array([state[1] for state in states]).reshape(*asked.shape, self.group.nv)
        return q, v

    def _between(self, k: int, t: float) -> tuple[Array, Array]:
        """State at time t of interval k: Hermite's cubic in the exponential chart at q_k."""
        if t == self.times[k]:
            return self.q[k], self.v[k]
        chart = CHARTS["exponential"]
        h = self.times[k + 1] - self.times[k]
        s = (t - self.times[k]) / h
        whole = self.group.difference(self.q[k], self.q[k + 1])
        body_v = self.v if self.body_v is None else self.body_v
        start, end = h * body_v[k], h * self.group.rate(whole, body_v[k + 1], chart)
        X = s * (1 - s) ** 2 * start + s * s * (s - 1) * end + s * s * (3 - 2 * s) * whole
        Xdot = (1 - s) * (1 - 3 * s) * start + s * (3 * s - 2) * end + 6 * s * (1 - s) * whole
        q, _ = self.group.advance(self.q[k], np.zeros(self.group.nq), X, chart)
        v = self.group.velocity(X, Xdot / h)
        return q, v if self.represent is None else self.represent(q, v)
