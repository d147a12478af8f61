"""By body and hybrid twists the error is at most 1e-12 * 15^r or 30 conditioning bounds.

The first with forces drawn at random, the second with forces of a motion, as claimed of the other
forms; orders 0 to 5, the aerial manipulator and random trees of every joint kind with up to 20
bodies; of hybrid dynamics, generalized forces of a motion, both results.
"""

from verification.forward_dynamics import errors
from verification.forward_dynamics.selections import by_twists, generic, hybrid
from verification.measurements.forward_dynamics.forward_accuracy import TABLES, evaluate
from verification.subjects.tasks import TWIST_FORMS
from verification.verdicts import Params, Records, Row, at_most

__all__ = ["cases", "evaluate", "verdict"]


def cases(quick: bool) -> list[Params]:
    """Both kinds of generalized forces; the quick cases are fewer than those of the other forms."""
    flying = range(1 if quick else 4)
    found = [p for x in ("random", "motion") for p in generic(quick, x, flying=flying)]
    of_hybrid = hybrid(quick, "motion")
    return by_twists(found + (of_hybrid[::3] if quick else of_hybrid))


def verdict(records: Records) -> list[Row]:
    """For each form the error by its limit and by its bound."""
    found = errors.measured(records)

    def of(torques: str, forward: bool) -> Records:
        return [
            record
            for record in found
            if record["params"]["torques"] == torques
            and (record["params"]["prescribed"] == "none") == forward
        ]

    rows = []
    for form in TWIST_FORMS:
        part = f"{form}, random generalized forces, error by 1e-12 * 15^r"
        rows.append(at_most(part, of("random", True), errors.by_limit(form), 1.0))
        part = f"{form}, generalized forces of a motion, error by bound"
        rows.append(at_most(part, of("motion", True), errors.by_bound(form), errors.BOUNDS))
        for table in TABLES:
            part = f"{form}, hybrid dynamics, {table} by bound"
            pick = errors.by_bound(form, table)
            rows.append(at_most(part, of("motion", False), pick, errors.BOUNDS))
    return rows
