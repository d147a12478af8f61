"""What a folder holds: its environment, its records, and the verdicts that follow from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lieref.reporting.campaigns import environment, store
from lieref.reporting.campaigns.store import Record
from verification.claims import Claim
from verification.verdicts import Row


@dataclass(frozen=True)
class Judged:
    """A claim with its rows; ``missing`` of its cases are not finished yet."""

    claim: Claim
    rows: list[Row]
    missing: int

    @property
    def holds(self) -> bool:
        """Return whether every case is finished and every row holds."""
        return not self.missing and all(row.holds for row in self.rows)


@dataclass(frozen=True)
class Evidence:
    """A results folder, read; without a folder what is made of it stands alone."""

    environment: dict[str, Any]
    by_claim: dict[str, list[Record]]
    judged: list[Judged]
    folder: Path | None = None

    def of(self, claim: str) -> list[Record]:
        """Return the records of a claim that are results, not failures."""
        return [record for record in self.by_claim.get(claim, []) if "error" not in record]

    @property
    def missing(self) -> int:
        """Return how many planned cases have no record."""
        return sum(judged.missing for judged in self.judged)

    @property
    def holds(self) -> bool:
        """Return whether every claim holds."""
        return all(judged.holds for judged in self.judged)


def load(folder: Path, claims: Sequence[Claim]) -> Evidence:
    """Read results.jsonl and environment.json, nothing else, and judge the claims.

    A claim of which the plan wants no case is left out: a quick run does without large libraries.

    Raises
    ------
    StoreError
        If one of the files is missing or damaged.
    """
    found = environment.read(folder)
    if found is None:
        raise store.StoreError(f"no {environment.ENVIRONMENT} in {folder.name}")
    records = {record["id"]: record for record in store.read(folder)}
    plan: dict[str, list[str]] = found["plan"]
    by_claim: dict[str, list[Record]] = {}
    judged = []
    for claim in claims:
        wanted = plan.get(claim.name, [])
        if claim.name in plan and not wanted:
            continue
        by_claim[claim.name] = [records[key] for key in wanted if key in records]
        missing = len(wanted) - len(by_claim[claim.name])
        judged.append(Judged(claim, claim.verdict(by_claim[claim.name]), missing))
    return Evidence(found, by_claim, judged, folder)
