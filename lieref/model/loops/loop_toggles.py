"""Assemblies at toggles: what the Jacobian around them says, and an assembly away from them."""

from __future__ import annotations

import json
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from lieref.errors import ConfigurationError, ModelError, SingularError
from lieref.model.joints.joints import ONE_DEGREE_KINDS
from lieref.model.loops.loop_newton import RANK, Closer

Array = NDArray[np.float64]
Judge = Callable[[int, Array], object]
Written = dict[str, float]

# How many configurations around the assembly are asked for the rank, and how far away, rad or
# lengths of the loop.
NEARBY = 3
AROUND = 0.02
# Steps that a cluster must follow, rad or lengths of the loop: near a toggle short ones alone.
STRIDES = (AROUND, AROUND / 10, AROUND / 100)
# How far from a toggle an assembly away from it is searched for, and with how many samples each.
RADII = (0.5, 0.3, 0.1, 0.02)
SAMPLES = 6
# Significant digits of what the user is told to write.
DIGITS = 3


def ways(closer: Closer, k: int, q: Array, steps: Array) -> tuple[list[Array], Array]:
    """Take steps from q and close cluster k again, in its scaled coordinates.

    Returns the scaled Jacobians there, and as rows the ways that the steps became; a step that
    closes nowhere has a way of zero and no Jacobian.
    """
    tree, free = closer.structure.tree, list(closer.structure.clusters[k].free)
    units = closer.column_units(k)
    jacobians, gone = [], np.zeros_like(steps)
    for row, step in enumerate(steps):
        there = _closed_after(closer, k, q, step)
        if there is not None:
            gone[row] = tree.difference(q, there)[free] / units
            jacobians.append(closer.free_jacobian(k, there))
    return jacobians, gone


def _closed_after(closer: Closer, k: int, q: Array, step: Array) -> Array | None:
    """The configuration to which cluster k closes after a step from q; None if it does not."""
    tree = closer.structure.tree
    dv = np.zeros(tree.nv)
    dv[list(closer.structure.clusters[k].free)] = step * closer.column_units(k)
    try:
        return closer.closed_cluster(k, tree.integrate(q, dv))
    except ConfigurationError:
        return None


def nearby(closer: Closer, k: int, q: Array) -> list[Array]:
    """Scaled Jacobians of cluster k at closed configurations around q."""
    n = len(closer.structure.clusters[k].free)
    return ways(closer, k, q, np.random.default_rng(0).uniform(-AROUND, AROUND, (NEARBY, n)))[0]


def moves_as_its_jacobian(closer: Closer, k: int, q: Array, rank: int) -> bool:
    """Whether cluster k can move along the whole null space of its Jacobian at q."""
    null = np.linalg.svd(closer.free_jacobian(k, q))[2][rank:]

    def moves(size: float) -> bool:
        # steps in the null space keep their part in it if the loops can really move that way
        kept = ways(closer, k, q, size * null)[1] @ null.T / size
        return bool(np.linalg.svd(kept)[1].min(initial=1.0) > 0.5)

    return any(moves(size) for size in STRIDES)


def advice(
    closer: Closer, start: Array, q: Array, judge: Judge, assemble: Callable[[Written], Array]
) -> str:
    """Say which assembly a user may write in place of one that does not close or is a toggle.

    Parameters
    ----------
    closer : Closer
    start, q : (tree.nq,)
        What the user gave, and what it was closed to, if it was.
    judge : callable
        judge(k, q) raises an error where cluster k cannot be used at q.
    assemble : callable
        The configuration to close from, of values of one-degree joints by their names.
    """
    tree = closer.structure.tree
    written = {
        name: float(start[iq])
        for name, joint, iq in zip(tree.joint_names, tree.joints, tree.idx_q, strict=True)
        if joint.kind in ONE_DEGREE_KINDS
    }
    for k, cluster in enumerate(closer.structure.clusters):
        if not cluster.implicit or _usable(judge, k, q):
            continue
        for there in _candidates(closer, k, q):
            tried = written | _rounded(closer, k, there)
            try:
                closed = closer.closed_cluster(k, assemble(tried))
            except ConfigurationError:
                continue
            if _usable(judge, k, closed):
                written = tried
                break
        else:
            return f"none was found within {RADII[0]:g} rad or lengths of the loop of this one"
    told = {name: value for name, value in written.items() if value != 0}
    return f"for example assembly={json.dumps(told, ensure_ascii=False)}"


def _usable(judge: Judge, k: int, q: Array) -> bool:
    try:
        judge(k, q)
    except (ConfigurationError, SingularError, ModelError):
        return False
    return True


def _candidates(closer: Closer, k: int, q: Array) -> list[Array]:
    """Closed configurations around q, those within limits first, then by their conditioning."""
    tree, cluster = closer.structure.tree, closer.structure.clusters[k]
    bodies = [i for i in cluster.bodies if tree.joints[i].kind in ONE_DEGREE_KINDS]
    places, limits = tree.idx_q[bodies], tree.idx_v[bodies]
    rng = np.random.default_rng(0)
    found = []
    for radius in RADII:
        for step in rng.uniform(-radius, radius, (SAMPLES, len(cluster.free))):
            there = _closed_after(closer, k, q, step)
            if there is None:
                continue
            x = there[places]
            beyond = bool(((x < tree.lower[limits]) | (x > tree.upper[limits])).any())
            values = np.linalg.svd(closer.free_jacobian(k, there), compute_uv=False)
            # redundant rows and lost ranks alike make the product small
            size = float(np.log(np.maximum(values, RANK)).sum())
            found.append((beyond, -size, there))
    return [there for _, _, there in sorted(found, key=lambda row: row[:2])]


def _rounded(closer: Closer, k: int, q: Array) -> Written:
    """One-degree joints of cluster k that no coupling drives, in as many digits as one writes."""
    tree = closer.structure.tree
    free = closer.structure.clusters[k].free
    values = {}
    for iv, unit in zip(free, closer.column_units(k).tolist(), strict=True):
        i = int(tree.idx_v.searchsorted(iv, "right")) - 1
        if tree.joints[i].kind in ONE_DEGREE_KINDS:
            x = float(q[tree.idx_q[i]])
            small = abs(x) < unit * 10.0**-DIGITS
            values[tree.joint_names[i]] = 0.0 if small else float(f"{x:.{DIGITS}g}")
    return values
