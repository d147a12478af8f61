"""Power balance: dE/dt = v . (tau - tau_ext) holds to 2e-15 of the sum of its terms.

E the kinetic and potential energy, tau from inverse dynamics with a wrench on every body, tau_ext
the term of these wrenches; in double precision, trees with every joint type and the aerial
manipulator, all four representations.  4.9e-16 was seen.
"""

from verification.measurements.inverse_dynamics.closed_forms import evaluate
from verification.subjects.selections import closed_forms
from verification.verdicts import Params, Records, Row, at_most

__all__ = ["cases", "evaluate", "verdict"]


def cases(quick: bool) -> list[Params]:
    """Generic states within 1 m of the origin, wrenches on every body."""
    return closed_forms(quick)


def verdict(records: Records) -> list[Row]:
    """The worst state."""
    return [at_most("power", records, lambda record: float(record["result"]["power"]), 2e-15)]
