"""Second partials of inverse dynamics are zero off the paths of the tree, and only there.

An entry is exactly zero unless its three joints lie on one path from the root, on random trees and
on binary trees; with the generic revolute joints of the latter each triple of joints on a path has
an entry that is not zero.
"""

from verification.measurements.partials.partials_laws import evaluate
from verification.partials import numbers, selections
from verification.verdicts import Params, Records, Row, at_most

__all__ = ["cases", "evaluate", "verdict"]


def cases(quick: bool) -> list[Params]:
    """Random trees of every joint type, and binary trees of generic revolute joints."""
    binary = [
        {"robot": selections.tree(7, base), "state": {"seed": 1}} for base in ("fixed", "free")
    ]
    return selections.trees(quick) + binary


def verdict(records: Records) -> list[Row]:
    """Counts of entries and of triples."""
    binary = numbers.by_kind(records)[1]
    return [
        at_most("entries off the paths", records, lambda r: float(r["result"]["outside"]), 0.0),
        at_most("triples without an entry", binary, lambda r: float(r["result"]["empty"]), 0.0),
    ]
