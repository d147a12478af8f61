"""Claims on how often `lieref check` is wrong: false alarms, and faults that it misses."""

from lieref.reporting.campaigns.store import Record
from verification.claims import claim
from verification.detection_power import cases
from verification.detection_power.rates import upper_bound
from verification.measurements.detection_power import false_alarms, planted_power
from verification.verdicts import Limit, Records, Row, Share, seeds_of

RATE = 1e-3
#: Faults that are asked for, in all; a quick run has fewer planted than MANY.
ENOUGH, MANY = 300, 100


def _rate(records: Records) -> list[Row]:
    """The upper bound of the rate of false alarms."""
    counted = [x for r in records if "error" not in r for x in r["result"].values()]
    results = sum(x["results"] for x in counted)
    alarms = sum(len(x["alarms"]) for x in counted)
    bound, limit = upper_bound(alarms, results), max(RATE, upper_bound(0, results))
    failed = [str(r["id"]) for r in records if "error" in r]
    held = bound <= limit and not failed
    part = f"rate of false alarms, upper bound: {alarms} of {results}"
    seeds, worst = seeds_of(records), ", ".join(failed)
    return [Row(part, bound, "at most", limit, held, len(records), seeds, worst)]


def _largest(record: Record) -> float:
    return float(max(x["largest"] for x in record["result"].values()))


def _seen(record: Record) -> bool:
    """Whether it crashed, or a fault made it return other numbers."""
    return "error" in record or record["result"]["word"] in ("flagged", "missed")


def _flagged(record: Record) -> bool:
    return bool(record["result"]["word"] == "flagged")


def _faults(records: Records) -> list[Row]:
    """So many faults were judged."""
    count = float(sum(map(_seen, records)))
    limit = float(ENOUGH if len(records) >= MANY else 1)
    part, seeds = "faults that return other numbers", seeds_of(records)
    return [Row(part, count, "at least", limit, count >= limit, len(records), seeds, "")]


CLAIMS = (
    claim(
        "false_alarms",
        """Less than 0.1 % of the results of correct implementations are flagged by `lieref check`.

        Sums in random orders, the kernels, other forms of the recursions and Pinocchio. The bound
        is that of Clopper and Pearson with 95 % confidence, of results as if they were independent;
        where so few were judged that even no alarm at all gives a larger one, there must be none.
        """,
        false_alarms.evaluate,
        cases.correct,
        [_rate, Limit("largest error over its tolerance", _largest, 1.0)],
    ),
    claim(
        "planted_faults",
        """Of single faults planted in a correct implementation `lieref check` flags 99 % and more.

        Of those that return numbers, the equivalent ones left out: these return the same numbers at
        50 digits, at states and on models that the check does not use. Faults are drawn at random
        among all that the code of each quantity admits, and must be seen in the results of that
        quantity alone. Those that crash or hang are seen by anybody, and do not count here. What is
        missed are blocks of derivatives of forward dynamics, times 1 + 1e-9, that are small beside
        the others in their rows, on chains whose joint-space inertia is so ill-conditioned that
        rounding costs as much.
        """,
        planted_power.evaluate,
        cases.planted,
        [Share("share flagged", _flagged, 0.99, of=_seen), _faults],
    ),
)
