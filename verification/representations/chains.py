"""Cases and rows of the claims on the equations of paper 004."""

from __future__ import annotations

from verification.verdicts import Params, Records, Row, at_most

# Central differences of the moving chain are right to some 1e-58.
AGREES = 1e-50


def chains(check: str, quick: bool) -> list[Params]:
    """Return cases of `measurements.errata_004`: moving chains of four bodies."""
    return [{"check": check, "bodies": 4, "seed": seed} for seed in range(1 if quick else 4)]


def holds(part: str, records: Records) -> Row:
    """Return the row that a formula agrees with the truth to 50 digits."""
    return at_most(part, records, lambda record: record["result"]["corrected"], AGREES)
