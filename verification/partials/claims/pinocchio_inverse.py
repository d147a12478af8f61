"""On 68 robots dtau/dq, dtau/dv and H agree with Pinocchio's computeRNEADerivatives to 1e-12.

Fixed and free base, three random states each, relative max norm of each array, after the linear and
the angular half of a free joint are exchanged.
"""

from verification.measurements.partials.pinocchio_partials import evaluate
from verification.partials import selections
from verification.verdicts import Params, Pick, Records, Row, at_most

__all__ = ["WHOLE", "cases", "evaluate", "verdict"]

LIMIT, ROBOTS = 1e-12, 68
NAMES = ("dtau_dq", "dtau_dv", "dtau_da")
# the number of robots is a row
WHOLE = True


def cases(quick: bool) -> list[Params]:
    """Each robot with each base; the quick run: each robot once."""
    return selections.urdf("inverse", quick)


def _difference(name: str) -> Pick:
    return lambda record: float(record["result"]["plain"][name])


def verdict(records: Records) -> list[Row]:
    """One row for each array, and one for the number of robots."""
    computed = [record for record in records if "error" not in record]
    robots = len({record["params"]["robot"]["path"] for record in computed})
    count = Row("robots", robots, "at least", ROBOTS, robots >= ROBOTS, len(computed), "1", "")
    return [*(at_most(name, records, _difference(name), LIMIT) for name in NAMES), count]
