"""Lie-group integrators: orders on motions in closed form, drifts over many steps, scipy's methods.

The motions are those of `lieref.oracle.loops.closed_motions`: a free body whose frame is off its
center of mass, and a heavy top. Drifts are of a free tree of four bodies with spherical and
revolute joints, without weight.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.integrate import solve_ivp

import lieref
from lieref.algebra import SO3
from lieref.model.mechanisms import catalogue
from lieref.model.model import Model
from lieref.oracle.loops import closed_motions
from lieref.simulate import simulate

Array = NDArray[np.float64]
MOTIONS = {"free_body": closed_motions.free_body, "heavy_top": closed_motions.heavy_top}
#: How many states of a long motion are looked at.
LOOKS = 200


def evaluate(params: Mapping[str, Any]) -> dict[str, Any]:
    """Run one of the studies.

    Parameters
    ----------
    params : mapping
        ``study`` and what belongs to it: "order" (``motion``, ``method``, ``coordinates``,
        ``counts``: numbers of steps for one second), "drift" (``method``, ``step`` s, ``steps``,
        ``seed``), "scipy" (``motion``, ``tolerance``).

    Returns
    -------
    dict
        See `_order`, `_drift`, `_against_scipy`.
    """
    return STUDIES[params["study"]](params)


def _order(params: Mapping[str, Any]) -> dict[str, Any]:
    """``errors`` after one second for each number of steps, and the fitted ``slope``."""
    model, motion = MOTIONS[params["motion"]]()
    options = {"method": params["method"], "coordinates": params["coordinates"]}
    errors = []
    for count in params["counts"]:
        found = simulate(model, *motion(0.0), [0.0, 1.0], step=1.0 / count, **options)
        errors.append(_error(model, found.q[-1], found.v[-1], motion(1.0)))
    slope = -np.polyfit(np.log(params["counts"]), np.log(errors), 1)[0]
    return {"errors": errors, "slope": float(slope)}


def _drift(params: Mapping[str, Any]) -> dict[str, Any]:
    """Drifts from the start, looked at `LOOKS` times.

    ``momentum``: spatial momentum, by its largest entry; ``centroidal``: about the center of mass,
    likewise; ``energy``: relative; ``drift``: of the mean energy, second half to first;
    ``pose``: largest entry of R^T R - I of a body; ``quaternion``: of | |q| - 1 |; ``reach``:
    largest distance from the origin, m; ``t`` and ``energies``: for a figure.
    """
    tree = catalogue.random_tree(4, 0, ("spherical", "revolute"), "free", gravity=(0, 0, 0))
    rng = np.random.default_rng(params["seed"])
    q, v = tree.random_configuration(rng), rng.standard_normal(tree.nv)
    end = params["step"] * params["steps"]
    times = np.linspace(0.0, end, LOOKS + 1)
    found = simulate(tree, q, v, times, None, params["method"], step=params["step"])
    states = list(zip(found.q, found.v, strict=True))
    spatial = np.array([lieref.momentum(tree, q, v[None])[0] for q, v in states])
    central = np.array([lieref.centroidal_momentum(tree, q, v[None])[0] for q, v in states])
    energies = np.array([lieref.energy(tree, q, v[None]).kinetic[0] for q, v in states])
    poses = np.array([lieref.forward_kinematics(tree, q, v[None])[0][:, :3, :3] for q, v in states])
    gram = poses.swapaxes(-1, -2) @ poses
    halves = energies[: LOOKS // 2], energies[LOOKS // 2 :]
    return {
        "momentum": _relative(spatial),
        "centroidal": _relative(central),
        "energy": float(np.abs(energies / energies[0] - 1).max()),
        "drift": float(abs(halves[1].mean() - halves[0].mean()) / energies[0]),
        "pose": float(np.abs(gram - np.eye(3)).max()),
        "quaternion": float(_norms(tree, found.q).max()),
        "reach": float(np.abs(found.q[:, :3]).max()),
        "t": times.tolist(),
        "energies": (energies / energies[0]).tolist(),
    }


def _against_scipy(params: Mapping[str, Any]) -> dict[str, Any]:
    """For "rkmk54" and scipy's "RK45" and "DOP853" at one tolerance, after one second.

    Each: ``error`` against the closed form, ``evaluations`` of forward dynamics, ``quaternion``:
    how far from unit norm, and ``seconds``, the least of three runs. scipy integrates the
    quaternions as four numbers; forward dynamics gets them scaled to unit norm.
    """
    model, motion = MOTIONS[params["motion"]]()
    tolerance = params["tolerance"]
    torque = np.zeros((1, model.nv))

    def right_side(t: float, y: Array) -> Array:
        q, v = model.normalize(y[: model.nq]), y[model.nq :]
        a = lieref.forward_dynamics(model, q, v, torque)[0]
        return np.concatenate([_embedded_rate(model, y[: model.nq], v), a])

    def ours() -> tuple[Array, Array, int]:
        found = simulate(
            model, *motion(0.0), [0.0, 1.0], None, "rkmk54", rtol=tolerance, atol=tolerance
        )
        return found.q[-1], found.v[-1], found.evaluations

    def theirs(method: str) -> tuple[Array, Array, int]:
        start = np.concatenate(motion(0.0))
        found = solve_ivp(right_side, (0.0, 1.0), start, method, rtol=tolerance, atol=tolerance)
        return found.y[: model.nq, -1], found.y[model.nq :, -1], found.nfev

    runs: dict[str, Callable[[], tuple[Array, Array, int]]] = {
        "rkmk54": ours,
        "RK45": lambda: theirs("RK45"),
        "DOP853": lambda: theirs("DOP853"),
    }
    results = {}
    for name, run in runs.items():
        seconds = []
        for _ in range(3):
            begun = time.perf_counter()
            q, v, evaluations = run()
            seconds.append(time.perf_counter() - begun)
        results[name] = {
            "error": _error(model, model.normalize(q), v, motion(1.0)),
            "evaluations": evaluations,
            "quaternion": float(_norms(model, q[None]).max()),
            "seconds": min(seconds),
        }
    return results


def _embedded_rate(model: Model, q: Array, v: Array) -> Array:
    """q' of a model whose only joint is spherical or free: R v, and q (omega, 0) / 2."""
    vector, scalar, omega = q[-4:-1], q[-1], v[:3]
    turned = (scalar * omega + np.cross(vector, omega)) / 2
    rate = np.concatenate([turned, [-vector @ omega / 2]])
    if model.nq == 4:
        return rate
    return np.concatenate([SO3.from_quaternion(model.normalize(q)[-4:]) @ v[3:], rate])


def _error(model: Model, q: Array, v: Array, reference: tuple[Array, Array]) -> float:
    """Largest difference of a state from the reference value, rad, m and per s."""
    return float(
        max(np.abs(model.difference(reference[0], q)).max(), np.abs(v - reference[1]).max())
    )


def _relative(rows: Array) -> float:
    """Largest change since the first row by its largest entry."""
    return float(np.abs(rows - rows[0]).max() / np.abs(rows[0]).max())


def _norms(model: Model, q: Array) -> Array:
    """How far the quaternions of configurations (n, nq) are from unit norm, (joints, n)."""
    lead = {"spherical": 0, "free": 3}
    at = [
        int(iq) + lead[joint.kind]
        for joint, iq in zip(model.joints, model.idx_q, strict=True)
        if joint.kind in lead
    ]
    return np.array([np.abs(np.linalg.norm(q[:, k : k + 4], axis=1) - 1) for k in at])


STUDIES = {"order": _order, "drift": _drift, "scipy": _against_scipy}


def cost(params: Mapping[str, Any]) -> float:
    """Return rough seconds, from the sizes alone."""
    if params["study"] == "drift":
        return float(params["steps"]) * (5e-4 if params["method"] == "variational" else 5e-5)
    return 1.0
