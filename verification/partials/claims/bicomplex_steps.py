"""The bicomplex step is flat from 1e-8 to 1e-150 and fails by 1e-156, where h^2 is lost.

Chains of ten joints, inverse and forward dynamics. Flat: the RMSRE of any step in between is at
most four times that of 1e-20, the step of Singh et al., as the smallest entries round; on longer
steps their square, the truncation error, shows. Failed: the RMSRE is a thousand times as
large and more; h^2 is no normal double from 1e-154 down.
"""

from lieref.reporting.campaigns.store import Record
from verification.measurements.partials.step_sizes import evaluate
from verification.partials import selections
from verification.verdicts import Params, Records, Row, at_least, at_most

__all__ = ["cases", "evaluate", "verdict"]

FLAT = (1e-8, 1e-150)
USED, LOST = 1e-20, 1e-156
FACTOR, FAILED = 4.0, 1e3


def cases(quick: bool) -> list[Params]:
    """Chains of ten joints, both dynamics."""
    return selections.tiny_steps(quick)


def _by_step(record: Record) -> dict[float, float]:
    return {
        h: float(x) for h, x in zip(record["params"]["h"], record["result"]["rmsre"], strict=True)
    }


def _spread(record: Record) -> float:
    errors = _by_step(record)
    return max(x for h, x in errors.items() if FLAT[1] <= h <= FLAT[0]) / errors[USED]


def _loss(record: Record) -> float:
    errors = _by_step(record)
    return errors[LOST] / errors[USED]


def verdict(records: Records) -> list[Row]:
    """The flat part, and the end of it."""
    return [
        at_most("RMSRE by that of h = 1e-20, flat part", records, _spread, FACTOR),
        at_least("RMSRE by that of h = 1e-20, h = 1e-156", records, _loss, FAILED),
    ]
