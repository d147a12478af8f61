"""From measured numbers to verdicts: one row a statement, with what decided it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from lieref.reporting.campaigns.store import Record

Params = dict[str, Any]
Records = Sequence[Record]
Pick = Callable[[Record], float | None]
Verdict = Callable[[Records], "list[Row]"]


@dataclass(frozen=True)
class Row:
    """One statement and its verdict.

    Attributes
    ----------
    part : str
        What of the claim the row is about.
    number : float
        The worst number found.
    bound : {"at most", "at least"}
    limit : float
    holds : bool
    cases : int
        How many cases gave a number.
    seeds : str
        The seeds of those cases, as ranges.
    worst : str
        The id of the case that gave the number; of a failed case also what went wrong.
    """

    part: str
    number: float
    bound: str
    limit: float
    holds: bool
    cases: int
    seeds: str
    worst: str


def at_most(part: str, records: Records, pick: Pick, limit: float) -> Row:
    """Return the row that the largest picked number is at most ``limit``.

    ``pick`` gives the number of a record's result, None where the record says nothing on this.
    A failed case counts as infinite; no case at all fails.
    """
    return _row(part, records, pick, limit, "at most")


def at_least(part: str, records: Records, pick: Pick, limit: float) -> Row:
    """Return the row that the smallest picked number is at least ``limit``."""
    return _row(part, records, pick, limit, "at least")


@dataclass(frozen=True)
class Limit:
    """A statement as data: what is picked of each case is within a limit.

    Attributes
    ----------
    part : str
        What of the claim it is about.
    pick : callable
        The number of a record's result, as for `at_most`.
    limit : float
    bound : {"at most", "at least"}
    of : callable, optional
        Whether it is about a record; about all without it.
    """

    part: str
    pick: Pick
    limit: float
    bound: str = "at most"
    of: Callable[[Record], bool] | None = None

    def row(self, records: Records) -> Row:
        """Return the row of the records that it is about."""
        own = [record for record in records if self.of is None or self.of(record)]
        return _row(self.part, own, self.pick, self.limit, self.bound)


def having(*path: str | int, value: object) -> Callable[[Record], bool]:
    """Return whether a record has this value at this path of its parameters."""

    def found(record: Record) -> bool:
        at: Any = record["params"]
        for key in path:
            at = at[key]
        return bool(at == value)

    return found


def judged(limits: Iterable[Limit]) -> Verdict:
    """Return the verdict with one row for each of the limits."""
    found = tuple(limits)
    return lambda records: [limit.row(records) for limit in found]


def measured_parts(verdict: Verdict) -> Verdict:
    """Return the verdict without the parts that no record is about."""
    return lambda records: [row for row in verdict(records) if row.cases]


def share_at_most(part: str, records: Records, pick: Pick, limit: float, share: float) -> Row:
    """Return the row that the number that a share of all picked ones stays below is in the limit.

    For a number with a long tail: share 0.5 is the median, 0.95 leaves out one case in twenty.
    Failed cases count as infinite; no case at all fails.
    """

    def number(record: Record) -> float:
        found = None if "error" in record else pick(record)
        return math.inf if found is None or math.isnan(found) else found

    ordered = sorted(records, key=number)
    at = min(int(share * len(ordered)), len(ordered) - 1)
    row = at_most(part, ordered[at : at + 1] if ordered else [], pick, limit)
    return replace(row, cases=len(ordered), seeds=seeds_of(ordered))


def fraction_at_least(
    part: str, records: Records, good: Callable[[Record], bool], limit: float
) -> Row:
    """Return the row that the share of the records that are good is at least ``limit``.

    Failed cases are not good; no case at all fails.
    """
    bad = [x for x in records if "error" in x or not good(x)]
    share = 1.0 - len(bad) / len(records) if records else math.nan
    worst = str(bad[0]["id"]) if bad else ""
    if bad and "error" in bad[0]:
        worst += f" ({bad[0]['error']})"
    held = bool(records) and share >= limit
    return Row(part, share, "at least", limit, held, len(records), seeds_of(records), worst)


def _row(part: str, records: Records, pick: Pick, limit: float, bound: str) -> Row:
    sign = 1.0 if bound == "at most" else -1.0
    worst, where, found = -math.inf, "", []
    for record in records:
        failed = "error" in record
        number = math.inf * sign if failed else pick(record)
        if number is None:
            continue
        found.append(record)
        # NaN is the worst of all numbers, though it compares with none
        size = math.inf if math.isnan(number) else sign * float(number)
        if size > worst or not where:
            worst, where = size, str(record["id"])
            where += f" ({record['error']})" if failed else ""
    holds = bool(found) and worst <= sign * limit
    number = sign * worst if found else math.nan
    return Row(part, number, bound, limit, holds, len(found), seeds_of(found), where)


def seeds_of(records: Iterable[Record]) -> str:
    """Return the seeds in the parameters of the records, as "0-4, 7"."""
    return ranges(sorted({seed for record in records for seed in _seeds(record["params"])}))


def _seeds(params: Any) -> Iterable[int]:
    if isinstance(params, Mapping):
        for key, value in params.items():
            if key == "seed" and isinstance(value, int):
                yield value
            else:
                yield from _seeds(value)


def ranges(numbers: Sequence[int]) -> str:
    """Return increasing numbers as "0-4, 7"."""
    runs: list[list[int]] = []
    for n in numbers:
        if runs and n == runs[-1][-1] + 1:
            runs[-1] = [runs[-1][0], n]
        else:
            runs.append([n, n])
    return ", ".join(f"{a}-{b}" if b > a else str(a) for a, b in runs)


def largest(values: Iterable[Any]) -> float:
    """Return the maximum; NaN, which compares with nothing, if there is one."""
    numbers = [float(x) for x in values]
    return math.nan if any(map(math.isnan, numbers)) else max(numbers)


def worst_order(form: str, orders: range) -> Pick:
    """Return a pick: the largest relative max norm of a form over these orders."""

    def pick(record: Record) -> float | None:
        relative = record["result"]["forms"][form]["relative"]
        numbers = [float(relative[k]) for k in orders if k < len(relative)]
        return largest(numbers) if numbers else None

    return pick


def by_form(limits: Mapping[tuple[str, int], float], part: str = "{}, orders 0-{}") -> Verdict:
    """Return the verdict on the largest error up to an order, by (form, order)."""
    return judged(
        Limit(part.format(form, last), worst_order(form, range(last + 1)), limit)
        for (form, last), limit in limits.items()
    )


# Central differences of the moving trees are accurate to 1e-59; a wrong formula to a few digits,
# if its wrong term happens to be small.
AGREES, REFUTED = 1e-45, 1e-6


def refuted(part: str, records: Records) -> Row:
    """Return the row that a formula as printed is wrong."""
    return at_least(part, records, lambda record: float(record["result"]["printed"]), REFUTED)
