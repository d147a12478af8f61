"""The claim that each finding's script shows what it states."""

from verification.audits import cases
from verification.claims import claim
from verification.measurements.audits.audit_findings import evaluate
from verification.picks import having, number
from verification.verdicts import Limit, Records, Row, judged

CONFIRMED = number("confirmed")


def _each(records: Records) -> list[Row]:
    """One row a finding, and all together."""
    names = [record["params"]["finding"] for record in records]
    return judged(
        [
            *(Limit(x, CONFIRMED, 1.0, "at least", having("finding", value=x)) for x in names),
            Limit("all", CONFIRMED, 1.0, "at least"),
        ]
    )(records)


CLAIMS = (
    claim(
        "findings",
        """Every finding's script, run by itself, shows what it states.

        A script imports the library and numpy alone, and ends with 0 if what the library returns
        differs from the reference inside it by as much as the finding says, while a second witness,
        the library's own central differences or a power series in doubles, agrees with that
        reference value.
        """,
        evaluate,
        cases.reproducers,
        [_each],
    ),
)
