"""Trees of points, thin rods and bodies of extreme mass ratios: what doubles lose, and 31 digits.

Random trees of two to eight bodies, half of them ordinary, with random forces; orders 0 to 3.  In
doubles what is not refused is accurate to 1e-5 at order 0, to 1e-1 at every order, with 31 digits
to 1e-14 at order 0: the pivot test looks at inertias, not at what cancels in higher orders of a
motion that a force of 1 N gives to a body of 1e-12 kg.  An error names a joint, and is not the easy
way out: more than half of the draws are solved.
"""

from lieref.reporting.campaigns.store import Record
from verification.forward_dynamics.claims.near_singular import measured
from verification.measurements.forward_dynamics.near_singular import evaluate
from verification.subjects.computations import FORMS
from verification.subjects.tasks import FINE
from verification.verdicts import Params, Pick, Records, Row, at_most, fraction_at_least

__all__ = ["cases", "evaluate", "verdict"]

DRAWS, QUICK = 400, 60
SOLVED = 0.6
FIRST, ANY, ROUNDED = 1e-5, 0.1, 1e-14


def cases(quick: bool) -> list[Params]:
    """One tree to each seed."""
    return [
        {
            "seed": seed,
            "state": {"seed": seed},
            "order": 3,
            "torques": "random",
            "forms": [*FORMS, FINE],
        }
        for seed in range(QUICK if quick else DRAWS)
    ]


def nameless(form: str) -> Pick:
    """Return a pick: 1 if the error names no joint."""
    return lambda record: float(record["result"]["forms"][form]["refused"] == "")


def of_order(form: str, order: int) -> Pick:
    """Return a pick: the error of an order, None for a refusal."""

    def pick(record: Record) -> float | None:
        found = record["result"]["forms"][form]
        return None if found["refused"] is not None else float(found["errors"][order])

    return pick


def verdict(records: Records) -> list[Row]:
    """Errors, names in the refusals, and how many there are."""

    def rows(form: str) -> list[Row]:
        def solved(record: Record) -> bool:
            return record["result"]["forms"][form]["refused"] is None

        return [
            at_most(f"{form}, refusals that name no joint", records, nameless(form), 0.0),
            fraction_at_least(f"{form}, solved", records, solved, SOLVED),
        ]

    errors = [
        row
        for form in FORMS
        for row in (
            at_most(f"{form}, error of order 0", records, of_order(form, 0), FIRST),
            at_most(f"{form}, error of any order", records, measured(form, "error"), ANY),
        )
    ]
    fine = at_most(f"{FINE}, error of order 0", records, of_order(FINE, 0), ROUNDED)
    return [*errors, fine, *(row for form in (*FORMS, FINE) for row in rows(form))]
