"""The error that no algorithm in doubles can avoid: what half an ulp in the inputs does."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from typing import Any

from lieref.errors import SingularError
from lieref.model.arguments import integer
from lieref.model.model import Model
from lieref.oracle.computation import computed
from lieref.oracle.tree.forward_dynamics import Problem, forward_problem, hybrid_problem, solution

#: A row below this in max norm counts as zero: its changes are held against this instead.
ZERO_ROW = 1e-200

#: More random moves than these never end; a seed takes 128 bits.
MOST_SAMPLES, MOST_SEED = 2**31 - 1, 2**128 - 1

#: Radii of balls are to be far below the changes that are looked for, which are ulps.
RESOLUTION = 1e-19


@computed("tau : (r + 1, nv)", "wrenches : (r + 1, nbodies, 6), optional")
def conditioning_bound(
    model: Model,
    q: Any,
    v: Any,
    tau: Any,
    base: str = "body",
    wrenches: Any = None,
    wrench_axes: str = "body",
    tau_ext: Any = None,
    samples: int = 8,
    seed: int = 0,
    digits: int = 50,
    field: Any = None,
) -> list[float]:
    """Conditioning bound of forward dynamics, per order: what rounding the inputs alone costs.

    Every number of q, v, tau, wrenches and tau_ext is moved by half an ulp of its double, up or
    down at random, and forward dynamics is solved again exactly. A quaternion stands for
    q / |q| and so stays one; the model is not moved. It is the largest of `samples` random moves,
    not the worst of all: that was up to five times as much where it was computed.

    Returns
    -------
    list of r + 1 floats: per order the largest change, over samples, of the row of vdot in max
    norm relative to the row's max norm.

    Raises
    ------
    SingularError
        ... Or the field is one of balls, and their radii are not small against half an ulp.

    Examples
    --------
    >>> len(lieref.oracle.conditioning_bound(model, q, v, [v, v]))
    2
    """
    K = field
    given = forward_problem(K, model, q, v, tau, base, wrenches, wrench_axes, tau_ext)
    return _bounds(K, given, samples, seed)[0][1:]


@computed(
    "tau : (r + 1, nv), of coordinates that are not prescribed",
    "wrenches : (r + 1, nbodies, 6), optional",
)
def hybrid_conditioning_bound(
    model: Model,
    q: Any,
    v: Any,
    vdot: Any,
    tau: Any,
    prescribed: Any,
    base: str = "body",
    wrenches: Any = None,
    wrench_axes: str = "body",
    tau_ext: Any = None,
    samples: int = 8,
    seed: int = 0,
    digits: int = 50,
    field: Any = None,
) -> tuple[list[float], list[float]]:
    """Conditioning bounds of hybrid dynamics, per order; see `conditioning_bound`.

    Only what `hybrid_dynamics` reads is moved.

    Returns
    -------
    (r + 2 floats, r + 1 floats): bounds of the rows of v_all and of tau_all.

    Raises
    ------
    SingularError
        ... Or the field is one of balls, and their radii are not small against half an ulp.

    Examples
    --------
    >>> len(lieref.oracle.hybrid_conditioning_bound(model, q, v, [v], [v], [True, False, False]))
    2
    """
    K = field
    given = hybrid_problem(
        K, model, q, v, vdot, tau, prescribed, base, wrenches, wrench_axes, tau_ext
    )
    return _bounds(K, given, samples, seed)


def sampling(samples: Any, seed: Any) -> tuple[random.Random, int]:
    """Random numbers of a seed, and how many moves are made of them; or ShapeError."""
    count = integer("samples", samples, 1, MOST_SAMPLES)
    return random.Random(integer("seed", seed, 0, MOST_SEED)), count


def _bounds(K: Any, given: Problem, samples: int, seed: int) -> tuple[list[float], list[float]]:
    """Largest relative changes of the rows of v_all and tau_all over the samples."""
    rng, count = sampling(samples, seed)
    reference = solution(K, given)
    bounds = [0.0] * len(reference[0]), [0.0] * len(reference[1])
    for _ in range(count):
        other_inputs = replace(
            given,
            **{
                name: moved(K, rng, getattr(given, name))
                for name in ("q", "v", "vdot", "tau", "applied", "external")
            },
        )
        for bound, rows, others in zip(bounds, reference, solution(K, other_inputs), strict=True):
            for k, (row, other) in enumerate(zip(rows, others, strict=True)):
                change = max(abs(K.to_float(x - y)) for x, y in zip(row, other, strict=True))
                norm = max(abs(K.to_float(x)) for x in row)
                spread = max(K.radius(x - y) for x, y in zip(row, other, strict=True))
                if not spread <= RESOLUTION * max(norm, ZERO_ROW):
                    raise SingularError(
                        f"row {k}: relative radius {spread / max(norm, ZERO_ROW):.1e}, expected "
                        f"at most {RESOLUTION}: {K.digits} digits do not suffice"
                    )
                bound[k] = max(bound[k], change / max(norm, ZERO_ROW))
    return bounds


def moved(K: Any, rng: random.Random, value: Any) -> Any:
    """Scalars in nested lists, each half an ulp of its double away; zero stays zero, None None."""
    if isinstance(value, list):
        return [moved(K, rng, x) for x in value]
    if value is None or K.to_float(value) == 0:
        return value
    return value + rng.choice((-1, 1)) * K(math.ulp(K.to_float(value))) / 2
