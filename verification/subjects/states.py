"""States by parameters: configuration, velocity stack, wrenches and forces drawn from a seed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import factorial
from typing import Any

import numpy as np

import lieref
from lieref.check.metrics import FloatArray
from verification.subjects.robots import random_quaternion

SLIDE = 0.3  # m, bound on the travel of prismatic and mid-tree free joints


@dataclass(frozen=True)
class State:
    """Arguments of `lieref.inverse_dynamics` besides the model."""

    q: FloatArray
    v: FloatArray
    base: str = "body"
    wrenches: FloatArray | None = None
    wrench_axes: str = "body"
    tau_ext: FloatArray | None = None

    def arguments(self) -> dict[str, Any]:
        """Return the keyword arguments of a call."""
        return {
            "base": self.base,
            "wrenches": self.wrenches,
            "wrench_axes": self.wrench_axes,
            "tau_ext": self.tau_ext,
        }


def _direction(rng: np.random.Generator) -> FloatArray:
    x = rng.normal(size=3)
    return np.asarray(x / np.linalg.norm(x))


def _joint_configuration(
    kind: str,
    on_world: bool,
    distance: float | None,
    angle: float | None,
    rng: np.random.Generator,
) -> list[float]:
    if kind == "free":
        # the base within the unit ball, unless it is asked to stand at an exact distance
        radius = rng.uniform(0, 1.0 if on_world else SLIDE)
        if on_world and distance is not None:
            radius = distance
        return [*(_direction(rng) * radius), *random_quaternion(rng)]
    if kind == "spherical":
        return list(random_quaternion(rng))
    if kind == "prismatic":
        return [float(rng.uniform(-SLIDE, SLIDE))]
    if angle is None:
        return [float(rng.uniform(-np.pi, np.pi))]
    return [float(angle * rng.uniform(0.5, 1.0) * rng.choice((-1.0, 1.0)))]


def draw(model: lieref.Model, params: Mapping[str, Any], order: int) -> State:
    """Return the state that the parameters describe.

    Parameters
    ----------
    model : Model
    params : mapping
        ``seed`` (int); optional: ``base`` (representation of the base's velocity),
        ``distance`` (m, of the base from the inertial origin; default within 1 m),
        ``angle`` (rad, size of the joint angles; default uniform over the circle),
        ``motion`` ("taylor", the default: the Taylor coefficients v^(k)/k! are standard normal,
        a motion that changes within about a second; "plain": the derivatives v^(k) are, a motion
        so smooth that high orders come from products of low ones),
        ``speed`` (factor on joint velocities: the k-th derivative gets its (k+1)-th power),
        ``wrench_axes`` ("body" or "inertial": adds applied wrenches), ``tau_ext`` (bool).
    order : int
        r >= 0: v has r + 2 rows.
    """
    rng = np.random.default_rng(params["seed"])
    q: list[float] = []
    speed = np.ones(model.nv)
    for i, joint in enumerate(model.joints):
        on_world = int(model.parents[i]) < 0
        q += _joint_configuration(
            joint.kind, on_world, params.get("distance"), params.get("angle"), rng
        )
        if not (joint.kind == "free" and on_world):
            start = int(model.idx_v[i])
            speed[start : start + joint.nv] = params.get("speed", 1.0)
    powers = speed ** np.arange(1, order + 3)[:, None]
    v = rng.normal(size=(order + 2, model.nv)) * powers
    if params.get("motion", "taylor") == "taylor":
        v *= np.array([float(factorial(k)) for k in range(order + 2)])[:, None]
    axes = params.get("wrench_axes")
    shape = (order + 1, model.nbodies, 6)
    return State(
        q=np.array(q),
        v=v,
        base=params.get("base", "body"),
        wrenches=rng.normal(size=shape) if axes else None,
        wrench_axes=axes or "body",
        tau_ext=rng.normal(size=(order + 1, model.nv)) if params.get("tau_ext") else None,
    )
