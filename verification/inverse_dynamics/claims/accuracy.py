"""Claims on the rounding of the forms of inverse dynamics."""

from lieref.reporting.campaigns.store import Record
from verification.claims import claim
from verification.inverse_dynamics import cases
from verification.measurements.inverse_dynamics import accuracy, algebra, complex_step
from verification.picks import over_bound, worst_order
from verification.subjects.selections import generic
from verification.verdicts import Limit

HALF_ULP = 2.0**-53


def _single(record: Record) -> bool:
    return bool(record["params"]["robot"].get("bodies") == 1)


def _tree(record: Record) -> bool:
    return not _single(record)


def _by_bound(record: Record) -> float:
    result = record["result"]
    least = HALF_ULP if _single(record) else 0.0
    return over_bound(result["forms"]["default"]["relative"], result["bound"], least)


def orders(form: str, last: int, limit: float, part: str = "{}, orders 0-{}") -> Limit:
    """Return the statement on the largest error of a form up to an order."""
    return Limit(part.format(form, last), worst_order(form, range(last + 1)), limit)


#: The largest error of any order up to 5 on generic states.
GENERIC = [orders("default", 5, 3e-15), orders("spatial", 5, 1e-13)]

CLAIMS = (
    claim(
        "default_accuracy",
        """On the robots sampled the default form is accurate to 3e-15 (order 5), 1e-14 (order 10).

        Relative max norm of each order on the aerial manipulator and on random trees of 4 to 10
        bodies with every joint kind, generic states within 1 m of the origin, all four
        representations of the base, applied wrenches in body and inertial axes. It is no bound for
        every robot: where all forces of an order nearly cancel, as those of a single body may, the
        error is what rounding the inputs does, claim `conditioning`. A prototype of the recursion
        erred by 7e-16 at order 5; four times that is allowed, and about three times more for the
        longer sums of order 10.
        """,
        accuracy.evaluate,
        generic,
        [orders("default", 5, 3e-15), orders("default", 10, 1e-14)],
    ),
    claim(
        "spatial_accuracy",
        """On the robots sampled the spatial form is accurate to 1e-13 (order 5), 5e-13 (order 10).

        Same states as for the default form. The spatial recursion of Ali et al. refers every
        wrench to the base's origin and loses a factor that grows with the offset of each body from
        there.
        """,
        accuracy.evaluate,
        generic,
        [orders("spatial", 5, 1e-13), orders("spatial", 10, 5e-13)],
    ),
    claim(
        "smooth_motion",
        """On motions so smooth that high orders cancel, the default form is accurate to 7e-15 and
        2e-14.

        Here the plain derivatives of the velocity are of order one, so its Taylor coefficients fall
        with 1/k!, and order k of the forces comes from products of low orders, larger than their
        sum. Up to order 5, and up to order 10; the generic states of the other claims have Taylor
        coefficients of order one. The limits are four times what the report found (1.74e-15 and
        4.29e-15), rounded up.
        """,
        accuracy.evaluate,
        cases.smooth,
        [orders("default", 5, 7e-15), orders("default", 10, 2e-14)],
    ),
    claim(
        "joint_angle",
        """Accuracy does not depend on the size of the joint angles, from 1e-12 to 1e8 rad.

        The limits are those of generic states: a revolute joint sees its angle through sine and
        cosine alone, and those are correct to an ulp or so at any angle.
        """,
        accuracy.evaluate,
        cases.angles,
        GENERIC,
    ),
    claim(
        "joint_speed",
        """Accuracy does not depend on the speed of the joints, from 1e-6 to 1e4 rad/s or m/s.

        The k-th derivative of each joint rate is scaled by the (k+1)-th power of the speed, as if
        time ran faster; the base moves generically. The limits are those of generic states.
        """,
        accuracy.evaluate,
        cases.speeds,
        GENERIC,
    ),
    claim(
        "conditioning",
        """Up to order 10 the default form's error is at most 30 times what a 1-ulp input
        perturbation does.

        The bound: the reference for inputs moved by 1 ulp, at random up or down. No algorithm can
        promise an error below it to a user whose inputs are rounded. Measured on the aerial
        manipulator, a random tree, and single bodies, whose forces of an order may nearly cancel;
        there a bound counts as half an ulp at least, for the result is rounded too.
        """,
        accuracy.evaluate,
        cases.moved,
        [
            Limit("default, error / bound, orders 0-10", _by_bound, 30.0, of=_tree),
            Limit("single bodies, error / bound, orders 0-10", _by_bound, 30.0, of=_single),
        ],
    ),
    claim(
        "complex_step",
        """Complex steps through the kernels give each next derivative to 1e-14 (spatial form:
        1e-13).

        Production and spatial form, derivatives of orders 1 to 6. It is the text that ships,
        compiled for complex numbers; the limits are those of the forms, with a factor of about
        three for the default form because a complex product rounds more often than a real one.
        """,
        complex_step.evaluate,
        cases.order_5,
        [
            orders(form, 5, limit, "{}, from orders 0-{}")
            for form, limit in (("default", 1e-14), ("spatial", 1e-13))
        ],
    ),
    claim(
        "algebra",
        """Both recursions are exact: in plain Python at 50 digits they agree with the
        oracle to 1e-45.

        The oracle's own bound is proven to 55 digits; five of the 50 digits are left
        for the cancellation in its sums at order 10.
        """,
        algebra.evaluate,
        cases.every_second,
        [
            orders(form, 10, 1e-45, "{} in plain Python, orders 0-{}")
            for form in ("default", "spatial")
        ],
    ),
)
