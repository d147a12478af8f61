"""Singh et al.'s properties M1-M27 and identities K1-K16 hold to 1e-45; none of them is empty.

At 55 digits with proven radii: the properties on random arguments, the identities against the
derivatives of what they are about, on random trees of every joint type.  Not empty: with the other
sign on the right each is refuted.  Of ten identities and four properties what they may be misread
for is refuted too.
"""

from lieref.reporting.campaigns.store import Record
from verification.measurements.formulas.tensor_identities import (
    IDENTITIES,
    PROPERTIES,
    SYMMETRIC,
    VARIANTS,
    evaluate,
)
from verification.verdicts import AGREES, REFUTED, Params, Records, Row, at_least, at_most

__all__ = ["cases", "evaluate", "verdict"]

BODIES = 4
TABLES = {"properties M1-M27": PROPERTIES, "identities K1-K16": IDENTITIES}


def cases(quick: bool) -> list[Params]:
    """Each one as printed, negated, and misread where there is a misreading."""
    misread = {*SYMMETRIC, *VARIANTS}
    return [
        {"name": name, "seed": seed, "bodies": BODIES, "as": reading}
        for name in (*PROPERTIES, *IDENTITIES)
        for reading in ("printed", "negated", "misread")
        if reading != "misread" or name in misread
        for seed in range(1 if quick else 3)
    ]


def _difference(record: Record) -> float:
    return float(record["result"]["difference"])


def verdict(records: Records) -> list[Row]:
    """Properties and identities: as printed, and what is refuted."""
    rows = []
    for part, table in TABLES.items():
        some = [record for record in records if record["params"]["name"] in table]
        printed = [record for record in some if record["params"]["as"] == "printed"]
        rows.append(at_most(part, printed, _difference, AGREES))
        for reading in ("negated", "misread"):
            wrong = [record for record in some if record["params"]["as"] == reading]
            rows.append(at_least(f"{part}, {reading}", wrong, _difference, REFUTED))
    return rows
