"""Mechanisms stay closed to 1e-13, and a four-bar that turns for 60 s keeps its energy to 1e-9.

The adaptive method with tolerances of 1e-11, on motions under their weight from the assembly. The
energy is relative to the largest kinetic energy. Openings are in rad and lengths of the loop.
"""

from verification.measurements.simulation.mechanisms import evaluate
from verification.verdicts import Limit, Params, having, judged

__all__ = ["cases", "evaluate", "verdict"]

OTHERS = {"slider_crank": 2.0, "rssr": 2.0, "stewart_platform": 0.3, "bennett": 2.0}
ENERGY, CLOSED = 1e-9, 1e-13


def cases(quick: bool) -> list[Params]:
    """Sixty seconds of the four-bar, two of others; quick: five of the four-bar, and one other."""
    motion = {"study": "kept", "tolerance": 1e-11, "speed": 2.0}
    if quick:
        others, long = {"slider_crank": 2.0}, []
    else:
        others, long = OTHERS, [motion | {"name": "four_bar", "seconds": 60.0}]
    short = [motion | {"name": "four_bar", "seconds": 5.0}]
    return [
        *short,
        *(motion | {"name": name, "seconds": x, "speed": 0.5} for name, x in others.items()),
        *long,
    ]


verdict = judged(
    [
        Limit(
            "four-bar, change of energy",
            lambda record: float(record["result"]["energy"]),
            ENERGY,
            of=having("name", value="four_bar"),
        ),
        Limit("opening", lambda record: float(record["result"]["opening"]), CLOSED),
        Limit("rate of the opening", lambda record: float(record["result"]["rate"]), CLOSED),
    ]
)
