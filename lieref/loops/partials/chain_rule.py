"""Partial derivatives of inverse and forward dynamics through loops: the chain rule.

With the fields X_k of `lieref.loops.constraints.constraint_partials_twin`, and the tree's motion
qdot = G y, qddot = G a + g(y) in terms of the independent velocity y and acceleration a,

    tau = G^T f(q, qdot, qddot),    f the forces of the open tree,

every derivative is one of f along directions (of q, of qdot, of qddot) of the tree:

    along q_k   (G e_k, X_k (G y), X_k (G a + g))
    along y_l   (0, G e_l, dg/dy_l)                 g = sum_kl y_k y_l X_k G e_l
    along a_j   (0, 0, G e_j)

and the product rule with those of G. Forward dynamics follows from tau = tau(q, y, a(q, y, tau)).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lieref.loops.constraints.constraint_partials import ClusterPartials
from lieref.partials.products.products_results import (
    ForwardDynamicsContraction,
    InverseDynamicsContraction,
    InverseDynamicsVjp,
)
from lieref.partials.results import (
    ForwardDynamicsPartials,
    ForwardDynamicsSecondPartials,
    InverseDynamicsPartials,
    InverseDynamicsSecondPartials,
)

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Motion:
    """Independent velocity y and acceleration a (nv,), G (tree.nv, nv), and what moves G."""

    y: Array
    a: Array
    G: Array
    clusters: list[ClusterPartials]


@dataclass(frozen=True)
class Directions:
    """How the tree's motion changes: (tree.nv, nv) each.

    dv_dq, da_dq: of the tree's velocity and acceleration along q; da_dv: of its acceleration along
    y. Its velocity along y, and its acceleration along a, change by G.
    """

    dv_dq: Array
    da_dq: Array
    da_dv: Array


@dataclass(frozen=True)
class TreeForces:
    """The open tree's forces f (tree.nv,) in a motion, and what their partials are made of.

    first: the tree's own first partials, (tree.nv, tree.nv) each; along: the derivatives of f
    along the independent coordinates, (tree.nv, nv) each.
    """

    motion: Motion
    to: Directions
    force: Array
    first: InverseDynamicsPartials
    along: InverseDynamicsPartials


def tree_forces(motion: Motion, force: Array, first: InverseDynamicsPartials) -> TreeForces:
    """The forces and their derivatives along the independent coordinates."""
    to = directions(motion)
    along = InverseDynamicsPartials(*(x @ motion.G for x in first))
    # where no cluster moves G, the directions are zeros
    if motion.clusters:
        along.dtau_dq[:] += first.dtau_dv @ to.dv_dq + first.dtau_da @ to.da_dq
        along.dtau_dv[:] += first.dtau_da @ to.da_dv
    return TreeForces(motion, to, force, first, along)


def directions(motion: Motion) -> Directions:
    """First derivatives of the tree's motion."""
    dv_dq, da_dq, da_dv = (np.zeros(motion.G.shape) for _ in range(3))
    for c in motion.clusters:
        here = np.ix_(c.rows, c.columns)
        y, a = motion.y[c.columns], motion.a[c.columns]
        dv_dq[here] = _along(c.dG, y)
        da_dq[here] = _along(c.dG, a) + c.dg
        da_dv[here] = c.dG @ y + _along(c.dG, y)
    return Directions(dv_dq, da_dq, da_dv)


def inverse_first(f: TreeForces) -> InverseDynamicsPartials:
    """First partials of tau = G^T f."""
    found = [f.motion.G.T @ x for x in f.along]
    for c in f.motion.clusters:
        found[0][np.ix_(c.columns, c.columns)] += np.tensordot(f.force[c.rows], c.dG, 1)
    return InverseDynamicsPartials(*found)


def inverse_second(
    f: TreeForces, second: InverseDynamicsSecondPartials
) -> InverseDynamicsSecondPartials:
    """Second partials of tau = G^T f from those of f along the tree."""
    found = [np.tensordot(f.motion.G.T, x, 1) for x in _tree_second(f, second)]
    for c in f.motion.clusters:
        here = np.ix_(c.columns, c.columns, c.columns)
        found[0][here] += np.tensordot(f.force[c.rows], c.ddG, 1)
        # X_i (X_k G)^T f + (X_k G)^T X_i f + (X_i G)^T X_k f
        dGt = c.dG.transpose(1, 2, 0)
        block = np.ix_(c.columns, c.columns)
        product = dGt @ f.along.dtau_dq[c.rows]
        found[0][block] += product
        found[0].transpose(0, 2, 1)[block] += product
        found[2][block] += dGt @ f.along.dtau_dv[c.rows]
        found[3].transpose(0, 2, 1)[block] += dGt @ f.along.dtau_da[c.rows]
    return InverseDynamicsSecondPartials(*found)


def inverse_contracted(
    f: TreeForces, w: Array, rows: InverseDynamicsVjp, second: InverseDynamicsContraction
) -> InverseDynamicsContraction:
    """Second partials of w^T tau from those of (G w)^T f along the tree, first ones `rows`."""
    weighted = TreeForces(
        f.motion, f.to, f.force, InverseDynamicsPartials(*(x[None] for x in rows)), f.along
    )
    whole = InverseDynamicsSecondPartials(*(x[None] for x in second))
    found = [x[0] for x in _tree_second(weighted, whole)]
    for c in f.motion.clusters:
        own, at = w[c.columns], c.columns
        found[0][np.ix_(at, at)] += np.einsum("a,abjk,b->jk", f.force[c.rows], c.ddG, own)
        # X_k (G w)^T X_i f and so on, as of `inverse_second`
        dGt = (own @ c.dG).T
        product = dGt @ f.along.dtau_dq[c.rows]
        found[0][at] += product
        found[0][:, at] += product.T
        found[2][at] += dGt @ f.along.dtau_dv[c.rows]
        found[3][:, at] += (dGt @ f.along.dtau_da[c.rows]).T
    return InverseDynamicsContraction(*found)


def _tree_second(f: TreeForces, s: InverseDynamicsSecondPartials) -> list[Array]:
    """Second derivatives of the open tree's forces, (tree.nv, nv, nv) each."""
    motion, to, G = f.motion, f.to, f.motion.G
    mass = _twice(s.d2tau_da_dq, to.da_dq, G)
    rate = _twice(s.d2tau_dq_dv, G, to.dv_dq)
    qq = (
        _twice(s.d2tau_dq_dq, G, G)
        + _twice(s.d2tau_dv_dv, to.dv_dq, to.dv_dq)
        + (rate + rate.transpose(0, 2, 1))
        + (mass + mass.transpose(0, 2, 1))
    )
    vv = _twice(s.d2tau_dv_dv, G, G)
    qv = (
        _twice(s.d2tau_dq_dv, G, G)
        + _twice(s.d2tau_dv_dv, to.dv_dq, G)
        + _twice(s.d2tau_da_dq, to.da_dv, G).transpose(0, 2, 1)
    )
    aq = _twice(s.d2tau_da_dq, G, G)
    for c in motion.clusters:
        y, a = motion.y[c.columns], motion.a[c.columns]
        i, j = np.ix_(c.columns, c.columns)
        along_q, along_v, along_a = (x[:, c.rows] for x in f.first)
        # X_i X_k of G y and of G a + g, then what is left of X_k dg/dy_l, and of X_k G e_l
        V_qq, A_qq = _along(c.ddG, y), _along(c.ddG, a) + c.ddg
        A_qv = c.ddG.transpose(0, 1, 3, 2) @ y + _along(c.ddG, y)
        swapped = c.dG.transpose(0, 2, 1)
        qq[:, i, j] += (
            np.tensordot(along_q, c.dG, 1)
            + np.tensordot(along_v, V_qq, 1)
            + np.tensordot(along_a, A_qq, 1)
        )
        vv[:, i, j] += np.tensordot(along_a, c.dG + swapped, 1)
        qv[:, i, j] += np.tensordot(along_v, swapped, 1)
        qv[:, i, j] += np.tensordot(along_a, A_qv.transpose(0, 2, 1), 1)
        aq[:, i, j] += np.tensordot(along_a, c.dG, 1)
    return [qq, vv, qv, aq]


def forward_second(
    a: ForwardDynamicsPartials, f: InverseDynamicsPartials, s: InverseDynamicsSecondPartials
) -> ForwardDynamicsSecondPartials:
    """Second partials of the accelerations from first ones and those of the forces.

    tau(q, y, a) = constant along q and y, with tau linear in a:

        a_xz = -H^-1 (tau_xz + H_x a_z + H_z a_x),    H_q = d2tau_da_dq, H_y = 0, tau_tau = 0
    """
    # [i, k, x]: H_k a_x
    by_inertia = s.d2tau_da_dq.transpose(0, 2, 1)
    by_q, by_v, by_tau = (by_inertia @ x for x in a)
    right = [
        -(s.d2tau_dq_dq + (by_q + by_q.transpose(0, 2, 1))),
        -s.d2tau_dv_dv,
        -(s.d2tau_dq_dv + by_v),
        -by_tau.transpose(0, 2, 1),
    ]
    return ForwardDynamicsSecondPartials(*solved(f.dtau_da, right))


def forward_contracted(
    a: ForwardDynamicsPartials, s: InverseDynamicsContraction
) -> ForwardDynamicsContraction:
    """The second partials of w^T a, from those of (H^-1 w)^T tau; see `forward_second`."""
    by_q, by_v, by_tau = (s.d2tau_da_dq.T @ x for x in a)
    return ForwardDynamicsContraction(
        -(s.d2tau_dq_dq + (by_q + by_q.T)), -s.d2tau_dv_dv, -(s.d2tau_dq_dv + by_v), -by_tau.T
    )


def solved(H: Array, right: list[Array]) -> list[Array]:
    """H^-1 times arrays with nv rows, by one factorization; coordinates of unit inertia."""
    nv = len(H)
    scale = 1 / np.sqrt(np.diag(H))[:, None]
    rows = np.hstack([x.reshape(nv, -1) for x in right])
    found = scale * np.linalg.solve(scale * H * scale.T, scale * rows)
    ends = np.cumsum([x.size // nv for x in right])[:-1]
    return [x.reshape(y.shape) for x, y in zip(np.split(found, ends, axis=1), right, strict=True)]


def _along(T: Array, x: Array) -> Array:
    """sum_j T_aj... x_j"""
    return np.tensordot(T, x, ([1], [0]))


def _twice(S: Array, U: Array, W: Array) -> Array:
    """sum_bc S_abc U_bu W_cw"""
    return np.asarray(U.T @ (S @ W))
