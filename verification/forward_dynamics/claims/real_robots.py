"""On real robots doubles cost at most 30 conditioning error bounds, of the forces of a motion.

All robots of example-robot-data on fixed and free bases, q random, v and its derivatives uniform in
+-1, orders 0 to 5.  Forces as such, uniform in +-1, accelerate what is lightest; rounding them
changes little, and the claim on them is absolute: the largest relative error is 1e-9, but for icub,
whose inertias differ by up to nine digits, 1e-6.
"""

from pathlib import PurePosixPath

from lieref.reporting.campaigns.store import Record
from verification.forward_dynamics.errors import BOUNDS
from verification.forward_dynamics.selections import ORDER, TORQUES
from verification.measurements.forward_dynamics.forward_bounds import evaluate
from verification.subjects import robots
from verification.verdicts import Params, Pick, Records, Row, at_most, largest

__all__ = ["cases", "evaluate", "verdict"]

STATES, EVERY = 20, 12
WORST, ICUB = 1e-9, 1e-6


def cases(quick: bool) -> list[Params]:
    """Each robot with both kinds of forces; the quick run: every twelfth."""
    found = [robot for robot in robots.urdf_robots(False) if robots.build(robot).nv > 0]
    return [
        {"robot": robot, "states": STATES, "seed": seed, "order": ORDER, "torques": torques}
        for seed, robot in enumerate(found)
        for torques in TORQUES
        if not quick or seed % EVERY == 0
    ]


def verdict(records: Records) -> list[Row]:
    """The forces of a motion by bounds, others by what the largest error is, and refusals."""
    rows = [at_most("states refused", records, lambda x: float(x["result"]["refused"]), 0.0)]
    for part, key, limit, name in (
        ("motion, by conditioning bound", "ratios", BOUNDS, "motion"),
        ("random forces, relative", "errors", WORST, "random"),
        ("random forces, icub, relative", "errors", ICUB, "icub"),
    ):
        found = [x for x in records if _part(x) == name and ("error" in x or x["result"][key])]
        if found:
            rows.append(at_most(part, found, _largest(key), limit))
    return rows


def _part(record: Record) -> str:
    """Return which limit is a record's."""
    robot, torques = record["params"]["robot"], str(record["params"]["torques"])
    icub = PurePosixPath(robot["path"]).stem == "icub"
    return "icub" if icub and torques == "random" else torques


def _largest(key: str) -> Pick:
    """Return a pick: the largest number over the orders."""
    return lambda record: largest(record["result"][key])
