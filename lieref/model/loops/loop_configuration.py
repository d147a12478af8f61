"""Random configurations of a tree with loops, and velocities that keep the loops closed."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from lieref.algebra.arguments import generator
from lieref.errors import ConfigurationError
from lieref.model.loops.loop_newton import RANK, Closer, pivots
from lieref.model.loops.loop_structure import LoopStructure

Array = NDArray[np.float64]

# A random configuration keeps this far from a toggle (smallest over largest pivot of the loops).
TOGGLE = 1e-3
# Step on the way to a random configuration, rad or m, and the most of them: far limits of a
# slider make longer ones.
STEP = 0.25
MOST_STEPS = 100


def random_configuration(
    structure: LoopStructure,
    independent: Sequence[NDArray[np.intc]],
    assembly: Array,
    rng: np.random.Generator | int,
) -> Array:
    """Draw a random tree configuration that closes the loops.

    The independent coordinates go from the assembly straight towards a random configuration of
    the tree, within its limits, and the others follow. Where a loop comes near a toggle or does
    not close any more, or a coupling has no value, the cluster stays at a random place of the way
    so far. Limits of the coordinates that follow are not looked at.

    Parameters
    ----------
    structure : LoopStructure
    independent : sequence of int arrays
        For each cluster its independent coordinates, as numbers of the tree's.
    assembly : (tree.nq,) array
        A configuration in which everything is closed.
    rng : numpy.random.Generator or int
        Generator, or a seed for one.

    Returns
    -------
    (tree.nq,) array
        Rad and m; quaternions (x, y, z, w).
    """
    rng = generator("rng", rng)
    closer = Closer(structure)
    tree, q = structure.tree, assembly
    aim = tree.difference(q, tree.random_configuration(rng))
    for k, cluster in enumerate(structure.clusters):
        dv = np.zeros(tree.nv)
        dv[independent[k]] = aim[independent[k]]
        if cluster.constrained:
            q = _wander(closer, k, q, dv, len(independent[k]), rng.random())
        else:
            q = tree.integrate(q, dv)
    return q


def whole_turns_close(model: LoopStructure, k: int) -> bool:
    """Whether whole turns of its revolute joints leave cluster k closed and coupled.

    A helical joint of a loop counts turns, and a constraint may. So does a coupling of revolute
    joints, unless it has integer ratios to other revolute joints.
    """
    cluster, joints = model.clusters[k], model.tree.joints
    if cluster.constraints:
        return False
    if any(joint.kind == "helical" for at in cluster.loops for joint in model.loops[at].chain()):
        return False
    for c in cluster.couplings:
        coupling, (driven, sources) = model.couplings[c], model.coupling_ends[c]
        if coupling.function is not None or coupling.ratios is None:
            return False
        ratios = np.asarray(coupling.ratios, dtype=float)
        turning = [joints[i].kind == "revolute" for i in sources]
        used = ratios[:, turning]
        shifts = [joints[i].kind != "revolute" for i in driven]
        if (used != np.rint(used)).any() or used[shifts].any():
            return False
    return True


def _wander(closer: Closer, k: int, q: Array, dv: Array, mobility: int, share: float) -> Array:
    """Go along dv as far as cluster k closes, and back to a share of the way if that is not all."""
    steps = min(max(1, math.ceil(np.abs(dv).max() / STEP)), MOST_STEPS)
    held = np.flatnonzero(dv).tolist()
    way = [q]
    for _ in range(steps):
        try:
            ahead = closer.structure.tree.integrate(way[-1], dv / steps)
            there = closer.closed_cluster(k, ahead, held)
        except ConfigurationError:
            break
        if _near_toggle(closer, k, there, held, mobility):
            break
        way.append(there)
    else:
        return way[-1]
    return way[round(share * (len(way) - 1))]


def _near_toggle(closer: Closer, k: int, q: Array, held: list[int], mobility: int) -> bool:
    """Whether fewer coordinates than usual follow well from those that are held."""
    free = closer.structure.clusters[k].free
    moving = [i for i, iv in enumerate(free) if iv not in held]
    J = closer.free_jacobian(k, q)
    chosen = pivots(J, moving, TOGGLE * np.abs(J).max(initial=0.0))
    return len(chosen) < len(free) - mobility


def tree_velocities(closer: Closer, k: int, q: Array, independent: list[int]) -> Array:
    """G of cluster k: velocities of its joints by its independent ones, qdot = G ydot."""
    free = closer.structure.clusters[k].free
    kept = [i for i, iv in enumerate(free) if iv in independent]
    solved = [i for i, iv in enumerate(free) if iv not in independent]
    units = closer.column_units(k)
    J = closer.free_jacobian(k, q)
    G = np.zeros((len(free), len(kept)))
    G[kept, range(len(kept))] = 1.0
    # K_d z_d = -K_i z_i
    if solved:
        scaled = np.linalg.lstsq(J[:, solved], -J[:, kept], rcond=RANK)[0]
        G[solved] = units[solved, None] * scaled / units[kept]
    return closer.coupling_jacobian(k, q) @ G
