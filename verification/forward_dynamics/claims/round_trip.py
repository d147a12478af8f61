"""Inverse of forward dynamics returns tau, hybrid of all or none is inverse or forward, to 5e-14.

The aerial manipulator and random trees, orders 0 to 5, both kinds of forces.  The residual of the
round trip is by |H| |v^(k+1)| or |tau^(k)|, whichever is larger, max norms: H v^(k+1) is what the
other terms of tau^(k) cancel with.  So measured the recursions are backward stable, whatever the
conditioning: 1.2e-14 was seen; the limit is four times that, at every order.
"""

from verification.forward_dynamics.selections import TORQUES, generic
from verification.measurements.forward_dynamics.forward_laws import evaluate
from verification.subjects.computations import FORMS
from verification.verdicts import Params, Pick, Records, Row, at_most, largest

__all__ = ["cases", "evaluate", "verdict"]

LIMIT = 5e-14
PARTS = {
    "round_trip": "inverse(forward(tau)) - tau",
    "all": "all prescribed",
    "none": "none prescribed",
}


def cases(quick: bool) -> list[Params]:
    """Generic states without wrenches, whose power the energy's derivatives do not know."""
    found = []
    for torques in TORQUES:
        for params in generic(quick, torques, trees=range(12)):
            state = {key: x for key, x in params["state"].items() if key != "wrench_axes"}
            rest = {key: params[key] for key in ("robot", "order", "torques")}
            found.append({**rest, "state": state})
    return found


def residual(form: str, law: str) -> Pick:
    """Return a pick: the largest residual of a law over the orders."""
    return lambda record: largest(record["result"]["forms"][form][law])


def verdict(records: Records) -> list[Row]:
    """One row for each form and law."""
    return [
        at_most(f"{form}, {part}", records, residual(form, law), LIMIT)
        for form in FORMS
        for law, part in PARTS.items()
    ]
