"""`lieref check` raises no false alarm on Pinocchio over joint types.

Random trees of five bodies of one joint type or of three, on the world and on a free base: every
quantity that the subject offers, row by row within the tolerance that conditioning justifies.
"""

from verification.audits import numbers, selections
from verification.measurements.audits.audit_models import evaluate
from verification.verdicts import Params, Records, Row

__all__ = ["cases", "evaluate", "verdict"]


# of ten trees, those that the library has joints for
OFFERED = 10


def cases(quick: bool) -> list[Params]:
    """Trees of every joint type."""
    return selections.of_kinds("pinocchio", quick)


def verdict(records: Records) -> list[Row]:
    """Rows for each quantity, the alarms, the truths and the number of models."""
    return numbers.no_alarm(records, OFFERED * len(records) // 10)
