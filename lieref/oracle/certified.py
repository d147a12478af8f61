"""Inverse dynamics with a proven error bound: balls, at a precision raised until they are small."""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from lieref.errors import SingularError
from lieref.oracle.inverse_dynamics import inverse_dynamics
from lieref.oracle.scalars import Arb

if TYPE_CHECKING:
    from lieref.model.model import Model

#: A row below this in max norm counts as zero: its radius is held against this instead.
ZERO_ROW = 1e-200


@dataclass(frozen=True)
class Certified:
    """Numbers with proven error bounds: |truth - midpoints[k][i]| <= radii[k][i].

    midpoints: rows of Decimals (exact as they stand); radii: rows of doubles, rounded up; digits:
    the working precision that was needed; relative_radius: the largest, over rows, of the row's
    largest radius over its max norm.
    """

    midpoints: list[list[Decimal]]
    radii: list[list[float]]
    digits: int
    relative_radius: float


def certified_inverse_dynamics(
    model: Model,
    q: Any,
    v: Any,
    base: str = "body",
    wrenches: Any = None,
    wrench_axes: str = "body",
    tau_ext: Any = None,
    accuracy: int = 30,
    digits: int = 60,
    most_digits: int = 5000,
) -> Certified:
    """Generalised forces and their derivatives, each with a proven bound of its error.

    Arguments as in `inverse_dynamics`, and

    accuracy : the largest radius of each row (derivative order) is to be at most 10^-accuracy
        times the row's max norm.
    digits, most_digits : working precision to start with, and not to exceed.

    Raises SingularError if `most_digits` do not suffice; the errors of `inverse_dynamics` else.
    """
    target = 10.0**-accuracy
    while True:
        K = Arb(digits)
        rows = inverse_dynamics(model, q, v, base, wrenches, wrench_axes, tau_ext, field=K)
        enclosed = [[_decimal_ball(K, x, accuracy + 10) for x in row] for row in rows]
        worst = max((_relative_radius(row) for row in enclosed), default=0.0)
        if worst <= target:
            midpoints = [[mid for mid, _ in row] for row in enclosed]
            radii = [[radius for _, radius in row] for row in enclosed]
            return Certified(midpoints, radii, digits, worst)
        missing = math.ceil(math.log10(worst / target)) if math.isfinite(worst) else digits
        digits += max(missing + 10, digits // 4)
        if digits > most_digits:
            raise SingularError(
                f"relative radius {worst:.1e} after {K.digits} digits, expected {target:.1e}: "
                f"{most_digits} digits do not suffice"
            )


def _decimal_ball(K: Arb, x: Any, digits: int) -> tuple[Decimal, float]:
    """Decimal midpoint of so many digits, and a radius that covers the conversion too."""
    if not K.is_finite(x):
        return Decimal(0), math.inf
    mid, radius, exponent = (int(part) for part in x.mid_rad_10exp(digits))
    # the constructor keeps every digit, arithmetic on Decimals would round
    bound = float(Decimal(f"{radius}E{exponent}"))
    return Decimal(f"{mid}E{exponent}"), math.nextafter(bound, math.inf) if radius else 0.0


def _relative_radius(row: list[tuple[Decimal, float]]) -> float:
    """Largest radius of a row over a lower bound of its max norm."""
    largest = max((radius for _, radius in row), default=0.0)
    norm = max((float(abs(mid)) - radius for mid, radius in row), default=0.0)
    return largest / max(norm, ZERO_ROW) if largest else 0.0
