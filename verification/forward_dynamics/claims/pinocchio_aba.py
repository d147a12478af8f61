"""On 66 robots both forms agree with Pinocchio's aba to 1e-12, scaled and by the conditioning.

Order 0, fixed and free base, 5 random states each.  Scaled: relative max norm of D^1/2 vdot, D the
diagonal of the joint-space inertia H, by the condition number of D^-1/2 H D^-1/2: both sides round,
and either error may be as large as that number times the rounding.  With forces drawn at random
both forms agree without any scaling on the robots whose condition number is below 1e4.  Two more
robots have a joint that carries nothing: lieref names it, Pinocchio returns no numbers.
"""

from lieref.reporting.campaigns.store import Record
from verification.measurements.forward_dynamics.pinocchio_aba import evaluate
from verification.subjects.computations import FORMS
from verification.subjects.robots import urdf_robots
from verification.verdicts import Params, Pick, Records, Row, at_most

__all__ = ["WHOLE", "cases", "evaluate", "verdict"]

LIMIT = 1e-12
TORQUES = ("motion", "random")
ROBOTS, STATES = 66, 5
WORST_CONDITION = 1e4
# the number of robots is a row
WHOLE = True


def cases(quick: bool) -> list[Params]:
    """Each robot with each base and kind of forces; the quick run: each once, all four in turn."""
    return [
        {"robot": robot, "seed": 1, "states": STATES, "torques": torques}
        for number, robot in enumerate(urdf_robots(quick))
        for torques in ((TORQUES[number // 2 % 2],) if quick else TORQUES)
    ]


def _difference(form: str, key: str, condition: float = float("inf")) -> Pick:
    def pick(record: Record) -> float | None:
        result = record["result"]
        if "singular" in result or float(result["condition"]) > condition:
            return None
        return float(result["forms"][form][key])

    return pick


def _singular(record: Record) -> float | None:
    """1 where lieref refuses a robot for which Pinocchio has numbers."""
    result = record["result"]
    return float(result["finite"]) if "singular" in result else None


def verdict(records: Records) -> list[Row]:
    """Rows by form and generalized forces, the refused robots, and how many are left."""
    of = {x: [r for r in records if r["params"]["torques"] == x] for x in TORQUES}
    computed = [r for r in records if "error" not in r and "singular" not in r["result"]]
    robots = len({r["params"]["robot"]["path"] for r in computed})
    rows = []
    for form in FORMS:
        for torques, some in of.items():
            part = f"{form}, {torques}, scaled"
            rows.append(at_most(part, some, _difference(form, "scaled"), LIMIT))
        plain = _difference(form, "relative", WORST_CONDITION)
        part = f"{form}, random, plain, condition below 1e4"
        rows.append(at_most(part, of["random"], plain, LIMIT))
    return [
        *rows,
        at_most("robots refused that Pinocchio computes", records, _singular, 0.0),
        Row("robots", robots, "at least", ROBOTS, robots >= ROBOTS, len(computed), "1", ""),
    ]
