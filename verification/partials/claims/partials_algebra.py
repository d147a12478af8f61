"""IDSVA-SO and FDSVA-SO are exact: in plain Python at 50 digits they agree with the oracle to
1e-40.

First and second partials of inverse and of forward dynamics, on random trees with every joint type
and on chains and trees of revolute joints, by the relative max norm of each array. The oracle
differentiates the definition in jets. The plain Python implementations, second
partials also in the form of products of matrices, are the reference of every claim on
large robots. 50 digits; of forward dynamics two more for each coordinate, as these reference values
have, since H costs up to twelve.
"""

from verification.measurements.partials.partials_algebra import evaluate
from verification.partials import selections
from verification.verdicts import Params, Records, Row, at_most, largest

__all__ = ["cases", "evaluate", "verdict"]

LIMIT = 1e-40


def cases(quick: bool) -> list[Params]:
    """Random trees, a chain and a binary tree."""
    robots = selections.trees(quick)
    robots += [{"robot": selections.chain(bodies), "state": {"seed": bodies}} for bodies in (3, 8)]
    robots += [{"robot": selections.tree(7), "state": {"seed": 7}}]
    return [
        {**params, "dynamics": dynamics} for dynamics in ("inverse", "forward") for params in robots
    ]


def verdict(records: Records) -> list[Row]:
    """The worst array of each dynamics."""
    return [
        at_most(
            f"{dynamics} dynamics",
            [r for r in records if r["params"]["dynamics"] == dynamics],
            lambda record: largest(record["result"]["arrays"].values()),
            LIMIT,
        )
        for dynamics in ("inverse", "forward")
    ]
