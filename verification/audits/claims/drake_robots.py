"""`lieref check` raises no false alarm on Drake over all robots of example-robot-data.

Each tree once (several files describe the same), with a free base, at a generic state: every
quantity that the subject offers, row by row within the tolerance that conditioning justifies, and
every truth proven. Models that a library refuses are in a table.
"""

from verification.audits import numbers, selections
from verification.measurements.audits.audit_models import evaluate
from verification.verdicts import Params, Records, Row

__all__ = ["cases", "evaluate", "verdict"]

MODELS = 60


def cases(quick: bool) -> list[Params]:
    """Every robot; the quick run does without Drake."""
    return [] if quick else selections.of_robots("drake", quick)


def verdict(records: Records) -> list[Row]:
    """Rows for each quantity, the alarms, the truths and the number of models."""
    return numbers.no_alarm(records, MODELS)
