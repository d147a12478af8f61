"""Up to 1001 bodies in one chain the errors of order 5 grow no faster than eps times the length.

Four eps a body for the default form and a hundred for the spatial one, relative max norm of each
order: sums along a chain of N bodies make N roundings, and random signs leave less.
"""

from lieref.reporting.campaigns.store import Record
from verification.measurements.inverse_dynamics.accuracy import evaluate
from verification.verdicts import Params, Pick, Records, Row, at_most, worst_order

__all__ = ["cases", "evaluate", "verdict"]

LENGTHS = [5, 10, 20, 50, 100, 200, 500, 1001]
EPS = 2.0**-52
# multiples of eps a body
LIMITS = {"default": 4.0, "spatial": 100.0}


def cases(quick: bool) -> list[Params]:
    """Each length; the longest also serve the claim on the long chain."""
    return [
        {"robot": {"name": "serial_chain", "bodies": n}, "state": {"seed": seed}, "order": 5}
        for n in (LENGTHS[:4] if quick else LENGTHS)
        for seed in range(3)
    ]


def verdict(records: Records) -> list[Row]:
    """One row for each form: the error over eps and length."""

    def pick(form: str) -> Pick:
        def errors_a_body(record: Record) -> float:
            error = worst_order(form, range(6))(record) or 0.0
            bodies: int = record["params"]["robot"]["bodies"]
            return error / (EPS * bodies)

        return errors_a_body

    return [
        at_most(f"{form}, error / (eps N)", records, pick(form), limit)
        for form, limit in LIMITS.items()
    ]
