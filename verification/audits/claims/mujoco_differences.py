"""MuJoCo's finite-difference derivatives are accurate to the error of their step, and no better.

`mjd_inverseFD` (one-sided) and `mjd_transitionFD` (central), over the trees of the joint types: the
error is within that of the step, as the reference has it from second derivatives, and beyond what
conditioning justifies. da/dtau comes without differences and is accurate to rounding.
"""

from typing import Any

from lieref.reporting.campaigns.store import Record
from verification.audits import numbers, selections
from verification.measurements.audits.audit_models import evaluate
from verification.verdicts import Params, Pick, Records, Row, at_least, at_most, largest

__all__ = ["cases", "evaluate", "verdict"]

ONE_SIDED = ("dtau_dq", "dtau_dv")
CENTRAL = ("da_dq", "da_dv")


def cases(quick: bool) -> list[Params]:
    """Trees of every joint type."""
    return selections.of_kinds("mujoco", quick)


def _results(record: Record, outputs: tuple[str, ...]) -> list[dict[str, Any]]:
    return [x for x in record["result"]["results"] if x["output"] in outputs and "ratio" in x]


def _worst(outputs: tuple[str, ...], key: str) -> Pick:
    def pick(record: Record) -> float | None:
        found = _results(record, outputs)
        return largest(x[key] for x in found) if found else None

    return pick


def _to_step(record: Record) -> float | None:
    """How many of the differences are accurate to their step and not to rounding."""
    found = _results(record, ONE_SIDED)
    return float(sum(x["status"] == "pass to step" for x in found)) if found else None


def verdict(records: Records) -> list[Row]:
    """Rows for one-sided and central differences, what they lose, and what has none."""
    revolute = [r for r in records if "revolute" in r["params"]["robot"]["kinds"]]
    return [
        at_most("one-sided, error over that of the step", records, _worst(ONE_SIDED, "ratio"), 1.0),
        at_most("central, error over that of the step", records, _worst(CENTRAL, "ratio"), 1.0),
        at_most("da/dtau, relative error", records, _worst(("da_dtau",), "error"), numbers.RIGHT),
        at_least("one-sided, arrays not right to rounding", revolute, _to_step, 1.0),
        at_least("one-sided, relative error", revolute, _worst(ONE_SIDED, "error"), 1e-9),
    ]
