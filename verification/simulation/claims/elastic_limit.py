"""As springs become stiff, motor torques come to those of the rigid robot, in proportion to 1 / K.

Four decades of stiffness. The rigid robot has the motors as armature and damping of its joints. In
the reduced model the difference is (B tau'' + D tau') / K but for rounding. In the complete one, of
gear ratio 20, it is so in the leading term: the order of convergence is 1 but for terms that are
smaller by tau'' / (K tau). The limit is ten times what was found.
"""

import math

from lieref.reporting.campaigns.store import Record
from verification.measurements.simulation.elastic_joints import evaluate
from verification.verdicts import Params, Records, Row, at_most, largest

__all__ = ["cases", "evaluate", "verdict"]

ORDER, ROUNDING = 1e-6, 1e-14


def cases(quick: bool) -> list[Params]:
    """Arms of two and seven joints; random motions."""
    return [
        {"joints": n, "seed": seed, "decades": [4, 5, 6, 7, 8], "complete": complete}
        for n in (2, 7)
        for seed in range(2 if quick else 10)
        for complete in (False, True)
    ]


def _order(record: Record) -> float:
    """How far the order of the convergence is from 1."""
    gaps = record["result"]["gaps"]
    return largest(abs(math.log10(a / b) - 1) for a, b in zip(gaps[1:-1], gaps[2:], strict=True))


def _remainder(record: Record) -> float:
    return largest(record["result"]["predicted"])


def verdict(records: Records) -> list[Row]:
    """Orders of both models, and the remainder of the reduced one."""
    reduced = [record for record in records if not record["params"]["complete"]]
    complete = [record for record in records if record["params"]["complete"]]
    return [
        at_most("reduced model, order - 1", reduced, _order, ORDER),
        at_most("complete model, order - 1", complete, _order, ORDER),
        at_most("reduced model, less (B tau'' + D tau') / K", reduced, _remainder, ROUNDING),
    ]
