"""On 68 robots H, g, C v, C + C^T and centroidal momentum agree with Pinocchio's to 1e-12.

Fixed and free base, 20 random states each, within 1 m of the origin.  Pinocchio's Coriolis matrix
is another admissible one than that of Lemma 1, so the two are compared in what every admissible one
has in common.
"""

from verification.measurements.inverse_dynamics.pinocchio_closed_forms import evaluate
from verification.subjects.robots import urdf_robots
from verification.verdicts import Params, Pick, Records, Row, at_most

__all__ = ["WHOLE", "cases", "evaluate", "verdict"]

LIMIT = 1e-12
ROBOTS = 68
NAMES = {
    "H": "H",
    "g": "g",
    "forces": "C v",
    "rate": "C + C^T",
    "momentum": "centroidal momentum",
}
# the number of robots is a row
WHOLE = True


def cases(quick: bool) -> list[Params]:
    """Each robot with each base; the quick run: each robot once."""
    return [{"robot": robot, "seed": 1, "states": 20} for robot in urdf_robots(quick)]


def _error(part: str) -> Pick:
    return lambda record: float(record["result"][part])


def verdict(records: Records) -> list[Row]:
    """One row for each quantity, and one for the number of robots."""
    rows = [at_most(name, records, _error(part), LIMIT) for part, name in NAMES.items()]
    computed = [record for record in records if "error" not in record]
    robots = len({record["params"]["robot"]["path"] for record in computed})
    enough = robots >= ROBOTS
    return [*rows, Row("robots", robots, "at least", ROBOTS, enough, len(computed), "1", "")]
