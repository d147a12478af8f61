"""From measured numbers to verdicts: one row a statement, with what decided it.

A claim states several things; each is a row of data, a `Limit`, a `Share` or a `Count`, or, if it
depends on what was measured, a function from records to rows. `judged` makes a verdict of them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lieref.reporting.campaigns.store import Record

Params = dict[str, Any]
Records = Sequence[Record]
Pick = Callable[[Record], float | None]
Condition = Callable[[Record], bool]
Verdict = Callable[[Records], "list[Row]"]

# Central differences of the moving trees are accurate to 1e-59; a wrong formula to a few digits,
# if its wrong term happens to be small.
AGREES, REFUTED = 1e-45, 1e-6


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


@dataclass(frozen=True)
class Limit:
    """The largest picked number is at most, or the smallest at least, a limit.

    A failed case counts as infinite, NaN as the worst of all numbers; no case at all fails.

    Attributes
    ----------
    part : str
        What of the claim it is about.
    pick : callable
        The number of a record's result, None where the record says nothing on this.
    limit : float
    bound : {"at most", "at least"}
    of : callable, optional
        Whether it is about a record; about all without it.
    share : float
        Of a number with a long tail: 0.5 for the median, 0.95 leaves out one case in twenty.
    """

    part: str
    pick: Pick
    limit: float
    bound: str = "at most"
    of: Condition | None = None
    share: float = 1.0

    def __call__(self, records: Records) -> list[Row]:
        """Return the row of the records that it is about."""
        own = [record for record in records if self.of is None or self.of(record)]
        numbers = [(record, self._number(record)) for record in own]
        found = [(record, x) for record, x in numbers if x is not None]
        if not found:
            return [Row(self.part, math.nan, self.bound, self.limit, False, 0, "", "")]
        worst, size = max(found, key=lambda pair: pair[1])
        if self.share < 1.0:
            found.sort(key=lambda pair: pair[1])
            worst, size = found[min(int(self.share * len(found)), len(found) - 1)]
        where = str(worst["id"]) + (f" ({worst['error']})" if "error" in worst else "")
        return [
            Row(
                self.part,
                self._sign * size,
                self.bound,
                self.limit,
                size <= self._sign * self.limit,
                len(found),
                seeds_of(record for record, _ in found),
                where,
            )
        ]

    @property
    def _sign(self) -> float:
        return 1.0 if self.bound == "at most" else -1.0

    def _number(self, record: Record) -> float | None:
        """The picked number, larger if it is worse."""
        if "error" in record:
            return math.inf
        number = self.pick(record)
        if number is None:
            # of a share, what is missing is not left out
            return None if self.share == 1.0 else math.inf
        return math.inf if math.isnan(number) else self._sign * float(number)


@dataclass(frozen=True)
class Share:
    """The share of the records that are good is at least a limit; failed cases are not good."""

    part: str
    good: Condition
    limit: float
    of: Condition | None = None

    def __call__(self, records: Records) -> list[Row]:
        """Return the row of the records that it is about, failed ones among them."""
        own = [x for x in records if "error" in x or self.of is None or self.of(x)]
        bad = [x for x in own if "error" in x or not self.good(x)]
        share = 1.0 - len(bad) / len(own) if own else math.nan
        worst = str(bad[0]["id"]) if bad else ""
        if bad and "error" in bad[0]:
            worst += f" ({bad[0]['error']})"
        held = bool(own) and share >= self.limit
        return [Row(self.part, share, "at least", self.limit, held, len(own), seeds_of(own), worst)]


@dataclass(frozen=True)
class Count:
    """So many cases were computed, or so many different things, robots for one, by their key."""

    part: str
    least: int
    key: Callable[[Record], Any] | None = None
    of: Condition | None = None

    def __call__(self, records: Records) -> list[Row]:
        """Return the row."""
        own = [x for x in records if "error" not in x and (self.of is None or self.of(x))]
        count = len(own if self.key is None else {self.key(record) for record in own})
        held = count >= self.least
        return [Row(self.part, count, "at least", self.least, held, len(own), seeds_of(own), "")]


def judged(statements: Iterable[Verdict]) -> Verdict:
    """Return the verdict with the rows of each statement."""
    found = tuple(statements)
    return lambda records: [row for statement in found for row in statement(records)]


def measured_parts(statements: Iterable[Verdict]) -> Verdict:
    """Return the verdict without the parts that no record is about."""
    verdict = judged(statements)
    return lambda records: [row for row in verdict(records) if row.cases]


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
