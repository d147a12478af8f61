"""Where Newton's iteration starts: coordinates of the loops' own joints, to double precision."""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from lieref.errors import ConfigurationError
from lieref.oracle.loops.loop_closures import LoopClosure, LoopSystem, loop_system
from lieref.oracle.scalars.scalars import Double
from lieref.oracle.tree.perturbations import displaced

if TYPE_CHECKING:
    from lieref.model.loops.loop_model import LoopModel

DOUBLE = Double()
Array = NDArray[np.float64]

#: A given tree configuration whose loops are open by more than this (m, rad) is refused.
OPEN = 1e-6
#: Starts of an angle: Gauss and Newton's iteration finds any other from one of these.
QUARTERS = (0.0, math.pi / 2, -math.pi / 2, math.pi)
#: One of these is at most 120 degrees away from any rotation.
TURNS = ((0.0, 0.0, 0.0, 1.0), (1.0, 0.0, 0.0, 0.0), (0.0, 1.0, 0.0, 0.0), (0.0, 0.0, 1.0, 0.0))
#: Steps of one iteration; the distance that is as good as zero for a start; the ratio of two
#: distances in succession above which a minimum is reached.
STEPS, NEAR, PROGRESS = 40, 1e-13, 0.99
#: With a loop that is known to be open, a minimum as near as this is a start.
FAR = 0.1


def extended_start(model: LoopModel, q: Array, limit: float) -> list[float]:
    """q of the tree with the coordinates of the loops' joints that fit it best.

    Raises ConfigurationError, naming loop, coupling or constraint and the distance, where one is
    open by more than limit.
    """
    system = loop_system(DOUBLE, model)
    out = [float(x) for x in q]
    for closure, spec in itertools.zip_longest(system.closures, model.loops):
        if not isinstance(closure, LoopClosure):
            rows = closure.equations(DOUBLE, out, [], "body")
            distance = max(abs(row[0]) for row in rows)
        else:
            distance, found = _fitted(system, closure, spec.chain(), out, min(limit, FAR))
            out += found
        if not distance <= limit:
            raise ConfigurationError(
                f"q: {closure.kind} {closure.name!r} is open by {distance:.3e}, expected at most "
                f"{limit:g}"
            )
    return out


def _fitted(
    system: LoopSystem, closure: LoopClosure, chain: Any, q: list[float], enough: float
) -> tuple[float, list[float]]:
    """Distance of the frames of a loop, and coordinates of its joint with which it is least.

    The first minimum with a distance below `enough` will do.
    """
    best: tuple[float, list[float]] = (math.inf, [])
    columns = [j for j in closure.columns if j >= int(system.model.tree.nv)]
    starts = itertools.product(*(_starts(closure, joint, q) for joint in chain))
    for start in starts:
        x = q + [c for part in start for c in part]
        distance = math.inf
        for _ in range(STEPS):
            away, rates = _mismatch(system, closure, x, columns)
            before, distance = distance, float(np.linalg.norm(away))
            if distance < NEAR or distance > PROGRESS * before or not columns:
                break
            step = np.linalg.lstsq(rates, -away, rcond=None)[0]
            delta = [0.0] * system.nv
            for j, s in zip(columns, step, strict=True):
                delta[j] = float(s)
            moving = tuple(b for b in closure.bodies if b.iv in columns)
            x = [float(c) for c in displaced(DOUBLE, moving, x, delta)]  # type: ignore[arg-type]
        if distance < best[0]:
            best = distance, x[len(q) :]
        if best[0] < enough:
            break
    return best


def _starts(closure: LoopClosure, joint: Any, q: list[float]) -> list[tuple[float, ...]]:
    """Coordinates of one joint of the chain to start from."""
    if joint.kind == "spherical":
        return list(TURNS)
    if joint.kind == "prismatic":
        return [(0.0,)]
    if joint.kind == "revolute":
        return [(x,) for x in QUARTERS]
    # the advance of a screw tells its turns too: axis . (R x + p) does not depend on R
    at_zero = q + [0.0]
    (R, p), (_, p2) = closure.frames(DOUBLE, at_zero, [], "body")
    gap = [a[0] - b[0] for a, b in zip(p2, p, strict=True)]
    along = sum(x * sum(R[i][j][0] * gap[i] for i in range(3)) for j, x in enumerate(joint.axis))
    return [(along / joint.pitch,)]


def _mismatch(
    system: LoopSystem, closure: LoopClosure, x: list[float], columns: list[int]
) -> tuple[Array, Array]:
    """Entries of the second frame's pose less the first's, negative, and rates of the first."""

    def entries(v: list[list[float]]) -> list[Array]:
        pairs = closure.frames(DOUBLE, x, v, "body")
        return [np.array([*(e for row in R for e in row), *p], dtype=float) for R, p in pairs]

    if not columns:
        first, second = entries([])
        return (first - second)[:, 0], np.zeros((12, 0))
    rates = []
    for j in columns:
        first, second = entries([[1.0 if c == j else 0.0 for c in range(system.nv)]])
        rates.append(first[:, 1])
    return (first - second)[:, 0], np.transpose(rates)
