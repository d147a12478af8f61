"""Motor torques of elastic joints beside those of the rigid robot, over stiffness."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

import lieref
from lieref import elastic

INERTIA, FRICTION = 0.1, 0.3


def evaluate(params: Mapping[str, Any]) -> dict[str, Any]:
    """Measure how far the motor torques are from their limit of infinite stiffness.

    Parameters
    ----------
    params : mapping
        ``joints`` of a serial chain, ``seed`` of its motion, ``decades`` of the stiffness,
        ``complete``: with inertial couplings of rotors and bodies.

    Returns
    -------
    dict
        ``gaps``: largest difference to the rigid robot at 10^decade N m/rad, relative to the
        largest torque; ``predicted``: the same of (B tau'' + D tau') / K in the reduced model,
        where it is all of the difference.
    """
    n = params["joints"]
    model = lieref.catalogue.serial_chain(n)
    rng = np.random.default_rng(params["seed"])
    ratio = 20.0 if params["complete"] else None
    rigid = elastic.ElasticJoints(model, np.full(n, np.inf), INERTIA, 0.0, 0.0, FRICTION, ratio)
    gaps, predicted = [], []
    rows = 4 + 2 * (n - 1) * params["complete"]
    q, v = rng.uniform(-np.pi, np.pi, n), rng.uniform(-1, 1, (rows, n))
    limit = elastic.inverse_dynamics(rigid, q, v).motor_torque[0]
    tau = lieref.inverse_dynamics(model, q, v)
    for decade in params["decades"]:
        joints = elastic.ElasticJoints(model, 10.0**decade, INERTIA, 0.0, 0.0, FRICTION, ratio)
        gap = elastic.inverse_dynamics(joints, q, v).motor_torque[0] - limit
        first = (INERTIA * tau[2] + FRICTION * tau[1]) / 10.0**decade
        gaps.append(float(np.abs(gap).max() / np.abs(limit).max()))
        predicted.append(float(np.abs(gap - first).max() / np.abs(limit).max()))
    return {"gaps": gaps, "predicted": predicted}
