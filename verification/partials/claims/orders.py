"""Partials of any order hold for every joint type and base to 1e-14, beyond order two to 1e-13.

Partials of tau^(k), k <= 5, along q, v, vdot, ..., each block by its relative max norm, on random
trees of every joint type in every representation of the base, on chains and trees of up to 20
joints, and 1e6 m from the inertial origin. The oracle runs inverse dynamics of order five in jets.
The plain Python implementation, IDSVA over Taylor coefficients, agrees with it to 1e-40 at
50 digits.
"""

from verification.measurements.partials.partials_orders import LOW, ORDER, evaluate
from verification.partials import selections
from verification.subjects.selections import REPRESENTATIONS
from verification.verdicts import Params, Pick, Records, Row, at_most

__all__ = ["cases", "evaluate", "verdict"]

TWIN = 1e-40


def cases(quick: bool) -> list[Params]:
    """Random trees in every base, chains and trees, and bases far away."""
    found = [params for base in REPRESENTATIONS for params in selections.trees(quick, 4, base=base)]
    for bodies in (5,) if quick else (5, 10, 20):
        for build in (selections.chain, selections.tree):
            found.append({"robot": build(bodies), "state": {"seed": bodies}})
    # "spatial" there is a small difference of large velocities
    found += [
        {
            "robot": selections.chain(5, "free"),
            "state": {"seed": 1, "distance": selections.FAR, "base": base},
        }
        for base in REPRESENTATIONS
        if base != "spatial"
    ]
    return found


def _largest(name: str, first: int, last: int) -> Pick:
    """The worst block of some orders."""
    return lambda record: float(max(record["result"][name][first : last + 1]))


def verdict(records: Records) -> list[Row]:
    """Low orders, all orders, and the algebra."""
    return [
        at_most(f"orders 0 to {LOW}", records, _largest("kernel", 0, LOW), 1e-14),
        at_most(f"orders {LOW + 1} to {ORDER}", records, _largest("kernel", LOW + 1, ORDER), 1e-13),
        at_most("plain Python, 50 digits", records, _largest("twin", 0, ORDER), TWIN),
    ]
