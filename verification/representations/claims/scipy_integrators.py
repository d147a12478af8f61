"""At one tolerance the adaptive Munthe-Kaas method has a smaller error than scipy's RK45.

The same pair of methods, Dormand and Prince 5(4), on the group and on embedded quaternions, after
one second of a free body and of a heavy top in closed form; DOP853 stands beside them. The errors
of a step are measured more strictly here (the largest entry, not the root mean square), which costs
about half as many evaluations again. scipy's quaternions leave the unit sphere by up to the size of
the tolerance, those on the group do not.
"""

from verification.measurements.representations.integrators import evaluate
from verification.verdicts import Params, Records, Row, at_most

__all__ = ["cases", "evaluate", "verdict"]


def cases(quick: bool) -> list[Params]:
    """Tolerances from coarse to tight."""
    powers = (6, 10) if quick else (4, 6, 8, 10, 12)
    return [
        {"study": "scipy", "motion": motion, "tolerance": 10.0**-power}
        for motion in ("free_body", "heavy_top")
        for power in powers
    ]


def verdict(records: Records) -> list[Row]:
    """Errors side by side, and norms."""
    return [
        at_most(
            "error, by that of RK45",
            records,
            lambda record: record["result"]["rkmk54"]["error"] / record["result"]["RK45"]["error"],
            1.0,
        ),
        at_most(
            "norm of a quaternion on the group",
            records,
            lambda record: float(record["result"]["rkmk54"]["quaternion"]),
            1e-15,
        ),
    ]
