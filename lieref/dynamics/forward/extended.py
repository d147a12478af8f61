"""Forward and hybrid dynamics where double precision does not suffice: in arbitrary precision.

The recursion loses about one digit with each derivative order, by the conditioning of the problem.
Here the plain twin of the default recursion runs on numbers of as many digits as asked for and
its result is rounded to double once; numpy and the standard library are all that it needs.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from lieref.dynamics.forward.default import forward_dynamics_twin
from lieref.errors import ShapeError
from lieref.model.tree.exact import DecimalField

if TYPE_CHECKING:
    from lieref.model.model import Model

Array = NDArray[np.float64]
Decimals = list[list[Any]]
#: Digits beyond the 16 of a double that each order may cost, with a margin.
DIGITS_PER_ORDER = 4
#: Fewer digits than a double has are of no use; more than these take too long.
FEWEST, MOST = 16, 2000
#: What twice the digits may change of a result that is compared with others, and their end.
SETTLED, MOST_SETTLING = 1e-20, 200


def hybrid_dynamics(
    model: Model,
    q: Array,
    v: Array,
    vdot: Array,
    tau: Array,
    prescribed: NDArray[np.bool_],
    base: str,
    wrenches: Array | None,
    wrench_axes: str,
    tau_ext: Array | None,
    digits: int,
) -> tuple[Array, Array]:
    """`lieref.hybrid_dynamics` in `digits` decimal digits; the arguments are checked already.

    Raises SingularError as the kernel does, but for pivots that are small at `digits` and not at
    16.
    """
    K = DecimalField(digits)
    with K.working():
        motion, torque = forward_dynamics_twin.hybrid_dynamics(
            model, q, v, vdot, tau, prescribed, K, base, wrenches, wrench_axes, tau_ext
        )
    stack = [list(v), *([float(x) for x in row] for row in motion)]
    return np.array(stack), np.array([[float(x) for x in row] for row in torque])


def require_digits(digits: object) -> None:
    """Raise ShapeError for what is no number of digits."""
    if not isinstance(digits, int) or not FEWEST <= digits <= MOST:
        raise ShapeError(f"digits is {digits!r}, expected an int from {FEWEST} to {MOST}")


def conditioning_bound(
    model: Model,
    q: Array,
    v: Array,
    tau: Array,
    base: str,
    wrenches: Array | None,
    wrench_axes: str,
    tau_ext: Array | None,
    samples: int,
    seed: int,
) -> Array:
    """`lieref.conditioning_bound`; the arguments are checked already."""
    if isinstance(samples, bool) or not isinstance(samples, int) or samples < 1:
        raise ShapeError(f"samples is {samples!r}, expected a positive int")
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or seed < 0:
        raise ShapeError(f"seed is {seed!r}, expected an int from 0 on")
    rng = np.random.default_rng(seed)

    def solve(K: DecimalField, arguments: tuple[Any, ...]) -> Decimals:
        q, v, tau, wrenches, tau_ext = arguments
        return forward_dynamics_twin.forward_dynamics(
            model, q, v, tau, K, base, wrenches, wrench_axes, tau_ext
        )

    given = (q, v, tau, wrenches, tau_ext)
    bound = np.zeros(len(tau))
    K, exact = _settled(solve, given, 24 + DIGITS_PER_ORDER * len(tau))
    with K.working():
        for _ in range(samples):
            moved = solve(K, tuple(_moved(K, rng, value) for value in given))
            bound = np.maximum(bound, [_change(*rows) for rows in zip(exact, moved, strict=True)])
    return bound


def _settled(
    solve: Callable[[DecimalField, tuple[Any, ...]], Decimals],
    given: tuple[Any, ...],
    digits: int,
) -> tuple[DecimalField, Decimals]:
    """So many digits that half of them give the same, far below a double's; and the result.

    What vanishes exactly has no digits to lose: the end of the search leaves it as it is.
    """
    found: Decimals | None = None
    while True:
        K = DecimalField(digits)
        with K.working():
            before, found = found, solve(K, given)
            if before is not None:
                changes = [_change(*rows) for rows in zip(found, before, strict=True)]
                if max(changes, default=0.0) <= SETTLED or digits > MOST_SETTLING:
                    return K, found
        digits *= 2


def _change(row: list[Any], other: list[Any]) -> float:
    """Largest difference of two rows by the largest number of the first."""
    norm = max((abs(x) for x in row), default=0)
    if not norm:
        return 0.0
    return float(max(abs(x - y) for x, y in zip(row, other, strict=True)) / norm)


def _moved(K: DecimalField, rng: np.random.Generator, value: Array | None) -> Any:
    """Every number half an ulp up or down; zeros stay, for no rounding makes them."""
    if value is None:
        return None
    moved = [
        K(float(x)) + K(float(side) * math.ulp(x)) / 2 if x else K(0)
        for x, side in zip(value.flat, rng.choice((-1.0, 1.0), value.size), strict=True)
    ]
    return np.array(moved, dtype=object).reshape(value.shape)
