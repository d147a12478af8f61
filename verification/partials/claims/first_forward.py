"""First partials of forward dynamics, N <= 50: the chain rule errs 2e-14, FDSVA 5e-11 on chains.

As the claim on inverse dynamics; the matrix n x 3n over (q, v, tau).  The limit of issue 4, 2e-14,
is kept by the chain rule over ABA everywhere and by FDSVA on binary trees.  On long chains FDSVA
solves with a factor of H, whose condition number grows faster than what the recursion loses.
"""

from verification.measurements.partials.partials_accuracy import evaluate
from verification.partials import numbers, selections
from verification.subjects.partial_methods import ANALYTIC, CHAIN_RULE
from verification.verdicts import Params, Records, Row

__all__ = ["cases", "evaluate", "verdict"]

LIMIT, CHAINS = 2e-14, 5e-11


def cases(quick: bool) -> list[Params]:
    """Chains and trees of up to 50 joints."""
    return selections.first("forward", quick)


def verdict(records: Records) -> list[Row]:
    """The median at each size, by kind of robot and base, for both methods."""
    found = []
    for part, some in numbers.by_place(records).items():
        for method in (ANALYTIC["forward", 1], CHAIN_RULE):
            wide = method != CHAIN_RULE and part.startswith("chains")
            limits = dict.fromkeys(selections.FIRST_SIZES, CHAINS if wide else LIMIT)
            found += numbers.within(f"{method}, {part}", some, method, limits)
    return found
