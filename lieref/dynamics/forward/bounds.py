"""Forward and hybrid dynamics with proven bounds: the residual enclosed; docs/bounds.md.

An approximate answer is corrected to double-doubles by its residual, order by order, and the
residual that is left is enclosed. With C an approximate inverse of H, ||I - C H|| <= g < 1 proves
that H is regular and bounds the error (Krawczyk; Rump, Acta Numerica 19, 2010).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lieref.algebra.enclosures import OUTWARD, SHARE, bounds_wanted
from lieref.dynamics.inverse_dynamics import inertia_in_pairs, paired_inverse_dynamics
from lieref.errors import ArgumentError, ShapeError, SingularError
from lieref.model.checks import Base
from lieref.model.model import Model

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]
ULP = 2.0**-53
# Factorials beyond 22! are no doubles.
MOST_ORDERS = 21
# Corrections of each order: the first has the digits of C, the second twice as many.
CORRECTIONS = 2
# g of a matrix that is regular beyond doubt.
REGULAR = 0.5
# Errors of lower orders are seen through the roundings of balls at this part of the motion. They
# are scaled up to it by at most 1 / UNSEEN, so that nothing overflows.
VISIBLE, UNSEEN = 2.0**-20, 2.0**-500


def _sum(a: Array, b: Array) -> tuple[Array, Array]:
    """a + b without error, by Knuth."""
    total = a + b
    part = total - a
    return total, (a - (total - part)) + (b - part)


class _Residual:
    """tau - ID(q, v, vdot) and bounds of it, at accelerations in double-doubles."""

    def __init__(self, model: Model, q: Array, v: Array, loads: dict[str, Any]) -> None:
        self.model, self.q, self.v, self.loads = model, q, v, loads

    def _pairs(self, motion: Array, second: Array, in_balls: bool) -> tuple[Array, Array]:
        rows = np.vstack((self.v, motion))
        seconds = np.vstack((np.zeros_like(self.v), second))
        loads: dict[str, Any] = {
            name: x if x is None or isinstance(x, str) else x[: len(motion)]
            for name, x in self.loads.items()
        }
        found = paired_inverse_dynamics(self.model, self.q, rows, seconds, in_balls, **loads)
        return found[-1, :, 0], found[-1, :, 1]

    def forces(self, motion: Array, low: Array) -> tuple[Array, Array]:
        """Forces of the last order in double-doubles."""
        return self._pairs(motion, low, False)

    def away(self, motion: Array, radii: Array) -> Array:
        """The radius of the ball of the last order for accelerations within these radii."""
        return np.asarray(self._pairs(motion, radii, True)[1] * OUTWARD)

    def enclosed(self, tau: Array, motion: Array, low: Array, errors: Array) -> Array:
        """A bound of |tau - ID| of the last order for accelerations within their errors.

        errors: of the first orders; those that are left are exact.
        """
        hi, lo = self.forces(motion, low)
        gap, rest = _sum(tau, -hi)
        size = abs(gap + (rest - lo)) + 4 * ULP * (abs(gap) + abs(rest) + abs(lo))
        size += SHARE * self.away(motion, abs(low))
        largest = errors.max(axis=1)
        if largest.any():
            # a radius grows at least as fast as its inputs: found for large ones, then scaled
            sizes = np.maximum(1.0, abs(motion[: len(errors)]).max(axis=1))
            seen = largest > 0
            part = float(max(largest[seen] / (VISIBLE * sizes[seen])))
            scale = 1 / min(1.0, max(UNSEEN, part))
            radii = np.zeros_like(motion)
            radii[: len(errors)] = scale * errors
            size += self.away(motion, radii) / scale
        return size * OUTWARD


def _regular(H: Array, radius: Array) -> tuple[Array, float]:
    """An approximate inverse C of H and a bound g of ||I - C H|| in max norm.

    Raises SingularError where g proves nothing.
    """
    nv = len(H)
    try:
        C = np.asarray(np.linalg.inv(H), dtype=np.float64)
    except np.linalg.LinAlgError:
        raise SingularError("bounds=True: the joint-space inertia is singular") from None
    size = abs(C)
    defect = abs(np.eye(nv) - C @ H) + (nv + 2) * ULP * (size @ abs(H) + 1) + size @ radius
    g = float(defect.sum(axis=1).max() * OUTWARD)
    if not g < REGULAR:
        raise SingularError(
            f"bounds=True: the joint-space inertia is too near to a singular one to be told from "
            f"it: ||1 - C H|| <= {g:.1e}, expected less than {REGULAR}"
        )
    return C, g


def wanted(model: Any, form: Any, digits: Any, one_state: bool, bounds: Any) -> bool:
    """Whether bounds are requested; an error if these arguments have none."""
    if not bounds_wanted(bounds, None, ()):
        return False
    if form != "default" or digits is not None:
        raise ArgumentError(
            f'form = {form!r} and digits = {digits!r}, expected "default" and None with bounds=True'
        )
    if not one_state:
        raise ShapeError("bounds=True takes one state; call it for each state of a batch")
    return True


def _residual(
    model: Model, q: Any, v: Any, base: Base, wrenches: Any, wrench_axes: str, tau_ext: Any
) -> _Residual:
    """The residual of arguments that a solution was found of, which are therefore checked."""
    arrays = [
        None if x is None else np.asarray(x, dtype=np.float64) for x in (q, v, wrenches, tau_ext)
    ]
    loads = {
        "base": base,
        "wrenches": arrays[2],
        "wrench_axes": wrench_axes,
        "tau_ext": arrays[3],
    }
    return _Residual(model, np.asarray(arrays[0]), np.asarray(arrays[1]), loads)


def _improved(residual: _Residual, motion: Array, tau: Array, free: Mask) -> tuple[Array, Array]:
    """What motion (r + 1, nv), corrected in place, leaves of double-doubles, and their errors.

    free: the coordinates whose accelerations were found; those of the others are exact.
    """
    if len(motion) > MOST_ORDERS:
        raise ShapeError(
            f"tau has {len(motion)} rows, expected at most {MOST_ORDERS} with bounds=True"
        )
    low, errors = np.zeros_like(motion), np.zeros_like(motion)
    if not free.any():
        return low, errors
    H = inertia_in_pairs(residual.model, residual.q, residual.loads["base"], None, True)
    H = H[np.ix_(free, free)]
    C, g = _regular(H[..., 0], H[..., 1] * OUTWARD)
    for k in range(len(motion)):
        known, second = motion[: k + 1], low[: k + 1]
        for _ in range(CORRECTIONS):
            hi, lo = residual.forces(known, second)
            gap, rest = _sum(tau[k], -hi)
            step = C @ (gap + (rest - lo))[free]
            nearer, left = _sum(known[k, free], second[k, free] + step)
            if np.isfinite(left).all():
                # beyond the range of double nothing is corrected, and nothing will be proven
                known[k, free], second[k, free] = nearer, left
        size = abs(C) @ residual.enclosed(tau[k], known, second, errors[:k])[free]
        found = (size + g / (1 - g) * size.max()) * OUTWARD
        # NaN is no bound
        errors[k, free] = np.where(found < np.inf, found, np.inf)
    return low, errors


@np.errstate(over="ignore", invalid="ignore")
def bounded_forward_dynamics(
    solve: Callable[..., Array],
    model: Model,
    q: Any,
    v: Any,
    tau: Any,
    base: Base,
    wrenches: Any,
    wrench_axes: str,
    tau_ext: Any,
) -> tuple[Array, Array]:
    """Accelerations (r + 1, nv) and bounds of their errors; solve: forward dynamics itself.

    Raises what `solve` raises, and SingularError where H is not proven to be regular.
    """
    motion = solve(model, q, v, tau, base, wrenches, wrench_axes, tau_ext, digits=31)
    residual = _residual(model, q, v, base, wrenches, wrench_axes, tau_ext)
    free = np.ones(model.nv, dtype=bool)
    low, errors = _improved(residual, motion, np.asarray(tau, dtype=np.float64), free)
    return motion, (abs(low) + errors) * OUTWARD


@np.errstate(over="ignore", invalid="ignore")
def bounded_hybrid_dynamics(
    solve: Callable[..., tuple[Array, Array]],
    model: Model,
    q: Any,
    v: Any,
    vdot: Any,
    tau: Any,
    prescribed: Any,
    base: Base,
    wrenches: Any,
    wrench_axes: str,
    tau_ext: Any,
) -> tuple[tuple[Array, Array], tuple[Array, Array]]:
    """v_all, tau_all and bounds of their errors; solve: hybrid dynamics itself.

    Raises what `solve` raises, and SingularError where the inertia of the coordinates that are not
    prescribed is not proven to be regular.
    """
    rows, forces = solve(
        model, q, v, vdot, tau, prescribed, base, wrenches, wrench_axes, tau_ext, digits=31
    )
    residual = _residual(model, q, v, base, wrenches, wrench_axes, tau_ext)
    driven = np.asarray(prescribed, dtype=bool)
    motion, radii, away = rows[1:], np.zeros_like(rows), np.zeros_like(forces)
    low, errors = _improved(residual, motion, forces, ~driven)
    radii[1:] = (abs(low) + errors) * OUTWARD
    for k in range(len(forces)) if driven.any() else ():
        known, second = motion[: k + 1], low[: k + 1]
        hi, lo = residual.forces(known, second)
        nearer = hi + lo
        found = driven & np.isfinite(nearer)
        forces[k, found] = nearer[found]
        away[k, driven] = residual.enclosed(forces[k], known, second, errors[: k + 1])[driven]
    return (rows, forces), (radii, np.where(away < np.inf, away, np.inf))
