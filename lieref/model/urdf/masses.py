"""Masses of links, in the frames of links and bodies, and their sums."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lieref.model.body_arguments import least_moment
from lieref.model.tree.angles import from_roll_pitch_yaw
from lieref.model.urdf.records import LinkRecord, Notes, Origin

Array = NDArray[np.float64]
# How far the largest principal moment may be above the sum of the others, as a share of it: thin
# plates have equality, and files give four digits or more.
TRIANGLE_TOLERANCE = 1e-4


class Masses(NamedTuple):
    """Mass (n,), center of mass (n, 3) and inertia about it (n, 3, 3) of n links or bodies."""

    mass: Array
    com: Array
    inertia: Array


def poses_of(origins: Sequence[Origin]) -> Array:
    """Poses (n, 4, 4): fixed-axis roll, pitch, yaw, R = Rz(yaw) Ry(pitch) Rx(roll)."""
    rows: list[float] = []
    for origin in origins:
        x, y, z = origin.xyz
        R = from_roll_pitch_yaw(origin.rpy)
        rows += (*R[:3], x, *R[3:6], y, *R[6:], z, 0.0, 0.0, 0.0, 1.0)
    return np.array(rows, dtype=np.float64).reshape(-1, 4, 4)


def masses_of(links: Sequence[LinkRecord], notes: Notes) -> Masses:
    """Masses of links that have an `<inertial>`, in link axes."""
    given = [link.inertial for link in links if link.inertial is not None]
    moments = np.array([record.moments for record in given]).reshape(-1, 6)
    own_axes = moments[:, [0, 1, 2, 1, 3, 4, 2, 4, 5]].reshape(-1, 3, 3)
    mass = np.array([record.mass for record in given])
    _note_impossible(links, mass, own_axes, notes)
    own = Masses(mass, np.zeros((len(given), 3)), own_axes)
    return moved(poses_of([record.origin for record in given]), own)


def _note_impossible(
    links: Sequence[LinkRecord], mass: Array, inertia: Array, notes: Notes
) -> None:
    """Note links whose principal moments break the triangle inequality."""
    largest = np.abs(inertia).max(axis=(1, 2), initial=0.0)
    scale = np.where(largest > 0.0, largest, 1.0)
    principal = np.linalg.eigvalsh(inertia / scale[:, None, None])
    excess = principal[:, 2] - principal[:, 0] - principal[:, 1]
    for i in np.flatnonzero(excess > TRIANGLE_TOLERANCE * np.abs(principal[:, 2])).tolist():
        moments = (principal[i] * scale[i]).tolist()
        if -excess[i] * scale[i] < least_moment(largest[i], mass[i]):
            record = links[i].inertial
            assert record is not None
            notes.add(
                record.line,
                f"link {links[i].name!r}: principal moments of inertia {moments}, which no body "
                "has: the largest is above the sum of the others",
            )


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
