"""Next to a singular robot doubles stay within 30 conditioning error bounds, or name a joint.

A leaf without mass or nearly so, a rod with hardly any inertia about its joint's axis, masses in a
ratio of up to 1e12; orders 0 to 3, forces of a motion.  A light leaf and a thin rod may only be
refused in the leaf's own name.  The spatial form loses digits across a thin rod before it refuses:
tensor components in axes that do not turn with the rod are rounded, and the error is up to 1e-2.
"""

from lieref.reporting.campaigns.store import Record
from verification.forward_dynamics.errors import BOUNDS
from verification.measurements.forward_dynamics.near_singular import evaluate
from verification.subjects.computations import FORMS
from verification.subjects.near_singular import LEAF
from verification.verdicts import Params, Pick, Records, Row, at_most

__all__ = ["cases", "evaluate", "verdict"]

THIN_ROD = 1e-2

SIZES = {
    "massless": (1e-3, 1e-9, 1e-15, 1e-18, 0.0),
    "thin": (1e-6, 1e-9, 1e-12, 1e-15, 0.0),
    "heavy": (1e3, 1e6, 1e12),
    "light": (1e3, 1e6, 1e12),
}


def cases(quick: bool) -> list[Params]:
    """Each robot; the quick run is the full one."""
    return [
        {"kind": kind, "size": size, "state": {"seed": 1}, "order": 3}
        for kind, sizes in SIZES.items()
        for size in sizes
    ]


def measured(form: str, key: str) -> Pick:
    """Return a pick: the number of the form, None where it refuses."""

    def pick(record: Record) -> float | None:
        found = record["result"]["forms"][form]
        return None if found["refused"] is not None else float(found[key])

    return pick


def wrong_name(form: str) -> Pick:
    """Return a pick: 1 if the error names no joint, or not the leaf's where it is to blame."""

    def pick(record: Record) -> float:
        name = record["result"]["forms"][form]["refused"]
        leaf = record["params"]["kind"] in ("massless", "thin")
        return float(name is not None and (not name or (leaf and name != LEAF)))

    return pick


def verdict(records: Records) -> list[Row]:
    """Errors, and the names in the refusals."""
    others = [record for record in records if record["params"]["kind"] != "thin"]
    rods = [record for record in records if record["params"]["kind"] == "thin"]
    return [
        at_most("default, error by bound", records, measured("default", "ratio"), BOUNDS),
        at_most(
            "spatial, error by bound, no thin rod", others, measured("spatial", "ratio"), BOUNDS
        ),
        at_most("spatial, error, thin rod", rods, measured("spatial", "error"), THIN_ROD),
    ] + [
        row
        for form in FORMS
        for row in (
            at_most(
                f"{form}, refusals that name no joint or another", records, wrong_name(form), 0.0
            ),
        )
    ]
