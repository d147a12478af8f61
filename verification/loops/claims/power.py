"""The forces of loops and couplings do no work: their power is below 2e-14 of all power.

qdot . (H qddot + c) of the open tree against ydot . tau; relative to the sum of the moduli of the
powers at all joints.
"""

from verification.loops.numbers import number
from verification.loops.selections import laws
from verification.measurements.loops.loops_laws import evaluate
from verification.verdicts import Params, Records, Row, at_most

__all__ = ["cases", "evaluate", "verdict"]

LIMIT = 2e-14


def cases(quick: bool) -> list[Params]:
    """Every mechanism."""
    return laws("power", quick)


def verdict(records: Records) -> list[Row]:
    """The power that is left."""
    return [at_most("power", records, number("power"), LIMIT)]
