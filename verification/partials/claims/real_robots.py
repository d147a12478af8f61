"""On ur5, panda, hyq and talos second partials err 1e-14 (inverse), 1e-12 (forward dynamics).

RMSRE against 50 digits of IDSVA-SO and FDSVA-SO, the chain rule a tenth of the latter; hyq and
talos on a free base.  The numbers of inverse dynamics are those of chains as deep; forward dynamics
has the condition number of H beside, which light grippers and feet make large.
"""

from verification.measurements.partials.partials_accuracy import evaluate
from verification.partials import numbers, selections
from verification.subjects.partial_methods import ANALYTIC, CHAIN_RULE
from verification.verdicts import Params, Pick, Records, Row, at_most

__all__ = ["cases", "evaluate", "verdict"]

LIMITS = {
    ("inverse", ANALYTIC["inverse", 2]): 1e-14,
    ("inverse", CHAIN_RULE): 1e-14,
    ("forward", ANALYTIC["forward", 2]): 1e-12,
    ("forward", CHAIN_RULE): 1e-13,
}


def cases(quick: bool) -> list[Params]:
    """Each robot, every method."""
    return selections.real(quick)


def _rmsre(method: str) -> Pick:
    return lambda record: numbers.of(record, method)


def verdict(records: Records) -> list[Row]:
    """The worst robot of each method."""
    found = []
    for (dynamics, method), limit in LIMITS.items():
        some = [r for r in records if r["params"]["dynamics"] == dynamics]
        found.append(at_most(f"{method}, {dynamics} dynamics", some, _rmsre(method), limit))
    return found
