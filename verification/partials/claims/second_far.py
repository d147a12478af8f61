"""IDSVA-SO and the chain rule keep these limits with the base 1e6 m from the origin.

Chains on a free base; in the ground frame some twelve digits would be lost. The recursion's frame
is at the root body, so that the same draw gives the same numbers wherever the base stands; N counts
the base as a joint of six degrees.
"""

from verification.measurements.partials.partials_accuracy import evaluate
from verification.partials import numbers, selections
from verification.partials.claims import second_chain_rule, second_serial
from verification.subjects.partial_methods import ANALYTIC, CHAIN_RULE
from verification.verdicts import Params, Records, Row

__all__ = ["cases", "evaluate", "verdict"]


def cases(quick: bool) -> list[Params]:
    """Chains on a free base far away."""
    return selections.far("inverse", quick)


def verdict(records: Records) -> list[Row]:
    """The median at each size, for both methods."""
    return [
        *numbers.within("IDSVA-SO, median", records, ANALYTIC["inverse", 2], second_serial.LIMITS),
        *numbers.within("chain rule, median", records, CHAIN_RULE, second_chain_rule.SERIAL),
    ]
