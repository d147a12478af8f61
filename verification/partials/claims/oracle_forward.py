"""Partials of forward dynamics hold for every joint type, base, wrench axes to 1e-14.

Random trees on a free base under wrenches on every body, against the oracle itself; relative max
norm of each array, the analytic methods and the chain rule, by the condition number of H scaled to
a unit diagonal, which multiplies whatever is rounded.
"""

from verification.measurements.partials.partials_oracle import evaluate
from verification.partials import selections
from verification.subjects.partial_methods import ANALYTIC, CHAIN_RULE
from verification.verdicts import Params, Pick, Record, Records, Row, at_most, largest

__all__ = ["cases", "evaluate", "verdict"]

LIMIT = 1e-14


def cases(quick: bool) -> list[Params]:
    """Random trees in every representation, wrenches in both axes."""
    return selections.loaded_trees("forward", quick)


def _worst(method: str) -> Pick:
    """Return a pick: the largest error of an array, by the condition number."""

    def pick(record: Record) -> float:
        worst = largest(record["result"]["methods"][method].values())
        return worst / float(record["result"]["condition"])

    return pick


def verdict(records: Records) -> list[Row]:
    """The worst array of each method."""
    methods = (ANALYTIC["forward", 1], ANALYTIC["forward", 2], CHAIN_RULE)
    return [at_most(method, records, _worst(method), LIMIT) for method in methods]
