"""Every finding's script, run by itself, shows what it states.

A script imports the library and numpy alone, and ends with 0 if what the library returns differs
from the reference inside it by as much as the finding says, while a second witness, the library's
own central differences or a power series in doubles, agrees with that reference value.
"""

from lieref.reporting.campaigns.store import Record
from verification.audits import selections
from verification.measurements.audits.audit_findings import evaluate
from verification.verdicts import Params, Records, Row, at_least

__all__ = ["cases", "evaluate", "verdict"]


def cases(quick: bool) -> list[Params]:
    """Every finding; the quick ones are on Pinocchio."""
    return selections.reproducers(quick)


def _confirmed(record: Record) -> float:
    return float(record["result"]["confirmed"])


def verdict(records: Records) -> list[Row]:
    """One row a finding, and all together."""
    rows = [at_least(r["params"]["finding"], [r], _confirmed, 1.0) for r in records]
    return [*rows, at_least("all", records, _confirmed, 1.0)]
