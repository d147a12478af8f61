"""The constraint stage in plain Python over any scalar: G, g and the tree's velocity.

For each cluster [Chignoli et al., Sec. II-B]: qdot = G ydot, qddot = G yddot + g. With z the
coordinates that no coupling drives, q = gamma(z), and z_d, y those among them that are dependent
and independent:

    [K_d K_i] = K Gamma,    G_z = [1; -K_d^-1 K_i],    G = Gamma G_z
    gamma' = zdot^T Gamma' zdot,   g_d = K_d^-1 (k - K gamma'),   g = Gamma g_z + gamma'
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from lieref.algebra.series.taylor_scalar import Taylor
from lieref.errors import SingularError
from lieref.model.loops.elimination import eliminate
from lieref.model.loops.loop_closure import LoopClosure, Rows
from lieref.model.loops.loop_structure import implicit_names

if TYPE_CHECKING:
    from lieref.model.loops.loop_model import LoopModel

#: A scaled pivot below this is rounding: some hundred units of the last digit of a double.
BOUND = 2.0**-45
#: The solution x of K_d x = b, by b.
Solve = Callable[[list[Any]], list[Any]]


def constraint_state(
    K: Any, model: LoopModel, q: list[Any], ydot: list[Any], closure: LoopClosure | None = None
) -> tuple[list[Rows], list[Any], list[Any]]:
    """G of each cluster, g and qdot along the tree.

    Parameters
    ----------
    K : field
        Scalars, see `lieref.model.loops.loop_closure.LoopClosure`.
    model : LoopModel
    q : (tree.nq,)
        Tree configuration that closes the loops.
    ydot : (nv,)
        Independent velocities.
    closure : LoopClosure or None
        The one of this K and model, if it is at hand.

    Returns
    -------
    G : list of (n_tree, n_ind) rows
        Of each cluster, rows its velocity coordinates, columns its independent ones.
    g, qdot : (tree.nv,)

    Raises
    ------
    SingularError
        The dependent coordinates do not follow from the independent ones; names the loops.
    """
    closure = closure or LoopClosure(K, model)
    zero = K(0)
    g, qdot = [zero] * model.tree.nv, [zero] * model.tree.nv
    matrices = []
    for k, cluster in enumerate(model.clusters):
        G, curved, rates = cluster_state(closure, model, k, q, ydot)
        matrices.append(G)
        for iv, x, rate in zip(cluster.velocities, curved, rates, strict=True):
            g[iv], qdot[iv] = x, rate
    return matrices, g, qdot


def cluster_state(
    closure: LoopClosure, model: LoopModel, k: int, q: list[Any], ydot: list[Any]
) -> tuple[Rows, list[Any], list[Any]]:
    """G, g and qdot of cluster k, see `constraint_state`; rows are its velocity coordinates."""
    zero = closure.K(0)
    cluster = model.clusters[k]
    positions = model.cluster_independent[k]
    independent = [int(model.independent[at]) for at in positions]
    gamma, hessians = closure.coupling_derivatives(k, q)
    jacobian = closure.jacobian(k, q)
    solved = _solved(closure, model, k, gamma, jacobian, independent, None)
    G = _times(zero, gamma, solved[0])
    own = [ydot[at] for at in positions]
    rates = [_dot(zero, row, own) for row in G]
    qdot = [zero] * model.tree.nv
    for iv, rate in zip(cluster.velocities, rates, strict=True):
        qdot[iv] = rate
    zdot = [qdot[iv] for iv in cluster.free]
    curvature = [
        _dot(zero, [_dot(zero, row, zdot) for row in hessian], zdot) for hessian in hessians
    ]
    bias = closure.bias(k, q, qdot)
    right = [x - _dot(zero, row, curvature) for x, row in zip(bias, jacobian, strict=True)]
    g_z = _solved(closure, model, k, gamma, jacobian, independent, right)[1]
    g = [_dot(zero, row, g_z) + x for row, x in zip(gamma, curvature, strict=True)]
    return G, g, rates


def _solved(
    closure: LoopClosure,
    model: LoopModel,
    k: int,
    gamma: Rows,
    jacobian: Rows,
    independent: list[int],
    right: list[Any] | None,
) -> tuple[Rows, list[Any]]:
    """G_z and g_z of one cluster, g_z for the right-hand sides of K_d g_d."""
    free = list(model.clusters[k].free)
    dependent = [iv for iv in free if iv not in independent]
    zero = closure.K(0)
    row_scales, column_scales = closure.scales(k, gamma)
    places = [free.index(iv) for iv in dependent + independent]
    rows = []
    for i, row in enumerate(_times(zero, jacobian, gamma)):
        rows.append([*(row[j] for j in places), zero if right is None else right[i]])
    scales = [column_scales[j] for j in places[: len(dependent)]]
    found = eliminate(rows, row_scales, scales, BOUND, len(dependent))
    if len(found.pivots) < len(dependent):
        raise SingularError(f"{implicit_names(model, k)}: scaled pivot {found.remainder:.3g}")
    of = {dependent[j]: found.rows[i] for i, j in found.pivots}
    G, g = [], []
    for iv in free:
        if iv in of:
            G.append([-x for x in of[iv][len(dependent) : -1]])
            g.append(of[iv][-1])
        else:
            G.append([closure.K(int(iv == y)) for y in independent])
            g.append(zero)
    return G, g


def _dot(zero: Any, a: list[Any], b: list[Any]) -> Any:
    return sum((x * y for x, y in zip(a, b, strict=True)), zero)


def _times(zero: Any, a: Rows, b: Rows) -> Rows:
    columns = [list(column) for column in zip(*b, strict=True)]
    return [[_dot(zero, row, column) for column in columns] for row in a]


def motion_series(
    K: Any,
    model: LoopModel,
    q: list[Any],
    rates: Rows,
    closure: LoopClosure | None = None,
    solver: Callable[[LoopClosure, LoopModel, int, list[Any]], Solve] | None = None,
) -> tuple[Rows, list[list[Rows]]]:
    """Taylor series of the tree's velocity and of G along a motion, to any order.

    K(t) Gamma(t) zdot(t) = 0 order by order, with one inverse of K_d(0):

        z_d,m = -K_d,0^-1 (K_i,0 y_m + sum_{j>0} (K Gamma)_j zdot_{m-j})

    and G_z likewise, column by column.

    Parameters
    ----------
    K, model, q, closure
        See `constraint_state`.
    rates : (nv, n)
        Coefficients y^(m+1)/m! of the independent velocities.
    solver : callable or None
        solver(closure, model, k, q) returns how to solve with K_d(0) of cluster k, by default
        `left_inverse`.

    Returns
    -------
    qdot : (tree.nv, n)
        Coefficients of the tree's velocity.
    G : list of (n_tree, n_ind, n)
        Of each cluster.
    """
    closure = closure or LoopClosure(K, model)
    F = closure.K
    n = len(rates[0]) if rates else 0
    zero = K(0)
    qdot: Rows = [[] for _ in range(model.tree.nv)]
    solver = solver or left_inverse
    clusters = [_ClusterSeries(closure, model, k, q, solver) for k in range(len(model.clusters))]
    for m in range(n):
        moving = [F.series(x) for x in configuration_series(model, q, qdot, zero)]
        for k, cluster in enumerate(clusters):
            own = [rates[at] for at in model.cluster_independent[k]]
            for iv, x in zip(
                model.clusters[k].velocities, cluster.next_rates(moving, own, m), strict=True
            ):
                qdot[iv].append(x)
    return qdot, [cluster.matrices(n) for cluster in clusters]


def configuration_series(model: LoopModel, q: list[Any], qdot: Rows, zero: Any) -> Rows:
    """Coefficients of the tree's configuration, one more than those of its velocity.

    q' = qdot; quaternions h' = h (omega, 0) / 2 and positions p' = R(h) v for multi-degree joints.
    """
    out: Rows = [[x] for x in q]
    for i, joint in enumerate(model.tree.joints):
        iq, iv = int(model.tree.idx_q[i]), int(model.tree.idx_v[i])
        n = len(qdot[iv])
        if joint.nv == 1:
            out[iq] = [q[iq], *(x / (m + 1) for m, x in enumerate(qdot[iv]))]
            continue
        first = iq + (3 if joint.kind == "free" else 0)
        size = sum((x * x for x in q[first : first + 4]), zero)
        h = [[x] for x in q[first : first + 4]]
        for m in range(n):
            step = [zero] * 4
            for j in range(m + 1):
                omega = [qdot[iv + a][m - j] for a in range(3)] + [zero]
                step = [
                    s + x for s, x in zip(step, _product([c[j] for c in h], omega), strict=True)
                ]
            for a in range(4):
                h[a].append(step[a] / (2 * (m + 1)))
        out[first : first + 4] = h
        if joint.kind == "free":
            for m in range(n):
                step = [zero] * 4
                for a in range(m + 1):
                    for b in range(m + 1 - a):
                        velocity = [qdot[iv + 3 + c][m - a - b] for c in range(3)] + [zero]
                        left = _product([c[a] for c in h], velocity)
                        x, y, z, w = (c[b] for c in h)
                        rotated = _product(left, [-x, -y, -z, w])
                        step = [s + t for s, t in zip(step, rotated, strict=True)]
                for a in range(3):
                    out[iq + a].append(step[a] / (size * (m + 1)))
    return out


def _product(a: list[Any], b: list[Any]) -> list[Any]:
    """Quaternion product, (x, y, z, w)."""
    (ax, ay, az, aw), (bx, by, bz, bw) = a, b
    return [
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by + ay * bw + az * bx - ax * bz,
        aw * bz + az * bw + ax * by - ay * bx,
        aw * bw - ax * bx - ay * by - az * bz,
    ]


def _coefficients(x: Any, n: int, zero: Any, level: int) -> list[Any]:
    return list(x.c) if isinstance(x, Taylor) and x.level == level else [x] + [zero] * (n - 1)


class _ClusterSeries:
    """One cluster's constraints along a motion, one more coefficient at a time."""

    def __init__(self, closure: LoopClosure, model: LoopModel, k: int, q: list[Any], solver: Any):
        self.closure, self.k = closure, k
        self.zero, self.one = closure.K(0), closure.K(1)
        self.cluster = model.clusters[k]
        self.places, self.n_dep = ordered_places(model, k)
        self.n_ind = len(self.places) - self.n_dep
        self.zdot: Rows = []
        self.gamma: list[list[list[Any]]] = []
        self.rows: list[list[list[Any]]] = []
        self.solve: Solve = solver(closure, model, k, q) if self.n_dep else list

    def next_rates(self, q: list[Any], own: Rows, m: int) -> list[Any]:
        """Coefficient m of the cluster's velocities; q as series of m + 1 coefficients."""
        level = self.closure.K.level
        gamma = self.closure.coupling_derivatives(self.k, q)[0]

        def ordered(matrix: Rows) -> list[list[list[Any]]]:
            return [
                [_coefficients(row[j], m + 1, self.zero, level) for j in self.places]
                for row in matrix
            ]

        self.gamma = ordered(gamma)
        if self.n_dep:
            jacobian = self.closure.jacobian(self.k, q)
            self.rows = ordered(_times(self.zero, jacobian, gamma))
        y = [self.zero] * self.n_dep + [series[m] for series in own]
        self.zdot.append(y)
        y[: self.n_dep] = self._solved([self.zdot[m - j] for j in range(m + 1)], m)
        return [
            sum(
                (row[c][j] * self.zdot[m - j][c] for c in range(len(y)) for j in range(m + 1)),
                self.zero,
            )
            for row in self.gamma
        ]

    def _solved(self, z: Rows, m: int) -> list[Any]:
        """Dependent part of z[0] from sum_j (K Gamma)_j z[j] = 0; it comes as zero."""
        right = [
            sum((row[c][j] * z[j][c] for j in range(m + 1) for c in range(len(z[j]))), self.zero)
            for row in self.rows
        ]
        return [-x for x in self.solve(right)]

    def matrices(self, n: int) -> list[Rows]:
        """Coefficients of G = Gamma G_z, (n_tree, n_ind, n)."""
        columns = []
        for c in range(self.n_ind):
            z: Rows = []
            for m in range(n):
                unit = [self.zero] * (self.n_dep + self.n_ind)
                if m == 0:
                    unit[self.n_dep + c] = self.one
                z.append(unit)
                unit[: self.n_dep] = self._solved([z[m - j] for j in range(m + 1)], m)
            columns.append(
                [
                    [
                        sum(
                            (
                                row[a][j] * z[m - j][a]
                                for a in range(len(row))
                                for j in range(m + 1)
                            ),
                            self.zero,
                        )
                        for m in range(n)
                    ]
                    for row in self.gamma
                ]
            )
        return [list(row) for row in zip(*columns, strict=True)] if columns else []


def ordered_places(model: LoopModel, k: int) -> tuple[list[int], int]:
    """Places of the free coordinates of cluster k, dependent ones first, and how many these are."""
    independent = [int(model.independent[at]) for at in model.cluster_independent[k]]
    free = model.clusters[k].free
    dependent = [iv for iv in free if iv not in independent]
    return [free.index(iv) for iv in dependent + independent], len(dependent)


def left_inverse(closure: LoopClosure, model: LoopModel, k: int, q: list[Any]) -> Solve:
    """Solution with K_d(0) of cluster k by its left inverse: pivot rows carry it.

    Raises
    ------
    SingularError
        As of `constraint_state`.
    """
    zero, one = closure.K(0), closure.K(1)
    places, count = ordered_places(model, k)
    gamma = closure.coupling_derivatives(k, q)[0]
    row_scales, column_scales = closure.scales(k, gamma)
    matrix = _times(zero, closure.jacobian(k, q), gamma)
    rows = [
        [row[j] for j in places[:count]] + [one if a == b else zero for b in range(len(matrix))]
        for a, row in enumerate(matrix)
    ]
    found = eliminate(rows, row_scales, [column_scales[j] for j in places[:count]], BOUND, count)
    if len(found.pivots) < count:
        raise SingularError(f"{implicit_names(model, k)}: scaled pivot {found.remainder:.3g}")
    of = {j: found.rows[i][count:] for i, j in found.pivots}
    return lambda right: [_dot(zero, of[j], right) for j in range(count)]
