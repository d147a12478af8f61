"""Leaving rotors out: torques of a leg like the MIT Humanoid's (Chignoli et al., Fig. 14).

All joints of `catalogue.mit_humanoid_leg_like` follow q = A sin(2 pi w t); the torques of the
exact inverse dynamics stand beside those of the tree without its rotors ("unconstrained") and of
that tree with a constant armature H~ (the diagonal, or all, of G^T J G of the rotors), [Chignoli et
al., Sec. II-C and IX-B].
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lieref import loops, oracle
from lieref.model.loops.loop_model import LoopModel
from lieref.model.mechanisms import catalogue
from lieref.oracle import Arb

Array = NDArray[np.float64]
#: The joints of the leg, hip first; the last is the paper's ankle.
JOINTS = ("hip_yaw", "hip_roll", "thigh", "shank", "foot")
#: Of the oracle.
DIGITS = 70
METHODS = {
    "exact": "clusters",
    "unconstrained": "unconstrained",
    "approximate": "approximate",
    "approximate_full": "approximate_full",
}


def evaluate(params: Mapping[str, Any]) -> dict[str, Any]:
    """Return the torques of the four methods over one period.

    Parameters
    ----------
    params : mapping
        ``amplitude``: A in rad; ``frequency``: w in 1/s, as the paper's formula has it (its
        figure says 1.5 rad/s); ``samples``: number of times in the period.

    Returns
    -------
    dict
        ``t`` (n,): s; ``ankle``: for each of `METHODS` the ankle's torques (n,), N m; for each
        but "exact", ``rms`` and ``largest``: the root mean square and the largest of the error
        of each joint, N m, in the order of `JOINTS`; ``peak``: the largest exact torque of each
        joint; ``share``: rms of the ankle's error as a part of the ankle's peak; ``oracle``: for
        each joint the largest difference of "exact" to the oracle, as a part of the joint's peak.
    """
    model = catalogue.mit_humanoid_leg_like()
    order = [model.independent.tolist().index(_coordinate(model, name)) for name in JOINTS]
    t = np.arange(params["samples"]) / (params["samples"] * params["frequency"])
    motion = _sinusoid(t, params["amplitude"], params["frequency"])
    torques = _torques(model, *motion)[:, :, order]
    reference = _true_torques(model, *motion)[:, order]
    errors = {name: torques[k] - torques[0] for k, name in enumerate(METHODS) if k}
    peak = np.abs(torques[0]).max(axis=0)
    rms = {name: np.sqrt((error**2).mean(axis=0)) for name, error in errors.items()}
    return {
        "t": t.tolist(),
        "ankle": {name: torques[k, :, -1].tolist() for k, name in enumerate(METHODS)},
        "rms": {name: values.tolist() for name, values in rms.items()},
        "largest": {name: np.abs(error).max(axis=0).tolist() for name, error in errors.items()},
        "peak": peak.tolist(),
        "share": {name: float(values[-1] / peak[-1]) for name, values in rms.items()},
        "oracle": (np.abs(torques[0] - reference).max(axis=0) / peak).tolist(),
    }


def _coordinate(model: LoopModel, name: str) -> int:
    return int(model.tree.idx_v[model.tree.names.index(f"left_{name}")])


def _sinusoid(t: Array, amplitude: float, frequency: float) -> tuple[Array, Array, Array]:
    """Position, velocity and acceleration that all joints share, (n,) each."""
    rate = 2 * np.pi * frequency
    angle = rate * t
    return (
        amplitude * np.sin(angle),
        amplitude * rate * np.cos(angle),
        -amplitude * rate**2 * np.sin(angle),
    )


def _torques(model: LoopModel, q: Array, v: Array, a: Array) -> Array:
    """Torques of `METHODS`, (4, n, nv)."""
    ones = np.ones(model.nv)
    found = [
        [
            loops.inverse_dynamics(
                model, position * ones, [rate * ones, bend * ones], method=method
            )[0]
            for position, rate, bend in zip(q, v, a, strict=True)
        ]
        for method in METHODS.values()
    ]
    return np.array(found)


def _true_torques(model: LoopModel, q: Array, v: Array, a: Array) -> Array:
    """Torques of the oracle, (n, nv), rounded to doubles."""
    ones, field = np.ones(model.nv), Arb(DIGITS)
    found = []
    for position, rate, bend in zip(q, v, a, strict=True):
        motion = [rate * ones, bend * ones]
        (row,) = oracle.loop_inverse_dynamics(model, position * ones, motion, field=field)
        with field.working():
            found.append([field.to_float(x) for x in row])
    return np.array(found)


def cost(params: Mapping[str, Any]) -> float:
    """Return rough seconds; the oracle is most of them."""
    return 0.1 * float(params["samples"])
