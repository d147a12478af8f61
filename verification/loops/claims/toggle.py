"""In tree coordinates forward dynamics keeps its digits into a toggle of the chosen coordinate.

A four-bar linkage whose coupler and rocker are bent by 1e-2 to 1e-12 rad, where the crank turns
back. With the free motions chosen at the configuration the C-ABA stays below 1e-9, and within 30
times the conditioning bound; with the crank independent it may lose its digits (see the figure),
as a fixed choice must.
"""

from lieref.reporting.campaigns.store import Record
from verification.loops.numbers import number
from verification.loops.selections import toggles
from verification.measurements.loops.loops_toggle import evaluate
from verification.verdicts import Params, Records, Row, at_most

__all__ = ["cases", "evaluate", "verdict"]

LIMIT, TIMES = 1e-9, 30.0


def cases(quick: bool) -> list[Params]:
    """Distances from the toggle."""
    return toggles(quick)


def over_bound(record: Record) -> float | None:
    """The error over the conditioning bound; nothing if the configuration was refused."""
    result = record["result"]
    if result["tree"]["refused"]:
        return None
    return float(result["tree"]["error"]) / float(result["bound"])


def unclear(record: Record) -> float:
    """1 if an answer was refused by anything else than a SingularError."""
    said = [record["result"][way]["refused"] for way in ("tree", "crank")]
    return float(any(text and not text.startswith("SingularError") for text in said))


def verdict(records: Records) -> list[Row]:
    """Error, error over the bound, and what refusals say."""
    return [
        at_most("error, or refused", records, number("tree", "error"), LIMIT),
        at_most("error over the bound", records, over_bound, TIMES),
        at_most("refused by other errors", records, unclear, 0.0),
    ]
