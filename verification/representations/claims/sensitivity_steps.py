"""Sensitivities agree with the complex step through the kernels to 1e-13.

To placements, joint screws and inertial parameters, of forces and of accelerations, in every
representation of the base: by H-GRNE and H-GABI, the text that ships, compiled for models whose
constants are complex. Every parameter is moved but those screws that make a slide turn, whose axis
is as far away as the step is small: for them see `sensitivity_models`.
"""

from verification.measurements.partials.sensitivities import evaluate
from verification.verdicts import Params, Pick, Records, Row, at_most

__all__ = ["cases", "evaluate", "verdict"]

KINDS = ("placement", "screw", "inertia")
ROBOTS: list[Params] = [
    {"name": "aerial_manipulator", "branches": 2, "links": 3},
    {"name": "binary_tree", "bodies": 7},
    {"name": "random_tree", "bodies": 4, "seed": 2, "base": "free"},
    {"name": "random_tree", "bodies": 4, "seed": 5, "base": "fixed"},
]
HELD = (("body", "inertial"), ("spatial", "body"), ("hybrid", "inertial"), ("mixed", "body"))


def cases(quick: bool) -> list[Params]:
    """Four robots; each representation with one of them, in full with all."""
    plan = [
        (robot, base, axes)
        for i, robot in enumerate(ROBOTS)
        for j, (base, axes) in enumerate(HELD)
        if i == j or not quick
    ]
    return [
        {
            "judge": "complex_step",
            "dynamics": dynamics,
            "robot": robot,
            "state": {"seed": 1},
            "base": base,
            "axes": axes,
        }
        for robot, base, axes in plan
        for dynamics in ("inverse", "forward")
    ]


def verdict(records: Records) -> list[Row]:
    """One row a kind of parameter and dynamics."""
    rows = []
    for dynamics, what in (("inverse", "forces"), ("forward", "accelerations")):
        chosen = [record for record in records if record["params"]["dynamics"] == dynamics]
        rows += [at_most(f"{what} by {kind}", chosen, _entry(kind), 1e-13) for kind in KINDS]
    return rows


def _entry(key: str) -> Pick:
    """An entry of a result."""
    return lambda record: float(record["result"][key])
