"""Andrews' squeezing mechanism has the accelerations and the motion that are published of it.

Test Set for IVP Solvers, problem "andrews": accelerations at the start to 1e-14 of the largest.
After 0.03 s the reference is the Test Set's own equations in extended precision, a program apart
from lieref: angles agree with it to 1e-11 rad, speeds to 1e-11 of the largest, with the loops
closed in every evaluation and with the whole tree integrated (scipy's DOP853, tolerances of 1e-13).
The published state is 1.4e-9 rad off that reference; this is the published state's own error, and
the reason why the angles are compared with it to no more than 2e-9 rad.
"""

from lieref.reporting.campaigns.store import Record
from verification.loops.numbers import number, where
from verification.loops.selections import andrews_ways
from verification.measurements.loops.andrews_motion import evaluate
from verification.verdicts import Params, Records, Row, at_least, at_most

__all__ = ["cases", "evaluate", "verdict"]

LIMITS = {
    "reference": ("angles to the reference value", 1e-11),
    "reference_velocities": ("speeds to the reference value", 1e-11),
    "start": ("accelerations to the published", 1e-14),
    "published": ("angles to the published", 2e-9),
    "published_velocities": ("speeds to the published", 1e-9),
}
OWN_ERROR = 1e-9
CLOSED = 1e-15


def cases(quick: bool) -> list[Params]:
    """The reference value, and each way to integrate."""
    return andrews_ways(quick)


def extended(record: Record) -> bool:
    """Whether the record is the reference value itself."""
    return bool(record["params"]["way"] == "extended")


def ours(record: Record) -> bool:
    """Whether the record was computed by lieref."""
    return not extended(record)


def resolved(record: Record) -> bool:
    """Whether the loops were closed in every evaluation."""
    return bool(record["params"]["way"] == "re-solved")


def verdict(records: Records) -> list[Row]:
    """Against the reference value, against the published numbers, and the loops along the way."""
    return [
        *(at_most(part, records, where(ours, number(x)), y) for x, (part, y) in LIMITS.items()),
        at_least(
            "published to the reference", records, where(extended, number("published")), OWN_ERROR
        ),
        at_most("residual, re-solved", records, where(resolved, number("residual")), CLOSED),
    ]
