"""Forward dynamics with proven bounds: its residual enclosed by inverse dynamics; docs/bounds.md.

An approximate answer is corrected to double-doubles by its residual, order by order, and the
residual that is left is enclosed. With C an approximate inverse of H, ||I - C H|| <= g < 1 proves
that H is regular and bounds the error (Krawczyk; Rump, Acta Numerica 19, 2010).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from lieref.algebra.enclosures import OUTWARD, SHARE
from lieref.dynamics.inverse_dynamics import inertia_in_pairs, paired_inverse_dynamics
from lieref.errors import SingularError

if TYPE_CHECKING:
    from lieref.model.model import Model

Array = NDArray[np.float64]
Base = Literal["body", "spatial", "hybrid", "mixed"]
ULP = 2.0**-53
# Corrections of each order: the first has the digits of C, the second twice as many.
CORRECTIONS = 2
# g of a matrix that is regular beyond doubt.
REGULAR = 0.5
# Errors of lower orders are seen through the roundings of balls at this part of the motion.
VISIBLE = 2.0**-20


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
        """A bound of |tau - ID| of the last order for lower ones within their errors."""
        hi, lo = self.forces(motion, low)
        gap, rest = _sum(tau, -hi)
        size = abs(gap + (rest - lo)) + 4 * ULP * (abs(gap) + abs(rest) + abs(lo))
        size += SHARE * self.away(motion, abs(low))
        largest = errors.max(axis=1)
        if largest.any():
            # a radius grows at least as its inputs do: seen large, then scaled down
            sizes = np.maximum(1.0, abs(motion[:-1]).max(axis=1))
            seen = largest > 0
            scale = max(1.0, float(min(VISIBLE * sizes[seen] / largest[seen])))
            size += self.away(motion, np.vstack((scale * errors, np.zeros_like(tau)))) / scale
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
    q, v, tau = (np.asarray(x, dtype=np.float64) for x in (q, v, tau))
    loads = {
        "base": base,
        "wrenches": None if wrenches is None else np.asarray(wrenches, dtype=np.float64),
        "wrench_axes": wrench_axes,
        "tau_ext": None if tau_ext is None else np.asarray(tau_ext, dtype=np.float64),
    }
    if model.nv == 0:
        return motion, np.zeros_like(motion)
    residual = _Residual(model, q, v, loads)
    H = inertia_in_pairs(model, q, base, None, True)
    C, g = _regular(H[..., 0], H[..., 1] * OUTWARD)
    low, errors = np.zeros_like(motion), np.zeros_like(motion)
    for k in range(len(motion)):
        known, second = motion[: k + 1], low[: k + 1]
        for _ in range(CORRECTIONS):
            hi, lo = residual.forces(known, second)
            gap, rest = _sum(tau[k], -hi)
            step = C @ (gap + (rest - lo))
            known[k], second[k] = _sum(known[k], second[k] + step)
        size = abs(C) @ residual.enclosed(tau[k], known, second, errors[:k])
        found = (size + g / (1 - g) * size.max()) * OUTWARD
        # what is no number is no bound
        errors[k] = np.where(found < np.inf, found, np.inf)
    return motion, (abs(low) + errors) * OUTWARD
