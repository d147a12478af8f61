"""Numbers of the records on the forms of inverse dynamics: operations, run time, errors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from statistics import median
from typing import Any

from lieref.reporting.campaigns import store
from lieref.reporting.campaigns.store import Record
from verification.evidence import Evidence
from verification.measurements.representations.form_steps import fit
from verification.subjects.selections import COMPARED

LAST = 5
#: Folder of the benchmark of the forms.
SPEED = "forms_speed"
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


def robot_name(params: Mapping[str, Any]) -> str:
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
        name = robot_name(record["params"])
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


def formula(per_body: int, once: int) -> str:
    """Return per_body n + once in words."""
    lead = "n" if per_body == 1 else f"{per_body}n"
    return lead if not once else f"{lead} {'-' if once < 0 else '+'} {abs(once)}"


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
