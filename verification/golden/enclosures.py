"""Numbers with proven bounds as decimals: balls at a precision that rises until they are small.

A table has "decimals", the doubles nearest to them as "values", and a "radius". Each number is
rounded to a decimal of its block's last place, and that place is the radius: it covers the rounding
and the ball. So a file does not depend on how far a version of FLINT overestimates its balls.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import Decimal
from typing import Any

from lieref.errors import SingularError
from lieref.golden.golden_cases import leaves
from lieref.oracle import Arb, Certified
from verification import references

# Working digits to start with, and not to exceed.
FIRST_DIGITS, MOST_DIGITS = 80, 2000
# Of blocks that are zero as far as balls can tell, and the precision that it takes to say so.
ZERO_RADIUS = 1e-60
ZERO_DIGITS = 120

Table = dict[str, Any]


def mapped(function: Callable[[Any], Any], nested: Any) -> Any:
    """Return lists of any depth with the function applied to each entry."""
    if isinstance(nested, list | tuple):
        return [mapped(function, x) for x in nested]
    return function(nested)


def enclosed(
    compute: Callable[[Arb], dict[str, Any]], first_digits: int = FIRST_DIGITS
) -> dict[str, Table]:
    """Return tables with 32 digits of each block's largest entry, from balls.

    Parameters
    ----------
    compute : callable
        Of a field of balls, to be called inside ``K.working()``: nested lists of balls by name.
        Names that end in ``_rows`` have a block, and a radius, for each entry of the first axis.
    first_digits : int
        Working precision to start with.

    Returns
    -------
    dict
        ``{"radius", "values", "decimals"}`` by name, without that ending; radii are lists where
        blocks are rows. A block of which no ball is known to differ from zero has ZERO_RADIUS and
        zeros.

    Raises
    ------
    SingularError
        MOST_DIGITS do not suffice.
    """
    digits = first_digits
    while True:
        K = Arb(digits)
        try:
            with K.working():
                return {
                    name.removesuffix("_rows"): _table(K, name, nested)
                    for name, nested in compute(K).items()
                }
        except (ValueError, SingularError) as error:
            digits *= 2
            if digits > MOST_DIGITS:
                raise SingularError(f"not enclosed with {K.digits} digits: {error}") from error


def of_certified(found: Certified) -> Table:
    """Return the table of a result of `lieref.oracle`, row by row."""
    rows = [
        zero_block(row)
        if not any(row) and not any(radii)
        else _with_doubles(references.block(row, max(radii)))
        for row, radii in zip(found.midpoints, found.radii, strict=True)
    ]
    return _stacked(rows)


def zero_block(nested: Any, radius: float = 0.0) -> Table:
    """Return a block of zeros."""
    decimals = mapped(lambda _: "0", nested)
    return {"radius": radius, "values": mapped(float, decimals), "decimals": decimals}


def _with_doubles(block: dict[str, Any]) -> Table:
    """A block of decimals, and the doubles nearest to them."""
    decimals = block["values"]
    return {
        "radius": float(block["radius"]),
        "values": mapped(float, decimals),
        "decimals": decimals,
    }


def _stacked(rows: list[Table]) -> Table:
    return {key: [row[key] for row in rows] for key in ("radius", "values", "decimals")}


def _table(K: Arb, name: str, nested: Any) -> Table:
    if name.endswith("_rows"):
        return _stacked([_block(K, row) for row in nested])
    return _block(K, nested)


def _block(K: Arb, nested: Any) -> Table:
    """One block; ValueError where more digits are needed."""
    balls = [K(x) for x in leaves(nested)]
    if not all(K.is_finite(x) for x in balls):
        raise ValueError("an infinite ball")
    if all(x.contains(K(0)) for x in balls):
        widest = max(K.radius(x) for x in balls)
        if not widest:
            return zero_block(nested)
        if K.digits < ZERO_DIGITS or widest > ZERO_RADIUS / 2:
            raise ValueError("a block that may be zero")
        return zero_block(nested, ZERO_RADIUS)
    return _with_doubles(references.ball_block(K, nested))


def bound(table: Table, k: int) -> Decimal:
    """Return the radius of entry k of a table's first axis."""
    radius = table["radius"]
    return Decimal(repr(radius[k] if isinstance(radius, list) else radius))


def distance(K: Arb, table: Table, nested: Any) -> float:
    """Return how far a second formulation is from a table, in units of the sum of both bounds.

    The distance of a ball's midpoint from the table's decimal, over the sum of the ball's radius
    and the table's: at most 1 where both hold the same reference value.
    """
    worst = 0.0
    rows = zip(table["decimals"], nested, strict=True)
    for k, (values, row) in enumerate(rows):
        for text, x in zip(leaves(values), leaves(row), strict=True):
            ball = K(x)
            if not K.is_finite(ball):
                return math.inf
            gap = abs(K.midpoint(ball) - K(Decimal(text)))
            both = K(bound(table, k)) + K(K.radius(ball))
            if K.to_float(gap):
                worst = max(worst, K.to_float(gap / both) if K.to_float(both) else math.inf)
    return worst
