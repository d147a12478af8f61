"""Formulas of Chignoli et al. as printed and as they hold, at 120 digits, against the oracle.

The oracle differentiates the definitions of loops and couplings and knows nothing of clusters.
A printed product whose sizes do not fit counts as infinitely wrong.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from lieref import oracle
from lieref.loops.clusters.c_aba.c_aba_twin import articulate
from lieref.loops.clusters.cluster_twin import (
    ClusterBlocks,
    body_frames,
    cluster_blocks,
    motion_transform,
    path_transform,
    zeros,
)
from verification.measurements.loops import loops_algebra
from verification.measurements.loops.loops_algebra import Exact, apart

# So many that what rounding leaves is the same, nothing, on every machine.
DIGITS = 120
# Of the ends, the same in every state.
SEED = 0

Check = Callable[[Exact], tuple[float, float]]


def evaluate(params: Mapping[str, Any]) -> dict[str, Any]:
    """Return how far the printed and the corrected form are from the reference value.

    Parameters
    ----------
    params : mapping
        ``check`` (a name in `CHECKS`), ``robot`` and ``state`` (`mechanisms.draw`).

    Returns
    -------
    dict
        ``printed``, ``corrected``: largest relative difference, max norm.
    """
    at = loops_algebra.exact(params, DIGITS)
    with at.K.working():
        printed, corrected = CHECKS[params["check"]](at)
    return {"printed": printed, "corrected": corrected}


def _line(name: str) -> Check:
    """A line of Algorithm 1: forward dynamics with it as printed and as it holds."""

    def check(at: Exact) -> tuple[float, float]:
        reference = loops_algebra.forward_reference(at)
        printed, right = (loops_algebra.forward(at, x) for x in ((name,), ()))
        return apart(printed, reference), apart(right, reference)

    return check


def _motion(name: str) -> Check:
    """The same of inverse dynamics."""

    def check(at: Exact) -> tuple[float, float]:
        reference = loops_algebra.inverse_reference(at)
        printed, right = (loops_algebra.inverse(at, x).tau for x in ((name,), ()))
        return apart(printed, reference), apart(right, reference)

    return check


def _blocks(at: Exact) -> list[ClusterBlocks]:
    tree, clusters, columns = at.arguments
    return cluster_blocks(at.K, body_frames(at.K, tree, at.q), clusters, columns, at.G)


def _subtrees(at: Exact, i: int, within: set[int]) -> tuple[set[int], set[int]]:
    """Intersection and union of the subtrees of those children of i that are not in `within`."""
    parents = at.point.model.tree.parents
    families = []
    for child in (j for j, p in enumerate(parents) if p == i and j not in within):
        family = {child}
        families.append(family)
        # bodies come parents first
        for j in range(child + 1, len(parents)):
            if parents[j] in family:
                family.add(j)
    if not families:
        return set(), set()
    return set.intersection(*families), set.union(*families)


def _beyond(at: Exact) -> tuple[float, float]:
    """tau_k = S_k^T f_k with f_i = f_i,net + sum of f_j,net over nu_ext(i)   (28), both readings"""
    tree, clusters, _ = at.arguments
    frames, net = body_frames(at.K, tree, at.q), loops_algebra.inverse(at).net
    reference, found = loops_algebra.inverse_reference(at), []
    for reading in (0, 1):
        tau = zeros(at.K, len(reference))
        for cluster, block in zip(clusters, _blocks(at), strict=True):
            parts = []
            for i in cluster.bodies:
                total = net[i].copy()
                for j in _subtrees(at, i, set(cluster.bodies))[reading]:
                    total = total + path_transform(at.K, frames, j, i).T @ net[j]
                parts.append(total)
            tau[block.columns] = block.S.T @ np.concatenate(parts)
        found.append(apart(tau, reference))
    return found[0], found[1]


def _inverse_of(at: Exact, matrix: Any) -> Any:
    found = at.K.context.matrix(matrix.tolist()) ** -1
    return np.array(found.tolist(), dtype=object)


def _inertia(at: Exact) -> tuple[Any, Any]:
    """H of the tree, by the oracle, and G (tree.nv, nv)."""
    model = at.point.model
    H = np.array(oracle.joint_space_inertia(model.tree, at.q, field=at.K), dtype=object)
    G = np.array(oracle.loop_velocity_map(model, at.q, field=at.K), dtype=object)
    return H, G


def _end_jacobian(at: Exact) -> Any:
    """J of the tree for the ends of `mechanisms.ends`, stacked."""
    model, (tree, _, _) = at.point.model, at.arguments
    frames = body_frames(at.K, tree, at.q)
    rows = []
    for name, pose in at.ends(SEED):
        R = np.array([[at.K(float(x)) for x in row[:3]] for row in pose[:3]], dtype=object)
        p = [at.K(float(x)) for x in pose[:3, 3]]
        body = i = model.names.index(name)
        J = zeros(at.K, 6, model.tree.nv)
        while i >= 0:
            V = path_transform(at.K, frames, body, i) @ frames[i].S
            for c in range(V.shape[1]):
                w = V[:3, c]
                turned = [w[k - 2] * p[k - 1] - w[k - 1] * p[k - 2] for k in range(3)]
                J[:3, frames[i].iv + c] = R.T @ w
                J[3:, frames[i].iv + c] = R.T @ (V[3:, c] + turned)
            i = frames[i].parent
        rows.append(J)
    return np.concatenate(rows)


def _operational(at: Exact) -> tuple[float, float]:
    """Omega of the projection method: J (G^T H G)^-1 J^T printed, J of the tree."""
    H, G = _inertia(at)
    J, inverse = _end_jacobian(at), _inverse_of(at, G.T @ H @ G)
    reference = loops_algebra.ends_reference(at, SEED)
    return _product(reference, J, inverse, J.T), _product(reference, J, G, inverse, G.T, J.T)


def _product(reference: Any, first: Any, *rest: Any) -> float:
    """How far a product is from the reference value; infinitely if its sizes do not fit."""
    for factor in rest:
        if first.shape[1] != factor.shape[0]:
            return math.inf
        first = first @ factor
    return apart(first, reference) if first.shape == np.shape(reference) else math.inf


def _named(at: Exact) -> tuple[float, float]:
    """a = Omega^-1 f of (63) with the Omega of (5), and a = Omega f."""
    omega = np.array(loops_algebra.ends_reference(at, SEED), dtype=object)[:6, :6]
    gained, f = _gained(at)
    return apart(_inverse_of(at, omega) @ f, gained), apart(omega @ f, gained)


def _signed(at: Exact) -> tuple[float, float]:
    """The sign of a wrench on an end: a = ... - Omega F of (4), and a = ... + Omega f."""
    omega = np.array(loops_algebra.ends_reference(at, SEED), dtype=object)[:6, :6]
    gained, f = _gained(at)
    return apart(-(omega @ f), gained), apart(omega @ f, gained)


def _gained(at: Exact) -> tuple[Any, Any]:
    """Acceleration that a wrench on the first end adds to it, by the oracle, and the wrench."""
    model = at.point.model
    body, pose = at.ends(SEED)[0]
    f = np.array([at.K(x) for x in (1, -2, 3, 5, 4, -6)], dtype=object)
    turn = np.array([[at.K(float(x)) for x in row[:3]] for row in pose[:3]], dtype=object)
    p = [at.K(float(x)) for x in pose[:3, 3]]
    force = turn @ f[3:]
    arm = [p[k - 2] * force[k - 1] - p[k - 1] * force[k - 2] for k in range(3)]
    wrenches = zeros(at.K, 1, model.nbodies, 6)
    wrenches[0, model.names.index(body)] = [*(turn @ f[:3] + arm), *force]
    loaded = loops_algebra.forward_reference(at, wrenches=wrenches.tolist())
    alone = loops_algebra.forward_reference(at)
    change = np.array([x - y for x, y in zip(loaded, alone, strict=True)], dtype=object)
    return _end_jacobian(at)[:6] @ (_inertia(at)[1] @ change), f


def _start(at: Exact) -> tuple[float, float]:
    """(57) and (62): chi's start as a column (6 n, 6) and as a row (6, 6 n)."""
    model, (tree, clusters, columns) = at.point.model, at.arguments
    body, pose = at.ends(SEED)[0]
    frames = body_frames(at.K, tree, at.q)
    blocks = cluster_blocks(at.K, frames, clusters, columns, at.G)
    i = model.names.index(body)
    (k,) = (k for k, cluster in enumerate(clusters) if i in cluster.bodies)
    block = blocks[k]
    jacobian = _end_jacobian(at)[:6]
    own = list(clusters[k].velocities)
    # the propagated motion of the end: chi S_k is its Jacobian in the cluster's coordinates
    reference = jacobian[:, own] @ block.G
    a = list(clusters[k].bodies).index(i)
    row = zeros(at.K, 6, len(block.S))
    R = np.array([[at.K(float(x)) for x in r[:3]] for r in pose[:3]], dtype=object)
    shift = np.array([at.K(float(x)) for x in pose[:3, 3]], dtype=object)
    row[:, 6 * a : 6 * a + 6] = motion_transform(R, shift)
    column = np.concatenate([row[:, 6 * b : 6 * b + 6] for b in range(len(block.S) // 6)])
    return _product(reference, column, block.S), _product(reference, row, block.S)


def _transposed(at: Exact) -> tuple[float, float]:
    """(64): yddot_k = -D_k^-1 U_k a printed, U_k^T a right: at rest, under a parent's motion."""
    blocks = _blocks(at)
    units = articulate(blocks)
    wrong, right = 0.0, 0.0
    for block, unit in zip(blocks, units, strict=True):
        a = np.array([[at.K(n + 1)] for n in range(len(block.S))], dtype=object)
        # what a motion of the free coordinates cannot change: S^T I^A (a - S yddot) = 0
        y = unit.D.solve(unit.U.T @ a)
        left = block.S.T @ (unit.inertia @ (a - block.S @ y))
        size = max(abs(x) for x in np.ravel(block.S.T @ (unit.inertia @ a)))
        right = max(right, float(max(abs(x) for x in np.ravel(left)) / size))
        if unit.U.shape[1] == len(a):
            wrong = max(wrong, apart(unit.D.solve(unit.U @ a), y))
        else:
            wrong = math.inf
    return wrong, right


CHECKS: dict[str, Check] = {
    "line_9": _line("line 9"),
    "line_18": _line("line 18"),
    "bias_force": _line("(54)"),
    "force_transforms": _motion("(28)"),
    "bodies_beyond": _beyond,
    "projected_ends": _operational,
    "named": _named,
    "signed": _signed,
    "start": _start,
    "transposed": _transposed,
}


def cost(params: Mapping[str, Any]) -> float:
    """Return rough seconds."""
    return 2.0
