"""Claims on forward dynamics of the robots of example-robot-data."""

import math
from pathlib import PurePosixPath

from lieref.reporting.campaigns.store import Record
from verification.claims import claim
from verification.forward_dynamics import cases
from verification.forward_dynamics.numbers import BOUNDS
from verification.measurements.forward_dynamics import forward_bounds, pinocchio_aba
from verification.picks import having, number, param, where, worst
from verification.subjects.computations import FORMS
from verification.verdicts import Condition, Count, Limit, Records, Row

SAME = 1e-12


def _below(condition: float) -> Condition:
    """Whether a robot is not singular, and its condition number no larger."""

    def own(record: Record) -> bool:
        result = record["result"]
        return "singular" not in result and float(result["condition"]) <= condition

    return own


def _refused(record: Record) -> bool:
    return "singular" in record["result"]


def _agreement(form: str) -> list[Limit]:
    by_torques = {x: having("torques", value=x) for x in cases.TORQUES}
    scaled = where(_below(math.inf), number("forms", form, "scaled"))
    plain = where(_below(1e4), number("forms", form, "relative"))
    part = f"{form}, random, plain, condition below 1e4"
    return [
        *(Limit(f"{form}, {x}, scaled", scaled, SAME, of=own) for x, own in by_torques.items()),
        Limit(part, plain, SAME, of=by_torques["random"]),
    ]


def _part(record: Record) -> str:
    """Return which limit is a record's."""
    robot, torques = record["params"]["robot"], str(record["params"]["torques"])
    icub = PurePosixPath(robot["path"]).stem == "icub"
    return "icub" if icub and torques == "random" else torques


def _by_forces(records: Records) -> list[Row]:
    """The forces of a motion by bounds, others by what the largest error is, if there are any."""
    rows = []
    for part, key, limit, name in (
        ("motion, by conditioning bound", "ratios", BOUNDS, "motion"),
        ("random forces, relative", "errors", 1e-9, "random"),
        ("random forces, icub, relative", "errors", 1e-6, "icub"),
    ):
        found = [x for x in records if _part(x) == name and ("error" in x or x["result"][key])]
        if found:
            rows += Limit(part, worst(key), limit)(found)
    return rows


CLAIMS = (
    claim(
        "pinocchio_aba",
        """On 66 robots both forms agree with Pinocchio's aba to 1e-12, scaled and by the
        conditioning.

        Order 0, fixed and free base, 5 random states each. Scaled: relative max norm of D^1/2 vdot,
        D the diagonal of the joint-space inertia H, by the condition number of D^-1/2 H D^-1/2:
        both sides round, and either error may be as large as that number times the rounding. With
        forces drawn at random both forms agree without any scaling on the robots whose condition
        number is below 1e4. Two more robots have a joint that carries nothing: lieref names it,
        Pinocchio returns no numbers.
        """,
        pinocchio_aba.evaluate,
        cases.urdf,
        [
            *(x for form in FORMS for x in _agreement(form)),
            Limit("robots refused that Pinocchio computes", where(_refused, number("finite")), 0.0),
            Count("robots", 66, param("robot", "path"), of=_below(math.inf)),
        ],
        whole=True,
    ),
    claim(
        "real_robots",
        """On real robots doubles cost at most 30 conditioning error bounds, of the forces of a
        motion.

        All robots of example-robot-data on fixed and free bases, q random, v and its derivatives
        uniform in +-1, orders 0 to 5. Forces as such, uniform in +-1, accelerate what is lightest;
        rounding them changes little, and the claim on them is absolute: the largest relative error
        is 1e-9, but for icub, whose inertias differ by up to nine digits, 1e-6.
        """,
        forward_bounds.evaluate,
        cases.real_robots,
        [Limit("states refused", number("refused"), 0.0), _by_forces],
    ),
)
