"""On a chain of 1001 bodies at order 5 the RMSRE of the default form is at most 1e-12.

Chains with a free base, the median over the seeds: the RMSRE divides each error by its own entry,
so one force of thousands that happens to be near zero decides it, and its largest value over
states has no bound.  Errors add up along the chain like a random walk.  The quick run has chains of
200 bodies instead.
"""

from lieref.reporting.campaigns.store import Record
from verification.measurements.inverse_dynamics.accuracy import evaluate
from verification.verdicts import Params, Records, Row, share_at_most

__all__ = ["cases", "evaluate", "verdict"]

LIMIT = 1e-12
LENGTHS = [200, 1001]


def cases(quick: bool) -> list[Params]:
    """Three states of each length; these cases belong to the sweep over lengths too."""
    return [
        {"robot": {"name": "serial_chain", "bodies": n}, "state": {"seed": seed}, "order": 5}
        for n in (LENGTHS[:1] if quick else LENGTHS)
        for seed in range(3)
    ]


def _rmsre(record: Record) -> float:
    return float(record["result"]["forms"]["default"]["rmsre"])


def verdict(records: Records) -> list[Row]:
    """One row for each length that was measured."""
    lengths = sorted({record["params"]["robot"]["bodies"] for record in records})
    return [
        share_at_most(
            f"default, {n} bodies, median RMSRE",
            [record for record in records if record["params"]["robot"]["bodies"] == n],
            _rmsre,
            LIMIT,
            share=0.5,
        )
        for n in lengths or LENGTHS
    ]
