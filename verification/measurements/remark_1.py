"""Remark 1 of paper 001 in double precision: pose derivatives from twist derivatives and back."""

from __future__ import annotations

from collections.abc import Mapping
from math import comb
from typing import Any

import numpy as np

import lieref
from lieref.check import metrics
from verification.subjects.moving_tree import MovingTree


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
        formula itself is the claim `pose_derivatives`); ``twists``: V^(0).. that are found again.
    """
    rng = np.random.default_rng(params["seed"])
    pose = lieref.SE3.exp(rng.normal(size=6))
    twists = rng.normal(size=(params["orders"], 6))
    mp = MovingTree(1, 0)
    truth = [mp.mp.matrix(pose.tolist())]
    hats = [mp.hat([mp.mp.mpf(x) for x in twist]) for twist in twists.tolist()]
    for r in range(1, len(hats) + 1):
        terms = [hats[k] * truth[r - 1 - k] * comb(r - 1, k) for k in range(r)]
        truth.append(sum(terms[1:], terms[0]))
    poses = lieref.pose_derivatives(pose, twists)
    again = lieref.twist_derivatives(poses)
    errors = [metrics.relative_max_norm(a, b.tolist()) for a, b in zip(poses, truth, strict=True)]
    return {
        "poses": errors[1:],
        "twists": [metrics.relative_max_norm(a, b) for a, b in zip(again, twists, strict=True)],
    }


def cost(params: Mapping[str, Any]) -> float:
    """Return rough seconds."""
    return 0.005 * float(params["orders"])
