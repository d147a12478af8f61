"""Leaving the rotors out costs an ankle more than 10 % of its peak torque; an armature, a part.

A leg like the MIT Humanoid's, all joints along 0.5 rad sin(2 pi w t), as Chignoli et al., Fig. 14;
its formula has w = 1.5 / s, its caption 1.5 rad / s, and both are measured. Errors are root mean
squares over the period at the ankle. The exact inverse dynamics is the oracle's to 1e-13 of each
joint's peak at every time. The tree without rotors: an error over 10 % of the ankle's peak; the
diagonal of the armature leaves at most 0.6 of that, the full one at most a quarter of what the
diagonal leaves, and still more than 1 % of the peak: a constant armature has no terms of the
thigh's motion. Limits are set by measurement on this leg, whose numbers are not the paper's robot.
"""

from lieref.reporting.campaigns.store import Record
from verification.loops.numbers import ACCURATE, number
from verification.loops.selections import sinusoids
from verification.measurements.loops.ankle_torques import evaluate
from verification.verdicts import Params, Pick, Records, Row, at_least, at_most, largest

__all__ = ["cases", "evaluate", "verdict"]

NEGLECT, REMAINDER = 0.1, 0.01
DIAGONAL, FULL = 0.6, 0.25


def cases(quick: bool) -> list[Params]:
    """One period at each reading of the frequency."""
    return sinusoids(quick)


def apart(record: Record) -> float:
    """The largest relative difference to the oracle of any joint."""
    return largest(record["result"]["oracle"])


def ratio(method: str, other: str) -> Pick:
    """Return the pick of the error of one method over that of another one."""

    def pick(record: Record) -> float:
        share = record["result"]["share"]
        return float(share[method]) / float(share[other])

    return pick


def verdict(records: Records) -> list[Row]:
    """The exact torques, and what each simplification leaves of the error."""
    neglected, full = number("share", "unconstrained"), number("share", "approximate_full")
    diagonal = ratio("approximate", "unconstrained")
    over_diagonal = ratio("approximate_full", "approximate")
    return [
        at_most("exact to the oracle", records, apart, ACCURATE),
        at_least("no rotors, of the peak", records, neglected, NEGLECT),
        at_most("diagonal armature over no rotors", records, diagonal, DIAGONAL),
        at_most("full armature over the diagonal", records, over_diagonal, FULL),
        at_least("full armature, of the peak", records, full, REMAINDER),
    ]
