"""Claims on the four forms of inverse dynamics: their errors and their operations."""

import math
from collections.abc import Sequence

import numpy as np

from lieref.reporting.campaigns.store import Record
from verification.claims import claim
from verification.inverse_dynamics.claims.accuracy import orders
from verification.inverse_dynamics.claims.scaling import no_growth
from verification.measurements.inverse_dynamics import accuracy, algebra
from verification.measurements.representations import form_operations, form_steps
from verification.measurements.representations.form_steps import STEPS, fit
from verification.picks import having, largest, number
from verification.representations import cases
from verification.subjects.computations import INVERSE_FORMS
from verification.verdicts import Limit, Pick, Records, Row

LIMITS = {"default": 3e-15, "body": 1e-13, "spatial": 1e-13, "hybrid": 1e-13}
COUNTED = ("multiplications", "additions")
FAMILIES = {"serial chain, fixed": cases.CHAINS, "binary tree, free": cases.TREES}


def _distance(records: Records) -> list[Row]:
    return [row for form, limit in LIMITS.items() for row in no_growth(form, 5, limit, records)]


def families(records: Records, form: str) -> dict[str, list[Record]]:
    """Return the records of one form, chains and trees apart, by size."""
    own = [r for r in records if "error" not in r and r["params"]["form"] == form]
    found = {
        name: sorted(
            (r for r in own if r["params"]["robot"] in robots),
            key=lambda record: int(record["result"]["bodies"]),
        )
        for name, robots in FAMILIES.items()
    }
    return {name: some for name, some in found.items() if some}


def straightness(records: Sequence[Record]) -> int:
    """Return for how many kinds and orders the numbers are on no line over the bodies."""
    bodies = [record["result"]["bodies"] for record in records]
    return sum(
        fit(bodies, [record["result"][kind][r] for record in records]) is None
        for kind in COUNTED
        for r in cases.OPERATION_ORDERS
    )


def third_differences(record: Record) -> float:
    """Return the largest third difference over the orders from 1 on."""
    return max(float(np.abs(np.diff(record["result"][kind][1:], 3)).max()) for kind in COUNTED)


def _always(departures: float) -> Pick:
    return lambda _: departures


def _operations(records: Records) -> list[Row]:
    """Three rows for each form: over the bodies, over the orders, and whether it is the form."""
    rows = []
    for form in INVERSE_FORMS:
        for name, family in families(records, form).items():
            departures = straightness(family) if len(family) > 2 else math.inf
            part = f"{form}, {name}: numbers off a straight line over N"
            rows += Limit(part, _always(departures), 0)(family)
        own = having("form", value=form)
        rows += Limit(f"{form}, third differences over r", third_differences, 0, of=own)(records)
        # plain Python implementation and kernel in double precision: the spatial form's limit
        part = f"{form}, difference to the kernel"
        rows += Limit(part, number("difference"), 1e-13, of=own)(records)
    return rows


def _against_paper(which: int) -> Pick:
    """The largest |per body - the paper's| (0) or once - the paper's (1)."""

    def pick(record: Record) -> float:
        found = []
        for step in record["result"]["steps"]:
            line = fit(record["params"]["bodies"], step["counted"])
            if line is None:
                return math.inf
            more = line[which] - step["paper"][which]
            found.append(more if which else abs(more))
        return largest(found)

    return pick


def _steps(form: str) -> list[Limit]:
    """A body's steps, and those that come once."""
    own = having("form", value=form)
    return [
        Limit(f"{form}, a body's steps beside the paper's", _against_paper(0), 0, of=own),
        Limit(f"{form}, once, beyond the paper's", _against_paper(1), 2, of=own),
    ]


CLAIMS = (
    claim(
        "forms_accuracy",
        """On robots sampled, to order 5, default is accurate to 3e-15, body, spatial, hybrid to
        1e-13.

        The limits of the default and the spatial form are those of the claims on inverse dynamics.
        Twists of bodies in their own or in inertial axes lose some digits to the leverage between a
        body and its neighbors, as the spatial form does to that between a body and the base: one
        limit for the three. Generic states within 1 m, random trees of 4 to 10 bodies with every
        joint kind and five named robots. Not of single bodies, whose forces of an order may nearly
        cancel.
        """,
        accuracy.evaluate,
        cases.forms,
        [orders(form, 5, limit) for form, limit in LIMITS.items()],
    ),
    claim(
        "forms_algebra",
        """All four forms are the same function: in plain Python at 50 digits they agree with the
        oracle to 1e-45.

        Order 5, each representation of the base, wrenches in body and inertial axes, near the
        origin and 1e3 and 1e6 m away. The oracle's own bound is proven to 55 digits.
        """,
        algebra.evaluate,
        cases.algebra,
        [orders(form, 5, 1e-45, "{} in plain Python, orders 0-{}") for form in INVERSE_FORMS],
    ),
    claim(
        "forms_distance",
        """No form loses accuracy with the distance from the origin, 1e6 m away at most twice the
        error.

        Base motion given in body or hybrid form, order 5; each draw against itself at the origin,
        and the worst within the limits that hold near the origin.
        """,
        accuracy.evaluate,
        cases.distances,
        [_distance],
    ),
    claim(
        "forms_operations",
        """The operations of each form are exactly linear in the bodies and, from order 1, quadratic
        in r.

        Multiplications and additions that the result needs, counted in the plain Python
        implementations (see `verification.subjects.tracing`): departures from a straight line over
        the bodies, and third differences over the orders, are zero to the last operation. What is
        counted computes the same as the kernel, to rounding.
        """,
        form_operations.evaluate,
        cases.operations,
        [_operations],
        whole=True,
    ),
    claim(
        "forms_steps",
        """Each further body costs the transformations and brackets that Müller counts, to the last
        one.

        Order 0, chains of one-degree joints. What does not depend on the length exceeds the paper's
        count by two at most: the plain Python implementations treat the first body as every other,
        whose parent, the world, is at rest but for gravity.
        """,
        form_steps.evaluate,
        cases.steps,
        [limit for form in STEPS for limit in _steps(form)],
    ),
)
