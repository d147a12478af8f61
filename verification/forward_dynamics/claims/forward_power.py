"""Power balance and passivity: E' = v . (tau + tau_ext) and its derivatives hold to 4e-13.

E the kinetic and potential energy of the oracle, differentiated along the motion that forward
dynamics finds, orders 0 to 5, both kinds of forces; without forces E is constant, so that all of
its derivatives vanish.  By the derivatives of |v| . |H| |v'|, taken with moduli; 8.4e-14 was seen,
by the spatial form.
"""

from verification.forward_dynamics.claims.round_trip import cases, residual
from verification.measurements.forward_dynamics.forward_laws import evaluate
from verification.subjects.computations import FORMS
from verification.verdicts import Records, Row, at_most

__all__ = ["cases", "evaluate", "verdict"]

LIMIT = 4e-13
PARTS = {"power": "power balance", "energy": "energy without generalized forces"}


def verdict(records: Records) -> list[Row]:
    """One row for each form and law."""
    return [
        at_most(f"{form}, {part}", records, residual(form, law), LIMIT)
        for form in FORMS
        for law, part in PARTS.items()
    ]
