"""Formulas of Müller as printed and as corrected, against their definitions.

Self-contained: a chain of one-degree joints moves along polynomials; every derivative of the
reference is a central difference, at 160 digits, of what follows from poses and point masses alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from verification.measurements.formulas import (
    errata_004_bodies,
    errata_004_kinematics,
    errata_004_relations,
    errata_004_systems,
)
from verification.subjects.definitions.moving_chain import MovingChain, relative_difference

ROOMS = (errata_004_kinematics, errata_004_bodies, errata_004_systems, errata_004_relations)
CHECKS: Mapping[str, Callable[[MovingChain], Any]] = {
    name: check for room in ROOMS for name, check in room.CHECKS.items()
}


@lru_cache(maxsize=1)
def _chain(bodies: int, seed: int) -> MovingChain:
    """Kept, since all checks differentiate the same twists and Jacobians."""
    return MovingChain(bodies, seed)


def evaluate(params: Mapping[str, Any]) -> dict[str, Any]:
    """Return how far the printed and the corrected formula are from the reference value.

    Parameters
    ----------
    params : mapping
        ``check`` (a name in `CHECKS`), ``bodies``, ``seed``.

    Returns
    -------
    dict
        ``printed``: the largest relative difference over bodies and indices (one wrong instance
        refutes a formula), ``corrected``: the largest likewise; max norm, relative to the
        reference.
    """
    chain = _chain(params["bodies"], params["seed"])
    chain.restart()
    instances = list(CHECKS[params["check"]](chain))
    return {
        "printed": max(relative_difference(a, reference) for a, _, reference in instances),
        "corrected": max(relative_difference(b, reference) for _, b, reference in instances),
        "instances": len(instances),
    }
