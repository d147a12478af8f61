"""Poses are accurate to 4e-15; to order 5 spatial twists are to 1e-14, body twists to 2e-14.

Max norm over all bodies, of twists relative for each order, against pose derivatives at 50 digits,
generic states near the origin and 1e6 m away.  Four times the errors of 8e-16, 2e-15 and 5e-15 that
were seen; a body twist is a difference of spatial terms, so it loses most.
"""

from lieref.reporting.campaigns.store import Record
from verification.measurements.inverse_dynamics.forward_kinematics import evaluate
from verification.subjects.selections import AERIAL_MANIPULATOR, generic, random_tree, sweep
from verification.verdicts import Params, Pick, Records, Row, at_most, largest

__all__ = ["cases", "evaluate", "verdict"]

LIMITS = {"rotations": 4e-15, "positions": 4e-15, "spatial": 1e-14, "body": 2e-14}
NAMES = {
    "rotations": "rotations",
    "positions": "positions",
    "spatial": "spatial twists, orders 0-5",
    "body": "body twists, orders 0-5",
}


def cases(quick: bool) -> list[Params]:
    """A part of the generic states of order 5, without their loads; then far away."""
    near = [
        {
            "robot": params["robot"],
            "state": {"seed": params["state"]["seed"], "base": params["state"]["base"]},
            "order": 5,
        }
        for params in generic(quick)
        if params["order"] == 5 and params["state"]["seed"] < 16
    ]
    far = [
        params
        for base in (("body",) if quick else ("body", "hybrid", "mixed"))
        for robot in (AERIAL_MANIPULATOR, random_tree(6, 101))
        for params in sweep(robot, "distance", [1e6], 1, base=base)
    ]
    return near + far


def verdict(records: Records) -> list[Row]:
    """One row for poses and for each representation of the twists."""

    def pick(part: str) -> Pick:
        def worst(record: Record) -> float:
            found = record["result"][part]
            return largest(found) if isinstance(found, list) else float(found)

        return worst

    return [at_most(NAMES[part], records, pick(part), limit) for part, limit in LIMITS.items()]
