"""Complex steps through the kernels give each next derivative to 1e-14 (spatial form: 1e-13).

Production and spatial form, derivatives of orders 1 to 6.  It is the text that ships, compiled for
complex numbers; the limits are those of the forms, with a factor of about three for the production
form because a complex product rounds more often than a real one.
"""

from verification.measurements.inverse_dynamics.complex_step import evaluate
from verification.subjects.selections import generic
from verification.verdicts import Params, Records, Row, at_most, worst_order

__all__ = ["cases", "evaluate", "verdict"]

LIMITS = {"production": 1e-14, "spatial": 1e-13}


def cases(quick: bool) -> list[Params]:
    """The generic states of order 5."""
    return [params for params in generic(quick) if params["order"] == 5]


def verdict(records: Records) -> list[Row]:
    """One row for each form."""
    return [
        at_most(f"{form}, from orders 0-5", records, worst_order(form, range(6)), limit)
        for form, limit in LIMITS.items()
    ]
