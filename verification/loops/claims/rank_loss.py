"""A flattened parallelogram, whose loop has lost rank, is reported with the loop's name.

At crank angles of 0 the mechanism can branch: no choice of coordinates helps, and every function
raises SingularError.
"""

from verification.loops.numbers import number
from verification.measurements.loops.loops_rank import evaluate
from verification.verdicts import Params, Records, Row, at_least

__all__ = ["cases", "evaluate", "verdict"]

CALLS = ("inverse dynamics", "forward dynamics", "tree coordinates", "inverse inertia")


def cases(_: bool) -> list[Params]:
    """One parallelogram and its scaled copies."""
    return [{"crank": crank, "ground": ground} for crank, ground in ((0.2, 0.5), (0.3, 0.31))]


def verdict(records: Records) -> list[Row]:
    """Every call names the loop and says what is wrong."""
    return [at_least(f"{call} refuses", records, number(call), 1.0) for call in CALLS]
