"""On real robots doubles cost at most 30 conditioning error bounds, of the forces of a motion.

All robots of example-robot-data on fixed and free bases, q random, v and its derivatives uniform in
+-1, orders 0 to 5.  Forces as such, uniform in +-1, accelerate what is lightest; rounding them
changes little, and the claim on them is absolute: the largest relative error is 1e-9, but for icub,
whose inertias differ by up to nine digits, 1e-6.
"""

from pathlib import PurePosixPath

from verification.forward_dynamics.errors import FLOORS
from verification.forward_dynamics.selections import EFFORTS, ORDER
from verification.measurements.forward_bounds import evaluate
from verification.subjects import robots
from verification.verdicts import Params, Records, Row, at_most, largest

__all__ = ["cases", "evaluate", "verdict"]

STATES, QUICK = 40, 4
WORST, ICUB = 1e-9, 1e-6


def cases(quick: bool) -> list[Params]:
    """Each robot with both kinds of forces; the quick run: every sixth."""
    found = [robot for robot in robots.urdf_robots(quick) if robots.build(robot).nv > 0]
    return [
        {
            "robot": robot,
            "states": QUICK if quick else STATES,
            "seed": seed,
            "order": ORDER,
            "efforts": efforts,
        }
        for seed, robot in enumerate(found[:: 6 if quick else 1])
        for efforts in EFFORTS
    ]


def verdict(records: Records) -> list[Row]:
    """The forces of a motion by bounds, others by what the largest error is, and refusals."""
    motion, random = ([x for x in records if x["params"]["efforts"] == kind] for kind in EFFORTS)
    icub = [x for x in random if PurePosixPath(x["params"]["robot"]["path"]).stem == "icub"]
    others = [x for x in random if x not in icub]
    rows = [
        at_most("motion, by conditioning bound", motion, lambda x: largest(x["result"]["ratios"]),
                FLOORS),
        at_most("random forces, relative", others, lambda x: largest(x["result"]["errors"]), WORST),
        at_most("states refused", records, lambda x: float(x["result"]["refused"]), 0.0),
    ]  # fmt: skip
    if icub:
        rows.insert(2, at_most("random forces, icub", icub,
                               lambda x: largest(x["result"]["errors"]), ICUB))  # fmt: skip
    return rows
