"""Ali et al., Alg. 3: M^A (1 - S D^-1 S^T M^A) is 300 times worse than M^A - U U^T / D, 10 km away.

The two are the same in exact arithmetic.  In double precision and in the inertial frame the first,
as printed, is not symmetric: the base's acceleration of the aerial manipulator is then useless from
some 10 km on, where the symmetric form is still right to 1e-5.  In the shifted frame of the kernels
neither matters.
"""

from lieref.reporting.campaigns.store import Record
from verification.measurements.forward_dynamics.symmetric_inertia import evaluate
from verification.subjects.selections import AERIAL_MANIPULATOR
from verification.verdicts import Params, Records, Row, at_least, at_most

__all__ = ["cases", "evaluate", "verdict"]

DISTANCES = (1.0, 10.0, 1e2, 1e3, 1e4, 1e5)


def cases(quick: bool) -> list[Params]:
    """The aerial manipulator at each distance; the quick run is the full one."""
    return [
        {"robot": AERIAL_MANIPULATOR, "state": {"seed": seed, "distance": distance}}
        for distance in DISTANCES
        for seed in range(5)
    ]


def _ratio(record: Record) -> float:
    result = record["result"]
    return float(result["printed"]) / float(result["symmetric"])


def verdict(records: Records) -> list[Row]:
    """The ratio far out, and both errors at 10 km."""

    def at(distances: tuple[float, ...]) -> Records:
        return [r for r in records if r["params"]["state"]["distance"] in distances]

    return [
        at_least("printed by symmetric, 10 km", at((1e4,)), _ratio, 300.0),
        at_least("printed, 10 km", at((1e4,)), lambda r: float(r["result"]["printed"]), 1e-3),
        at_most("symmetric, 10 km", at((1e4,)), lambda r: float(r["result"]["symmetric"]), 1e-5),
    ]
