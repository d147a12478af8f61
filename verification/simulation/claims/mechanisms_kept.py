"""Mechanisms stay closed to 1e-13, and a four-bar that turns for 60 s keeps its energy to 1e-9.

The adaptive method with tolerances of 1e-11, on motions under their weight from the assembly. The
energy is relative to the largest kinetic energy. Openings are in rad and lengths of the loop. With
the variational method and steps of 2 ms the energy swings, and its mean stays.
"""

from lieref.reporting.campaigns.store import Record
from verification.measurements.simulation.mechanisms import evaluate
from verification.verdicts import Limit, Params, judged

__all__ = ["cases", "evaluate", "verdict"]

OTHERS = {"slider_crank": 2.0, "rssr": 2.0, "stewart_platform": 0.3, "bennett": 2.0}
ENERGY, CLOSED, DRIFT = 1e-9, 1e-13, 2e-6


def cases(quick: bool) -> list[Params]:
    """Sixty seconds of the four-bar, two of others; quick: five of the four-bar, and one other."""
    motion = {"study": "kept", "tolerance": 1e-11, "speed": 2.0}
    if quick:
        others, long = {"slider_crank": 2.0}, []
    else:
        others, long = OTHERS, [motion | {"name": "four_bar", "seconds": 60.0}]
    short = [motion | {"name": "four_bar", "seconds": 5.0}]
    stepped = {"study": "kept", "speed": 2.0, "name": "four_bar", "seconds": 20.0, "step": 2e-3}
    return [
        *short,
        *(motion | {"name": name, "seconds": x, "speed": 0.5} for name, x in others.items()),
        *long,
        stepped,
    ]


def _variational(record: Record) -> bool:
    return "step" in record["params"]


def _four_bar(record: Record) -> bool:
    return record["params"]["name"] == "four_bar" and not _variational(record)


verdict = judged(
    [
        Limit(
            "four-bar, change of energy",
            lambda record: float(record["result"]["energy"]),
            ENERGY,
            of=_four_bar,
        ),
        Limit(
            "variational, drift of the mean energy",
            lambda record: float(record["result"]["drift"]),
            DRIFT,
            of=_variational,
        ),
        Limit("opening", lambda record: float(record["result"]["opening"]), CLOSED),
        Limit("rate of the opening", lambda record: float(record["result"]["rate"]), CLOSED),
    ]
)
