"""Forces of the joints themselves at many states, term by term, and mistakes in them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from lieref.dynamics.laws.joint_torques import friction_direction, stretches
from lieref.model.model import Model

Array = NDArray[np.float64]


def terms(model: Model, q: Array, v: Array, a: Array, whole: bool) -> dict[str, Array]:
    """Forces (states, nv) of each kind that a model has.

    q (states, nq), v and a (states, nv); whole: also those that know neither a nor H.
    """
    if model.joint_physics is None:
        return {}
    found = {"armature": model.armature * a}
    if whole:
        found["damping"] = model.damping * v
        found["friction"] = model.friction * friction_direction(model, v)
        found["spring"] = model.stiffness * stretches(model, q)
    return {kind: forces for kind, forces in found.items() if forces.any()}


def mistakes(model: Model, found: dict[str, Array], v: Array) -> Iterator[tuple[str, str, Array]]:
    """Text, kind of candidate and effect (states, nv) of mistakes in these `terms`.

    Each is made in one joint, and in all that have such forces.
    """
    parts = [(kind, "term", -forces) for kind, forces in found.items()]
    if "spring" in found:
        rest = np.broadcast_to(model.stiffness * model.rest, v.shape)
        parts.append(("rest position in the spring", "term", rest))
    if "friction" in found:
        change = model.friction * np.sign(v) - found["friction"]
        parts.append(("sign instead of the width in the friction", "numbers", change))
    counts = [joint.nv for joint in model.joints]
    owners = np.repeat(np.arange(model.nbodies), counts)
    for what, kind, effect in parts:
        joints = dict.fromkeys(owners[effect.any(axis=0)].tolist())
        for i in joints:
            yield f"{what} of joint {model.joint_names[i]!r}", kind, effect * (owners == i)
        if len(joints) > 1:
            yield f"{what} of every joint", kind, effect
