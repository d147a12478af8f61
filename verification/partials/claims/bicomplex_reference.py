"""Errors of methods as good as bicomplex numbers look wrong by a quarter and more against these.

Singh et al. measure against bicomplex numbers. They round as the recursion does that they run
through: against them the chain rule and IDSVA-SO get an error that is the reference's as much as
their own, too large or, where both round alike, too small.  The ratio is that of the RMSRE against
bicomplex numbers and against 50 digits, serial chains.  Finite differences are so much worse that
the reference does not matter.
"""

from collections.abc import Sequence

from lieref.reporting.campaigns.store import Record
from verification.measurements.partials.partials_accuracy import evaluate
from verification.partials import numbers, selections
from verification.subjects.partial_methods import (
    ANALYTIC,
    BICOMPLEX,
    CHAIN_RULE,
    DIFFERENCES_1,
    DIFFERENCES_2,
)
from verification.verdicts import Params, Pick, Records, Row, at_least, at_most

__all__ = ["cases", "evaluate", "verdict"]

MISLEADING, HARMLESS = 1.25, 1.001
EQUALS = (CHAIN_RULE, ANALYTIC["inverse", 2])
#: Bicomplex numbers over ABA err by so much on chains of forty joints.
OWN = 1e-15


def cases(quick: bool) -> list[Params]:
    """Serial chains of all sizes, every method, both dynamics."""
    inverse, forward = (selections.second(x, "serial", quick) for x in ("inverse", "forward"))
    return inverse + forward


def _misstated(methods: Sequence[str]) -> Pick:
    """Return a pick: the largest factor between an error as it appears and as it is."""

    def pick(record: Record) -> float | None:
        apparent = record["result"].get("apparent", {})
        pairs = [(float(apparent[x]), numbers.of(record, x)) for x in methods if x in apparent]
        return max((max(a / b, b / a) for a, b in pairs if b), default=None)

    return pick


def _own(record: Record) -> float | None:
    forward = record["params"]["dynamics"] == "forward" and numbers.size(record) >= 40
    return numbers.of(record, BICOMPLEX) if forward else None


def verdict(records: Records) -> list[Row]:
    """The methods that are as good, the ones that are not, and the error of the reference."""
    poor = _misstated((DIFFERENCES_1, DIFFERENCES_2))
    return [
        _largest_at_least(records),
        at_most("ratio of Finite-Diff-1 and -2", records, poor, HARMLESS),
        at_least("RMSRE of bicomplex numbers, forward dynamics, N >= 40", records, _own, OWN),
    ]


def _largest_at_least(records: Records) -> Row:
    """The row that the chain rule or IDSVA-SO is somewhere misstated by as much."""
    pick = _misstated(EQUALS)
    found = [r for r in records if "error" in r or pick(r) is not None]
    failed = [r for r in found if "error" in r]
    worst = failed or sorted(found, key=lambda r: pick(r) or 0.0)[-1:]
    return at_least("largest ratio of the chain rule or IDSVA-SO", worst, pick, MISLEADING)
