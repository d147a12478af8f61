"""Numbers of the records of `measurements.partials.partials_accuracy`."""

from __future__ import annotations

from collections.abc import Sequence

from lieref.reporting.campaigns.store import Record
from verification.verdicts import Pick, Records

#: An error of zero has no place on a logarithmic axis, nor anything below it a meaning.
SMALLEST = 1e-18


def size(record: Record) -> int:
    """Return the number of joints, N of Singh et al."""
    return int(record["params"]["robot"]["bodies"])


def of(record: Record, method: str, metric: str = "rmsre") -> float | None:
    """Return an error metric of a method, None if the case leaves the method out."""
    found = record["result"]["methods"].get(method)
    return None if found is None else float(found[metric])


def metric_of(method: str, metric: str = "rmsre") -> Pick:
    """Return the pick of an error metric of a method."""
    return lambda record: of(record, method, metric)


def best_pair(record: Record) -> tuple[float, float, float]:
    """Return the least RMSRE over pairs of steps, and its h and k."""
    params, rows = record["params"], record["result"]["rmsre"]
    return min(
        (float(x), h, k)
        for h, row in zip(params["h"], rows, strict=True)
        for k, x in zip(params["k"], row, strict=True)
    )


def sizes(records: Records) -> list[int]:
    """Return the numbers of joints that occur, increasing."""
    return sorted({size(record) for record in records})


def at_size(records: Records, bodies: int) -> list[Record]:
    """Return the records of one number of joints."""
    return [record for record in records if size(record) == bodies]


def by_kind(records: Records) -> tuple[list[Record], list[Record]]:
    """Return the records of chains and those of trees."""
    chains = [r for r in records if r["params"]["robot"]["name"] == "serial_chain"]
    return chains, [r for r in records if r["params"]["robot"]["name"] == "binary_tree"]


def by_place(records: Records) -> dict[str, list[Record]]:
    """Return records by kind of robot and base: four parts, each there though it be empty."""
    kinds = zip(("chains", "trees"), by_kind(records), strict=True)
    return {
        f"{kind}, {words}": [r for r in some if r["params"]["robot"]["base"] == base]
        for kind, some in kinds
        for base, words in (("fixed", "fixed base"), ("free", "1e6 m away"))
    }


def medians(records: Records, method: str, metric: str = "rmsre") -> list[tuple[int, float]]:
    """Return (N, median) of a method over the sizes that it was measured at."""
    found = []
    for bodies in sizes(records):
        values = [of(record, method, metric) for record in at_size(records, bodies)]
        some = sorted(x for x in values if x is not None)
        if some:
            found.append((bodies, some[len(some) // 2]))
    return found


def shown(values: Sequence[float]) -> list[float]:
    """Return values that have a place on a logarithmic axis."""
    return [max(x, SMALLEST) for x in values]
