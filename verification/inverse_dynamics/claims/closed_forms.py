"""Claims on kinematics and on closed forms."""

from lieref.reporting.campaigns.store import Record
from verification.claims import claim
from verification.inverse_dynamics import cases
from verification.measurements.inverse_dynamics import closed_forms, forward_kinematics
from verification.measurements.representations import remark_1
from verification.picks import number, over_bound, worst
from verification.verdicts import Limit

EXACT = 1e-15


def _above_bound(record: Record) -> float:
    """Error by the bound, where that is above 1e-15."""
    return over_bound(record["result"]["twists"], record["result"]["bound"], EXACT)


CLAIMS = (
    claim(
        "forward_kinematics",
        """Poses are accurate to 4e-15; to order 5 spatial twists are to 1e-14, body twists to
        2e-14.

        Max norm over all bodies, of twists relative for each order, against pose derivatives at 50
        digits, generic states near the origin and 1e6 m away. Four times the errors of 8e-16, 2e-15
        and 5e-15 that were seen; a body twist is a difference of spatial terms, so it loses most.
        """,
        forward_kinematics.evaluate,
        cases.poses,
        [
            Limit("rotations", number("rotations"), 4e-15),
            Limit("positions", number("positions"), 4e-15),
            Limit("spatial twists, orders 0-5", worst("spatial"), 1e-14),
            Limit("body twists, orders 0-5", worst("body"), 2e-14),
        ],
    ),
    claim(
        "pose_stacks",
        """Pose derivatives from twists are accurate to 1e-15, and come back to within 4 times the
        bound.

        Orders 1 to 10, Remark 1 of Ali et al., relative max norm of each order. Sums are carried in
        double-double and rounded once. On the way back order r is a small difference of products
        that grow with r: the bound is what the rounding of the poses to doubles alone costs, at 240
        digits.
        """,
        remark_1.evaluate,
        cases.pose_stacks,
        [
            Limit("poses, orders 1-10", worst("poses"), EXACT),
            Limit("twists found again, orders 0-9, by 1e-15 or the bound", _above_bound, 4.0),
        ],
    ),
    claim(
        "closed_form_accuracy",
        """H is accurate to 3e-15; to order 3 kinetic energy to 4e-15, centroidal momentum to 1e-14.

        Relative max norm, of energy by the sum of the moduli of its terms, against the oracle at 50
        digits, on random states of trees with every joint type and of the aerial manipulator, all
        four representations. Four times the errors of 8.9e-16, 1.0e-15 and 2.1e-15 that were seen
        with two builds of BLAS, rounded up.
        """,
        closed_forms.evaluate,
        cases.closed_forms,
        [
            Limit("H", number("inertia"), 3e-15),
            Limit("kinetic energy, orders 0-3", worst("energy"), 4e-15),
            Limit("centroidal momentum, orders 0-3", worst("momentum"), 1e-14),
        ],
    ),
    claim(
        "passivity",
        """Ali et al., Lemma 1: H' = C + C^T: H' - 2 C is skew; kernel to 4e-15, in
        plain Python to 1e-45.

        Max norm of H' - C - C^T, by |H| |v| in double precision and by |C| at 50 digits; trees with
        every joint type and the aerial manipulator, all four representations. H' comes from
        composite bodies in Taylor series, C from a recursion of its own. 9.6e-16 and 1.8e-50 were
        seen.
        """,
        closed_forms.evaluate,
        cases.closed_forms,
        [
            Limit("kernel", number("passivity"), 4e-15),
            Limit("plain Python at 50 digits", number("passivity_twin"), 1e-45),
        ],
    ),
    claim(
        "power_balance",
        """Power balance: dE/dt = v . (tau - tau_ext) holds to 2e-15 of the sum of its terms.

        E the kinetic and potential energy, tau from inverse dynamics with a wrench on every body,
        tau_ext the term of these wrenches; in double precision, trees with every joint type and the
        aerial manipulator, all four representations. 4.9e-16 was seen.
        """,
        closed_forms.evaluate,
        cases.closed_forms,
        [Limit("power", number("power"), 2e-15)],
    ),
)
