"""Plain twin of projection and multipliers [Chignoli et al., Sec. II-D, II-E], over any scalar.

Matrices are arrays of scalars of a field K, see `cluster_twin`; the tree's equations are
H qddot + c = tau + K^T lambda with K qddot = k, or qddot = G yddot + g.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from lieref.loops.clusters.c_aba.c_aba_twin import factor
from lieref.loops.clusters.cluster_twin import (
    Array,
    body_frames,
    motion_transform,
    path_transform,
    zeros,
)

if TYPE_CHECKING:
    from lieref.model.model import Model


def body_jacobians(K: Any, model: Model, q: Any) -> list[Array]:
    """J_i (6 x n): twist of each body in its own frame by the velocities of the tree."""
    frames = body_frames(K, model, q)
    found = []
    for i in range(len(frames)):
        J, j = zeros(K, 6, model.nv), i
        while j >= 0:
            S = path_transform(K, frames, i, j) @ frames[j].S
            J[:, frames[j].iv : frames[j].iv + S.shape[1]] = S
            j = frames[j].parent
        found.append(J)
    return found


def joint_space_inertia(K: Any, model: Model, q: Any) -> Array:
    """H = sum_i J_i^T I_i J_i"""
    H = zeros(K, model.nv, model.nv)
    jacobians = body_jacobians(K, model, q)
    for J, frame in zip(jacobians, body_frames(K, model, q), strict=True):
        H = H + J.T @ frame.inertia @ J
    return H


def projection(H: Array, c: Array, G: Array, g: Array, tau: Array) -> Array:
    """yddot = (G^T H G)^-1 (tau - G^T (c + H g)), tau on the independent coordinates."""
    return factor(G.T @ H @ G, 0).solve(tau - G.T @ (c + H @ g))


def with_multipliers(H: Array, c: Array, rows: Array, k: Array, tau: Array) -> tuple[Array, Array]:
    """qddot and lambda of H qddot + c = tau + K^T lambda, K qddot = k; rows: K of full rank.

    K H^-1 K^T lambda = k - K H^-1 (tau - c)
    """
    inertia = factor(H, 0)
    free = inertia.solve(tau - c)
    by_force = inertia.solve(rows.T)
    multipliers = factor(rows @ by_force, 0).solve(k - rows @ free)
    return free + by_force @ multipliers, multipliers


def operational_inertia(
    K: Any, model: Model, q: Any, H: Array, G: Array, ends: Sequence[tuple[int, Any]]
) -> Array:
    """J G (G^T H G)^-1 G^T J^T of ends (body, 4x4 pose in it), with G on both sides."""
    jacobians = body_jacobians(K, model, q)
    J = np.concatenate([_transform(K, pose) @ jacobians[body] for body, pose in ends])
    return np.asarray(J @ G @ factor(G.T @ H @ G, 0).solve(G.T @ J.T))


def _transform(K: Any, pose: Any) -> Array:
    """X of a constant frame in a body; its rotation is taken as it is given."""
    exact = np.array([[K(float(x)) for x in row] for row in np.asarray(pose)], dtype=object)
    return motion_transform(exact[:3, :3], exact[:3, 3])
