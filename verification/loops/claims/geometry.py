"""Claims on the geometry of mechanisms and on what rounding costs them."""

from verification.claims import claim
from verification.loops.cases import movable
from verification.measurements.loops.loops_geometry import evaluate
from verification.picks import number
from verification.verdicts import Limit

CLAIMS = (
    claim(
        "sensitivity_to_geometry",
        """Derivatives of the forces of mechanisms by placements and screws agree with moved
        mechanisms to 1e-12.

        Every placement of a body, or point of a joint, moves at once; the independent coordinates
        are held, and the loops close again. The reference value is the oracle at 60 digits on
        models moved by exact amounts, extrapolated from three steps. Random states of mechanisms
        whose constraints are not redundant.
        """,
        evaluate,
        movable,
        [Limit(kind, number(kind), 1e-12) for kind in ("placement", "screw")],
    ),
    claim(
        "bound_of_mechanisms",
        """The conditioning bound of mechanisms in doubles is the oracle's within a factor of 3.

        Half an ulp in every number of q, v and tau at random, a tree configuration closed again by
        least moves: through partial derivatives in doubles, and by moved states at 60 digits.
        Other moves are drawn in each, and a bound is the largest effect of a few. Orders 0 and 1.
        """,
        evaluate,
        movable,
        [Limit("factor between them", number("bound"), 3.0)],
    ),
)
