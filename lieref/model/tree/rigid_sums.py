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
            chosen_parts = [(parts.mass[k], parts.com[k], parts.inertia[k]) for k in chosen]
            total.mass[body], total.com[body], total.inertia[body] = added(chosen_parts)
    return total


def added(parts: Sequence[tuple[float, Array, Array]]) -> tuple[float, Array, Array]:
    """Mass, center and inertia about it of parts, given by the same, in one frame.

    In floats of Python: for a few parts numpy's calls cost more than the sums.
    """
    xx = yy = zz = xy = xz = yz = 0.0
    heavy = []
    for mass, com, inertia in parts:
        (a, b, c), (_, d, e), (_, _, f) = inertia.tolist()
        xx, yy, zz, xy, xz, yz = xx + a, yy + d, zz + f, xy + b, xz + c, yz + e
        if mass > 0.0:
            heavy.append((float(mass), com.tolist()))
    x = y = z = 0.0
    whole = math.fsum([mass for mass, _ in heavy])
    for mass, center in heavy:
        share = mass / whole
        x, y, z = x + share * center[0], y + share * center[1], z + share * center[2]
    for mass, center in heavy:
        dx, dy, dz = center[0] - x, center[1] - y, center[2] - z
        xx += mass * (dy * dy + dz * dz)
        yy += mass * (dx * dx + dz * dz)
        zz += mass * (dx * dx + dy * dy)
        xy -= mass * dx * dy
        xz -= mass * dx * dz
        yz -= mass * dy * dz
    return whole, np.array((x, y, z)), np.array(((xx, xy, xz), (xy, yy, yz), (xz, yz, zz)))
