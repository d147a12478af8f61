"""Claims on closed forms, as rows of data."""

from verification.claims import claim
from verification.measurements.inverse_dynamics.closed_forms import evaluate
from verification.subjects.selections import closed_forms
from verification.verdicts import Limit, Pick, judged, largest


def _number(part: str) -> Pick:
    return lambda record: float(record["result"][part])


def _largest(part: str) -> Pick:
    return lambda record: largest(record["result"][part])


CLAIMS = (
    claim(
        "closed_form_accuracy",
        """H is accurate to 3e-15; to order 3 kinetic energy to 4e-15, centroidal momentum to 1e-14.

        Relative max norm, of energy by the sum of the moduli of its terms, against the oracle at 50
        digits, on random states of trees with every joint type and of the aerial manipulator, all
        four representations. Four times the errors of 8.9e-16, 1.0e-15 and 2.1e-15 that were seen
        with two builds of BLAS, rounded up.
        """,
        evaluate,
        closed_forms,
        judged(
            [
                Limit("H", _number("inertia"), 3e-15),
                Limit("kinetic energy, orders 0-3", _largest("energy"), 4e-15),
                Limit("centroidal momentum, orders 0-3", _largest("momentum"), 1e-14),
            ]
        ),
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
        evaluate,
        closed_forms,
        judged(
            [
                Limit("kernel", _number("passivity"), 4e-15),
                Limit("plain Python at 50 digits", _number("passivity_twin"), 1e-45),
            ]
        ),
    ),
    claim(
        "power_balance",
        """Power balance: dE/dt = v . (tau - tau_ext) holds to 2e-15 of the sum of its terms.

        E the kinetic and potential energy, tau from inverse dynamics with a wrench on every body,
        tau_ext the term of these wrenches; in double precision, trees with every joint type and the
        aerial manipulator, all four representations. 4.9e-16 was seen.
        """,
        evaluate,
        closed_forms,
        judged([Limit("power", _number("power"), 2e-15)]),
    ),
)
