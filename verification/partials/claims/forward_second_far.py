"""FDSVA-SO and the chain rule over ABA keep these limits 1e6 m from the origin.

Chains of N = 40 on a free base, ten seeds; FDSVA-SO's parts are computed at the root body, and no
part of the chain rule's recursion sees the distance.
"""

from verification.measurements.partials.partials_accuracy import evaluate
from verification.partials import numbers, selections
from verification.partials.claims import forward_second
from verification.subjects.partial_methods import ANALYTIC, CHAIN_RULE
from verification.verdicts import Params, Records, Row

__all__ = ["cases", "evaluate", "verdict"]


def cases(quick: bool) -> list[Params]:
    """Chains on a free base far away."""
    return selections.far("forward", quick)


def verdict(records: Records) -> list[Row]:
    """The median of both methods."""
    limits, accurate = forward_second.LIMITS, forward_second.ACCURATE
    return [
        *numbers.within("FDSVA-SO, median", records, ANALYTIC["forward", 2], limits),
        *numbers.within("chain rule, median", records, CHAIN_RULE, accurate),
    ]
