"""What the report on the forms of inverse dynamics measures: robots and orders."""

from __future__ import annotations

from collections.abc import Iterator

from verification.benchmark.dynamics.plans import LARGE, ROBOTS, Case
from verification.benchmark.dynamics.problems import SEED
from verification.subjects.selections import COMPARED
from verification.verdicts import Params

ALL: dict[str, Params] = {
    **COMPARED,
    "tree 5 x 20, N = 101": LARGE,
    "UR5, fixed": ROBOTS["UR5, fixed"],
    "Panda, fixed": ROBOTS["Panda, fixed"],
}
TALOS = "Talos, free"
ORDERS = range(6)
KINDS = ("forms", "regressor")


def plan(quick: bool) -> Iterator[Case]:
    """Yield the kind and parameters of every case; quick leaves out all but five robots."""
    for robot in (COMPARED if quick else ALL).values():
        for order in ORDERS:
            yield "forms", {"robot": robot, "order": order, "seed": SEED}
    for robot in COMPARED.values():
        yield "regressor", {"robot": robot, "seed": SEED}
