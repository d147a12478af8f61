"""First and second partials through loops lose nothing 1e3 and 1e6 m from the origin.

The same draws on free bases near by and far away, base motion in body and hybrid form; each array
by its largest number, against the oracle, which is given the far configuration.
"""

from verification.loops.numbers import number
from verification.loops.selections import DISTANCES, far_partials
from verification.measurements.loops.loops_partials import evaluate
from verification.verdicts import Params, Records, Row, at_most

__all__ = ["cases", "evaluate", "verdict"]

LIMIT = 1e-13


def cases(quick: bool) -> list[Params]:
    """Mechanisms on free bases at every distance."""
    return far_partials(quick)


def verdict(records: Records) -> list[Row]:
    """The worst error at each distance that was measured."""
    rows = [
        (x, [r for r in records if r["params"]["states"][0]["distance"] == x]) for x in DISTANCES
    ]
    worst = number("usual", "error")
    return [at_most(f"at {x:g} m", some, worst, LIMIT) for x, some in rows if some]
