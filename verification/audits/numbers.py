"""What the claims of the audits pick from their records."""

from __future__ import annotations

from typing import Any

from lieref.reporting.campaigns.store import Record
from verification.picks import largest
from verification.subjects.peers.pinocchio_quantities import QUANTITIES
from verification.verdicts import Count, Limit, Pick, Records, Row, judged

#: Right: the relative error of a function of Pinocchio that has no defect.
RIGHT = 1e-12
#: Wrong: 5 percent.
WRONG = 0.05
#: Of balls, over the largest entry.
PROVEN = 1e-30
#: Central differences with steps of 1e-6 of what has third derivatives of some 1e3.
DIFFERENCES = 1e-6

MOTION = tuple(name for name, x in QUANTITIES.items() if not x.derivative)
DERIVATIVES = tuple(name for name, x in QUANTITIES.items() if x.derivative)
#: Quantities of `lieref check` that no inertia is inverted for.
EXACT = ("inverse_dynamics", "joint_space_inertia", "inverse_dynamics_partials")
#: Statuses of `lieref check` that mean that a number was compared and is right, and no comparison.
PASSED = ("pass", "pass to step")
NOT_COMPARED = ("not offered", "refused", "missing", "no reference")


def of_function(name: str, subspace: str | None = None) -> Pick:
    """Return a pick: the largest error of a function's arrays, for joints of such a subspace."""

    def pick(record: Record) -> float | None:
        result = record["result"]
        if subspace not in (None, result["subspace"]):
            return None
        return largest(x["error"] for x in result["functions"][name].values())

    return pick


def of_partials(record: Record) -> float:
    """The largest error of first partial derivatives of dynamics."""
    found = record["result"]["functions"]
    names = ("computeRNEADerivatives", "computeABADerivatives")
    return largest(x["error"] for name in names for x in found[name].values())


def of_differences(record: Record) -> float:
    """The largest error of central differences of the library's own functions."""
    found = record["result"]["differences"]
    return largest(x for arrays in found.values() for x in arrays.values())


def widest(record: Record) -> float:
    """The largest radius of a reference value on joints."""
    found = record["result"]["functions"]
    return largest(x["radius"] for arrays in found.values() for x in arrays.values())


def results(record: Record) -> list[dict[str, Any]]:
    """Return the results of a check that were compared."""
    return [x for x in record["result"]["results"] if "ratio" in x]


def _compared(record: Record, quantity: str) -> list[dict[str, Any]]:
    return [x for x in results(record) if x["quantity"] == quantity]


def ratio(quantity: str) -> Pick:
    """Return a pick: largest error over its tolerance, None where nothing was compared."""

    def pick(record: Record) -> float | None:
        found = _compared(record, quantity)
        return largest(x["ratio"] for x in found) if found else None

    return pick


def error(quantity: str) -> Pick:
    """Return a pick: largest relative error but for differences, None where there is none."""

    def pick(record: Record) -> float | None:
        found = [x for x in _compared(record, quantity) if x["status"] != "pass to step"]
        return largest(x["error"] for x in found) if found else None

    return pick


def alarms(record: Record) -> float:
    """How many results count against the subject."""
    return float(
        sum(x["status"] not in (*PASSED, *NOT_COMPARED) for x in record["result"]["results"])
    )


def unproven(record: Record) -> float | None:
    """The largest radius of the reference values; 1 where one is not proven."""
    found = results(record)
    return largest(x["radius"] if x["proven"] else 1.0 for x in found) if found else None


def quantities(records: Records) -> list[str]:
    """Return the quantities that were compared somewhere."""
    found = {
        x["quantity"]: None for record in records if "error" not in record for x in results(record)
    }
    return list(found)


def no_alarm(records: Records, models: int) -> list[Row]:
    """Return rows: tolerances kept, no alarm, reference values proven, and so many models compared.

    What takes no inverse of an inertia is accurate to `RIGHT` as well, differences left aside.
    """
    names = quantities(records)
    known = [record for record in records if "error" not in record]
    exact = [x for x in names if x in EXACT and any(error(x)(r) is not None for r in known)]
    return judged(
        [
            *(Limit(f"{name}, error over tolerance", ratio(name), 1.0) for name in names),
            *(Limit(f"{name}, relative error", error(name), RIGHT) for name in exact),
            Limit("false alarms", alarms, 0.0),
            Limit("radius of the reference values", unproven, PROVEN),
            Count("models", models, of=lambda record: unproven(record) is not None),
        ]
    )(records)


def group_error(function: str, blocks: tuple[str, ...], least: float, most: float) -> Pick:
    """Return a pick: a function's largest error over blocks and angles in a range."""

    def pick(record: Record) -> float | None:
        if record["params"]["function"] != function:
            return None
        result = record["result"]
        return largest(
            x
            for name in blocks
            for angle, x in zip(result["angles"], result["errors"][name], strict=True)
            if least <= angle <= most
        )

    return pick
