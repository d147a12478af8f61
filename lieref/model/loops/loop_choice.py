"""Models with a choice of independent coordinates, which is not validated here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lieref.model.loops.loop_model import LoopModel
from lieref.model.loops.loop_structure import LoopStructure
from lieref.model.model import Model

Array = NDArray[np.float64]


def with_choice(
    given: LoopStructure,
    coordinates: Iterable[int],
    assembly: Array,
    close: Callable[..., LoopModel],
) -> LoopModel:
    """Return the model with these independent coordinates of its tree, not validated."""
    own = sorted(map(int, coordinates))
    assembly.setflags(write=False)
    return LoopModel(
        **given.__dict__,
        **_choice(given, own),
        rank=tuple(len(set(cluster.free).difference(own)) for cluster in given.clusters),
        assembly=assembly,
        close=close,
    )


def with_coordinates(model: LoopModel, coordinates: Iterable[int]) -> LoopModel:
    """Return the model with other independent velocity coordinates of its tree, not validated.

    Which are good at a configuration, `lieref.loops.choose_independent` says. The same object for
    the same coordinates.
    """
    own = tuple(model.independent.tolist())
    family = model.tables.setdefault("coordinates", {own: model})
    key = tuple(sorted(map(int, coordinates)))
    if key not in family:
        family[key] = replace(model, **_choice(model, key), tables={"coordinates": family})
    found: LoopModel = family[key]
    return found


def _choice(given: LoopStructure, coordinates: Sequence[int]) -> dict[str, Any]:
    """What a LoopModel has of its independent coordinates, increasing."""
    place = {iv: at for at, iv in enumerate(coordinates)}
    positions = tuple(
        tuple(place[iv] for iv in cluster.velocities if iv in place) for cluster in given.clusters
    )
    return {
        "independent": _indices(coordinates),
        "independent_q": _configuration_part(given.tree, coordinates),
        "cluster_independent": positions,
    }


def joint_velocities(tree: Model) -> list[range]:
    """Velocity coordinates of the joint of each body."""
    return [
        range(at, at + joint.nv) for at, joint in zip(tree.idx_v.tolist(), tree.joints, strict=True)
    ]


def _indices(values: Sequence[int]) -> NDArray[np.intc]:
    array = np.array(values, dtype=np.intc)
    array.setflags(write=False)
    return array


def _configuration_part(tree: Model, coordinates: Sequence[int]) -> NDArray[np.intc] | None:
    """Configuration coordinates of the joints whose velocity coordinates are all independent."""
    chosen = set(coordinates)
    part: list[int] = []
    for i, velocities in enumerate(joint_velocities(tree)):
        here = chosen.intersection(velocities)
        if here and len(here) < len(velocities):
            return None
        if here:
            at = int(tree.idx_q[i])
            part.extend(range(at, at + tree.joints[i].nq))
    return _indices(part)
