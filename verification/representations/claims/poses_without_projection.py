"""Poses stay in SE(3) to 1e-14 over 1e5 steps, without projection, whatever the integrator.

Largest entry of R^T R - I of any body, and the distance of any quaternion from unit norm, of a free
tree with spherical joints. Products of quaternions carry what rounding cuts off from them, so that
nothing adds up: the limit is some roundings of one matrix.
"""

from verification.measurements.representations.integrators import evaluate
from verification.verdicts import Params, Pick, Records, Row, at_most

__all__ = ["cases", "evaluate", "verdict"]


def cases(quick: bool) -> list[Params]:
    """Each family once; the variational cases are those of `variational_momentum`."""
    plan = [("variational", 0.005, 2000), ("rkmk4", 0.01, 2000)]
    if not quick:
        plan += [("variational", 0.005, 100_000), ("rkmk4", 0.01, 100_000)]
    return [
        {"study": "drift", "method": method, "step": step, "steps": steps, "seed": 0}
        for method, step, steps in plan
    ]


def verdict(records: Records) -> list[Row]:
    """Matrices and quaternions."""
    return [
        at_most(part, records, _entry(key), 1e-14)
        for part, key in (("rotations", "pose"), ("quaternions", "quaternion"))
    ]


def _entry(key: str) -> Pick:
    """An entry of a result."""
    return lambda record: float(record["result"][key])
