"""Sensitivities of both orders agree with models moved at 210 digits to 1e-13.

First and second derivatives by placements, joint screws and inertial parameters, and by any two
of them, of forces and of accelerations: central differences of the oracle, which knows nothing of
derivatives. Forces are linear in the inertial parameters; accelerations are not.
"""

from verification.measurements.partials.sensitivities import evaluate
from verification.representations.claims.sensitivity_steps import HELD
from verification.verdicts import Params, Pick, Records, Row, at_most

__all__ = ["cases", "evaluate", "verdict"]

FIRST = ("placement", "screw", "inertia")
SECOND = (
    "placement placement",
    "placement screw",
    "placement inertia",
    "screw screw",
    "screw inertia",
    "inertia inertia",
)
ROBOTS: list[Params] = [
    {"name": "binary_tree", "bodies": 3},
    {"name": "random_tree", "bodies": 3, "seed": 2, "base": "free"},
    {"name": "random_tree", "bodies": 3, "seed": 3, "base": "fixed"},
    {"name": "random_tree", "bodies": 2, "seed": 6, "base": "free"},
]


def cases(quick: bool) -> list[Params]:
    """Four small robots; some parameters, and pairs of them, of each."""
    return [
        {
            "judge": "moved_models",
            "dynamics": dynamics,
            "robot": robot,
            "state": {"seed": 1},
            "base": base,
            "axes": axes,
            "count": 2 if quick else 12,
        }
        for robot, (base, axes) in zip(ROBOTS, HELD, strict=True)
        for dynamics in ("inverse", "forward")
    ]


def verdict(records: Records) -> list[Row]:
    """One row an order, a kind or pair of kinds, and dynamics."""
    rows = []
    for dynamics, what in (("inverse", "forces"), ("forward", "accelerations")):
        chosen = [record for record in records if record["params"]["dynamics"] == dynamics]
        kinds = [*FIRST, *SECOND]
        if dynamics == "inverse":
            kinds.remove("inertia inertia")
        for kind in kinds:
            label = kind.replace(" ", " and ")
            rows.append(at_most(f"{what} by {label}", chosen, _entry(kind), 1e-13))
    return rows


def _entry(key: str) -> Pick:
    """An entry of a result."""
    return lambda record: float(record["result"][key])
