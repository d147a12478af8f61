"""The tables on the forms of inverse dynamics and on integration."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from lieref.reporting.campaigns.store import Record
from verification.evidence import Evidence
from verification.measurements.representations.form_operations import KINDS
from verification.measurements.representations.form_steps import STEPS, fit
from verification.picks import number, param
from verification.representations.claims.forms import families
from verification.representations.numbers import (
    LAST,
    RANDOM,
    SPEED,
    counted,
    formula,
    per_body,
    quadratic,
    relative_count,
    relative_time,
    robot_name,
    speeds,
    worst,
)
from verification.subjects.computations import INVERSE_FORMS
from verification.subjects.selections import COMPARED
from verification.tables import Columns, made
from verification.verdicts import seeds_of

LINKS = (
    (f"../{SPEED}/index.html", "Run time of the forms, and of the regressor: the benchmark's page"),
)
#: Of the orders that the comparison shows.
ENDS = (0, LAST)


def _compared(evidence: Evidence) -> Iterator[list[Any]]:
    """Every form in one row; with the run times of the benchmark."""
    timed = speeds(evidence)
    near = evidence.of("forms_accuracy")
    away = evidence.of("forms_distance")
    for form in INVERSE_FORMS if counted(evidence) and near and away else ():
        far = [r for r in away if r["params"]["state"]["distance"] == 1e6]
        counts = [relative_count(evidence, form, order) for order in ENDS]
        times = [relative_time(timed, form, order) for order in ENDS]
        yield [form, *counts, *times, worst(near, form), worst(far, form)]


def _steps(evidence: Evidence) -> Iterator[list[Any]]:
    """The paper's count of transformations and brackets beside the counted ones."""
    for record in evidence.of("forms_steps"):
        bodies = record["params"]["bodies"]
        for step in record["result"]["steps"]:
            each, once = step["paper"]
            line = fit(bodies, step["counted"])
            said = "no straight line" if line is None else formula(*line)
            both = [each * bodies[-1] + once, step["counted"][-1]]
            yield [record["params"]["form"], step["name"], formula(each, once), said, *both]


def _steps_heads(evidence: Evidence) -> tuple[str, ...]:
    n = max((r["params"]["bodies"][-1] for r in evidence.of("forms_steps")), default=0)
    return ("Form", "Operation", "Paper", "Counted", f"Paper, n = {n}", f"Counted, n = {n}")


def _growth(evidence: Evidence) -> Iterator[list[Any]]:
    """What one more body costs, against the paper's steps priced in multiplications."""
    for form in INVERSE_FORMS:
        price = sum(step.price for step in STEPS.get(form, ()))
        for name, family in families(evidence.of("forms_operations"), form).items():
            for kind in KINDS[:2]:
                found = per_body(family, kind)
                if found is not None:
                    paper = price if price and kind == KINDS[0] else ""
                    yield [form, name, kind, paper, found[0], quadratic(found)]


def _operations(evidence: Evidence) -> Iterator[list[Any]]:
    """Operations of each form on each robot, order by order."""
    found = counted(evidence)
    for name in COMPARED:
        for form in INVERSE_FORMS if (name, INVERSE_FORMS[0]) in found else ():
            of = found[name, form]["result"]
            yield from ([name, of["bodies"], form, kind, *of[kind]] for kind in KINDS)


def by_robot(evidence: Evidence, claim: str) -> dict[str, list[Record]]:
    """Return the records of a claim by the name of their robot."""
    found: dict[str, list[Record]] = {}
    for record in evidence.of(claim):
        found.setdefault(robot_name(record["params"]), []).append(record)
    return {name: found[name] for name in (*COMPARED, RANDOM) if name in found}


def _accuracy(evidence: Evidence) -> Iterator[list[Any]]:
    """Largest relative error of each form on each robot at each order."""
    for name, some in by_robot(evidence, "forms_accuracy").items():
        for form in INVERSE_FORMS:
            errors = (worst(some, form, k) for k in range(LAST + 1))
            yield [name, form, *errors, len(some), seeds_of(some)]


def _apart(evidence: Evidence) -> list[float]:
    found = evidence.of("forms_distance")
    return sorted({record["params"]["state"]["distance"] for record in found})


def _distances(evidence: Evidence) -> Iterator[list[Any]]:
    """Largest relative error of each form on each robot at each distance."""
    for name, some in by_robot(evidence, "forms_distance").items():
        at = [[r for r in some if r["params"]["state"]["distance"] == x] for x in _apart(evidence)]
        yield from ([name, form, *(worst(here, form) for here in at)] for form in INVERSE_FORMS)


def _scipy(evidence: Evidence) -> Iterator[list[Any]]:
    """Error, work and distance from the unit sphere at each tolerance."""
    for record in evidence.of("scipy_integrators"):
        params = record["params"]
        for method, found in record["result"].items():
            numbers = [found[key] for key in ("error", "evaluations", "quaternion")]
            yield [params["motion"], params["tolerance"], method, *numbers]


def _counts(record: Record) -> str:
    counts = record["params"]["counts"]
    return f"{counts[0]}-{counts[-1]}"


COMPARISON = Columns(
    "forms_compared",
    "The forms of inverse dynamics compared on the same robots. Multiplications in the plain "
    "Python implementations and kernel times as multiples of the default form's, medians over the "
    "robots; worst relative error of orders 0 to 5 within 1 m of the origin and 1e6 m away.",
    _compared,
    ("Form", "Multiplications, r = 0", "r = 5", "Time, r = 0", "r = 5", "Error, near",
     "Error, 1e6 m"),
)  # fmt: skip
all_tables = partial(
    made,
    (
        COMPARISON,
        Columns(
            "forms_steps",
            "Frame transformations and Lie brackets of one inverse dynamics of a chain of n bodies "
            "at order 0, as Müller (2018, Sec. 4) counts them and as the plain Python "
            "implementations do them. These transform the motion of the world, which is at rest "
            "but for gravity, to the first body like any other.",
            _steps,
            _steps_heads,
        ),
        Columns(
            "forms_growth",
            "What one more body costs, exactly. Paper: the multiplications that its "
            "transformations and brackets take when they are written out, an inertia as two "
            "screws. From order 1 on the numbers lie on the quadratic.",
            _growth,
            ("Form", "Trees", "Operations", "Paper's steps, r = 0", "Counted, r = 0",
             "From r = 1 on"),
        ),
        Columns(
            "forms_operations",
            "Operations that inverse dynamics of all orders up to r needs in each form, counted in "
            "the plain Python implementations in body representation of the base. Not counted: "
            "with 0, 1 or -1 that the text has, between constants of the model, signs, and what "
            "does not reach the result.",
            _operations,
            ("Robot", "Bodies", "Form", "Operations", *(f"r = {r}" for r in range(LAST + 1))),
        ),
        Columns(
            "forms_accuracy",
            "Largest relative error (max norm) of each derivative order in double precision, "
            "generic states within 1 m of the origin, all four representations of the base.",
            _accuracy,
            ("Robot", "Form", *(f"order {k}" for k in range(LAST + 1)), "Cases", "Seeds"),
        ),
        Columns(
            "forms_distance",
            "Largest relative error of orders 0 to 5 in double precision against the distance of "
            "the base from the inertial origin, its motion given in body or hybrid representation.",
            _distances,
            lambda evidence: ("Robot", "Form", *(f"{x:g} m" for x in _apart(evidence))),
        ),
        Columns(
            "orders",
            "Orders of the integrators: error after one second with the most steps, and the slope "
            "fitted to all.",
            "integrator_orders",
            {
                "Motion": param("motion"),
                "Method": param("method"),
                "Coordinates": param("coordinates"),
                "Steps": _counts,
                "Error": number("errors", -1),
                "Slope": number("slope"),
            },
        ),
        Columns(
            "against_scipy",
            "The adaptive Munthe-Kaas method and scipy's RK45 and DOP853 on the same model, over "
            "one second: error against the closed form, evaluations of forward dynamics, and how "
            "far the quaternion ends from unit norm.",
            _scipy,
            ("Motion", "Tolerance", "Method", "Error", "Evaluations", "Off the sphere"),
            key=lambda row: (row[0], -row[1], row[2]),
        ),
    ),
)  # fmt: skip


def finding(evidence: Evidence) -> str:
    """Say in a few sentences what the comparison found; nothing without its results."""
    rows = COMPARISON.table(evidence).rows
    if not rows:
        return ""
    columns = list(zip(*rows, strict=True))
    accurate = min(zip(columns[5], columns[0], strict=True))
    said = [
        "The forms of inverse dynamics compared: as multiples of the default form's "
        f"multiplications the {', '.join(INVERSE_FORMS[1:])} forms take "
        f"{_listed(columns[1])} at order 0 and {_listed(columns[2])} at order 5"
    ]
    if speeds(evidence):
        said.append(
            f"of its kernel time {_listed(columns[3])} at order 0 and {_listed(columns[4])} at "
            "order 5"
        )
    text = "; ".join(said) + "."
    prices = [sum(step.price for step in STEPS[form]) for form in STEPS]
    text += (
        f" Müller's count of transformations and brackets puts the {', '.join(STEPS)} forms at "
        f"{', '.join(map(str, prices))} multiplications a body."
    )
    return (
        f"{text} The most accurate is the {accurate[1]} form, worst error {accurate[0]:.1e}; "
        f"1e6 m from the origin the worst of all is {max(columns[6]):.1e}, near it "
        f"{max(columns[5]):.1e}."
    )


def _listed(column: Sequence[Any]) -> str:
    return ", ".join(f"{x:.2g}" for x in column[1:])
