"""Random forces: the error of hybrid dynamics in doubles is at most 1e-12 * 15^r at every order r.

As the claim on forward dynamics; half of the coordinates prescribed, chosen one by one, inside
spherical and free joints too, or all six of the flying base; and half of those of the flying base
without wrenches and other forces.  Both results are judged, the motion and the forces.
"""

from verification.forward_dynamics import errors
from verification.forward_dynamics.selections import bare, flying, hybrid
from verification.measurements.forward_dynamics.forward_accuracy import TABLES, evaluate
from verification.subjects.computations import FORMS
from verification.verdicts import Params, Records, Row

__all__ = ["cases", "evaluate", "verdict"]


def cases(quick: bool) -> list[Params]:
    """Generic tasks of hybrid dynamics."""
    return hybrid(quick, "random") + bare(flying(quick), "random", "some")


def verdict(records: Records) -> list[Row]:
    """The largest error of each form and result."""
    return errors.rows_by_limit(records, FORMS, TABLES)
