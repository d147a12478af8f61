"""Trees of points, thin rods and bodies far too light or heavy: 1e-12 * 15^r, or a joint's name.

Random trees of two to eight bodies, about half of them ordinary, with random efforts; orders 0 to
3.  What is not refused stays within 30 conditioning floors.  An error names a joint, and is not the
easy way out: more than half of the draws are solved.
"""

from verification.forward_dynamics.claims.near_singular import measured
from verification.forward_dynamics.errors import FLOORS, limit
from verification.measurements.near_singular import evaluate
from verification.subjects.computations import FORMS
from verification.verdicts import (
    Params,
    Pick,
    Record,
    Records,
    Row,
    at_most,
    fraction_at_least,
    largest,
)

__all__ = ["cases", "evaluate", "verdict"]

DRAWS, QUICK = 400, 60
SOLVED = 0.6


def cases(quick: bool) -> list[Params]:
    """One tree to each seed."""
    return [
        {"seed": seed, "state": {"seed": seed}, "order": 3, "efforts": "random"}
        for seed in range(QUICK if quick else DRAWS)
    ]


def by_limit(form: str) -> Pick:
    """Return a pick: the largest error over the orders by its limit, None for a refusal."""

    def pick(record: Record) -> float | None:
        found = record["result"]["forms"][form]
        if found["refused"] is not None:
            return None
        return largest(x / limit(k) for k, x in enumerate(found["errors"]))

    return pick


def nameless(form: str) -> Pick:
    """Return a pick: 1 if the error names no joint."""
    return lambda record: float(record["result"]["forms"][form]["refused"] == "")


def verdict(records: Records) -> list[Row]:
    """Errors, names in the refusals, and how many there are."""

    def rows(form: str) -> list[Row]:
        def solved(record: Record) -> bool:
            return record["result"]["forms"][form]["refused"] is None

        answered = [x for x in records if "error" in x or solved(x)]
        ratio = measured(form, "ratio")
        return [
            at_most(f"{form}, error by 1e-12 * 15^r", records, by_limit(form), 1.0),
            at_most(f"{form}, error by floor", answered, ratio, FLOORS),
            at_most(f"{form}, refusals that name no joint", records, nameless(form), 0.0),
            fraction_at_least(f"{form}, solved", records, solved, SOLVED),
        ]

    return [row for form in FORMS for row in rows(form)]
