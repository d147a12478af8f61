"""Next to a singular robot the forms by twists stay within 30 bounds, or name the joint.

On the robots of the claim on the other forms.  In doubles they lose digits across a thin rod beyond
the bound before they refuse: terms that cancel about its axis are rounded before.  They refuse what
is below 1e-12 of the inertias that it is the difference of, so up to eps / 1e-12 may be lost.
"""

from verification.forward_dynamics.claims import near_singular
from verification.forward_dynamics.errors import BOUNDS
from verification.forward_dynamics.selections import by_twists
from verification.measurements.forward_dynamics.near_singular import evaluate
from verification.subjects.tasks import TWIST_FORMS
from verification.verdicts import Params, Records, Row, at_most

__all__ = ["cases", "evaluate", "verdict"]

THIN_ROD = 2.0**-52 / 1e-12


def cases(quick: bool) -> list[Params]:
    """Each robot, or every third one."""
    return by_twists(near_singular.cases(quick)[:: 3 if quick else 1])


def verdict(records: Records) -> list[Row]:
    """Errors, and the names in the refusals, for each form."""
    others = [record for record in records if record["params"]["kind"] != "thin"]
    rods = [record for record in records if record["params"]["kind"] == "thin"]
    rows = []
    for form in TWIST_FORMS:
        ratio, error = (near_singular.measured(form, key) for key in ("ratio", "error"))
        rows += [
            at_most(f"{form}, error by bound, no thin rod", others, ratio, BOUNDS),
            at_most(f"{form}, error, thin rod", rods, error, THIN_ROD),
            at_most(
                f"{form}, refusals that name no joint or another",
                records,
                near_singular.wrong_name(form),
                0.0,
            ),
        ]
    return rows
