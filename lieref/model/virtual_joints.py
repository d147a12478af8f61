"""Trees with virtual joints: the bodies of a model, with massless ones and free joints between."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lieref.model.joints.joints import Joint
from lieref.model.model import Model
from lieref.model.tree.tree_model import JointPhysics

Array = NDArray[np.float64]
Indices = NDArray[np.intp]


class Row(NamedTuple):
    """A body of such a tree and its joint; parent: number of a row, -1 for the world.

    body: number of the model's body whose inertia it has, -1 for a massless one.
    """

    name: str
    joint: Joint
    parent: int
    placement: Array
    body: int = -1


def tree_of(model: Model, rows: Sequence[Row], physics: JointPhysics | None = None) -> Model:
    """Return the tree of these rows, with the model's name and gravity."""
    names, joints = tuple(row.name for row in rows), tuple(row.joint for row in rows)
    own = [k for k, row in enumerate(rows) if row.body >= 0]
    bodies = [rows[k].body for k in own]
    masses, coms = np.zeros(len(rows)), np.zeros((len(rows), 3))
    inertias, bounds = np.zeros((len(rows), 3, 3)), np.full(sum(x.nv for x in joints), np.inf)
    masses[own], coms[own] = model.masses[bodies], model.coms[bodies]
    inertias[own] = model.inertias[bodies]
    return Model(
        model.name, names, names, joints, tuple(row.parent for row in rows),
        np.array([row.placement for row in rows]).reshape(-1, 4, 4), masses, coms, inertias,
        model.gravity, -bounds, bounds, physics=physics,
    )  # fmt: skip


def coordinates(starts: NDArray[np.int32], rows: Sequence[int], widths: Sequence[int]) -> Indices:
    """Return the coordinates of some rows' joints, by where those of each row start."""
    own = [np.arange(starts[k], starts[k] + n) for k, n in zip(rows, widths, strict=True)]
    return np.concatenate([np.arange(0), *own])
