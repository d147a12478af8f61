"""How G and g change with the independent coordinates: arrays, cluster by cluster."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from lieref.algebra import SO3
from lieref.algebra.series.taylor_scalar import Functions, Taylor
from lieref.loops.constraints.constraints import PAIRS, run_displaced
from lieref.loops.constraints.couplings.coupling_values import cluster_numbers
from lieref.loops.constraints.equations import singular
from lieref.loops.constraints.loop_tables import loop_tables
from lieref.model.loops.coupling_functions import without_functions
from lieref.model.tree.configuration import one_degree, quaternions

if TYPE_CHECKING:
    from lieref.model.loops.loop_model import LoopModel

Array = NDArray[np.float64]

#: Parts of a second-order number: its value, and what belongs to e1, e2, and e1 e2.
PARTS = 4
#: Numbers over whose series couplings are evaluated.
ALONG = Functions(float)
TWICE = Functions(ALONG)


@dataclass(frozen=True)
class ClusterPartials:
    """Of a cluster with n_tree velocity coordinates, n independent ones, and a G that changes.

    Attributes
    ----------
    number : int
    rows, columns : lists of int
        Its velocity coordinates of the tree, and the places of its independent ones.
    G : (n_tree, n)
    dG, dg : (n_tree, n, n), (n_tree, n)
        Lie derivatives along the independent coordinates, which are the last index; the
        independent velocities are held.
    ddG, ddg : (n_tree, n, n, n), (n_tree, n, n)
        The derivative along the last index of that along the last but one; zeros if only first
        ones were asked for.
    """

    number: int
    rows: list[int]
    columns: list[int]
    G: Array
    dG: Array
    dg: Array
    ddG: Array
    ddg: Array


def cluster_partials(
    model: LoopModel, q: Array, ydot: Array, G: Array, second: bool
) -> list[ClusterPartials]:
    """Derivatives of all clusters whose G is no constant, at a closed tree configuration.

    Runs of the constraint stage over hyper-dual numbers, see
    `lieref.loops.constraints.constraint_partials_twin`; clusters do not depend on each other, so
    that one run displaces a coordinate of each. G (tree.nv, nv) is the one there; nothing is
    checked.

    Raises
    ------
    SingularError
        The dependent coordinates do not follow from the independent ones; names the loop.
    """
    clusters = _changing(model, G)
    if not clusters:
        return []
    width = max(len(c.columns) for c in clusters)
    rates = np.zeros((width, model.tree.nv))
    for c in clusters:
        rates[: len(c.columns), c.rows] = c.G.T
    still = np.zeros_like(rates)
    displaced = _displaced(model, q, rates, still, still)
    for c, matrices, biases in _states(model, clusters, q, displaced, ydot, ALONG):
        n = len(c.columns)
        c.dG[:] = np.moveaxis(matrices[:n, ..., 1], 0, -1)
        c.dg[:] = biases[:n, :, 1].T
    if not second:
        return clusters
    # X_j (G e_k), of all pairs: rows j, then k
    both = np.zeros((width, width, model.tree.nv))
    for c in clusters:
        n = len(c.columns)
        both[:n, :n, c.rows] = c.dG.transpose(2, 1, 0)
    one, two = np.repeat(rates, width, axis=0), np.tile(rates, (width, 1))
    displaced = _displaced(model, q, one, two, both.reshape(-1, model.tree.nv))
    for c, matrices, biases in _states(model, clusters, q, displaced, ydot, TWICE):
        n = len(c.columns)
        pairs = matrices[..., 3].reshape(width, width, *c.G.shape)[:n, :n]
        c.ddG[:] = pairs.transpose(2, 3, 1, 0)
        c.ddg[:] = biases[..., 3].reshape(width, width, -1)[:n, :n].transpose(2, 1, 0)
    return clusters


def changing_clusters(model: LoopModel) -> list[int]:
    """Clusters whose G is no constant."""
    numbers: list[int] | None = model.tables.get("changing clusters")
    if numbers is None:
        numbers = model.tables["changing clusters"] = [
            k
            for k, cluster in enumerate(model.clusters)
            if cluster.loops or not without_functions(model, k)
        ]
    return numbers


def _changing(model: LoopModel, G: Array) -> list[ClusterPartials]:
    """Clusters whose G is no constant, with memory for its derivatives."""
    found = []
    for k in changing_clusters(model):
        rows, columns = list(model.clusters[k].velocities), list(model.cluster_independent[k])
        own, n = G[np.ix_(rows, columns)], len(columns)
        shapes = ((*own.shape, n), own.shape, (*own.shape, n, n), (*own.shape, n))
        found.append(ClusterPartials(k, rows, columns, own, *map(np.zeros, shapes)))
    return found


def _displaced(model: LoopModel, q: Array, one: Array, two: Array, both: Array) -> Array:
    """Configurations (n, tree.nq, PARTS) in second-order numbers, displaced by q' = X.

    q_1 = q + e1 q'(X_1), q_2 = q_1 + e2 q'(X_2(q_1)), with X_1, X_2 and the derivative of X_2
    along X_1, all tree velocities: one, two, both (n, tree.nv).
    """
    out = np.zeros((len(one), model.tree.nq, PARTS))
    out[..., 0] = q
    given = (one, two, both)
    iq, iv = one_degree(model.tree)
    for part, rate in enumerate(given, 1):
        out[:, iq, part] = rate[:, iv]
    for i, at, to in quaternions(model.tree):
        h = q[at : at + 4]
        turn, slide = ([x[:, to + j : to + j + 3] for x in given] for j in (0, 3))
        first = _rate(h, turn[0])
        parts = (first, _rate(h, turn[1]), _rate(first, turn[1]) + _rate(h, turn[2]))
        out[:, at : at + 4, 1:] = np.stack(parts, axis=-1)
        if model.tree.joints[i].kind == "free":
            # R(h_1) X_2: the axes turn as well
            second = np.cross(turn[0], slide[1]) + slide[2]
            R = SO3.from_quaternion(h)
            for part, x in enumerate((slide[0], slide[1], second), 1):
                out[:, at - 3 : at, part] = x @ R.T
    return out


def _rate(h: Array, w: Array) -> Array:
    """h (w, 0) / 2 of quaternions."""
    imaginary = h[..., 3:] * w + np.cross(h[..., :3], w)
    real = -(h[..., :3] * w).sum(axis=-1, keepdims=True)
    return np.concatenate([imaginary, real], axis=-1) / 2


def _states(
    model: LoopModel,
    clusters: list[ClusterPartials],
    q: Array,
    displaced: Array,
    ydot: Array,
    F: Functions,
) -> list[tuple[ClusterPartials, Array, Array]]:
    """Of each cluster G and g of the configurations `displaced`, with their parts.

    displaced (n, tree.nq, PARTS); G (n, n_tree, n_ind, PARTS), g (n, n_tree, PARTS). Couplings are
    evaluated over series of F, ALONG if nothing moves along e2.
    """
    n, tables = len(displaced), loop_tables(model)
    if tables.programs.complete:
        driven = tables.coupling_parts(displaced, F is TWICE)
    else:
        # whatever functions couple is among the clusters, in the model's order
        driven = np.concatenate([_numbers(F, model, c.number, displaced) for c in clusters], axis=1)
    batches = -(-n // PAIRS)
    G = np.empty((batches, tables.n_G, PARTS, PAIRS))
    g = np.empty((batches, model.tree.nv, PARTS, PAIRS))
    numbers = np.array([c.number for c in clusters], np.intc)
    failed = run_displaced(tables, numbers, _packed(displaced), ydot, _packed(driven), G, g)
    if failed >= 0:
        raise singular(model, failed, q)
    matrices, biases = (
        x.transpose(0, 3, 1, 2).reshape(batches * PAIRS, -1, PARTS)[:n] for x in (G, g)
    )
    out = []
    for c in clusters:
        start, n_tree, n_ind = tables.shapes[c.number]
        block = matrices[:, start : start + n_tree * n_ind]
        out.append((c, block.reshape(n, n_tree, n_ind, PARTS), biases[:, c.rows]))
    return out


def _packed(x: Array) -> Array:
    """Rows (n, m, PARTS) as kernels read them, (batches, m, PARTS, PAIRS); the last one again."""
    n = len(x)
    batches = -(-n // PAIRS)
    rows = x[np.minimum(np.arange(batches * PAIRS), n - 1)]
    return np.ascontiguousarray(
        rows.reshape(batches, PAIRS, *x.shape[1:]).transpose(0, 2, 3, 1), np.float64
    )


def _numbers(F: Functions, model: LoopModel, k: int, q: Array) -> Array:
    """Values of the functions of cluster k with their parts, (n, count, PARTS), or of none.

    q (n, tree.nq, PARTS) are configurations with one value: a series of plain numbers, whose parts
    are those of all configurations side by side.
    """
    if without_functions(model, k):
        return np.zeros((len(q), 0, PARTS))
    places = []
    for value, one, two, both in q.transpose(1, 2, 0):
        x = ALONG.series([float(value[0]), one])
        places.append(x if F is ALONG else TWICE.series([x, ALONG.series([two, both])]))
    numbers = cluster_numbers(F, model, loop_tables(model), k, places)
    out = np.empty((len(q), len(numbers), PARTS))
    for i, x in enumerate(numbers):
        for part, y in enumerate(_parts(x)):
            out[:, i, part] = y
    return out


def _parts(x: Any) -> list[Any]:
    """Value and parts of e1, e2 and e1 e2 of a number."""
    value, slope = x.c if isinstance(x, Taylor) and x.level == TWICE.level else (x, 0.0)
    return [
        y for part in (value, slope) for y in (part.c if isinstance(part, Taylor) else (part, 0.0))
    ]
