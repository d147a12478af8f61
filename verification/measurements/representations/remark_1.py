"""Remark 1 of Ali et al. in double precision: pose derivatives from twist derivatives and back."""

from __future__ import annotations

import math
from collections.abc import Mapping
from math import comb
from typing import Any

import numpy as np

import lieref
from lieref.check import metrics
from verification.subjects.definitions.moving_tree import MovingTree

#: Draws of the roundings of the poses.
SAMPLES = 4


def evaluate(params: Mapping[str, Any]) -> dict[str, Any]:
    """Return the errors of each order of the poses, and of the twists after a round trip.

    Parameters
    ----------
    params : mapping
        ``orders`` (of the twists), ``seed``.

    Returns
    -------
    dict
        ``poses``: errors of C^(1).. against the formula at 240 digits, on the same doubles (the
        formula itself is the claim `pose_derivatives`); ``twists``: V^(0).. that are found again;
        ``bound``: what the rounding of the poses costs the twists at least, half an ulp of each
        number up or down at random, and the formula solved at 240 digits.
    """
    rng = np.random.default_rng(params["seed"])
    pose = lieref.SE3.exp(rng.normal(size=6))
    twists = rng.normal(size=(params["orders"], 6))
    mp = MovingTree(1, 0)
    reference = [mp.mp.matrix(pose.tolist())]
    hats = [mp.hat([mp.mp.mpf(x) for x in twist]) for twist in twists.tolist()]
    for r in range(1, len(hats) + 1):
        terms = [hats[k] * reference[r - 1 - k] * comb(r - 1, k) for k in range(r)]
        reference.append(sum(terms[1:], terms[0]))
    poses = lieref.pose_derivatives(pose, twists)
    again = lieref.twist_derivatives(poses)
    errors = [
        metrics.relative_max_norm(a, b.tolist()) for a, b in zip(poses, reference, strict=True)
    ]
    bound = np.zeros(len(hats))
    for _ in range(SAMPLES):
        nearby = [reference[0], *(_rounded(mp.mp, C, rng) for C in reference[1:])]
        found = _twists(mp.mp, nearby)
        bound = np.maximum(
            bound, [float(_size(a - b) / _size(b)) for a, b in zip(found, hats, strict=True)]
        )
    return {
        "poses": errors[1:],
        "twists": [metrics.relative_max_norm(a, b) for a, b in zip(again, twists, strict=True)],
        "bound": bound.tolist(),
    }


def _twists(mp: Any, poses: list[Any]) -> list[Any]:
    """[V^(r-1)] = (C^(r) - sum_{k < r-1} binom(r-1, k) [V^(k)] C^(r-1-k)) C^-1"""
    inverse = mp.inverse(poses[0])
    hats: list[Any] = []
    for r in range(1, len(poses)):
        rest = poses[r]
        for k in range(r - 1):
            rest = rest - hats[k] * poses[r - 1 - k] * comb(r - 1, k)
        hats.append(rest * inverse)
    return hats


def _rounded(mp: Any, C: Any, rng: np.random.Generator) -> Any:
    """Each number of the upper rows moved by half an ulp, up or down."""
    moved = C.copy()
    for i in range(3):
        for j in range(4):
            moved[i, j] += mp.mpf(rng.choice((-0.5, 0.5)) * math.ulp(float(C[i, j])))
    return moved


def _size(C: Any) -> Any:
    return max(abs(x) for x in C)


def cost(params: Mapping[str, Any]) -> float:
    """Return rough seconds."""
    return 0.005 * float(params["orders"])
