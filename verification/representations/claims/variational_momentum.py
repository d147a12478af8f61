"""The variational method conserves the spatial momentum of a free tree to 1e-12 over 1e5 steps.

Four bodies, a free joint, spherical and revolute ones beyond it, no weight: the largest change of
the momentum about the inertial origin, by its largest entry. The momentum itself is kept bit by
bit; what shows is the rounding of the velocities that are reported, times the distance from the
origin, some hundreds of metres in the end. The center of mass follows its straight line to the
order of the method only, and so does the momentum about it. The energy swings with the square of
the step, and its mean stays.
"""

from verification.measurements.representations.integrators import evaluate
from verification.verdicts import Params, Pick, Records, Row, at_most

__all__ = ["cases", "evaluate", "verdict"]


def cases(quick: bool) -> list[Params]:
    """A short and, in full, the long motion from three states."""
    plan = [(0, 2000)] if quick else [(0, 2000), (0, 100_000), (1, 100_000), (2, 100_000)]
    return [
        {"study": "drift", "method": "variational", "step": 0.005, "steps": steps, "seed": seed}
        for seed, steps in plan
    ]


def verdict(records: Records) -> list[Row]:
    """Momentum, energy and poses."""
    return [
        at_most(part, records, _entry(key), limit)
        for part, key, limit in (
            ("spatial momentum", "momentum", 1e-12),
            ("mean energy", "drift", 1e-5),
        )
    ]


def _entry(key: str) -> Pick:
    """An entry of a result."""
    return lambda record: float(record["result"][key])
