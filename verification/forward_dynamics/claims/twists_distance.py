"""By body and hybrid twists the error does not grow with the distance from the origin, up to 1e6 m.

Base motion in body, hybrid or mixed form, forces of a motion: at most 1e-12 * 15^r at every order
r, at the origin and 1000 km away; on the same draws as the claim on the other forms.
"""

from verification.forward_dynamics import errors
from verification.forward_dynamics.selections import at_distances, by_twists
from verification.measurements.forward_dynamics.forward_accuracy import evaluate
from verification.subjects.tasks import TWIST_FORMS
from verification.verdicts import Params, Records, Row, at_most

__all__ = ["cases", "evaluate", "verdict"]

DISTANCES = (0.0, 1e2, 1e6)


def cases(quick: bool) -> list[Params]:
    """The same draws at each distance."""
    return by_twists(at_distances(DISTANCES[-1:] if quick else DISTANCES, quick))


def verdict(records: Records) -> list[Row]:
    """One row for each form."""
    found = errors.measured(records)
    return [
        at_most(f"{form}, error by 1e-12 * 15^r", found, errors.by_limit(form), 1.0)
        for form in TWIST_FORMS
    ]
