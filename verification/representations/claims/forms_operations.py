"""The operations of each form are exactly linear in the bodies and, from order 1, quadratic in r.

Multiplications and additions that the result needs, counted in the plain Python implementations
(see `verification.subjects.tracing`): departures from a straight line over the bodies, and third
differences over the orders, are zero to the last operation.  What is counted computes the same
as the kernel, to rounding.
"""

import math
from collections.abc import Sequence

import numpy as np

from lieref.reporting.campaigns.store import Record
from verification.measurements.representations.form_operations import evaluate
from verification.measurements.representations.form_steps import fit
from verification.subjects.computations import INVERSE_FORMS
from verification.subjects.selections import COMPARED, fixed_chain
from verification.verdicts import Params, Pick, Records, Row, at_most

__all__ = ["WHOLE", "cases", "evaluate", "families", "verdict"]

# lines are fitted through the sizes
WHOLE = True
ORDERS = list(range(6))
COUNTED = ("multiplications", "additions")
CHAINS = [fixed_chain(n) for n in (4, 6, 8, 10, 12)]
TREES = [{"name": "binary_tree", "bodies": n, "base": "free"} for n in (4, 6, 8, 10, 15)]
SAME = 1e-13  # plain Python implementation and kernel in double precision: the spatial form's limit


def cases(quick: bool) -> list[Params]:
    """Chains and trees of some sizes, and the robots that the forms are compared on.

    The quick run: three sizes, the fewest that need not be on a line.
    """
    sizes = 3 if quick else None
    named = list(COMPARED.values())[:sizes]
    return [
        {"robot": robot, "form": form, "orders": ORDERS, "seed": 1}
        for robot in (
            *CHAINS[:sizes],
            *TREES[:sizes],
            *(x for x in named if x not in (*CHAINS, *TREES)),
        )
        for form in INVERSE_FORMS
    ]


def families(records: Records, form: str) -> dict[str, list[Record]]:
    """Return the records of one form, chains and trees apart, by size."""
    found: dict[str, list[Record]] = {}
    for record in records:
        robot = record["params"]["robot"]
        if "error" not in record and record["params"]["form"] == form:
            if robot in CHAINS:
                found.setdefault("serial chain, fixed", []).append(record)
            elif robot in TREES:
                found.setdefault("binary tree, free", []).append(record)
    return {
        name: sorted(some, key=lambda record: int(record["result"]["bodies"]))
        for name, some in found.items()
    }


def straightness(records: Sequence[Record]) -> int:
    """Return for how many kinds and orders the numbers are on no line over the bodies."""
    bodies = [record["result"]["bodies"] for record in records]
    return sum(
        fit(bodies, [record["result"][kind][r] for record in records]) is None
        for kind in COUNTED
        for r in ORDERS
    )


def third_differences(record: Record) -> float:
    """Return the largest third difference over the orders from 1 on."""
    return max(float(np.abs(np.diff(record["result"][kind][1:], 3)).max()) for kind in COUNTED)


def _always(number: float) -> Pick:
    return lambda _: number


def verdict(records: Records) -> list[Row]:
    """Three rows for each form: over the bodies, over the orders, and whether it is the form."""
    rows = []
    for form in INVERSE_FORMS:
        own = [record for record in records if record["params"]["form"] == form]
        for name, family in families(own, form).items():
            departures = straightness(family) if len(family) > 2 else math.inf
            part = f"{form}, {name}: numbers off a straight line over N"
            rows.append(at_most(part, family, _always(departures), 0))
        part = f"{form}, third differences over r"
        rows.append(at_most(part, own, third_differences, 0))
        part = f"{form}, difference to the kernel"
        rows.append(at_most(part, own, lambda record: record["result"]["difference"], SAME))
    return rows
