"""Each further body costs the transformations and brackets that Müller counts, to the last one.

Order 0, chains of one-degree joints.  What does not depend on the length exceeds the paper's count
by two at most: the plain Python implementations treat the first body as every other, whose
parent, the world, is at rest but for gravity.
"""

from lieref.reporting.campaigns.store import Record
from verification.measurements.representations.form_steps import STEPS, evaluate, fit
from verification.verdicts import Params, Pick, Records, Row, at_most, largest

__all__ = ["cases", "evaluate", "verdict"]

LENGTHS = [3, 5, 10, 20]
FIRST_BODY = 2


def cases(quick: bool) -> list[Params]:
    """One case for each form of the paper."""
    return [{"form": form, "bodies": LENGTHS, "seed": 1} for form in STEPS]


def _against_paper(record: Record, which: int) -> float:
    """Return the largest |per body - the paper's| (0) or once - the paper's (1)."""
    found = []
    for step in record["result"]["steps"]:
        line = fit(record["params"]["bodies"], step["counted"])
        if line is None:
            return float("inf")
        more = line[which] - step["paper"][which]
        found.append(more if which else abs(more))
    return largest(found)


def _pick(which: int) -> Pick:
    return lambda record: _against_paper(record, which)


def verdict(records: Records) -> list[Row]:
    """Two rows for each form: a body's steps, and those that come once."""
    rows = []
    for form in STEPS:
        own = [record for record in records if record["params"]["form"] == form]
        rows.append(at_most(f"{form}, a body's steps beside the paper's", own, _pick(0), 0))
        rows.append(at_most(f"{form}, once, beyond the paper's", own, _pick(1), FIRST_BODY))
    return rows
