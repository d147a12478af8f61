"""Masses of rigid parts, in other frames, and added up to bodies."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


class Masses(NamedTuple):
    """Mass (n,), center of mass (n, 3) and inertia about it (n, 3, 3) of n parts or bodies."""

    mass: Array
    com: Array
    inertia: Array


def moved(poses: Array, given: Masses) -> Masses:
    """The same masses seen from other frames; `poses` (n, 4, 4) are those of theirs in these."""
    rotation = poses[:, :3, :3]
    inertia = rotation @ given.inertia @ rotation.transpose(0, 2, 1)
    com = (rotation @ given.com[:, :, None])[:, :, 0] + poses[:, :3, 3]
    return Masses(given.mass, com, inertia / 2 + inertia.transpose(0, 2, 1) / 2)


def merged(owners: Sequence[int], count: int, parts: Masses) -> Masses:
    """One body out of several parts in the same frame (parallel axis theorem).

    Parameters
    ----------
    owners : (n,)
        Body of each part, -1 for none.
    count : int
        Number of bodies.
    parts : Masses
        In the frames of their bodies.
    """
    total = Masses(np.zeros(count), np.zeros((count, 3)), np.zeros((count, 3, 3)))
    members: list[list[int]] = [[] for _ in range(count)]
    for part, owner in enumerate(owners):
        if owner >= 0:
            members[owner].append(part)
    alone = [body for body in range(count) if len(members[body]) == 1]
    single = [members[body][0] for body in alone]
    total.mass[alone] = parts.mass[single]
    total.inertia[alone] = parts.inertia[single] + 0.0
    # a part without mass has no center
    heavy = parts.mass[single] > 0.0
    total.com[alone] = np.where(heavy[:, None], parts.com[single], 0.0) + 0.0
    for body, chosen in enumerate(members):
        if len(chosen) > 1:
            total.mass[body], total.com[body], total.inertia[body] = _sum(parts, chosen)
    return total


def _sum(parts: Masses, chosen: Sequence[int]) -> tuple[float, Array, Array]:
    inertia = np.zeros((3, 3))
    for k in chosen:
        inertia = inertia + parts.inertia[k]
    heavy = [k for k in chosen if parts.mass[k] > 0.0]
    if not heavy:
        return 0.0, np.zeros(3), inertia
    mass = math.fsum(parts.mass[k] for k in heavy)
    com = np.zeros(3)
    for k in heavy:
        com = com + parts.mass[k] / mass * parts.com[k]
    for k in heavy:
        d = parts.com[k] - com
        inertia = inertia + parts.mass[k] * (d @ d * np.eye(3) - np.outer(d, d))
    return mass, com, inertia
