"""A function on SO(3) or SE(3) of one library, over angles from 1e-16 to beyond 2 pi."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from lieref.check.metrics import FloatArray
from lieref.oracle import Arb
from verification.subjects.peers import group_samples
from verification.subjects.peers.group_functions import BLOCKS, FUNCTIONS, LIBRARIES

#: Angles a decade, and decades of distance to pi and 2 pi.
STEPS, NEAR = 16, 12
BEYOND = (4.0, 5.0, 7.0, 9.0, 12.0)


def angles() -> Iterator[float]:
    """Yield angles, increasing from 1e-16 to 3, towards and around pi and 2 pi, and beyond."""
    found = [10.0 ** (k / STEPS) for k in range(-16 * STEPS, STEPS // 2)]
    for centre in (math.pi, 2 * math.pi):
        for k in range(1, NEAR + 1):
            found += [centre - 10.0**-k, centre + 10.0**-k]
    yield from sorted({*(x for x in found if x < 3.0 or x > 3.03), *BEYOND})


def _error(K: Arb, found: FloatArray, block: Any) -> tuple[float, float]:
    """Largest error and radius over the block's largest entry; a NaN is an infinite error."""
    flat = [x for row in block for x in (row if isinstance(row, list) else [row])]
    theirs = np.asarray(found, dtype=float).ravel()
    if not np.isfinite(theirs).all():
        return math.inf, 0.0
    norm = max(abs(K.to_float(x)) for x in flat)
    error = max(K.to_float(abs(K(float(y)) - x)) for x, y in zip(flat, theirs, strict=True))
    return error / norm, max(K.radius(x) for x in flat) / norm


def evaluate(params: Mapping[str, Any]) -> dict[str, Any]:
    """Measure a function at every angle.

    Parameters
    ----------
    params : mapping
        ``library`` (of `group_functions.LIBRARIES`), ``function`` (of its `FUNCTIONS`), ``seed``
        (of axes and translations).

    Returns
    -------
    dict
        library, call; angles; errors: by block, relative max norm at each angle; radius: the
        largest; worst: angle, block, error and the argument there; unit: spacing of the scalars.
    """
    K, function = Arb(group_samples.DIGITS), params["function"]
    library = LIBRARIES[params["library"]]()
    logs = FUNCTIONS[function][2] == "pose"
    shown: list[float] = []
    errors: dict[str, list[float]] = {name: [] for name in BLOCKS[function]}
    radius = 0.0
    worst: dict[str, Any] = {"error": -1.0}
    rng = np.random.default_rng([params["seed"], list(FUNCTIONS).index(function)])
    with K.working():
        for angle in angles():
            if logs and angle > math.pi:
                continue
            twist = group_samples.drawn(angle, rng)
            given, X = group_samples.arguments(K, function, library.pose, library.scalar, twist)
            found = library.functions[function](given)
            shown.append(angle)
            blocks = zip(
                BLOCKS[function], found, group_samples.reference(K, function, X), strict=True
            )
            for name, theirs, right in blocks:
                error, wide = _error(K, theirs, right)
                errors[name].append(error)
                radius = max(radius, wide)
                if error > worst["error"]:
                    worst = {
                        "angle": angle,
                        "block": name,
                        "error": error,
                        "argument": np.asarray(given).tolist(),
                    }
    return {
        "library": library.name,
        "call": library.calls[function],
        "unit": float(np.finfo(library.scalar).eps),
        "angles": shown,
        "errors": errors,
        "radius": radius,
        "worst": worst,
    }


def cost(params: Mapping[str, Any]) -> float:
    """Return rough seconds."""
    return 30.0 if "jaxlie" in params["library"] else 0.5
