"""The catalogue's hexarotor flies Table 3's trajectory with rotor speeds that give its wrench back.

Orders 0 to 5, relative to the peak of each order. The limit is four times what the reference
report of version 0.2.0 found, rounded up.
"""

from verification.measurements.simulation.hexarotor import evaluate
from verification.verdicts import Params, Records, Row, at_least, at_most, largest

__all__ = ["cases", "evaluate", "verdict"]

LIMIT = 1e-14
SPEED = 100.0


def cases(quick: bool) -> list[Params]:
    """Every tenth sample."""
    return [{"every": 10}]


def verdict(records: Records) -> list[Row]:
    """The wrench comes back, and no rotor comes near a stop."""
    return [
        at_most(
            "wrench, orders 0-5",
            records,
            lambda record: largest(record["result"]["error"]),
            LIMIT,
        ),
        at_least(
            "least rotor speed, rad/s", records, lambda record: record["result"]["least"], SPEED
        ),
    ]
