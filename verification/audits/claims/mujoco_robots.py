"""`lieref check` raises no false alarm on MuJoCo over all robots of example-robot-data.

Each tree once (several files describe the same), with a free base, at a generic state: dynamics
and inertia, row by row within the tolerance that conditioning justifies, and
every truth proven. Models that a library refuses are in a table.
"""

from verification.audits import numbers, selections
from verification.measurements.audits.audit_models import evaluate
from verification.verdicts import Params, Records, Row

__all__ = ["cases", "evaluate", "verdict"]

# six of sixty have inertias that MuJoCo does not compile
MODELS = 54


def cases(quick: bool) -> list[Params]:
    """Every robot; the quick selection has three."""
    return selections.of_robots("mujoco", quick)


def verdict(records: Records) -> list[Row]:
    """Rows for each quantity, the alarms, the truths and the number of models."""
    few = len(records) <= len(selections.FEW_ROBOTS)
    return numbers.no_alarm(records, max(1, len(records)) if few else MODELS)
