"""Claims on partial derivatives through loops."""

from functools import partial

from verification.claims import claim
from verification.loops.cases import DISTANCES, far_partials, order_partials, partials
from verification.loops.claims.accuracy import GENERIC
from verification.measurements.loops.loops_orders import evaluate as orders_through_loops
from verification.measurements.loops.loops_partials import METHODS, evaluate
from verification.picks import having, number
from verification.verdicts import Limit

FIRST = {"usual": 2e-11, "chain_rule": 2e-13}

CLAIMS = (
    claim(
        "partials",
        """First partials through loops agree with the oracle to 2e-11, and to 2e-13 by the chain
        rule.

        Inverse and forward dynamics in random states near the assembly; each array by its largest
        number in all states. The reference value, in balls of 60 digits, moves the loops' equations
        themselves. The larger errors of the usual method are those of IDSVA where gears make rotors
        fast.
        """,
        evaluate,
        partial(partials, "first"),
        [*(Limit(x, number(x, "error"), limit) for x, limit in FIRST.items()), GENERIC],
    ),
    claim(
        "second_partials",
        """Second partials through loops agree with the oracle to 5e-13 by either method.

        Inverse and forward dynamics in random states near the assembly; each tensor by its largest
        number in all states. The reference value, in balls of 60 digits, moves the loops' equations
        themselves, twice. Mechanisms of up to 18 independent coordinates.
        """,
        evaluate,
        partial(partials, "second"),
        [*(Limit(x, number(x, "error"), 5e-13) for x in METHODS), GENERIC],
    ),
    claim(
        "order_partials",
        """Partials of any order through loops agree with the oracle to 1e-12, r <= 2.

        Inverse dynamics of linkages in random states near the assembly: d tau^(k) along q, v, ...,
        v^(k+1), all blocks of an order by their largest number. The reference value, in balls of 60
        digits, moves the loops' equations themselves; the plain Python implementation agrees with
        it to 1e-45.
        """,
        orders_through_loops,
        order_partials,
        [
            Limit("doubles", number("kernel"), 1e-12),
            Limit("plain Python, 60 digits", number("twin"), 1e-45),
            GENERIC,
        ],
    ),
    claim(
        "partials_far",
        """First and second partials through loops lose nothing 1e3 and 1e6 m from the origin.

        The same draws on free bases near by and far away, base motion in body and hybrid form; each
        array by its largest number, against the oracle, which is given the far configuration.
        """,
        evaluate,
        far_partials,
        [
            Limit(
                f"at {x:g} m",
                number("usual", "error"),
                1e-13,
                of=having("states", 0, "distance", value=x),
            )
            for x in DISTANCES
        ],
        measured_alone=True,
    ),
)
