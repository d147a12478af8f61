"""Of single faults planted in a correct implementation `lieref check` flags 99 % and more.

Of those that return numbers, the equivalent ones left out: these return the same numbers at 50
digits, at states and on models that the check does not use.  Faults are drawn at random among all
that the code of each quantity admits, and must be seen in the results of that quantity alone.
Those that crash or hang are seen by anybody, and do not count here.  What is missed are blocks of
derivatives of forward dynamics, times 1 + 1e-9, that are small beside the others in their rows, on
chains whose joint-space inertia is so ill-conditioned that rounding costs as much.
"""

from verification.detection_power.selections import planted
from verification.measurements.detection_power.planted_power import evaluate
from verification.verdicts import Params, Records, Row, fraction_at_least, seeds_of

__all__ = ["cases", "evaluate", "verdict"]

SHARE = 0.99
#: Faults that are asked for, in all; a quick run has fewer planted than MANY.
ENOUGH, MANY = 300, 100


def cases(quick: bool) -> list[Params]:
    """Faults of every kind in every quantity."""
    return planted(quick)


def verdict(records: Records) -> list[Row]:
    """The share that is flagged, and of how many."""
    judged = [
        record
        for record in records
        if "error" in record or record["result"]["word"] in ("flagged", "missed")
    ]
    limit = ENOUGH if len(records) >= MANY else 1
    count = Row(
        "faults that return other numbers",
        float(len(judged)),
        "at least",
        float(limit),
        len(judged) >= limit,
        len(records),
        seeds_of(records),
        "",
    )
    flagged = fraction_at_least(
        "share flagged", judged, lambda record: record["result"]["word"] == "flagged", SHARE
    )
    return [flagged, count]
