"""Least errors: Finite-Diff-1 3e-10, Finite-Diff-2 1e-12; the best steps are 003's.

Chains and binary trees, inverse dynamics, every step of a grid with three to a decade.  With the
unit roundoff u the best of h^2 + u / h^2 is about u^1/2 at h = u^1/4, some 1e-4 to 1e-3 as in
Fig. 21 of Singh et al.; the best of h^2 + u / h is u^2/3 at h = u^1/3, some 1e-5 as in Fig. 23.
"""

from lieref.reporting.campaigns.store import Record
from verification.measurements.partials.partials_accuracy import evaluate
from verification.partials import numbers
from verification.partials.claims.medians import second
from verification.subjects.partial_methods import DIFFERENCES_1, DIFFERENCES_2
from verification.verdicts import Params, Pick, Records, Row, at_least, at_most

__all__ = ["cases", "evaluate", "verdict"]

#: Least RMSRE and the range of the best steps.
EXPECTED = {DIFFERENCES_1: (3e-10, 1e-4, 1e-3), DIFFERENCES_2: (1e-12, 3e-6, 3e-5)}


def cases(quick: bool) -> list[Params]:
    """Serial chains and binary trees of all sizes, every method."""
    return second("inverse", quick)


def _step(method: str) -> Pick:
    return lambda record: numbers.of(record, method, "step")


def _error(method: str) -> Pick:
    def pick(record: Record) -> float | None:
        # a few joints may be lucky
        return numbers.of(record, method) if numbers.size(record) >= 5 else None

    return pick


def verdict(records: Records) -> list[Row]:
    """Least error and best steps of each method."""
    found = []
    for method, (least, low, high) in EXPECTED.items():
        found += [
            at_least(f"{method}, RMSRE with the best step, N >= 5", records, _error(method), least),
            at_least(f"{method}, best step", records, _step(method), low),
            at_most(f"{method}, best step", records, _step(method), high),
        ]
    return found
