"""The forms of inverse dynamics compared: operations, run time, accuracy, distance; tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from statistics import median
from typing import Any

from lieref.reporting.campaigns import store
from lieref.reporting.campaigns.store import Record
from lieref.reporting.tables import Table
from verification.evidence import Evidence
from verification.measurements.representations.form_operations import KINDS
from verification.measurements.representations.form_steps import STEPS, fit
from verification.representations.claims.forms import families
from verification.subjects.computations import INVERSE_FORMS
from verification.subjects.selections import COMPARED
from verification.verdicts import seeds_of

FIRST, LAST = 0, 5
OTHERS = INVERSE_FORMS[1:]
SPEED = "forms_speed"
LINKS = (
    (f"../{SPEED}/index.html", "Run time of the forms, and of the regressor: the benchmark's page"),
)
RANDOM = "random trees, all joint kinds"


def speeds(evidence: Evidence) -> list[Record]:
    """Return the timings that the benchmark's folder beside the evidence's holds; none without it.

    Raises
    ------
    StoreError
        If its results are damaged.
    """
    if evidence.folder is None:
        return []
    folder = evidence.folder.resolve().parent / SPEED
    if not (folder / store.RESULTS).is_file():
        return []
    return [r for r in store.read(folder) if r["measurement"] == "forms" and "error" not in r]


def relative_time(timed: Sequence[Record], form: str, order: int) -> float | str:
    """Return the median over the robots of a form's time over the default form's."""
    found = [
        record["result"]["timings"][form]["best"] / record["result"]["timings"]["default"]["best"]
        for record in timed
        if record["params"]["order"] == order
    ]
    return median(found) if found else "not measured"


def _name(params: Mapping[str, Any]) -> str:
    robot = params["robot"]
    return next((name for name, known in COMPARED.items() if known == robot), RANDOM)


def worst(records: Iterable[Record], form: str, order: int | None = None) -> float:
    """Return the largest relative error of a form, of one order or of orders 0 to 5."""
    found = [0.0]
    for record in records:
        relative = [float(x) for x in record["result"]["forms"][form]["relative"]]
        found.append(max(relative) if order is None else relative[order])
    return max(found)


def counted(evidence: Evidence) -> dict[tuple[str, str], Record]:
    """Return the counts of the robots that are compared, by robot and form."""
    found = {}
    for record in evidence.of("forms_operations"):
        name = _name(record["params"])
        if name != RANDOM:
            found[name, record["params"]["form"]] = record
    return found


def relative_count(evidence: Evidence, form: str, order: int) -> float:
    """Return the median over the robots of a form's multiplications over the default form's."""
    found = counted(evidence)

    def multiplications(name: str, of: str) -> float:
        return float(found[name, of]["result"]["multiplications"][order])

    names = dict.fromkeys(name for name, _ in found)
    return median(multiplications(name, form) / multiplications(name, "default") for name in names)


def compared(evidence: Evidence, timed: Sequence[Record]) -> Table:
    """Every form in one row."""
    near = evidence.of("forms_accuracy")
    away = evidence.of("forms_distance")
    rows: list[list[Any]] = []
    for form in INVERSE_FORMS if counted(evidence) and near and away else ():
        far = [r for r in away if r["params"]["state"]["distance"] == 1e6]
        counts = [relative_count(evidence, form, order) for order in (FIRST, LAST)]
        times = [relative_time(timed, form, order) for order in (FIRST, LAST)]
        rows.append([form, *counts, *times, worst(near, form), worst(far, form)])
    return Table(
        "forms_compared",
        "The forms of inverse dynamics compared on the same robots. Multiplications in the plain "
        "Python implementations and kernel times as multiples of the default form's, medians "
        "over the robots; worst relative error of orders 0 to 5 within 1 m of the origin and "
        "1e6 m away.",
        ("Form", "Multiplications, r = 0", "r = 5", "Time, r = 0", "r = 5", "Error, near",
         "Error, 1e6 m"),
        rows,
    )  # fmt: skip


def formula(per_body: int, once: int) -> str:
    """Return per_body n + once in words."""
    lead = "n" if per_body == 1 else f"{per_body}n"
    return lead if not once else f"{lead} {'-' if once < 0 else '+'} {abs(once)}"


def steps(evidence: Evidence) -> Table:
    """The paper's count of transformations and brackets beside the counted ones."""
    rows = []
    for record in evidence.of("forms_steps"):
        bodies = record["params"]["bodies"]
        for step in record["result"]["steps"]:
            per_body, once = step["paper"]
            line = fit(bodies, step["counted"])
            largest = bodies[-1]
            rows.append(
                [
                    record["params"]["form"],
                    step["name"],
                    formula(per_body, once),
                    "no straight line" if line is None else formula(*line),
                    per_body * largest + once,
                    step["counted"][-1],
                ]
            )
    longest = max((r["params"]["bodies"][-1] for r in evidence.of("forms_steps")), default=0)
    return Table(
        "forms_steps",
        "Frame transformations and Lie brackets of one inverse dynamics of a chain of n bodies at "
        "order 0, as Müller (2018, Sec. 4) counts them and as the plain Python implementations "
        "do them. These transform the motion of the world, which is at rest but for gravity, "
        "to the first body like any other.",
        ("Form", "Operation", "Paper", "Counted", f"Paper, n = {longest}",
         f"Counted, n = {longest}"),
        rows,
    )  # fmt: skip


def operations(evidence: Evidence) -> Table:
    """Operations of each form on each robot, order by order."""
    rows = [
        [name, record["result"]["bodies"], form, kind, *record["result"][kind]]
        for (name, form), record in sorted(
            counted(evidence).items(),
            key=lambda item: (list(COMPARED).index(item[0][0]), INVERSE_FORMS.index(item[0][1])),
        )
        for kind in KINDS
    ]
    return Table(
        "forms_operations",
        "Operations that inverse dynamics of all orders up to r needs in each form, counted in the "
        "plain Python implementations in body representation of the base. Not counted: with "
        "0, 1 or -1 that the text has, between constants of the model, signs, and what does "
        "not reach the result.",
        ("Robot", "Bodies", "Form", "Operations", *(f"r = {r}" for r in range(LAST + 1))),
        rows,
    )


def per_body(family: Sequence[Record], kind: str) -> list[int] | None:
    """Return how many operations one more body costs at each order, None if that varies."""
    bodies = [record["result"]["bodies"] for record in family]
    lines = [fit(bodies, [record["result"][kind][r] for record in family]) for r in range(LAST + 1)]
    return None if None in lines else [line[0] for line in lines if line is not None]


def quadratic(numbers: Sequence[int]) -> str:
    """Return the quadratic in r that the numbers of orders 1 to 3 lie on."""
    one, two, three = numbers[1:4]
    square = Fraction(three - 2 * two + one, 2)
    linear = two - one - 3 * square
    start = one - linear - square
    terms = ((start, ""), (linear, " r"), (square, " r^2"))
    return " + ".join(f"{float(x):g}{power}" for x, power in terms if x).replace("+ -", "- ")


def growth(evidence: Evidence) -> Table:
    """What one more body costs, against the paper's steps priced in multiplications."""
    rows: list[list[Any]] = []
    for form in INVERSE_FORMS:
        price = sum(step.price for step in STEPS.get(form, ()))
        for name, family in families(evidence.of("forms_operations"), form).items():
            for kind in KINDS[:2]:
                numbers = per_body(family, kind)
                if numbers is None:
                    continue
                paper = price if price and kind == KINDS[0] else ""
                rows.append([form, name, kind, paper, numbers[0], quadratic(numbers)])
    return Table(
        "forms_growth",
        "What one more body costs, exactly. Paper: the multiplications that its transformations "
        "and brackets take when they are written out, an inertia as two screws. From order 1 on "
        "the numbers lie on the quadratic.",
        ("Form", "Trees", "Operations", "Paper's steps, r = 0", "Counted, r = 0", "From r = 1 on"),
        rows,
    )


def accuracy(evidence: Evidence) -> Table:
    """Largest relative error of each form on each robot at each order."""
    groups: dict[str, list[Record]] = {}
    for record in evidence.of("forms_accuracy"):
        groups.setdefault(_name(record["params"]), []).append(record)
    rows = [
        [
            name,
            form,
            *(worst(groups[name], form, k) for k in range(LAST + 1)),
            len(groups[name]),
            seeds_of(groups[name]),
        ]
        for name in (*COMPARED, RANDOM)
        if name in groups
        for form in INVERSE_FORMS
    ]
    return Table(
        "forms_accuracy",
        "Largest relative error (max norm) of each derivative order in double precision, generic "
        "states within 1 m of the origin, all four representations of the base.",
        ("Robot", "Form", *(f"order {k}" for k in range(LAST + 1)), "Cases", "Seeds"),
        rows,
    )


def distances(evidence: Evidence) -> Table:
    """Largest relative error of each form on each robot at each distance."""
    found: dict[str, dict[float, list[Record]]] = {}
    for record in evidence.of("forms_distance"):
        at = found.setdefault(_name(record["params"]), {})
        at.setdefault(record["params"]["state"]["distance"], []).append(record)
    values = sorted({distance for at in found.values() for distance in at})
    rows = [
        [name, form, *(worst(found[name].get(x, ()), form) for x in values)]
        for name in (*COMPARED, RANDOM)
        if name in found
        for form in INVERSE_FORMS
    ]
    return Table(
        "forms_distance",
        "Largest relative error of orders 0 to 5 in double precision against the distance of the "
        "base from the inertial origin, its motion given in body or hybrid representation.",
        ("Robot", "Form", *(f"{x:g} m" for x in values)),
        rows,
    )


def all_tables(evidence: Evidence, timed: Sequence[Record]) -> list[Table]:
    """Return the tables that have rows, the comparison first."""
    found = [
        compared(evidence, timed),
        steps(evidence),
        growth(evidence),
        operations(evidence),
        accuracy(evidence),
        distances(evidence),
    ]
    return [table for table in found if table.rows]


def finding(evidence: Evidence, timed: Sequence[Record]) -> str:
    """Say in a few sentences what the comparison found; nothing without its results."""
    rows = compared(evidence, timed).rows
    if not rows:
        return ""
    columns = list(zip(*rows, strict=True))
    accurate = min(zip(columns[5], columns[0], strict=True))
    said = [
        "The forms of inverse dynamics compared: as multiples of the default form's "
        f"multiplications the {', '.join(OTHERS)} forms take "
        f"{_listed(columns[1])} at order 0 and {_listed(columns[2])} at order 5"
    ]
    if timed:
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
