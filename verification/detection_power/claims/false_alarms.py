"""Less than 0.1 % of the results of correct implementations are flagged by `lieref check`.

Sums in random orders, the kernels, other forms of the recursions and Pinocchio.  The bound is that
of Clopper and Pearson with 95 % confidence, of results as if they were independent; where so few
were judged that even no alarm at all gives a larger one, there must be none.
"""

from verification.detection_power.rates import upper_bound
from verification.detection_power.selections import correct
from verification.measurements.detection_power.false_alarms import evaluate
from verification.verdicts import Params, Records, Row, at_most, seeds_of

__all__ = ["cases", "evaluate", "verdict"]

LIMIT = 1e-3


def cases(quick: bool) -> list[Params]:
    """Every quantity, at states of several seeds."""
    return correct(quick)


def verdict(records: Records) -> list[Row]:
    """The upper bound of the rate, and the largest error in units of its tolerance."""
    counted = [x for r in records if "error" not in r for x in r["result"].values()]
    results = sum(x["results"] for x in counted)
    alarms = sum(len(x["alarms"]) for x in counted)
    bound = upper_bound(alarms, results)
    limit = max(LIMIT, upper_bound(0, results))
    failed = [str(r["id"]) for r in records if "error" in r]
    rate = Row(
        f"rate of false alarms, upper bound: {alarms} of {results}",
        bound,
        "at most",
        limit,
        bound <= limit and not failed,
        len(records),
        seeds_of(records),
        ", ".join(failed),
    )
    largest = at_most(
        "largest error over its tolerance",
        records,
        lambda record: max(x["largest"] for x in record["result"].values()),
        1.0,
    )
    return [rate, largest]
