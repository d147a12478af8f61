"""The N-four-bar passes its singular configurations on the motion that is known in closed form.

IFToMM benchmark A02: parallelograms in a row that lose rank together whenever they lie flat. The
rods move as one pendulum; the reference value is by Jacobi's elliptic functions at 30 digits, a
second one scipy's Radau on the pendulum's equation. The published numbers after 10 s, EXUDYN's,
come to the closed form with the order of their method, 2.
"""

import math

from lieref.reporting.campaigns.store import Record
from verification.measurements.simulation.mechanisms import evaluate
from verification.verdicts import Limit, Params, Pick, judged

__all__ = ["cases", "evaluate", "verdict"]

TOLERANCE = 1e-10


def cases(quick: bool) -> list[Params]:
    """Two parallelograms for 10 s, and one and five."""
    of = {"study": "n_four_bar", "tolerance": TOLERANCE, "seconds": 10.0}
    return [of | {"n": n} for n in ((2,) if quick else (1, 2, 5))]


def _order(record: Record) -> float:
    """How far the order of the published numbers is from 2."""
    errors = record["result"]["published"]
    return max(abs(math.log2(a / b) - 2) for a, b in zip(errors[:-1], errors[1:], strict=True))


def _number(name: str) -> Pick:
    return lambda record: float(record["result"][name])


verdict = judged(
    [
        Limit("error against the closed form", _number("error"), 4e-7),
        Limit("Radau against the closed form", _number("radau"), 4e-9),
        Limit("rods out of parallel", _number("parallel"), 1e-13),
        Limit("opening", _number("opening"), 1e-13),
        Limit("times that the rods lay flat", _number("flat"), 10, "at least"),
        Limit("published, order - 2", _order, 0.1),
        Limit("published and extrapolated, error", _number("extrapolated"), 1e-7),
    ]
)
