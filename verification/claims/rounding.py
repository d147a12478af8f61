"""Claims on the rounding of the forms of inverse dynamics, as rows of data."""

from verification.claims import claim
from verification.measurements.inverse_dynamics import accuracy, algebra, complex_step
from verification.subjects.selections import AERIAL_MANIPULATOR, generic, random_tree, sweep
from verification.verdicts import Params, Verdict, by_form

# The largest error of any order up to 5 on generic states.
LIMITS = {"default": 3e-15, "spatial": 1e-13}
ANGLES = [10.0**k for k in range(-12, 9)]
SPEEDS = [10.0**k for k in range(-6, 5)]


def _to(form: str, limits: dict[int, float]) -> Verdict:
    """One row for each range of orders."""
    return by_form({(form, last): limit for last, limit in limits.items()})


def _each(last: int, limits: dict[str, float]) -> Verdict:
    """One row for each form."""
    return by_form({(form, last): limit for form, limit in limits.items()})


def _angles(quick: bool) -> list[Params]:
    """Every decade of angle."""
    return sweep(AERIAL_MANIPULATOR, "angle", ANGLES[::10] if quick else ANGLES, 1 if quick else 3)


def _speeds(quick: bool) -> list[Params]:
    """Every decade of speed, on the aerial manipulator and on a random tree."""
    speeds = SPEEDS[::5] if quick else SPEEDS
    return [
        params
        for robot in (AERIAL_MANIPULATOR, random_tree(6, 102))
        for params in sweep(robot, "speed", speeds, 1 if quick else 3)
    ]


def _smooth(quick: bool) -> list[Params]:
    """The generic cases with the other distribution of derivatives, without wrenches."""
    return [
        {**params, "state": {"seed": state["seed"], "base": state["base"], "motion": "plain"}}
        for params in generic(quick)
        for state in [params["state"]]
    ]


def _order_5(quick: bool) -> list[Params]:
    return [params for params in generic(quick) if params["order"] == 5]


def _every_second(quick: bool) -> list[Params]:
    """Each representation, both wrench axes, orders 5 and 10."""
    return [params for params in generic(quick) if quick or params["state"]["seed"] < 16]


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
        _to("default", {5: 3e-15, 10: 1e-14}),
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
        _to("spatial", {5: 1e-13, 10: 5e-13}),
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
        _smooth,
        _to("default", {5: 7e-15, 10: 2e-14}),
    ),
    claim(
        "joint_angle",
        """Accuracy does not depend on the size of the joint angles, from 1e-12 to 1e8 rad.

        The limits are those of generic states: a revolute joint sees its angle through sine and
        cosine alone, and those are correct to an ulp or so at any angle.
        """,
        accuracy.evaluate,
        _angles,
        _each(5, LIMITS),
    ),
    claim(
        "joint_speed",
        """Accuracy does not depend on the speed of the joints, from 1e-6 to 1e4 rad/s or m/s.

        The k-th derivative of each joint rate is scaled by the (k+1)-th power of the speed, as if
        time ran faster; the base moves generically. The limits are those of generic states.
        """,
        accuracy.evaluate,
        _speeds,
        _each(5, LIMITS),
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
        _order_5,
        by_form({("default", 5): 1e-14, ("spatial", 5): 1e-13}, "{}, from orders 0-{}"),
    ),
    claim(
        "algebra",
        """Both recursions are exact: in plain Python at 50 digits they agree with the
        oracle to 1e-45.

        The oracle's own bound is proven to 55 digits; five of the 50 digits are left
        for the cancellation in its sums at order 10.
        """,
        algebra.evaluate,
        _every_second,
        by_form(
            {("default", 10): 1e-45, ("spatial", 10): 1e-45}, "{} in plain Python, orders 0-{}"
        ),
    ),
)
