"""Claims on the rounding of forward and hybrid dynamics, and on its algebra."""

from functools import partial

from lieref.reporting.campaigns.store import Record
from verification.claims import claim
from verification.forward_dynamics import cases
from verification.forward_dynamics.numbers import measured, within_bounds, within_limit
from verification.measurements.forward_dynamics import (
    forward_accuracy,
    forward_algebra,
    forward_extended,
)
from verification.measurements.forward_dynamics.forward_accuracy import TABLES
from verification.picks import having, number, worst, worst_order
from verification.subjects.computations import FORMS
from verification.subjects.tasks import TWIST_FORMS
from verification.verdicts import Condition, Limit

#: What of the coordinates is prescribed, by the name of the problem.
PROBLEMS = {"forward": "none", "hybrid": "some"}
EXTENDED = 1e-14


def _by_bound(*tables: str) -> list[Limit]:
    return [within_bounds(f"{form}, {x} by bound", form, x) for form in FORMS for x in tables]


def _by_limit(*tables: str) -> list[Limit]:
    return [within_limit(f"{form}, {x} by 1e-12 * 15^r", form, x) for form in FORMS for x in tables]


def _exact(forms: tuple[str, ...]) -> list[Limit]:
    """One statement for each form and dynamics."""
    return [
        Limit(
            f"{form} in plain Python, {name}",
            worst_order(form, range(6)),
            1e-40,
            of=having("prescribed", value=which),
        )
        for form in forms
        for name, which in PROBLEMS.items()
    ]


def _of(torques: str, forward: bool) -> Condition:
    """Draws with these forces, of forward or of hybrid dynamics."""

    def own(record: Record) -> bool:
        params = record["params"]
        wanted = params["torques"] == torques and (params["prescribed"] == "none") == forward
        return wanted and measured(record)

    return own


def _by_twists(form: str) -> list[Limit]:
    """The error by its limit and by its bound."""
    random = f"{form}, random generalized forces, error by 1e-12 * 15^r"
    motion = f"{form}, generalized forces of a motion, error by bound"
    return [
        within_limit(random, form, of=_of("random", True)),
        within_bounds(motion, form, of=_of("motion", True)),
        *(
            within_bounds(f"{form}, hybrid dynamics, {x} by bound", form, x, _of("motion", False))
            for x in TABLES
        ),
    ]


CLAIMS = (
    claim(
        "forward_random_torques",
        """Random forces: the relative error of doubles is at most 1e-12 * 15^r at every order r up
        to 5.

        Relative max norm, both forms, the aerial manipulator and random trees of every joint kind
        with up to 20 bodies, all four representations, applied wrenches and other forces, and
        without these the aerial manipulator and, with forces of 100 N m, bodies on a ball joint; a
        draw whose scaled joint-space inertia has a condition number beyond 1e4 is rejected. Light
        bodies, which random forces accelerate most, carry the norm. Rounding the arguments changes
        little of that, a few ulps, so that the error may be many conditioning error bounds: the
        limit is absolute.
        """,
        forward_accuracy.evaluate,
        cases.random_forward,
        _by_limit("motion"),
    ),
    claim(
        "forward_motion_torques",
        """Forces of a motion, robots sampled: doubles are within 30 conditioning error bounds to
        order 5.

        The aerial manipulator and random trees. It is no bound for every robot: a thin rod that
        wrenches turn may take some hundred bounds; `near_singular_draws` measures such trees.
        Forces as inverse dynamics gives them for a motion that changes within about a second. They
        are smaller than what they are made of, so that rounding the state alone costs about a digit
        with each order; the bound is the largest of three random moves by half an ulp. No absolute
        limit holds: the draws differ by what rounding their arguments changes, and doubles add
        little to it.
        """,
        forward_accuracy.evaluate,
        partial(cases.generic, torques="motion"),
        _by_bound("motion"),
    ),
    claim(
        "forward_order_30",
        """At order 30 forward dynamics in doubles stays within 30 conditioning error bounds.

        The aerial manipulator in all four representations, with applied wrenches and other forces:
        forces of a motion and their derivatives up to order 30. What rounding the arguments
        changes grows with the order there, from some 1e-14 to 1e-9 ... 1e-3 by the state.
        """,
        forward_accuracy.evaluate,
        cases.order_30,
        _by_bound("motion"),
    ),
    claim(
        "hybrid_random_torques",
        """Random forces: the error of hybrid dynamics in doubles is at most 1e-12 * 15^r at every
        order r.

        As the claim on forward dynamics; half of the coordinates prescribed, chosen one by one,
        inside spherical and free joints too, or all six of the flying base; and half of those of
        the flying base without wrenches and other forces. Both results are judged, the motion and
        the forces.
        """,
        forward_accuracy.evaluate,
        cases.random_hybrid,
        _by_limit(*TABLES),
    ),
    claim(
        "hybrid_motion_torques",
        """Forces of a motion, robots sampled: hybrid dynamics in doubles is within 30 bounds.

        Conditioning error bounds, as in the claim on forward dynamics, with half of the coordinates
        or all of the flying base prescribed; both results are judged. A bound counts as half an ulp
        at least, for the result is rounded too.
        """,
        forward_accuracy.evaluate,
        partial(cases.hybrid, torques="motion"),
        _by_bound(*TABLES),
    ),
    claim(
        "twists_accuracy",
        """By body and hybrid twists the error is at most 1e-12 * 15^r or 30 conditioning bounds.

        The first with forces drawn at random, the second with forces of a motion, as claimed of the
        other forms; orders 0 to 5, the aerial manipulator and random trees of every joint kind with
        up to 20 bodies; of hybrid dynamics, generalized forces of a motion, both results.
        """,
        forward_accuracy.evaluate,
        cases.generic_by_twists,
        [x for form in TWIST_FORMS for x in _by_twists(form)],
    ),
    claim(
        "extended_path",
        """With 31 or 40 digits forward dynamics is accurate to 1e-14 at every order up to 10.

        The aerial manipulator, forces of a motion and sampled at random: one limit at every order,
        and with 40 digits every entry of the result is the double nearest to the reference value.
        """,
        forward_extended.evaluate,
        cases.order_10,
        [
            Limit("orders 0-10, digits=40", worst("extended"), EXTENDED),
            Limit("orders 0-10, digits=31", worst("fine"), EXTENDED),
            Limit("entries not rounded correctly", number("rounded"), 0.0),
        ],
    ),
    claim(
        "forward_algebra",
        """Both recursions are exact: in plain Python at 55 digits they agree with the
        oracle to 1e-40.

        Forward and hybrid dynamics, orders 0 to 5; the oracle solves H v^(k+1) = tau^(k) - bias
        order by order at 65 proven digits and knows no articulated body. Fifteen of the
        digits are left for the conditioning, which costs about one an order, and as many again on
        ill-conditioned draws.
        """,
        forward_algebra.evaluate,
        cases.algebra,
        _exact(FORMS),
    ),
    claim(
        "twists_algebra",
        """By body and hybrid twists the recursions are exact too: plain Python is within
        1e-40 of the oracle.

        Forward and hybrid dynamics, orders 0 to 5, on a part of the tasks of the claim on the other
        forms. The four recursions share what happens at one joint, and no loop.
        """,
        forward_algebra.evaluate,
        cases.algebra_by_twists,
        _exact(TWIST_FORMS),
    ),
)
