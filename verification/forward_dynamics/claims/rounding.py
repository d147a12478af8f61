"""Claims on the rounding of forward and hybrid dynamics, and on its algebra, as rows of data."""

from functools import partial

from verification.claims import claim
from verification.forward_dynamics.errors import rows_by_bound, rows_by_limit
from verification.forward_dynamics.selections import (
    balls,
    bare,
    by_twists,
    flying,
    generic,
    hybrid,
)
from verification.measurements.forward_dynamics import forward_accuracy, forward_algebra
from verification.measurements.forward_dynamics.forward_accuracy import TABLES
from verification.subjects.computations import FORMS
from verification.subjects.tasks import TWIST_FORMS
from verification.verdicts import Limit, Params, Verdict, having, judged, worst_order

MOTION = ("motion",)
# What of the coordinates is prescribed, by the name of the problem.
PROBLEMS = {"forward": "none", "hybrid": "some"}


def _random_forward(quick: bool) -> list[Params]:
    """Generic tasks of forward dynamics, and those in which much cancels."""
    few = bare(flying(quick), "random") + bare(balls(quick), "large")
    return generic(quick, "random") + few


def _random_hybrid(quick: bool) -> list[Params]:
    return hybrid(quick, "random") + bare(flying(quick), "random", "some")


def _without_bound(cases: list[Params]) -> list[Params]:
    return [{key: x for key, x in params.items() if key != "bound"} for params in cases]


def _algebra(quick: bool) -> list[Params]:
    """Aerial manipulator and trees, nothing and half of the coordinates prescribed."""
    seeds = (4, 8, 5, 12, 14), (0, 1, 2, 3)
    return _without_bound(generic(quick, "motion", ("none", "some"), *seeds))


def _algebra_by_twists(quick: bool) -> list[Params]:
    seeds = ((4,), (0,)) if quick else ((4, 8, 5), (0, 1, 3))
    return by_twists(_without_bound(generic(quick, "motion", ("none", "some"), *seeds)))


def _order_30(quick: bool) -> list[Params]:
    """Forces of a motion of the aerial manipulator, in each representation."""
    some = generic(quick, "motion", trees=(), flying=range(1 if quick else 4))
    return [{**params, "order": 30} for params in some]


def _exact(forms: tuple[str, ...]) -> Verdict:
    """One row for each form and dynamics."""
    return judged(
        Limit(
            f"{form} in plain Python, {name}",
            worst_order(form, range(6)),
            1e-40,
            of=having("prescribed", value=which),
        )
        for form in forms
        for name, which in PROBLEMS.items()
    )


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
        _random_forward,
        partial(rows_by_limit, forms=FORMS, names=MOTION),
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
        partial(generic, torques="motion"),
        partial(rows_by_bound, forms=FORMS, names=MOTION),
    ),
    claim(
        "forward_order_30",
        """At order 30 forward dynamics in doubles stays within 30 conditioning error bounds.

        The aerial manipulator in all four representations, with applied wrenches and other forces:
        forces of a motion and their derivatives up to order 30. What rounding the arguments
        changes grows with the order there, from some 1e-14 to 1e-9 ... 1e-3 by the state.
        """,
        forward_accuracy.evaluate,
        _order_30,
        partial(rows_by_bound, forms=FORMS, names=MOTION),
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
        _random_hybrid,
        partial(rows_by_limit, forms=FORMS, names=TABLES),
    ),
    claim(
        "hybrid_motion_torques",
        """Forces of a motion, robots sampled: hybrid dynamics in doubles is within 30 bounds.

        Conditioning error bounds, as in the claim on forward dynamics, with half of the coordinates
        or all of the flying base prescribed; both results are judged. A bound counts as half an ulp
        at least, for the result is rounded too.
        """,
        forward_accuracy.evaluate,
        partial(hybrid, torques="motion"),
        partial(rows_by_bound, forms=FORMS, names=TABLES),
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
        _algebra,
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
        _algebra_by_twists,
        _exact(TWIST_FORMS),
    ),
)
