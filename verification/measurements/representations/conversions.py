"""Stacks of twists, wrenches and inertias between the four representations, and back.

The reference of one way is computed at 60 digits from the very doubles that are given, by another
way than the kernel's: through the hybrid representation as the hub, with the inverse of the
rotation from R G = 1, order by order. The bound of a round trip is what the rounding of the stack
in between costs: half an ulp of each of its numbers, up or down at random, brought back at 60
digits.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import permutations
from typing import Any

import numpy as np
from mpmath.ctx_mp import MPContext
from numpy.typing import NDArray

import lieref
from lieref.algebra.groups.screw_arrays import (
    coefficients,
    cross,
    derivatives,
    product,
    skew,
    times,
)
from lieref.kinematics.representations import Representation

Array = NDArray[Any]
REPRESENTATIONS: tuple[Representation, ...] = ("body", "spatial", "hybrid", "mixed")
SHAPES = {"twists": (6,), "wrenches": (6,), "inertias": (6, 6)}
MP = MPContext()
MP.dps = 60
#: Draws of the roundings of the stack in between.
SAMPLES = 4


def evaluate(params: Mapping[str, Any]) -> dict[str, Any]:
    """Return the errors of each order, by change of representation such as "body-hybrid".

    Parameters
    ----------
    params : mapping
        ``kind`` ("twists", "wrenches", "inertias"), ``orders`` (rows of the stacks), ``seed``.

    Returns
    -------
    dict
        By change, each a list over the orders, relative max norm: ``one_way``: against the
        reference; ``round_trip``: after the way back; ``bound``: what no way back can avoid.
    """
    rng = np.random.default_rng(params["seed"])
    pose = lieref.SE3.exp(rng.standard_normal(6))
    twists = rng.standard_normal((params["orders"], 6))
    given = twists
    if params["kind"] != "twists":
        given = rng.standard_normal((params["orders"], *SHAPES[params["kind"]]))
    return {
        f"{source}-{target}": _change(params["kind"], pose, twists, given, source, target, rng)
        for source, target in permutations(REPRESENTATIONS, 2)
    }


def cost(params: Mapping[str, Any]) -> float:
    """Return rough seconds."""
    return 12.0 * (float(params["orders"]) / 11) ** 2


def _change(
    kind: str,
    pose: Array,
    twists: Array,
    given: Array,
    source: Representation,
    target: Representation,
    rng: np.random.Generator,
) -> dict[str, list[float]]:
    """Errors of one change, see `evaluate`."""
    rates, values = _exact(twists), _exact(given)
    moved = _reference("twists", pose, rates, rates, source, target)
    there = moved if kind == "twists" else _reference(kind, pose, rates, values, source, target)
    found = _converted(kind, pose, twists, given, source, target)
    found_rates = lieref.convert_twists(twists, pose, source, target)
    back = _converted(kind, pose, found_rates, found, target, source)
    bound = np.zeros(len(given))
    for _ in range(SAMPLES):
        nearby = _rounded(moved, rng)
        stack = nearby if kind == "twists" else _rounded(there, rng)
        returned = _reference(kind, pose, nearby, stack, target, source)
        bound = np.maximum(bound, _relative(returned, values))
    return {
        "one_way": _relative(_exact(found), there).tolist(),
        "round_trip": _relative(_exact(back), values).tolist(),
        "bound": bound.tolist(),
    }


def _converted(
    kind: str,
    pose: Array,
    twists: Array,
    given: Array,
    source: Representation,
    target: Representation,
) -> Array:
    """What lieref makes of a stack."""
    if kind == "twists":
        return lieref.convert_twists(given, pose, source, target)
    convert = lieref.convert_wrenches if kind == "wrenches" else lieref.convert_inertias
    return convert(given, pose, source, target, twists)


def _reference(
    kind: str, pose: Array, rates: Array, values: Array, source: str, target: str
) -> Array:
    """Plain derivatives at 60 digits; rates (n, 6): twists in the representation `source`."""
    R, G, p = _motion(pose, coefficients(rates), source)
    x = coefficients(values)
    if kind == "twists":
        return derivatives(product(_of_hub(G, p, target), product(_to_hub(R, p, source), x), times))
    # V_source = T V_target; powers and energies are the same
    T = product(_of_hub(G, p, source), _to_hub(R, p, target))
    T_t = T.swapaxes(1, 2)
    if kind == "wrenches":
        return derivatives(product(T_t, x, times))
    return derivatives(product(product(T_t, x), T))


def _motion(pose: Array, rates: Array, source: str) -> tuple[Array, Array, Array]:
    """Series of R, G = R^-1 and p with R^-1 R' = w_b~ and p' the velocity of the origin."""
    n = len(rates)
    R, G, p, w = (np.full((n, *shape), MP.mpf(0)) for shape in ((3, 3), (3, 3), (3,), (3,)))
    R[0], p[0] = _exact(pose[:3, :3]), _exact(pose[:3, 3])
    G[0] = np.array(MP.inverse(MP.matrix(R[0].tolist())).tolist(), object).reshape(3, 3)
    for k in range(n):
        if k:
            # R G = 1
            G[k] = -G[0] @ sum(R[j] @ G[k - j] for j in range(1, k + 1))
        w[k] = rates[k, :3]
        if source in ("spatial", "hybrid"):
            w[k] = sum(G[j] @ rates[k - j, :3] for j in range(k + 1))
        if k == n - 1:
            return R, G, p
        R[k + 1] = sum(R[j] @ skew(w[k - j]) for j in range(k + 1)) / (k + 1)
        step = rates[k, 3:]
        if source == "body":
            step = sum(R[j] @ rates[k - j, 3:] for j in range(k + 1))
        elif source == "spatial":
            step = step + sum(cross(rates[j, :3], p[k - j]) for j in range(k + 1))
        p[k + 1] = step / (k + 1)
    raise AssertionError("n is at least 1")


def _to_hub(R: Array, p: Array, source: str) -> Array:
    """V_hybrid = H V_source, series (n, 6, 6)."""
    H = _blocks(R, source)
    if source == "spatial":
        # v_h = v_s + w x p
        H[:, 3:, :3] = -skew(p)
    return H


def _of_hub(G: Array, p: Array, target: str) -> Array:
    """V_target = H^-1 V_hybrid, series (n, 6, 6)."""
    H = _blocks(G, target)
    if target == "spatial":
        # v_s = v_h + p x w
        H[:, 3:, :3] = skew(p)
    return H


def _blocks(R: Array, representation: str) -> Array:
    """diag(R or 1, R or 1): R where that part is resolved in body axes."""
    H = np.full((len(R), 6, 6), MP.mpf(0))
    H[0] = np.eye(6, dtype=int) * MP.mpf(1)
    if representation in ("body", "mixed"):
        H[:, :3, :3] = R
    if representation == "body":
        H[:, 3:, 3:] = R
    return H


def _exact(x: Array) -> Array:
    """Doubles as numbers of 60 digits."""
    return np.array([MP.mpf(float(entry)) for entry in x.flat], object).reshape(x.shape)


def _rounded(x: Array, rng: np.random.Generator) -> Array:
    """Each number moved by half an ulp, up or down."""
    sides = rng.choice((-1.0, 1.0), x.size)
    moved = [
        entry + MP.mpf(side * math.ulp(float(entry))) / 2
        for entry, side in zip(x.flat, sides, strict=True)
    ]
    return np.array(moved, object).reshape(x.shape)


def _relative(x: Array, reference: Array) -> NDArray[np.float64]:
    """Relative max norm of each order."""
    return np.array([float(_size(a - b) / _size(b)) for a, b in zip(x, reference, strict=True)])


def _size(x: Array) -> Any:
    return max(abs(entry) for entry in x.flat)
