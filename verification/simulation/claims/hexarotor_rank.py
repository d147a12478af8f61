"""The hexarotor of Sec. 7.1 as printed has an allocation map of rank 3; alternating signs mend it.

One alpha, beta and c_d for all six leave it unchanged by a sixth of a turn: its columns are one
wrench turned about z, and hold the wrenches of one axial and two transversal kinds only. A fully
actuated hexarotor, which the paper says it is, wants neighbors that differ.
"""

from verification.measurements.simulation.hexarotor import evaluate
from verification.verdicts import Params, Records, Row, at_least, at_most

__all__ = ["cases", "evaluate", "verdict"]


def cases(quick: bool) -> list[Params]:
    """Generic tilts and drags."""
    return [{"seed": seed} for seed in range(5 if quick else 50)]


def verdict(records: Records) -> list[Row]:
    """Rank as printed, and with alternating tilt and sense of rotation."""
    return [
        at_most("as printed, rank", records, lambda record: record["result"]["printed"], 3),
        at_least("alternating, rank", records, lambda record: record["result"]["alternating"], 6),
    ]
