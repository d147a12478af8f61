"""Partials of forward dynamics of any order hold to 2e-14 times the condition of the inertia.

Partials of a^(k), k <= 3, along q, v, tau, tau', ..., each block by its relative max norm, by the
condition number of the joint-space inertia, coordinates scaled to unit inertia; at the forces of
random motions, on random trees of every joint type in every representation of the base, on chains
and trees of up to 20 joints. The oracle runs forward dynamics in jets. The plain Python
implementation agrees with it to 1e-45, in balls of 150 digits, which long chains widen.
"""

from lieref.reporting.campaigns.store import Record
from verification.measurements.partials.partials_forward_orders import ORDER, evaluate
from verification.partials import selections
from verification.subjects.selections import REPRESENTATIONS
from verification.verdicts import Params, Records, Row, at_most

__all__ = ["cases", "evaluate", "verdict"]

TWIN = 1e-45


def cases(quick: bool) -> list[Params]:
    """Random trees in every base, chains and trees."""
    found = [params for base in REPRESENTATIONS for params in selections.trees(quick, 4, base=base)]
    for bodies in (5,) if quick else (5, 10, 20):
        for build in (selections.chain, selections.tree):
            found.append({"robot": build(bodies), "state": {"seed": bodies}})
    return found


def _kernel(record: Record) -> float:
    """The worst block by the condition of the inertia."""
    result = record["result"]
    return float(max(result["kernel"]) / result["condition"])


def _twin(record: Record) -> float:
    return float(max(record["result"]["twin"]))


def verdict(records: Records) -> list[Row]:
    """The kernels, and the algebra."""
    return [
        at_most(f"orders 0 to {ORDER}, by the condition", records, _kernel, 2e-14),
        at_most("plain Python, 150 digits", records, _twin, TWIN),
    ]
