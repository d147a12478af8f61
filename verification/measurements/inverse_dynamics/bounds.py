"""What proven bounds cost, and how tight they are: ``python -m`` this module prints a table.

A ratio is of times in the same run, each the shortest of many repeats; tightness is the median,
over all entries that are no doubles, of the radius over the error of the value that it bounds.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

import lieref
from lieref import oracle
from lieref.reporting.robots import robot

Array = NDArray[np.float64]
ROBOTS = ("aerial_manipulator", "ur5", "panda", "talos")
#: Digits of the reference values; entries nearer to their value than this part are doubles.
DIGITS, EXACT = 60, 1e-19
#: Of larger robots the oracle takes minutes for partials.
MOST_COORDINATES = 15
REPEATS = 15


def _calls(
    model: Any, q: Array, v: Array
) -> dict[str, tuple[Callable[..., Any], Callable[[], Any]]]:
    """By name: the function, which takes bounds, and its reference values in balls."""
    tau = lieref.inverse_dynamics(model, q, v[:2])
    held = np.arange(model.nv) % 2 == 0
    K = oracle.Arb(DIGITS)

    def inverse(r: int) -> tuple[Callable[..., Any], Callable[[], Any]]:
        rows = v[: r + 2]
        return (
            lambda **how: lieref.inverse_dynamics(model, q, rows, **how),
            lambda: oracle.inverse_dynamics(model, q, rows, field=K),
        )

    found = {
        "inverse dynamics, r = 0": inverse(0),
        "inverse dynamics, r = 5": inverse(5),
        "forward dynamics, r = 0": (
            lambda **how: lieref.forward_dynamics(model, q, v[0], tau, **how),
            lambda: oracle.forward_dynamics(model, q, v[0], tau, field=K),
        ),
        "joint-space inertia": (
            lambda **how: lieref.joint_space_inertia(model, q, **how),
            lambda: oracle.joint_space_inertia(model, q, field=K),
        ),
        "poses and twists": (
            lambda **how: lieref.forward_kinematics(model, q, v[:1], **how),
            # the oracle has poses as series alone: tests/kinematics/test_kinematics_bounds.py
            lambda: None,
        ),
        "hybrid dynamics, r = 0": (
            lambda **how: lieref.hybrid_dynamics(model, q, v[0], v[1:2], tau[:1], held, **how),
            lambda: None,
        ),
    }
    if model.nv <= MOST_COORDINATES:
        found["first partials"] = (
            lambda **how: lieref.inverse_dynamics_partials(model, q, v[0], v[1], **how),
            lambda: oracle.inverse_dynamics_partials(model, q, v[0], v[1], field=K),
        )
    return found


def _seconds(call: Callable[..., Any], **how: bool) -> float:
    """The shortest time of a call, of repeats of a millisecond."""
    start = time.perf_counter()
    call(**how)
    count = max(1, int(1e-3 / (time.perf_counter() - start)))
    best = np.inf
    for _ in range(REPEATS):
        start = time.perf_counter()
        for _ in range(count):
            call(**how)
        best = min(best, (time.perf_counter() - start) / count)
    return float(best)


def _tightness(found: Any, exact: Any) -> float | None:
    """Median of radius over error; None without a reference value."""
    if exact is None:
        return None
    values, radii = (np.concatenate([np.ravel(x) for x in part]) for part in found)
    flat = np.array(list(exact), dtype=object).ravel()
    errors = np.array(
        [abs(float((x - y).mid())) for x, y in zip(flat, values.tolist(), strict=True)]
    )
    wrong = errors > EXACT * abs(values).max()
    return float(np.median(radii[wrong] / errors[wrong])) if wrong.any() else None


def measured(name: str, seed: int = 1) -> list[tuple[str, float, float, float | None]]:
    """By quantity of a robot: time without bounds [s], with, and the tightness."""
    model = robot(name, None)
    rng = np.random.default_rng(seed)
    q, v = model.random_configuration(rng), rng.uniform(-1, 1, (7, model.nv))
    rows = []
    for quantity, (call, exact) in _calls(model, q, v).items():
        tight = _tightness(call(bounds=True), exact())
        rows.append((quantity, _seconds(call), _seconds(call, bounds=True), tight))
    return rows


def main(words: Sequence[str] | None = None) -> None:
    """Print the table of docs/bounds.md."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("robots", nargs="*", default=ROBOTS)
    print("| robot | quantity | time [us] | with bounds [us] | ratio | radius / error |")
    print("| --- | --- | --- | --- | --- | --- |")
    for name in parser.parse_args(words).robots:
        for quantity, plain, bounded, tight in measured(name):
            said = "-" if tight is None else f"{tight:.1f}"
            print(
                f"| {name} | {quantity} | {1e6 * plain:.1f} | {1e6 * bounded:.1f} | "
                f"{bounded / plain:.1f} | {said} |"
            )


if __name__ == "__main__":
    main()
