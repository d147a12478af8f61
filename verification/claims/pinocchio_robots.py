"""On all 68 robots of example-robot-data both forms agree with Pinocchio's rnea to 1e-13.

Fixed and free base, 20 random states each, relative max norm.  Both sides compute in double
precision, so their errors add up; a difference of convention shows in the first digits.
"""

from verification.measurements.inverse_dynamics.pinocchio import evaluate
from verification.subjects.robots import urdf_robots
from verification.verdicts import Params, Pick, Records, Row, at_most

__all__ = ["WHOLE", "cases", "evaluate", "verdict"]

LIMIT = 1e-13
ROBOTS = 68
# the number of robots is a row
WHOLE = True


def cases(quick: bool) -> list[Params]:
    """Each robot with each base; the quick run: each robot once."""
    return [{"robot": robot, "seed": 1, "states": 20} for robot in urdf_robots(quick)]


def _error(form: str) -> Pick:
    return lambda record: float(record["result"]["forms"][form])


def verdict(records: Records) -> list[Row]:
    """One row for each form and base, and one for the number of robots."""
    rows = [
        at_most(
            f"{form} form, {base} base",
            [record for record in records if record["params"]["robot"]["base"] == base],
            _error(form),
            LIMIT,
        )
        for form in ("default", "spatial")
        for base in ("fixed", "free")
    ]
    computed = [record for record in records if "error" not in record]
    robots = len({record["params"]["robot"]["path"] for record in computed})
    enough = robots >= ROBOTS
    return [*rows, Row("robots", robots, "at least", ROBOTS, enough, len(computed), "1", "")]
