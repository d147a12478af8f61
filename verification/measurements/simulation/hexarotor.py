"""The hexarotor of Ali et al., Sec. 7.1: rank of its allocation map, rotor speeds of Table 3."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

import lieref
from lieref.dynamics.laws.propellers import hexarotor, paper_hexarotor
from lieref.trajectories import paper_times
from verification.subjects import table_3
from verification.subjects.table_3 import ORDER

ALTERNATING = np.array([1.0, -1.0] * 3)


def evaluate(params: Mapping[str, Any]) -> dict[str, Any]:
    """Measure the hexarotor with generic numbers (``seed``), or its rotor speeds (``every``).

    Returns
    -------
    dict
        With ``seed``: ``printed``, ``alternating``: ranks of the allocation map with the same tilt
        and drag for all six, and with signs that alternate. With ``every``: ``least`` and
        ``largest`` rotor speed, ``peaks`` of its derivatives by order, and ``error`` of the base
        wrench that the speeds give back, relative to its peak, by order.
    """
    if "seed" in params:
        alpha, beta, drag = np.random.default_rng(params["seed"]).uniform(0.1, 1.0, 3)
        return {
            "printed": hexarotor(0.4, alpha, beta, 1.0, 0.02 * drag).rank(),
            "alternating": hexarotor(
                0.4, alpha * ALTERNATING, beta, 1.0, 0.02 * drag * ALTERNATING
            ).rank(),
        }
    trajectory = table_3.trajectory()
    q, v = trajectory.state(paper_times()[:: params["every"]], ORDER)
    torques = [
        lieref.inverse_dynamics(trajectory.model, *state) for state in zip(q, v, strict=True)
    ]
    wrench = np.array(torques)[..., :6]
    propellers = paper_hexarotor()
    speeds = propellers.speeds(wrench)
    change = np.abs(propellers.wrench(speeds) - wrench).max(axis=(0, 2))
    return {
        "least": float(speeds[:, 0].min()),
        "largest": float(speeds[:, 0].max()),
        "peaks": np.abs(speeds).max(axis=(0, 2)).tolist(),
        "error": (change / np.abs(wrench).max(axis=(0, 2))).tolist(),
    }
