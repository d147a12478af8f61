"""C-EFPA: the inverse operational-space inertia loses nothing 1e3 and 1e6 m from the origin.

The same draws on free bases near by and far away, base motion in body and (but for inertias)
hybrid form; relative max norm against the oracle, which is given the far configuration.
"""

from verification.loops.numbers import ACCURATE, at_distance, error
from verification.loops.selections import DISTANCES, far
from verification.measurements.loops.loops_accuracy import evaluate
from verification.verdicts import Params, Records, Row, at_most

__all__ = ["cases", "evaluate", "verdict"]


def cases(quick: bool) -> list[Params]:
    """Mechanisms on free bases at every distance."""
    return far("inverse_operational_inertia", quick)


def verdict(records: Records) -> list[Row]:
    """The worst error at each distance that was measured."""
    rows = [(x, at_distance(records, x)) for x in DISTANCES]
    return [at_most(f"at {x:g} m", some, error, ACCURATE) for x, some in rows if some]
