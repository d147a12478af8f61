"""The tables of a report, from the records of its cases."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from lieref.check.metrics import MAX_DIGITS
from lieref.check.pages.words import printable
from lieref.check.quantities import named
from lieref.reporting.answers import OWN
from lieref.reporting.campaigns.store import Record
from lieref.reporting.measuring import METRICS, WHOLE
from lieref.reporting.robots import Request
from lieref.reporting.tables import Table

TITLES = {
    "inverse_dynamics": "inverse dynamics",
    "forward_dynamics": "forward dynamics",
    "joint_space_inertia": "joint-space inertia",
    "inverse_dynamics_partials": "first partials of inverse dynamics",
    "forward_dynamics_partials": "first partials of forward dynamics",
    "inverse_dynamics_orders": "inverse dynamics",
    "forward_dynamics_orders": "forward dynamics",
    "inverse_dynamics_second_partials": "second partials of inverse dynamics",
    "forward_dynamics_second_partials": "second partials of forward dynamics",
    "forward_kinematics": "pose",
    "jacobian": "Jacobian",
}
RELATIVE = ("Median", "Maximum", "Bound", "Proven", "MRE", "RMSRE")
SCALE = (
    "The error of a state is the largest of a result over the largest entry of that result; median "
    "and maximum are over the states."
)
#: What a caption says of columns, if they are there.
SAID = {
    "Bound": " Bound: the largest conditioning bound, what 1-ulp perturbations of arguments and "
    "model change{loops}.",
    "Proven": " Proven: the largest proven bound of what lieref returns with bounds=True, which is "
    "computed in double-doubles and rounded.",
}
#: Of a mechanism whose geometry is moved the loops need not close.
OF_ARGUMENTS = " (with loops: of the arguments alone)"


@dataclass
class Series:
    """What one subject is off by in one block, state by state; None where there is no bound."""

    subject: str
    entries: int = 0
    found: dict[str, list[Any]] = field(default_factory=dict)

    def add(self, block: dict[str, Any]) -> None:
        """Add the states of a record."""
        self.entries = block["entries"]
        for name in (*METRICS, "bound", "proven"):
            self.found.setdefault(name, []).extend(map(_number, block[name]))

    def of(self, name: str) -> list[float]:
        """Return the numbers that are there."""
        return [x for x in self.found[name] if x is not None]

    def over_bound(self) -> float | None:
        """The largest error over the bound of its state."""
        pairs = zip(self.found["relative"], self.found["bound"], strict=True)
        # an exact zero that nothing moves has no ratio
        return max((e / b for e, b in pairs if b and e < math.inf), default=None)


#: Series by robot, subject, quantity, result and block.
Known = dict[tuple[str, str, str, str, str], Series]


def title(word: str) -> str:
    """Return what a report calls a quantity."""
    quantity = named(word)
    return TITLES[quantity.name] + (f" of {printable(quantity.frame)}" if quantity.frame else "")


def _number(x: Any) -> float | None:
    """A number as it was before strict JSON made words of infinities."""
    return None if x is None else float(x)


@dataclass(frozen=True)
class Contents:
    """What the records of a request say.

    missing : robot, subject, quantity, status and text of what was not compared
    times : seconds by robot, subject, quantity and order; how : what was timed, by subject
    radius, proven : of the reference values
    """

    request: Request
    known: Known
    missing: list[tuple[str, str, str, str, str]]
    times: dict[tuple[str, str, str, int | None], float]
    how: dict[str, str]
    radius: float
    proven: bool

    def parts(self, robot: str, subject: str, quantity: str) -> dict[str, list[Series]]:
        """The results of a quantity by a title: each order by itself, where it has orders."""
        blocks = {WHOLE: title(quantity)}
        if named(quantity).orders:
            low, high = self.request.orders
            blocks = {f"order {k}": f"{title(quantity)}, order {k}" for k in range(low, high + 1)}
        found: dict[str, list[Series]] = {}
        for (r, s, q, _, block), one in self.known.items():
            if (r, s, q) == (robot, subject, quantity) and block in blocks:
                found.setdefault(blocks[block], []).append(one)
        return found

    def names(self) -> dict[str, str]:
        """What each subject calls itself, by its label."""
        found = {key[1]: one.subject for key, one in self.known.items()}
        return {label: found.get(label, label) for label in self.request.subjects}

    def whole(self, robot: str, subject: str, quantity: str) -> list[Series]:
        """The results of a quantity, each as a whole."""
        return [
            one
            for (r, s, q, _, block), one in self.known.items()
            if (r, s, q, block) == (robot, subject, quantity, WHOLE)
        ]


def gathered(request: Request, records: Iterable[Record]) -> Contents:
    """Return the contents of records; their order does not matter."""
    known: Known = {}
    missing: dict[tuple[str, str, str], tuple[str, str]] = {}
    times: dict[tuple[str, str, str, int | None], float] = {}
    how: dict[str, str] = {}
    radius, proven = 0.0, True
    cases = sorted(records, key=lambda x: (x["params"].get("first", -1), x["id"]))
    for record in cases:
        params = record["params"]
        robot, quantity = params["robot"], params.get("quantity", "")
        if "result" not in record:
            for label in params["subjects"] if quantity else ():
                missing.setdefault((robot, label, quantity), ("error", record["error"]))
            continue
        result = record["result"]
        if "times" in result:
            times |= {(robot, s, q, k): seconds for s, q, k, seconds in result["times"]}
            how |= result["how"]
            continue
        radius, proven = max(radius, result["radius"]), proven and result["proven"]
        for label, one in result["subjects"].items():
            if one["status"] != "compared":
                missing.setdefault((robot, label, quantity), (one["status"], one["text"]))
                continue
            for output, blocks in one["outputs"].items():
                for name, block in blocks.items():
                    key = robot, label, quantity, output, name
                    known.setdefault(key, Series(one["name"])).add(block)
    # of a quantity that failed at some state nothing is compared
    known = {key: one for key, one in known.items() if key[:3] not in missing}
    told = [(*key, *why) for key, why in missing.items()]
    return Contents(request, known, _ordered(request, told), times, how, radius, proven)


def _ordered(request: Request, told: list[tuple[str, str, str, str, str]]) -> list[Any]:
    """Rows in the order in which robots, subjects and quantities were asked for."""
    robots, subjects = [x.name for x in request.robots], list(request.subjects)
    quantities = request.quantities
    return sorted(
        told, key=lambda x: (robots.index(x[0]), subjects.index(x[1]), quantities.index(x[2]))
    )


def digits(error: float) -> float:
    """Return the digits of a relative error, at most 17."""
    if error == 0.0:
        return MAX_DIGITS
    return min(MAX_DIGITS, 0.0 - math.log10(error)) if math.isfinite(error) else -math.inf


def summary(found: Sequence[Series]) -> list[Any]:
    """Return median and maximum error, both bounds, the largest error over bound, and digits."""
    errors = [max(at) for at in zip(*(one.found["relative"] for one in found), strict=True)]
    bounds = [x for one in found for x in one.of("bound")]
    proven = [x for one in found for x in one.of("proven")]
    over = [x for one in found for x in [one.over_bound()] if x is not None]
    return [
        median(errors),
        max(errors),
        max(bounds, default=""),
        max(proven, default=""),
        max(over, default=""),
        digits(max(errors)),
    ]


HEAD = ("Median", "Maximum", "Bound", "Proven", "Error/bound", "Digits")
PAPER = ("Robot", "DoF", "Subject", "Quantity", "Order", "Median", "Maximum", "Bound", "Proven")


def _about(contents: Contents, sentence: str) -> str:
    """The start of a caption, which names the one robot or subject of all rows."""
    names, robots = list(contents.names().values()), contents.request.robots
    who = f" of {names[0]}" if len(names) == 1 else ""
    where = f" on {robots[0].name}" if len(robots) == 1 else ""
    return f"{sentence}{who}{where}"


def _said(contents: Contents, sentence: str) -> str:
    """A caption of errors, which says of how many states."""
    about = _about(contents, sentence)
    return f"{about} at {contents.request.states} states. {SCALE}"


def accuracy(contents: Contents) -> Table:
    """One row for each robot, subject and quantity."""
    rows = []
    for robot in contents.request.robots:
        for label, name in contents.names().items():
            for quantity in contents.request.quantities:
                found = contents.whole(robot.name, label, quantity)
                if found and not named(quantity).orders:
                    start = [robot.name, robot.nv, name, title(quantity)]
                    rows.append([*start, *summary(found)])
    caption = _said(contents, "Relative error")
    columns = ("Robot", "DoF", "Subject", "Quantity")
    return _without_empty(contents, "accuracy", caption, columns, rows)


def by_order(contents: Contents) -> Table:
    """One row for each order of the time derivatives."""
    low, high = contents.request.orders
    rows = []
    for robot in contents.request.robots:
        for label, name in contents.names().items():
            for quantity in contents.request.quantities:
                for k in range(low, high + 1) if named(quantity).orders else ():
                    found = order_series(contents, robot.name, label, quantity, k)
                    if found:
                        start = [robot.name, robot.nv, name, title(quantity), k]
                        rows.append([*start, *summary(found)])
    caption = _said(contents, "Relative error of each order of the time derivatives")
    columns = ("Robot", "DoF", "Subject", "Quantity", "Order")
    return _without_empty(contents, "orders", caption, columns, rows)


def order_series(contents: Contents, robot: str, label: str, quantity: str, k: int) -> list[Series]:
    """The errors of one order of a quantity."""
    return [
        one
        for (r, s, q, _, block), one in contents.known.items()
        if (r, s, q, block) == (robot, label, quantity, f"order {k}")
    ]


def _without_empty(
    contents: Contents, name: str, caption: str, start: Sequence[str], rows: list[list[Any]]
) -> Table:
    """A table of errors without the columns of bounds that nobody has."""
    loops = OF_ARGUMENTS if any(robot.loops for robot in contents.request.robots) else ""
    columns, rows = _kept((*start, *HEAD), rows)
    caption += "".join(said.format(loops=loops) for x, said in SAID.items() if x in columns)
    return Table(name, caption, columns, rows, RELATIVE, PAPER, start[:-1])


def _kept(columns: Sequence[str], rows: list[list[Any]]) -> tuple[list[str], list[list[Any]]]:
    """Columns and rows without the columns that are empty."""
    kept = [n for n, _ in enumerate(columns) if any(row[n] != "" for row in rows)]
    return [columns[n] for n in kept], [[row[n] for n in kept] for row in rows]


def metrics(contents: Contents) -> Table:
    """The metrics of Singh et al. of every result and block, over all states."""
    rows = []
    robots = {robot.name: robot for robot in contents.request.robots}
    for (robot, label, quantity, output, block), one in contents.known.items():
        squares = [
            math.sqrt(math.fsum(x * x for x in one.of(name)) / len(one.of(name)))
            for name in ("rmsae", "rmsre")
        ]
        worst = max(one.of("relative"))
        bound = max(one.of("bound"), default="")
        rows.append(
            [
                robot, robots[robot].nv, contents.names()[label], quantity, output, block,
                max(one.of("mae")), squares[0], max(one.of("mre")), squares[1],
                worst, bound, max(one.of("proven"), default=""), digits(worst), one.entries,
                len(one.found["relative"]),
            ]
        )  # fmt: skip
    order = {name: n for n, name in enumerate(contents.request.quantities)}
    places, subjects = list(robots), list(contents.names().values())
    rows.sort(key=lambda x: (places.index(str(x[0])), subjects.index(str(x[2])), order[str(x[3])]))
    return Table(
        "metrics",
        f"{_about(contents, 'Errors')}, of every result and block, as (40)-(43) of Singh et al. "
        "define them: MAE is the maximum absolute error, MRE the maximum of |error| / "
        "max(|reference|, 1), RMSAE and RMSRE their root mean squares, over all entries and "
        "states; in SI units. Maximum: largest error over the largest entry of the block.",
        (
            "Robot", "DoF", "Subject", "Quantity", "Result", "Block", "MAE", "RMSAE", "MRE",
            "RMSRE", "Maximum", "Bound", "Proven", "Digits", "Entries", "States",
        ),
        rows,
        RELATIVE,
        (*PAPER[:4], "Result", "Block", "MAE", "RMSAE", "MRE", "RMSRE", *PAPER[-3:]),
        PAPER[:4],
    )  # fmt: skip


def times(contents: Contents) -> Table:
    """Time of a call, and what it is of lieref's."""
    rows = []
    for robot in contents.request.robots:
        for quantity in contents.request.quantities:
            for label, name in {OWN: "lieref", **contents.names()}.items():
                for k in [None, *range(contents.request.orders[1] + 1)]:
                    taken = contents.times.get((robot.name, label, quantity, k))
                    if taken is None:
                        continue
                    own = contents.times.get((robot.name, OWN, quantity, k))
                    first = contents.times[(robot.name, label, quantity, 0 if k else k)]
                    rows.append(
                        [
                            robot.name, robot.nv, name, title(quantity), "" if k is None else k,
                            1e6 * taken, taken / own if own else "", taken / first if k else "",
                            contents.how.get(label, ""),
                        ]
                    )  # fmt: skip
    others = any(x[6] != 1.0 for x in rows)
    columns, rows = _kept(
        (
            "Robot", "DoF", "Subject", "Quantity", "Order", "Time [us]", "Ratio to lieref",
            "Ratio to order 0", "What is timed",
        ),
        rows,
    )  # fmt: skip
    orders = ", and to the call of order 0. Order: highest order of the time derivatives."
    return Table(
        "times",
        f"{_about(contents, 'Time of one call')} on one core, the shortest of 15 means; ratio to "
        f"lieref's own call in the same run{orders if 'Order' in columns else '.'}",
        columns,
        rows,
        (),
        (*PAPER[:5], "Time [us]", *(["Ratio to lieref"] if others else [])),
        PAPER[:2],
    )  # fmt: skip


def not_compared(contents: Contents) -> Table:
    """What was asked for and has no errors, with the reason."""
    names = contents.names()
    rows = [
        [robot, names[label], quantity, status, text]
        for robot, label, quantity, status, text in contents.missing
    ]
    columns = ("Robot", "Subject", "Quantity", "Status", "Reason")
    caption = f"{_about(contents, 'Results')} that were not compared."
    return Table("not_compared", caption, columns, rows, (), columns, columns[:2])


def all_tables(contents: Contents) -> list[Table]:
    """Return every table that has rows."""
    found = [accuracy, by_order, times, not_compared, metrics]
    return [table for make in found for table in [make(contents)] if table.rows]
