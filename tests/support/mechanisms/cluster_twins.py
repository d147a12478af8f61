"""C-RNEA, C-ABA and C-EFPA in plain Python at many digits, of the mechanisms made by hand."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from support.mechanisms.hand_clusters import Draw

from lieref.loops.clusters.c_aba import c_aba_twin
from lieref.loops.clusters.c_efpa import c_efpa_twin
from lieref.loops.clusters.c_rnea import c_rnea_twin

Array = NDArray[Any]


def exact(K: Any, x: Any) -> Array:
    """Doubles as numbers of the field K."""
    return np.array([K(float(v)) for v in np.ravel(x)], dtype=object).reshape(np.shape(x))


def differs(found: Any, reference: Any) -> Any:
    """Largest difference, relative to the largest entry of the reference value."""
    x, y = (np.ravel(np.array(each, dtype=object)) for each in (found, reference))
    return max(abs(a - b) for a, b in zip(x, y, strict=True)) / max(abs(b) for b in y)


def tables(given: Draw) -> tuple[Any, ...]:
    """The tree, its clusters and the columns of their coordinates."""
    made = given.mechanism
    return made.model, made.clusters, made.columns


def rnea(K: Any, given: Draw, printed: Collection[str] = ()) -> Any:
    """Inverse dynamics; printed: lines as the paper prints them."""
    motion = (given.q, given.yd, given.ydd, given.blocks, given.g)
    return c_rnea_twin.inverse_dynamics(*tables(given), *motion, K, printed)


def aba(K: Any, given: Draw, printed: Collection[str] = ()) -> Any:
    """Forward dynamics."""
    state = (given.q, given.yd, given.tau, given.blocks, given.g)
    return c_aba_twin.forward_dynamics(*tables(given), *state, K, printed)


def efpa(K: Any, given: Draw, ends: Sequence[tuple[int, Array]]) -> Any:
    """The inverse operational inertia of the ends."""
    return c_efpa_twin.inverse_operational_inertia(*tables(given), given.q, given.blocks, ends, K)


def random_pose(rng: np.random.Generator) -> Array:
    """A pose of any attitude, about a metre away."""
    pose = np.eye(4)
    turn = np.linalg.qr(rng.standard_normal((3, 3)))[0]
    pose[:3, :3] = turn * np.linalg.det(turn)
    pose[:3, 3] = rng.standard_normal(3)
    return pose
