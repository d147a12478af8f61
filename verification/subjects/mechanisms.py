"""Mechanisms with loops by parameters, random states of them, and how well posed these are."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

import lieref
from lieref import catalogue, loops
from verification.subjects import equation_mechanisms

Array = NDArray[np.float64]
# Configurations are at most this far (rad, m) from the assembly in each independent coordinate.
REACH = 0.4


@dataclass(frozen=True)
class Point:
    """A mechanism in a state: q closes the loops; motion (2, nv), forces tau (1, nv)."""

    model: lieref.LoopModel
    q: Array
    motion: Array
    tau: Array


def build(params: Mapping[str, Any]) -> lieref.LoopModel:
    """Return the mechanism of `lieref.catalogue`, or of `equation_mechanisms`, by its name.

    params: ``{"name": ..., **arguments}``, the arguments those of the function there.
    """
    return _built(json.dumps(params))


# as in `robots.build`
@lru_cache(maxsize=4)
def _built(text: str) -> lieref.LoopModel:
    """Return the mechanism that these parameters, as JSON, name."""
    params = json.loads(text)
    arguments = {key: value for key, value in params.items() if key != "name"}
    where = equation_mechanisms if hasattr(equation_mechanisms, params["name"]) else catalogue
    model = getattr(where, params["name"])(**arguments)
    if not isinstance(model, lieref.LoopModel):
        raise TypeError(f"{params['name']}: {model!r}, expected a mechanism with loops")
    return model


def label(params: Mapping[str, Any]) -> str:
    """Return a short name for tables."""
    rest = ", ".join(f"{key} {value}" for key, value in params.items() if key != "name")
    name = str(params["name"]).replace("_", " ")
    return f"{name} ({rest})" if rest else name


def draw(params: Mapping[str, Any]) -> Point:
    """Return a random state.

    params: ``robot`` (see `build`) and ``state`` with ``seed``, and ``distance`` of a free base
    from the inertial origin in metres (0 if it is not given: within 1 m). A draw that does not
    close is drawn again; the same parameters give the same state.
    """
    model = build(params["robot"])
    state = params["state"]
    rng = np.random.default_rng(state["seed"])
    q = _closed(model, rng)
    motion, tau = rng.standard_normal((2, model.nv)), rng.standard_normal((1, model.nv))
    distance = state.get("distance", 0.0)
    if distance:
        # multiples of a power of two that the near draw's position goes into exactly
        way = np.array([0.8, -0.6, 0.0]) * distance
        free = [i for i, joint in enumerate(model.tree.joints) if joint.kind == "free"]
        at = int(model.tree.idx_q[free[0]])
        q[at : at + 3] += way
    return Point(model, q, motion, tau)


def _closed(model: lieref.LoopModel, rng: np.random.Generator) -> Array:
    """A closed configuration near the assembly, in which the dependent coordinates follow."""
    for _ in range(200):
        step = np.zeros(model.tree.nv)
        step[model.independent] = rng.uniform(-REACH, REACH, model.nv)
        try:
            q = loops.project(model, model.integrate(model.assembly, step))
            loops.constraint_state(model, q, np.zeros(model.nv))
        except (lieref.ConfigurationError, lieref.SingularError):
            continue
        return np.array(q)
    raise RuntimeError(f"{model.name}: no closed configuration in 200 samples")


def conditions(model: lieref.LoopModel, q: Array) -> tuple[float, float]:
    """Return the scaled conditions of the loops and of the reduced inertia.

    The first is the largest pivot of K_d by the smallest (see `lieref.loops.toggle_measure`), the
    second the condition of G^T H G scaled to a unit diagonal.
    """
    measure = float(np.min(loops.toggle_measure(model, q)))
    G = loops.constraint_state(model, q, np.zeros(model.nv)).G
    H = G.T @ lieref.joint_space_inertia(model.tree, q) @ G
    scale = 1 / np.sqrt(np.diag(H))
    return 1 / measure if measure else np.inf, float(np.linalg.cond(H * np.outer(scale, scale)))


def ends(model: lieref.LoopModel, seed: int) -> list[tuple[str, Array]]:
    """Return two end frames: on the last body and on the one in the middle.

    Their axes are those of the bodies in another order, which doubles hold exactly.
    """
    rng = np.random.default_rng([seed, model.nbodies])
    found = []
    for body in (model.names[-1], model.names[model.nbodies // 2]):
        pose = np.eye(4)
        pose[:3, :3] = np.roll(np.eye(3), 1, axis=1)
        pose[:3, 3] = 0.2 * rng.standard_normal(3)
        found.append((body, pose))
    return found
