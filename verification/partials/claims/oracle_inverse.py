"""Partials of inverse dynamics hold for every joint type, base and wrench axes to 1e-14.

Random trees on a free base under wrenches on every body, against the oracle itself; relative max
norm of each array, the analytic methods and the chain rule. The limit is some 50 ulp of the largest
entry.
"""

from verification.measurements.partials.partials_oracle import evaluate
from verification.partials import selections
from verification.subjects.partial_methods import ANALYTIC, CHAIN_RULE
from verification.verdicts import Params, Pick, Record, Records, Row, at_most, largest

__all__ = ["cases", "evaluate", "verdict"]

LIMIT = 1e-14


def cases(quick: bool) -> list[Params]:
    """Random trees in every representation, wrenches in both axes."""
    return selections.loaded_trees("inverse", quick)


def _worst(method: str) -> Pick:
    """Return a pick: the largest error of an array."""

    def pick(record: Record) -> float:
        worst = largest(record["result"]["methods"][method].values())
        return worst

    return pick


def verdict(records: Records) -> list[Row]:
    """The worst array of each method."""
    methods = (ANALYTIC["inverse", 1], ANALYTIC["inverse", 2], CHAIN_RULE)
    return [at_most(method, records, _worst(method), LIMIT) for method in methods]
