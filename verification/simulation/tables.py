"""The tables of the simulation."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np

from verification.evidence import Evidence
from verification.picks import param, result
from verification.simulation.numbers import (
    BLOCKS,
    FORMS,
    ORDERS,
    Array,
    bounds,
    joined,
    times_of_bounds,
    windows,
)
from verification.tables import Columns, made


def _errors(evidence: Evidence) -> Iterator[list[Any]]:
    """The loop, its bound, and the loop in arbitrary precision, by order and block."""
    for k in ORDERS if windows(evidence) and times_of_bounds(evidence) else ():

        def worst(found: Array, k: int = k) -> float:
            return float(np.max(found[:, k]))

        for block in BLOCKS:
            loops = [worst(joined(evidence, "motion", form, block)) for form in FORMS]
            at = [worst(bounds(evidence, key, block)) for key in ("rounded", "blocks", "extended")]
            yield [k, block, *loops, *at]


def _rotors(evidence: Evidence) -> Iterator[list[Any]]:
    for record in evidence.of("rotor_speeds"):
        pairs = zip(record["result"]["peaks"], record["result"]["error"], strict=True)
        yield from ([k, peak, error] for k, (peak, error) in enumerate(pairs))


all_tables = partial(
    made,
    (
        Columns(
            "closed_loop",
            "Largest error of the retrieved motion, relative to the peak of its order and block: "
            "the loop in doubles over 3000 samples; at some times, what rounding the forces alone "
            "does, the conditioning bound (half an ulp in every input), and the loop in 40 digits "
            "with generalized forces of two doubles.",
            _errors,
            ("Order", "Block", *(f"Loop, {form}" for form in FORMS), "Forces rounded", "Bound",
             "40 digits"),
        ),
        Columns(
            "conditioning_bound",
            "Conditioning bound of forward dynamics along Table 3's trajectory: the largest change "
            "of vdot^(k) that half an ulp in every input makes, in max norm relative to the whole "
            "row.",
            times_of_bounds,
            {
                "Time [s]": param("time"),
                tuple(f"Order {k}" for k in ORDERS): lambda x: map(float, x["result"]["bound"]),
            },
        ),
        Columns(
            "rotor_speeds",
            "Rotor speeds of the catalogue's hexarotor on Table 3's trajectory: the largest "
            "modulus of each derivative, and the error of the wrench that they give back, relative "
            "to its peak.",
            _rotors,
            ("Order", "Peak [rad/s^(k+1)]", "Error of the wrench"),
        ),
        Columns(
            "mechanisms",
            "Mechanisms under their weight, by the adaptive method with tolerances of 1e-11 and "
            "the variational one with steps of 2 ms: the largest change of energy by the largest "
            "kinetic energy, the drift of its mean from the first half to the second, the largest "
            "opening of a loop in rad and lengths of the loop, and the largest rate of one by the "
            "largest velocity.",
            "mechanisms_kept",
            {
                "Mechanism": param("name"),
                "Method": lambda x: "variational" if "step" in x["params"] else "adaptive",
                "Time [s]": param("seconds"),
                "Steps": result("steps"),
                "Energy": result("energy"),
                "Drift": result("drift"),
                "Opening": result("opening"),
                "Rate": result("rate"),
            },
        ),
    ),
)  # fmt: skip
