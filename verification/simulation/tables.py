"""The tables of the simulation."""

from __future__ import annotations

import numpy as np

from lieref.reporting.tables import Table
from verification.evidence import Evidence
from verification.simulation.contents import (
    BLOCKS,
    FORMS,
    ORDERS,
    Array,
    bounds,
    joined,
    times_of_bounds,
    windows,
)


def errors(evidence: Evidence) -> Table:
    """The loop, its bound, and the loop in arbitrary precision, by order and block."""
    rows = []
    for k in ORDERS if windows(evidence) and times_of_bounds(evidence) else ():

        def worst(found: Array, k: int = k) -> float:
            return float(np.max(found[:, k]))

        for block in BLOCKS:
            loops = [worst(joined(evidence, "motion", form, block)) for form in FORMS]
            at = [worst(bounds(evidence, key, block)) for key in ("rounded", "blocks", "extended")]
            rows.append([k, block, *loops, *at])
    return Table(
        "closed_loop",
        "Largest error of the retrieved motion, relative to the peak of its order and block: the "
        "loop in doubles over 3000 samples; at some times, what rounding the forces alone does, "
        "the conditioning bound (half an ulp in every input), and the loop in 40 digits with "
        "generalized forces of two doubles.",
        ("Order", "Block", *(f"Loop, {form}" for form in FORMS), "Forces rounded", "Bound",
         "40 digits"),
        rows,
    )  # fmt: skip


def bound_table(evidence: Evidence) -> Table:
    """The conditioning bound of the whole row at each time."""
    rows = [
        [record["params"]["time"], *map(float, record["result"]["bound"])]
        for record in times_of_bounds(evidence)
    ]
    return Table(
        "conditioning_bound",
        "Conditioning bound of forward dynamics along Table 3's trajectory: the largest change of "
        "vdot^(k) that half an ulp in every input makes, in max norm relative to the whole row.",
        ("Time [s]", *(f"Order {k}" for k in ORDERS)),
        rows,
    )


def rotors(evidence: Evidence) -> Table:
    """Rotor speeds of the catalogue's hexarotor."""
    rows = [
        [k, peak, error]
        for record in evidence.of("rotor_speeds")
        for k, (peak, error) in enumerate(
            zip(record["result"]["peaks"], record["result"]["error"], strict=True)
        )
    ]
    return Table(
        "rotor_speeds",
        "Rotor speeds of the catalogue's hexarotor on Table 3's trajectory: the largest modulus of "
        "each derivative, and the error of the wrench that they give back, relative to its peak.",
        ("Order", "Peak [rad/s^(k+1)]", "Error of the wrench"),
        rows,
    )


def mechanisms(evidence: Evidence) -> Table:
    """What mechanisms keep in motion."""
    rows = [
        [
            record["params"]["name"],
            "variational" if "step" in record["params"] else "adaptive",
            record["params"]["seconds"],
            record["result"]["steps"],
            *(record["result"][key] for key in ("energy", "drift", "opening", "rate")),
        ]
        for record in evidence.of("mechanisms_kept")
    ]
    return Table(
        "mechanisms",
        "Mechanisms under their weight, by the adaptive method with tolerances of 1e-11 and the "
        "variational one with steps of 2 ms: the largest change of energy by the largest kinetic "
        "energy, the drift of its mean from the first half to the second, the largest opening of a "
        "loop in rad and lengths of the loop, and the largest rate of one by the largest velocity.",
        ("Mechanism", "Method", "Time [s]", "Steps", "Energy", "Drift", "Opening", "Rate"),
        rows,
    )


def all_tables(evidence: Evidence) -> list[Table]:
    """Return the tables that have rows."""
    found = [errors(evidence), bound_table(evidence), rotors(evidence), mechanisms(evidence)]
    return [table for table in found if table.rows]
