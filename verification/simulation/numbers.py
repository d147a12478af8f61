"""What the simulation's figures and tables draw from: the records, joined along the trajectory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lieref.reporting.campaigns.store import Record
from verification.evidence import Evidence
from verification.subjects.computations import FORMS
from verification.subjects.table_3 import BLOCKS, ORDER

__all__ = [
    "BLOCKS",
    "FORMS",
    "ORDERS",
    "Array",
    "finding",
    "bounds",
    "joined",
    "scales",
    "shown",
    "times_of_bounds",
    "windows",
]

Array = NDArray[np.float64]
ORDERS = range(ORDER + 1)


def windows(evidence: Evidence) -> list[Record]:
    """Return the records of the loop, in the order of their samples."""
    return sorted(evidence.of("closed_loop"), key=lambda record: record["params"]["first"])


def joined(evidence: Evidence, *keys: str) -> Array:
    """Return the stack of one entry of all windows; the first axis is time."""
    found: list[Any] = []
    for record in windows(evidence):
        part = record["result"]
        for key in keys:
            part = part[key]
        found += part
    return np.array(found, dtype=float)


def times_of_bounds(evidence: Evidence) -> list[Record]:
    """Return the records of the bounds, in the order of their times."""
    return sorted(evidence.of("extended"), key=lambda record: record["params"]["time"])


def bounds(evidence: Evidence, *keys: str) -> Array:
    """Return one entry of the records of the bounds, (times, orders)."""
    found = []
    for record in times_of_bounds(evidence):
        part = record["result"]
        for key in keys:
            part = part[key]
        found.append(part)
    return np.array(found, dtype=float)


def scales(evidence: Evidence, block: str) -> Array:
    """Return the peak of the generalized forces of each order of a block."""
    rows = [entry[block] for record in windows(evidence) for entry in record["result"]["scale"]]
    return np.asarray(np.array(rows, dtype=float).max(axis=0))


def shown(x: float) -> str:
    """Return a number of a sentence: one digit and its power of ten."""
    return f"{x:.0e}".replace("e-0", "e-").replace("e+0", "e")


def finding(evidence: Evidence) -> str:
    """Return what the reader must know of the highest order, as sentences made from the records."""
    if not (windows(evidence) and times_of_bounds(evidence)):
        return ""
    k = ORDERS[-1]

    def worst(values: Array | Sequence[float]) -> str:
        return shown(float(np.max(values)))

    loop = joined(evidence, "motion", "default", "joints")[:, k]
    return (
        f"At order {k} the loop in doubles returns the joints of Table 3's slow trajectory with "
        f"an error of up to {worst(loop)} of their peak. This is no fault of an algorithm: "
        "rounding the generalized forces to doubles, everything else exact, already costs "
        f"{worst(bounds(evidence, 'rounded', 'joints')[:, k])}, and half an ulp in all inputs "
        f"{worst(bounds(evidence, 'blocks', 'joints')[:, k])} (conditioning bound of the joints; "
        "that of the whole row, where the base outweighs them, is "
        f"{worst(bounds(evidence, 'bound')[:, k])}). With forces of twice the digits, as tau and "
        "tau_ext, and forward dynamics in 40 digits the loop returns the joints to "
        f"{worst(bounds(evidence, 'extended', 'joints')[:, k])} of their peak."
    )
