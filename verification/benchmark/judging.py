"""Claims of benchmarks: statements on the cases of one kind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lieref.reporting.campaigns.store import Record
from verification.benchmark.dynamics import problems
from verification.benchmark.dynamics.problems import Dynamics
from verification.claims import Claim
from verification.verdicts import Condition, Verdict, judged

# A claim, and the kind of the cases that it judges.
Judging = tuple[Claim, str]


def claimed(
    case: str, name: str, sentence: str, reason: str, statements: Sequence[Verdict]
) -> Judging:
    """Return a claim on the cases of one kind."""
    return Claim(name, sentence, reason, __name__, lambda quick: [], judged(statements)), case


def wanted(problem: Dynamics | None = None, **params: Any) -> Condition:
    """Return whether a case is of a problem, or of any, and has these parameters."""

    def own(record: Record) -> bool:
        found = record["params"]
        same = problem is None or problems.of(found) is problem
        return same and params.items() <= found.items()

    return own
