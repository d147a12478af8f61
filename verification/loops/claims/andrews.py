"""Andrews' squeezing mechanism has the accelerations and the motion that are published of it.

Test Set for IVP Solvers, problem "andrews": accelerations at the start to 1e-14 of the largest,
angles after 0.03 s to 1e-8 rad and speeds to 1e-8 of the largest. The motion is integrated in one
angle (scipy's DOP853) with the loops closed in every evaluation; tolerances of 1e-9 and 1e-12 give
the same angles to 1e-11, so that more digits of the published ones could not be confirmed.
"""

from verification.loops.numbers import number
from verification.measurements.loops_andrews import evaluate
from verification.verdicts import Params, Records, Row, at_most

__all__ = ["cases", "evaluate", "verdict"]

LIMITS = {"start": 1e-14, "positions": 1e-8, "speeds": 1e-8, "residual": 1e-13}


def cases(quick: bool) -> list[Params]:
    """Two tolerances."""
    return [{"tolerance": x} for x in ((1e-9,) if quick else (1e-9, 1e-12))]


def verdict(records: Records) -> list[Row]:
    """Accelerations, angles, speeds, and the loops along the way."""
    return [at_most(name, records, number(name), limit) for name, limit in LIMITS.items()]
