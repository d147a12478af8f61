"""Forward and hybrid dynamics where double precision does not suffice: in arbitrary precision.

The recursion loses about one digit with each derivative order, by the conditioning of the problem.
Here the plain twin of the default recursion runs on numbers of as many digits as asked for and
its result is rounded to double once; numpy and the standard library are all that it needs.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from lieref.dynamics.forward.default import forward_dynamics_generic
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
#: Part of a row by which doubles and double-doubles may disagree: these then have lost 12 digits of
#: 32, and resolve changes by the rounding of doubles.
RESOLVED = 1e-4


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
        motion, torque = forward_dynamics_generic.hybrid_dynamics(
            model, q, v, vdot, tau, prescribed, K, base, wrenches, wrench_axes, tau_ext
        )
    stack = [list(v), *([float(x) for x in row] for row in motion)]
    return np.array(stack), np.array([[float(x) for x in row] for row in torque])


def require_digits(digits: object) -> None:
    """Raise ShapeError unless it is a number of digits."""
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
    rounded: Array | None,
    changes: Callable[..., Array],
) -> Array:
    """`lieref.conditioning_bound`; the arguments are checked already.

    rounded: vdot in doubles, None where that was singular; changes: of vdot in double-doubles.
    """
    if isinstance(samples, bool) or not isinstance(samples, int) or samples < 1:
        raise ShapeError(f"samples is {samples!r}, expected a positive int")
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or seed < 0:
        raise ShapeError(f"seed is {seed!r}, expected an int from 0 on")
    given = (q, v, tau, wrenches, tau_ext)
    numbers = np.concatenate([x.ravel() for x in given if x is not None])
    # up or down by half an ulp; a zero stays, for no rounding makes one
    rng = random.Random(int(seed))
    bits = np.frombuffer(b"".join(rng.randbytes(numbers.size) for _ in range(samples)), np.uint8)
    signs = (bits & 1).reshape(samples, numbers.size) - 0.5
    moves = signs * (np.spacing(abs(numbers)) * (numbers != 0))
    if rounded is not None:
        loads = wrenches is not None, tau_ext is not None
        found = changes(model, numbers, moves, rounded, base, wrench_axes, *loads)
        norms = abs(rounded).max(axis=1, initial=0.0)
        bound = _bound_in_pairs(found[0].tolist(), found[1].tolist(), norms.tolist())
        if bound is not None:
            return bound

    def solve(K: DecimalField, arguments: tuple[Any, ...]) -> Decimals:
        q, v, tau, wrenches, tau_ext = arguments
        return forward_dynamics_generic.forward_dynamics(
            model, q, v, tau, K, base, wrenches, wrench_axes, tau_ext
        )

    bound = np.zeros(len(tau))
    K, exact = _settled(solve, given, 24 + DIGITS_PER_ORDER * len(tau))
    with K.working():
        for move in moves:
            moved = solve(K, _moved(K, given, move))
            bound = np.maximum(bound, [_change(*rows) for rows in zip(exact, moved, strict=True)])
    return bound


def _settled(
    solve: Callable[[DecimalField, tuple[Any, ...]], Decimals],
    given: tuple[Any, ...],
    digits: int,
) -> tuple[DecimalField, Decimals]:
    """Digits of which half give the same to far below a double's precision; and the result.

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


def _bound_in_pairs(changes: list[float], lost: list[float], norms: list[float]) -> Array | None:
    """Changes relative to norms, row by row; None if double-doubles may not resolve them.

    lost: distance of doubles from double-doubles, which lose as many digits.
    """
    for change, apart, norm in zip(changes, lost, norms, strict=True):
        # nothing is known of a row of zeros that moves
        if not (apart <= RESOLVED * norm and change <= norm):
            return None
    return np.array([x / y if y else 0.0 for x, y in zip(changes, norms, strict=True)])


def _moved(K: DecimalField, given: tuple[Array | None, ...], move: Array) -> tuple[Any, ...]:
    """Every number moved by its entry of `move`."""
    out: list[Any] = []
    for value in given:
        if value is None:
            out.append(None)
            continue
        now, move = move[: value.size], move[value.size :]
        moved = [K(float(x)) + K(float(y)) for x, y in zip(value.flat, now, strict=True)]
        out.append(np.array(moved, dtype=object).reshape(value.shape))
    return tuple(out)
