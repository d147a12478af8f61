"""Claims on partial derivatives against the oracle itself."""

from functools import partial

from verification.claims import claim
from verification.measurements.partials import (
    partials_algebra,
    partials_forward_orders,
    partials_oracle,
    partials_orders,
)
from verification.partials import cases
from verification.picks import having, number, quotient, worst
from verification.subjects.partial_methods import ANALYTIC, CHAIN_RULE
from verification.verdicts import Limit, Pick

LOW, ORDER = partials_orders.LOW, partials_orders.ORDER
#: What rounding of forward dynamics is multiplied by.
CONDITION = number("condition")


def _within(dynamics: str) -> list[Limit]:
    """The worst array of each method; of forward dynamics by the condition number."""
    found = []
    for method in (ANALYTIC[dynamics, 1], ANALYTIC[dynamics, 2], CHAIN_RULE):
        error = worst("methods", method)
        pick = quotient(error, CONDITION) if dynamics == "forward" else error
        found.append(Limit(method, pick, 1e-14))
    return found


def _blocks(name: str, first: int, last: int) -> Pick:
    """The worst block of some orders."""
    return lambda record: float(max(record["result"][name][first : last + 1]))


CLAIMS = (
    claim(
        "oracle_inverse",
        """Partials of inverse dynamics hold for every joint type, base and wrench axes to 1e-14.

        Random trees on a free base under wrenches on every body, against the oracle itself;
        relative max norm of each array, the analytic methods and the chain rule. The limit is some
        50 ulp of the largest entry.
        """,
        partials_oracle.evaluate,
        partial(cases.loaded_trees, "inverse"),
        _within("inverse"),
    ),
    claim(
        "oracle_forward",
        """Partials of forward dynamics hold for every joint type, base, wrench axes to 1e-14.

        Random trees on a free base under wrenches on every body, against the oracle itself;
        relative max norm of each array, the analytic methods and the chain rule, by the condition
        number of H scaled to a unit diagonal, which multiplies whatever is rounded.
        """,
        partials_oracle.evaluate,
        partial(cases.loaded_trees, "forward"),
        _within("forward"),
    ),
    claim(
        "orders",
        """Partials of any order hold for every joint type and base to 1e-14, beyond order two to
        1e-13.

        Partials of tau^(k), k <= 5, along q, v, vdot, ..., each block by its relative max norm, on
        random trees of every joint type in every representation of the base, on chains and trees of
        up to 20 joints, and 1e6 m from the inertial origin. The oracle runs inverse dynamics of
        order five in jets. The plain Python implementation, IDSVA over Taylor coefficients, agrees
        with it to 1e-40 at 50 digits.
        """,
        partials_orders.evaluate,
        cases.orders,
        [
            Limit(f"orders 0 to {LOW}", _blocks("kernel", 0, LOW), 1e-14),
            Limit(f"orders {LOW + 1} to {ORDER}", _blocks("kernel", LOW + 1, ORDER), 1e-13),
            Limit("plain Python, 50 digits", _blocks("twin", 0, ORDER), 1e-40),
        ],
    ),
    claim(
        "forward_orders",
        """Partials of forward dynamics of any order hold to 2e-14 times the condition of the
        inertia.

        Partials of a^(k), k <= 3, along q, v, tau, tau', ..., each block by its relative max norm,
        by the condition number of the joint-space inertia, coordinates scaled to unit inertia; at
        the forces of random motions, on random trees of every joint type in every representation of
        the base, on chains and trees of up to 20 joints. The oracle runs forward dynamics in jets.
        The plain Python implementation agrees with it to 1e-45, in balls of 150 digits, which long
        chains widen.
        """,
        partials_forward_orders.evaluate,
        cases.forward_orders,
        [
            Limit(
                f"orders 0 to {partials_forward_orders.ORDER}, by the condition",
                quotient(worst("kernel"), CONDITION),
                2e-14,
            ),
            Limit("plain Python, 150 digits", worst("twin"), 1e-45),
        ],
    ),
    claim(
        "partials_algebra",
        """IDSVA-SO and FDSVA-SO are exact: in plain Python at 50 digits they agree with the oracle
        to 1e-40.

        First and second partials of inverse and of forward dynamics, on random trees with every
        joint type and on chains and trees of revolute joints, by the relative max norm of each
        array. The oracle differentiates the definition in jets. The plain Python implementations,
        second partials also in the form of products of matrices, are the reference of every claim
        on large robots. 50 digits; of forward dynamics two more for each coordinate, as these
        reference values have, since H costs up to twelve.
        """,
        partials_algebra.evaluate,
        cases.algebra,
        [
            Limit(f"{x} dynamics", worst("arrays"), 1e-40, of=having("dynamics", value=x))
            for x in ("inverse", "forward")
        ],
    ),
)
