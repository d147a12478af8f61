"""Partial derivatives of inverse and forward dynamics through loops: the chain rule.

With the fields X_k of `lieref.loops.constraint_partials_twin`, and the tree's motion qdot = G y,
qddot = G a + g(y) in terms of the independent velocity y and acceleration a,

    tau = G^T f(q, qdot, qddot),    f the forces of the open tree,

every derivative is one of f along directions (of q, of qdot, of qddot) of the tree:

    along q_k   (G e_k, X_k (G y), X_k (G a + g))
    along y_l   (0, G e_l, dg/dy_l)                 g = sum_kl y_k y_l X_k G e_l
    along a_j   (0, 0, G e_j)

and the product rule with those of G. Forward dynamics follows from tau = tau(q, y, a(q, y, tau)).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lieref.loops.constraint_partials import ClusterPartials
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


def tree_first(G: Array, to: Directions, f: InverseDynamicsPartials) -> InverseDynamicsPartials:
    """Derivatives of the open tree's forces, (tree.nv, nv) each."""
    return InverseDynamicsPartials(
        f.dtau_dq @ G + f.dtau_dv @ to.dv_dq + f.dtau_da @ to.da_dq,
        f.dtau_dv @ G + f.dtau_da @ to.da_dv,
        f.dtau_da @ G,
    )


def inverse_first(
    motion: Motion, force: Array, along: InverseDynamicsPartials
) -> InverseDynamicsPartials:
    """First partials of tau = G^T f; force (tree.nv,) is f, along `tree_first`."""
    found = [motion.G.T @ x for x in along]
    for c in motion.clusters:
        found[0][np.ix_(c.columns, c.columns)] += np.tensordot(force[c.rows], c.dG, 1)
    return InverseDynamicsPartials(*found)


def inverse_second(
    motion: Motion,
    force: Array,
    first: InverseDynamicsPartials,
    second: InverseDynamicsSecondPartials,
) -> InverseDynamicsSecondPartials:
    """Second partials of tau = G^T f from f (tree.nv,) and its partials along the tree."""
    G = motion.G
    to = directions(motion)
    found = [np.tensordot(G.T, x, 1) for x in _tree_second(motion, to, first, second)]
    along = tree_first(G, to, first)
    for c in motion.clusters:
        here = np.ix_(c.columns, c.columns, c.columns)
        found[0][here] += np.tensordot(force[c.rows], c.ddG, 1)
        # X_i (X_k G)^T f + (X_k G)^T X_i f + (X_i G)^T X_k f
        turned = c.dG.transpose(1, 2, 0)
        place = np.ix_(c.columns, c.columns)
        mixed = turned @ along.dtau_dq[c.rows]
        found[0][place] += mixed
        found[0].transpose(0, 2, 1)[place] += mixed
        found[2][place] += turned @ along.dtau_dv[c.rows]
        found[3].transpose(0, 2, 1)[place] += turned @ along.dtau_da[c.rows]
    return InverseDynamicsSecondPartials(*found)


def _tree_second(
    motion: Motion,
    to: Directions,
    f: InverseDynamicsPartials,
    s: InverseDynamicsSecondPartials,
) -> list[Array]:
    """Second derivatives of the open tree's forces, (tree.nv, nv, nv) each."""
    G = motion.G
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
        along_q, along_v, along_a = (x[:, c.rows] for x in f)
        # X_i X_k of G y and of G a + g, then what is left of X_k dg/dy_l, and of X_k G e_l
        speed, pull = _along(c.ddG, y), _along(c.ddG, a) + c.ddg
        bent = c.ddG.transpose(0, 1, 3, 2) @ y + _along(c.ddG, y)
        swapped = c.dG.transpose(0, 2, 1)
        qq[:, i, j] += (
            np.tensordot(along_q, c.dG, 1)
            + np.tensordot(along_v, speed, 1)
            + np.tensordot(along_a, pull, 1)
        )
        vv[:, i, j] += np.tensordot(along_a, c.dG + swapped, 1)
        qv[:, i, j] += np.tensordot(along_v, swapped, 1)
        qv[:, i, j] += np.tensordot(along_a, bent.transpose(0, 2, 1), 1)
        aq[:, i, j] += np.tensordot(along_a, c.dG, 1)
    return [qq, vv, qv, aq]


def forward_first(f: InverseDynamicsPartials) -> ForwardDynamicsPartials:
    """First partials of the accelerations from those of the forces: -H^-1 tau_q, ..., H^-1."""
    inverse = _inverse_of(f.dtau_da)
    nv = len(f.dtau_da)
    # one factorisation, all right-hand sides
    found = inverse(np.hstack([-f.dtau_dq, -f.dtau_dv, np.eye(nv)]))
    upside = found[:, 2 * nv :]
    return ForwardDynamicsPartials(found[:, :nv], found[:, nv : 2 * nv], (upside + upside.T) / 2)


def forward_second(
    a: ForwardDynamicsPartials, f: InverseDynamicsPartials, s: InverseDynamicsSecondPartials
) -> ForwardDynamicsSecondPartials:
    """Second partials of the accelerations from first ones and those of the forces.

    tau(q, y, a) = constant along q and y, with tau linear in a:

        a_xz = -H^-1 (tau_xz + H_x a_z + H_z a_x),    H_q = d2tau_da_dq, H_y = 0, tau_tau = 0
    """
    # [i, k, x]: H_k a_x
    moved = s.d2tau_da_dq.transpose(0, 2, 1)
    by_q, by_v, by_tau = (moved @ x for x in a)
    right = [
        s.d2tau_dq_dq + (by_q + by_q.transpose(0, 2, 1)),
        s.d2tau_dv_dv,
        s.d2tau_dq_dv + by_v,
        by_tau.transpose(0, 2, 1),
    ]
    inverse = _inverse_of(f.dtau_da)
    nv = len(f.dtau_da)
    found = [-inverse(x.reshape(nv, -1)).reshape(x.shape) for x in right]
    return ForwardDynamicsSecondPartials(*found)


def _inverse_of(H: Array) -> Callable[[Array], Array]:
    """Multiplication by H^-1, coordinates scaled so that all inertias are one."""
    scale = 1 / np.sqrt(np.diag(H))
    scaled = scale[:, None] * H * scale
    return lambda x: scale[:, None] * np.linalg.solve(scaled, scale[:, None] * x)


def _along(T: Array, x: Array) -> Array:
    """sum_j T_aj... x_j"""
    return np.tensordot(T, x, ([1], [0]))


def _twice(S: Array, U: Array, W: Array) -> Array:
    """sum_bc S_abc U_bu W_cw"""
    return np.asarray(U.T @ (S @ W))
