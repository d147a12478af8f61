"""lieref's functions on SO(3) and SE(3) are accurate to 2e-15 at every angle: no false alarm.

exp, log, and the right Jacobians of both, from 1e-16 to beyond 2 pi, closely around pi and 2 pi;
largest error of each block over its largest entry. A log's argument is the double nearest to the
pose, and its reference value the log of the rotation nearest to that.
"""

from verification.audits import numbers, selections
from verification.measurements.audits.audit_groups import evaluate
from verification.subjects.peers.group_functions import BLOCKS
from verification.verdicts import Params, Records, Row, at_most

__all__ = ["cases", "evaluate", "verdict"]

LIMIT = 2e-15


def cases(quick: bool) -> list[Params]:
    """All functions."""
    return selections.functions("lieref", quick)


def verdict(records: Records) -> list[Row]:
    """One row a function, and the radius of the reference values."""
    rows = [
        at_most(name, records, numbers.group_error(name, blocks, 0.0, 99.0), LIMIT)
        for name, blocks in BLOCKS.items()
    ]
    return [*rows, at_most("radius of the reference values", records, _radius, numbers.PROVEN)]


def _radius(record: object) -> float:
    return float(record["result"]["radius"])  # type: ignore[index]
