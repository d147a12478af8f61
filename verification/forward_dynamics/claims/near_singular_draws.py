"""Trees of points, thin rods and bodies of extreme mass ratios: what doubles lose, and 31 digits.

Random trees of two to eight bodies, half of them ordinary, with random forces; orders 0 to 3.  In
doubles what is not refused is accurate to 1e-5 at order 0, with 31 digits to 1e-14, and 98 of 100
keep three digits at every order: the pivot test looks at inertias, not at what cancels in higher
orders of a motion that a force of 1 N gives to a body of 1e-12 kg, such as squares of accelerations
of 1e8.  An error names a joint, and is not the easy way out: more than half are solved.
"""

from functools import partial

from lieref.reporting.campaigns.store import Record
from verification.measurements.forward_dynamics.near_singular import evaluate
from verification.subjects.computations import FORMS
from verification.subjects.tasks import FINE
from verification.verdicts import Params, Pick, Records, Row, at_most, fraction_at_least

__all__ = ["cases", "evaluate", "verdict"]

DRAWS, QUICK = 400, 60
SOLVED, ACCURATE = 0.6, 0.98
FIRST, ANY, ROUNDED = 1e-5, 1e-3, 1e-14


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


def solved(record: Record, form: str) -> bool:
    """Return whether there is a motion."""
    return record["result"]["forms"][form]["refused"] is None


def accurate(record: Record, form: str) -> bool:
    """Return whether every order of the motion keeps three digits."""
    return float(record["result"]["forms"][form]["error"]) <= ANY


def verdict(records: Records) -> list[Row]:
    """Errors, names in the refusals, and how many there are."""

    def motions(form: str) -> list[Record]:
        return [x for x in records if "error" in x or solved(x, form)]

    def rows(form: str) -> list[Row]:
        found = partial(solved, form=form)
        return [
            at_most(f"{form}, refusals that name no joint", records, nameless(form), 0.0),
            fraction_at_least(f"{form}, solved", records, found, SOLVED),
        ]

    errors = [
        row
        for form in FORMS
        for row in (
            at_most(f"{form}, error of order 0", records, of_order(form, 0), FIRST),
            fraction_at_least(
                f"{form}, three digits", motions(form), partial(accurate, form=form), ACCURATE
            ),
        )
    ]
    fine = at_most(f"{FINE}, error of order 0", records, of_order(FINE, 0), ROUNDED)
    return [*errors, fine, *(row for form in (*FORMS, FINE) for row in rows(form))]
