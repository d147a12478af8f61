"""On a chain of 1001 bodies at order 5 the RMSRE of the production form is at most 1e-12.

A prototype erred by 9e-14; errors add up along the chain like a random walk, and one decade is
left for less favourable states.
"""

from verification.measurements.accuracy import evaluate
from verification.verdicts import Params, Record, Records, Row, at_most

__all__ = ["cases", "evaluate", "verdict"]

LIMIT = 1e-12


def cases(quick: bool) -> list[Params]:
    """One chain; the quick run takes it too, for nothing shorter stands for it."""
    chain = {"name": "serial_chain", "bodies": 1001}
    return [
        {"robot": chain, "state": {"seed": seed}, "order": 5} for seed in range(1 if quick else 2)
    ]


def verdict(records: Records) -> list[Row]:
    """One row."""

    def rmsre(record: Record) -> float:
        return float(record["result"]["forms"]["production"]["rmsre"])

    return [at_most("production, RMSRE of orders 0-5", records, rmsre, LIMIT)]
