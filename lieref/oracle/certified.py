"""Dynamics with a proven error bound: balls, at a precision raised until they are small."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from lieref.documentation import described
from lieref.errors import LierefError, SingularError
from lieref.model.arguments import integer
from lieref.model.model import Model
from lieref.oracle.arguments import FEWEST, MOST
from lieref.oracle.computation import checked
from lieref.oracle.scalars.scalars import Arb
from lieref.oracle.tree.forward_dynamics import (
    Problem,
    Rows,
    forward_problem,
    hybrid_problem,
    solution,
)
from lieref.oracle.tree.inertia import inertia_matrix
from lieref.oracle.tree.inverse_dynamics import inverse_dynamics, torques

# Relative radii are doubles.
MOST_ACCURACY = 300

#: Tables of balls, and the relative radius of the check that was made of them.
Enclosures = tuple[list[Rows], float]

#: A row below this in max norm counts as zero: its radius is held against this instead.
ZERO_ROW = 1e-200


@dataclass(frozen=True)
@described()
class Certified:
    """Numbers with proven error bounds: |reference value - midpoints[k][i]| <= radii[k][i].

    midpoints: rows of Decimals (exact as they stand); radii: rows of doubles, rounded up; digits:
    the working precision that was needed; relative_radius: the largest, over rows, of the row's
    largest radius over its max norm.

    Examples
    --------
    >>> found = lieref.oracle.certified_inverse_dynamics(model, q, [v, v])
    >>> len(found.midpoints[0])
    3
    """

    midpoints: list[list[Decimal]]
    radii: list[list[float]]
    digits: int
    relative_radius: float


@described("v : (r + 2, nv)", "wrenches : (r + 1, nbodies, 6), optional")
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
    """Generalized forces and their derivatives, each with a proven bound of its error.

    Raises
    ------
    SingularError
        `most_digits` do not suffice.

    Examples
    --------
    >>> found = lieref.oracle.certified_inverse_dynamics(model, q, [v, v])
    >>> max(found.radii[0]) < 1e-29
    True
    """

    def compute(K: Arb) -> Enclosures:
        rows = inverse_dynamics(model, q, v, base, wrenches, wrench_axes, tau_ext, field=K)
        return [rows], 0.0

    return _certified(compute, accuracy, digits, most_digits)[0]


@checked("tau : (r + 1, nv)", "wrenches : (r + 1, nbodies, 6), optional")
def certified_forward_dynamics(
    model: Model,
    q: Any,
    v: Any,
    tau: Any,
    base: str = "body",
    wrenches: Any = None,
    wrench_axes: str = "body",
    tau_ext: Any = None,
    accuracy: int = 30,
    digits: int = 60,
    most_digits: int = 5000,
) -> Certified:
    """Accelerations and their derivatives, each with a proven bound of its error.

    Inverse dynamics is run on the result, and returns tau within its own proven radii, which are
    at most 10^-accuracy of tau^(k) and H v^(k+1) (the larger of their max norms) too.

    Raises
    ------
    SingularError
        ... Without a joint's name if `most_digits` do not suffice.

    Examples
    --------
    >>> found = lieref.oracle.certified_forward_dynamics(model, q, v, [v])
    >>> max(found.radii[0]) < 1e-29
    True
    """

    def compute(K: Arb) -> Enclosures:
        with K.working():
            given = forward_problem(K, model, q, v, tau, base, wrenches, wrench_axes, tau_ext)
            v_all, tau_all = solution(K, given)
            return [v_all[1:]], _return(K, given, v_all, tau_all)

    return _certified(compute, accuracy, digits, most_digits)[0]


@checked(
    "tau : (r + 1, nv), of coordinates that are not prescribed",
    "wrenches : (r + 1, nbodies, 6), optional",
)
def certified_hybrid_dynamics(
    model: Model,
    q: Any,
    v: Any,
    vdot: Any,
    tau: Any,
    prescribed: Any,
    base: str = "body",
    wrenches: Any = None,
    wrench_axes: str = "body",
    tau_ext: Any = None,
    accuracy: int = 30,
    digits: int = 60,
    most_digits: int = 5000,
) -> tuple[Certified, Certified]:
    """v_all and tau_all of hybrid dynamics, each number with a proven bound of its error.

    Checked as `certified_forward_dynamics`.

    Raises
    ------
    SingularError
        ... Without a joint's name if `most_digits` do not suffice.

    Examples
    --------
    >>> moves = [True, False, False]
    >>> tau, _ = lieref.oracle.certified_hybrid_dynamics(model, q, v, [v], [v], moves)
    >>> len(tau.midpoints[0])
    3
    """

    def compute(K: Arb) -> Enclosures:
        with K.working():
            given = hybrid_problem(
                K, model, q, v, vdot, tau, prescribed, base, wrenches, wrench_axes, tau_ext
            )
            v_all, tau_all = solution(K, given)
            return [v_all, tau_all], _return(K, given, v_all, tau_all)

    v_all, tau_all = _certified(compute, accuracy, digits, most_digits)
    return v_all, tau_all


def _return(K: Arb, given: Problem, v_all: Rows, tau_all: Rows) -> float:
    """Run inverse dynamics on a solution: relative radius with which it returns tau_all.

    The largest radius of an order's differences, relative to the larger max norm of tau^(k) and
    H v^(k+1), which cancel where tau is small.
    """
    got = torques(
        K, given.exact, given.q, v_all, given.base, given.applied, given.axes, given.external
    )
    H, _ = inertia_matrix(K, given.exact, given.q, given.base)
    worst = 0.0
    for k, (row, expected) in enumerate(zip(got, tau_all, strict=True)):
        differences = [x - y for x, y in zip(row, expected, strict=True)]
        for name, x in zip(given.names, differences, strict=True):
            if not x.contains(K(0)):
                raise LierefError(f"{name}: inverse dynamics does not return tau[{k}]: {x} apart")
        moving = [K.dot(entries, v_all[k + 1]) for entries in H]
        norm = max((abs(K.to_float(x)) for x in [*expected, *moving]), default=0.0)
        radius = max((K.radius(x) for x in differences), default=0.0)
        worst = max(worst, radius / max(norm, ZERO_ROW))
    return worst


def _certified(
    compute: Callable[[Arb], Enclosures], accuracy: int, digits: int, most_digits: int
) -> list[Certified]:
    """Raise the precision until every row's radii, and those of the check, are small enough."""
    accuracy = integer("accuracy", accuracy, 1, MOST_ACCURACY)
    digits = integer("digits", digits, FEWEST, MOST)
    most_digits = integer("most_digits", most_digits, FEWEST, MOST)
    target = 10.0**-accuracy
    while True:
        K = Arb(digits)
        singular = None
        worst = math.inf
        try:
            tables, worst = compute(K)
        except SingularError as error:
            singular = error
        else:
            out = [_enclosed(K, rows, accuracy + 10) for rows in tables]
            worst = max(worst, *(table.relative_radius for table in out))
            if worst <= target:
                return out
        short = worst / target
        missing = math.ceil(math.log10(short)) if math.isfinite(short) else digits
        digits += max(missing + 10, digits // 4)
        if digits > most_digits:
            raise singular or SingularError(
                f"relative radius {worst:.1e} after {K.digits} digits, expected {target:.1e}: "
                f"{most_digits} digits do not suffice"
            )


def _enclosed(K: Arb, rows: Rows, digits: int) -> Certified:
    """Rows of balls as decimals of so many digits."""
    enclosed = [[_decimal_ball(K, x, digits) for x in row] for row in rows]
    worst = max((_relative_radius(row) for row in enclosed), default=0.0)
    midpoints = [[mid for mid, _ in row] for row in enclosed]
    radii = [[radius for _, radius in row] for row in enclosed]
    return Certified(midpoints, radii, K.digits, worst)


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
