"""Masses of links, in the axes of links."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from lieref.model.body_arguments import least_moment
from lieref.model.tree.angles import from_roll_pitch_yaw
from lieref.model.tree.rigid_sums import Masses, moved
from lieref.model.urdf.records import LinkRecord, Notes, Origin

Array = NDArray[np.float64]
# How far the largest principal moment may be above the sum of the others, as a share of it: thin
# plates have equality, and files give four digits or more.
TRIANGLE_TOLERANCE = 1e-4


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
