"""Pinocchio's derivatives are wrong by 5 % and more where the motion subspace depends on q.

Universal, SphericalZYX, Ellipsoid and composite joints: in each case at each place the worst array
of `computeRNEADerivatives` and `computeABADerivatives` has a relative error (max norm) above the
limit, the number being the smallest over the cases. The other functions are told from right ones
by more than six digits. That the two models are the same mechanism is another claim.
"""

from verification.audits import numbers, selections
from verification.measurements.audits.audit_joints import evaluate
from verification.subjects.peers.pinocchio_joints import TYPES
from verification.verdicts import Params, Records, Row, at_least

__all__ = ["cases", "evaluate", "verdict"]

TOLD = 1e6 * numbers.RIGHT


def cases(quick: bool) -> list[Params]:
    """Every joint type at every place."""
    return selections.joints(quick)


def verdict(records: Records) -> list[Row]:
    """One row a joint type, and one a function."""
    dependent = [
        name
        for name, joint in TYPES.items()
        if joint.subspace == "dependent" and numbers.of_joint(records, name)
    ]
    rows = [
        at_least(name, numbers.of_joint(records, name), numbers.of_partials, numbers.WRONG)
        for name in dependent
    ]
    return rows + [
        at_least(name, records, numbers.of_function(name, "dependent"), TOLD)
        for name in numbers.DERIVATIVES
    ]
