"""Claims that errors of forward dynamics do not grow with the distance from the origin."""

from verification.claims import claim
from verification.forward_dynamics import cases
from verification.forward_dynamics.numbers import by_limit, measured, within_limit
from verification.measurements.forward_dynamics import forward_accuracy, symmetric_inertia
from verification.picks import growth, having, number, quotient
from verification.subjects.computations import FORMS
from verification.subjects.tasks import TWIST_FORMS
from verification.verdicts import Limit, Records, Row, judged

FAR = having("state", "distance", value=1e4)
PRINTED, SYMMETRIC = number("printed"), number("symmetric")


def _distance(records: Records) -> list[Row]:
    """Two rows for each form: the error by its limit, and its growth."""
    found = [record for record in records if measured(record)]
    return judged(
        row
        for form in FORMS
        for row in (
            within_limit(f"{form}, error by 1e-12 * 15^r", form),
            Limit(f"{form}, by that at 0 m", growth(found, by_limit(form)), 10.0),
        )
    )(found)


CLAIMS = (
    claim(
        "forward_distance",
        """The error of forward dynamics does not grow with the distance from the origin, up to 1e6
        m.

        Base motion in body, hybrid or mixed form, forces of a motion: at most 1e-12 * 15^r at every
        order r, and at most ten times that at the origin; rounding errors of one draw differ by
        that much from place to place, and twelve digits would be lost in the inertial frame.
        """,
        forward_accuracy.evaluate,
        cases.distances,
        [_distance],
    ),
    claim(
        "twists_distance",
        """By body and hybrid twists the error does not grow with the distance from the origin, up
        to 1e6 m.

        Base motion in body, hybrid or mixed form, forces of a motion: at most 1e-12 * 15^r at every
        order r, at the origin and 1000 km away; on the same draws as the claim on the other forms.
        """,
        forward_accuracy.evaluate,
        cases.distances_by_twists,
        [within_limit(f"{form}, error by 1e-12 * 15^r", form) for form in TWIST_FORMS],
    ),
    claim(
        "symmetric_inertia",
        """Ali et al., Alg. 3: M^A (1 - S D^-1 S^T M^A) is 300 times worse than M^A - U U^T / D, 10
        km away.

        The two are the same in exact arithmetic. In double precision and in the inertial frame the
        first, as printed, is not symmetric: the base's acceleration of the aerial manipulator is
        then useless from some 10 km on, where the symmetric form is still right to 1e-5. In the
        shifted frame of the kernels neither matters.
        """,
        symmetric_inertia.evaluate,
        cases.inertial_frame,
        [
            Limit(
                "printed by symmetric, 10 km", quotient(PRINTED, SYMMETRIC), 300.0, "at least", FAR
            ),
            Limit("printed, 10 km", PRINTED, 1e-3, "at least", FAR),
            Limit("symmetric, 10 km", SYMMETRIC, 1e-5, of=FAR),
        ],
    ),
)
