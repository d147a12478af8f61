"""Which robots and states are measured; the quick selections are parts of the full ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from verification.subjects.computations import INVERSE_FORMS

AERIAL_MANIPULATOR = {"name": "aerial_manipulator", "branches": 2, "links": 3}
REPRESENTATIONS = ("body", "hybrid", "mixed", "spatial")
WRENCH_AXES = ("body", "inertial")
ORDERS = (5, 10)


def random_tree(bodies: int, seed: int, base: str = "free") -> dict[str, Any]:
    """Return the parameters of a random tree."""
    return {"name": "random_tree", "bodies": bodies, "seed": seed, "base": base}


def generic(quick: bool) -> list[dict[str, Any]]:
    """Return generic states within 1 m of the origin: every representation, wrenches, forces."""
    cases = []
    for seed in range(4 if quick else 32):
        # the seed goes through all combinations of representation and wrench axes
        base = REPRESENTATIONS[seed % 4]
        axes = WRENCH_AXES[seed // 4 % 2]
        state = {"seed": seed, "base": base, "wrench_axes": axes, "tau_ext": True}
        tree = random_tree(4 + seed % 7, seed, "fixed" if seed % 8 == 3 else "free")
        for robot in (AERIAL_MANIPULATOR, tree):
            cases += [{"robot": robot, "state": state, "order": order} for order in ORDERS]
    return cases


def sweep(
    robot: dict[str, Any], key: str, values: Sequence[Any], seeds: int, order: int = 5, **state: Any
) -> list[dict[str, Any]]:
    """Return cases that differ in one parameter of the state."""
    return [
        {"robot": robot, "state": {"seed": seed, key: value, **state}, "order": order}
        for value in values
        for seed in range(seeds)
    ]


def fixed_chain(bodies: int) -> dict[str, Any]:
    """Return the parameters of a serial chain with one-degree joints on a fixed base."""
    return {"name": "serial_chain", "bodies": bodies, "base": "fixed"}


# The robots on which the forms of inverse dynamics are compared.
COMPARED: dict[str, dict[str, Any]] = {
    "aerial manipulator, N = 7": AERIAL_MANIPULATOR,
    "serial chain, fixed, N = 10": fixed_chain(10),
    "binary tree, free, N = 15": {"name": "binary_tree", "bodies": 15, "base": "free"},
    "HyQ, free": {"name": "urdf", "path": "hyq_no_sensors.urdf", "base": "free"},
    "Talos, free": {"name": "urdf", "path": "talos_full_v2.urdf", "base": "free"},
}


def compared_forms(cases: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return cases of `accuracy` or `algebra` of inverse dynamics, with all four forms."""
    return [{**params, "forms": list(INVERSE_FORMS)} for params in cases]
