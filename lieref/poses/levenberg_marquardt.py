"""The Levenberg-Marquardt method on a manifold, with bounds, for many states side by side.

A step p minimizes |r + J p|^2 + mu |p|^2 within the bounds, with mu = factor |r|. Where |r| goes to
zero as fast as the distance from the solutions, the steps converge quadratically, whatever the rank
of J is [Fan, Yuan, Computing 74 (2005), Thm. 2.1].
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]
Numbers = NDArray[np.intp]

#: mu over |r| at first, and at least.
DAMPING, LEAST = 1.0, 1e-4
#: Factors of mu: of an accepted step by Nielsen's rule, 1 - (2 gain - 1)^3; of a refused one.
ACCEPTED, REFUSED = (0.125, 2.0), 4.0
#: Share of the predicted decrease of |r| that a step has to reach.
GAIN = 1e-3
#: Largest cosine between r and what motions can do about it where the search ends.
NORMAL = 1e-5
#: Steps below this, rad or m, are none.
SHORT = 1e-13
TINY = float(np.finfo(np.float64).tiny)


@dataclass
class Problem:
    """Residuals of configurations, their Jacobians, and motions.

    residual : of the numbers of n states and their configurations (n, nq): r (n, m)
    jacobian : of the same: J (n, m, nv), dr = J p for a motion p in body axes
    moved : configurations after motions p (n, nv), and which of them there are
    room : of configurations: lower and upper bounds (n, nv) of p, infinite where there are none
    """

    residual: Callable[[Numbers, Array], Array]
    jacobian: Callable[[Numbers, Array], Array]
    moved: Callable[[Array, Array], tuple[Array, Flags]]
    room: Callable[[Array], tuple[Array, Array]]


@dataclass
class Search:
    """Where each search ended: q, its residual r, whether it is solved, and steps.

    stationary: no motion within the bounds makes |r| less, to first order.
    """

    q: Array
    r: Array
    solved: Flags
    stationary: Flags
    steps: Numbers


def search(problem: Problem, q: Array, solved: Callable[[Array], Flags], steps: int) -> Search:
    """Minimize |r|^2 from each of (n, nq) configurations on, in at most so many steps each.

    solved : which residuals (n, m) are small enough
    """
    n = len(q)
    q, r = q.copy(), problem.residual(np.arange(n), q)
    found = Search(q, r, solved(r), np.zeros(n, bool), np.zeros(n, np.intp))
    damping = np.full(n, DAMPING)
    J = problem.jacobian(np.arange(n), q)
    for _ in range(steps):
        at = np.flatnonzero(~(found.solved | found.stationary))
        if not at.size:
            break
        found.steps[at] += 1
        lower, upper = problem.room(q[at])
        norm = np.linalg.norm(r[at], axis=1)
        p = step(r[at], J[at], damping[at] * norm, lower, upper)
        ahead = np.linalg.norm(r[at] + _times(J[at], p), axis=1)
        tried, made = problem.moved(q[at], p)
        new = problem.residual(at, tried)
        gain = (norm - np.linalg.norm(new, axis=1)) / np.maximum(norm - ahead, TINY)
        better = made & (gain > GAIN)
        accepted = np.clip(1 - (2 * np.clip(gain, 0.0, 1.0) - 1) ** 3, *ACCEPTED)
        damping[at] = np.maximum(damping[at] * np.where(better, accepted, REFUSED), LEAST)
        kept = at[better]
        if kept.size:
            q[kept], r[kept] = tried[better], new[better]
            J[kept] = problem.jacobian(kept, q[kept])
            found.solved[kept] = solved(r[kept])
        found.stationary[at] = ~found.solved[at] & (
            _is_stationary(r[at], J[at], *problem.room(q[at]))
            | (~better & (np.abs(p).max(axis=1) < SHORT))
        )
    return found


def step(r: Array, J: Array, mu: Array, lower: Array, upper: Array) -> Array:
    """Return p (n, nv) of least |r + J p|^2 + mu |p|^2 with lower <= p <= upper.

    Coordinates that would pass a bound are put there, and those that a bound holds back from
    nothing are let go, until neither happens.
    """
    p = np.zeros((len(r), J.shape[2]))
    free = _with_room(r, J, lower, upper)
    at = np.arange(len(r))
    for _ in range(2 * p.shape[1]):
        moving, low, high = free[at], lower[at], upper[at]
        now = _damped(r[at], J[at], mu[at], p[at], moving)
        beyond = np.asarray((now < low) | (now > high))
        now = np.clip(now, low, high)
        slope = _times(J[at].swapaxes(1, 2), r[at] + _times(J[at], now)) + mu[at, None] * now
        held_back = ((now <= low) & (slope >= 0)) | ((now >= high) & (slope <= 0))
        settled = ~np.any(beyond, axis=1)
        let_go = np.asarray(~moving & ~held_back & settled[:, None])
        p[at], free[at] = now, (moving & ~beyond) | let_go
        at = at[np.any(beyond | let_go, axis=1)]
        if not at.size:
            break
    return p


def _damped(r: Array, J: Array, mu: Array, p: Array, free: Flags) -> Array:
    """p of least |r + J p|^2 + mu |p|^2 in its free components, the others as they are."""
    known = np.where(free, 0.0, p)
    U, s, Vt = np.linalg.svd(J * free[:, None, :], full_matrices=False)
    # a direction below rounding has no step
    share = np.where(s > 1e-15 * s[:, :1], s / (s * s + mu[:, None] + TINY), 0.0)
    right = share * _times(U.swapaxes(1, 2), r + _times(J, known))
    return np.where(free, -_times(Vt.swapaxes(1, 2), right), known)


def _times(A: Array, x: Array) -> Array:
    """Products of matrices and vectors side by side."""
    return np.asarray((A @ x[:, :, None])[:, :, 0])


def _with_room(r: Array, J: Array, lower: Array, upper: Array) -> Flags:
    """Coordinates that can move against the gradient of |r|^2."""
    slope = _times(J.swapaxes(1, 2), r)
    return np.asarray(~(((lower >= 0) & (slope > 0)) | ((upper <= 0) & (slope < 0))))


def _is_stationary(r: Array, J: Array, lower: Array, upper: Array) -> Flags:
    """Whether r is normal to the columns of J that have room."""
    lengths = np.linalg.norm(J, axis=1) * np.linalg.norm(r, axis=1)[:, None]
    cosines = np.abs(_times(J.swapaxes(1, 2), r)) / np.maximum(lengths, TINY)
    return np.asarray((cosines * _with_room(r, J, lower, upper)).max(axis=1) <= NORMAL)
