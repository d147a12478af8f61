"""Forces of a mechanism to second order in its parameters and motion, from those of a larger one.

Of the extended mechanism of `lieref.loops.partials.geometry`, with independent coordinates z and
forces F on them, second partials are known; a change of placements, of screws and of the motion is
one of z, z', z''. With r, r', r'' of `lieref.partials.coordinates.screw_motion`, the screws p of a
joint whose coordinate is c give its virtual joint the velocity r p c' and the acceleration
r p c'' + r' p c'^2, and the forces tau of the mechanism are those on its own coordinates and

    tau += (dc'/dv)^T p^T r^T F.

c is a coordinate of the tree: where loops tie it, it moves with z as well, which enters in second
order. Indices: i force, j and k what is changed, in this order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lieref.loops.partials.chain_rule import inverse_first, tree_forces
from lieref.loops.partials.dynamics_partials import OpenTree, Options, open_tree
from lieref.loops.partials.geometry import (
    ExtendedMechanism,
    ExtendedMotion,
    extended_mechanism,
    extended_motion,
    require_closed,
)
from lieref.loops.partials.products import contracted
from lieref.partials.coordinates.screw_motion import ScrewMotion, screw_motion
from lieref.partials.parameters.parameter_expansion import Expansion
from lieref.partials.parameters.parameter_tree import root_move
from lieref.partials.parameters.regressor_partials import regressor_partials
from lieref.partials.results import InverseDynamicsPartials

if TYPE_CHECKING:
    from lieref.model.loops.loop_model import LoopModel
    from lieref.partials.parameters.parameters import Parameters

Array = NDArray[np.float64]
Indices = NDArray[np.intp]


class _Screw(NamedTuple):
    """Of a joint whose screw changes: columns among the changes, virtual rows, its coordinate."""

    columns: slice
    rows: slice
    place: int
    motion: ScrewMotion
    v: float
    a: float


class _Changes(NamedTuple):
    """How z, z', z'' (n, m + 3 nv) follow m geometric parameters, then q, v and a; the screws.

    swapped, averaged (m, m): of which pairs the order is to be exchanged, or does not exist.
    """

    Z: Array
    V: Array
    A: Array
    screws: list[_Screw]
    swapped: NDArray[np.bool_]
    averaged: NDArray[np.bool_]

    @property
    def geometric(self) -> int:
        """Geometric parameters."""
        return len(self.swapped)

    def times(self, first: InverseDynamicsPartials) -> Array:
        """Partials along q, v and a as those along the changes."""
        return np.asarray(first.dtau_dq @ self.Z + first.dtau_dv @ self.V + first.dtau_da @ self.A)


class _Forces(NamedTuple):
    """F (n,), its partials, along the changes (n, m + 3 nv), and the open tree they are of."""

    tau: Array
    first: InverseDynamicsPartials
    along: Array
    tree: OpenTree


def expansion(
    model: LoopModel, chosen: Parameters, q: Array, v: Array, a: Array, options: Options
) -> Expansion:
    """Of checked arguments; numbers may be beyond the range of double."""
    more = extended_mechanism(model, _moved(model, chosen))
    loads = None if options.wrenches is None else options.wrenches[None]
    at = extended_motion(model, more, q, np.stack([v, a]), options.base, loads, options.axes)
    options = options._replace(
        wrenches=None if at.wrenches is None else at.wrenches[0],
        own=np.zeros((1, more.model.nv)),
        tree=np.zeros((1, more.at.tree.nv)),
    )
    changes = _changes(model, more, chosen, at)
    m, nv, own = changes.geometric, model.nv, more.own
    if m:
        require_closed(more.model, at, [x[:, :m] for x in (changes.Z, changes.V, changes.A)])
    tree = open_tree(more.model, at.q, at.v[0], at.v[1], options, m > 0)
    first = inverse_first(tree.forces)
    f = _Forces(tree.forces.motion.G.T @ tree.forces.force, first, changes.times(first), tree)
    geometric, aq = np.zeros((nv, 0, 3 * nv)), None
    if m:
        geometric, aq = _second(more, at, changes, f, options)
    by = f.along[own].copy()
    for screw in changes.screws:
        # (dc'/dv)^T p^T r^T F
        transmitted = f.tau[screw.rows] @ screw.motion.rate
        by[:, screw.columns] += np.outer(f.tree.forces.motion.G[screw.place, own], transmitted)
    places = [np.arange(chosen.total)[chosen.columns(kind)] for kind in ("placement", "screw")]
    g = np.concatenate(places)
    p, pp = np.zeros((nv, chosen.total)), np.zeros((nv, chosen.total, chosen.total))
    rest = np.zeros((3, nv, chosen.total, nv))
    p[:, g], pp[:, g[:, None], g] = by[:, :m], geometric[..., :m]
    for k, out in enumerate(rest):
        out[:, g] = geometric[..., m + k * nv : m + (k + 1) * nv]
    inertial = np.arange(chosen.total)[chosen.columns("inertia")].reshape(-1, 10)
    for columns, i in zip(inertial, chosen.bodies, strict=False):
        p[:, columns], rest[:, :, columns], crossed = _inertial(more, at, changes, f, options, i)
        pp[:, columns[:, None], g] = crossed
        pp[:, g[:, None], columns] = crossed.swapaxes(1, 2)
    by_q, by_v = by[:, m : m + nv], by[:, m + nv : m + 2 * nv]
    return Expansion(p, by_q, by_v, pp, rest[0], rest[1], rest[2].swapaxes(1, 2), aq)


def _moved(model: LoopModel, chosen: Parameters) -> tuple[int, ...]:
    """Bodies that need a virtual joint, but for free roots that placements move."""
    placed, screwed = (kind in chosen.kinds for kind in ("placement", "screw"))
    joints = model.tree.joints
    return tuple(i for i in sorted(chosen.bodies) if placed or (screwed and joints[i].nv == 1))


def _changes(
    model: LoopModel, more: ExtendedMechanism, chosen: Parameters, at: ExtendedMotion
) -> _Changes:
    """Placements first, then screws, body by body."""
    tree, nv = model.tree, model.nv
    placed, m = chosen.count("placement"), chosen.count("placement") + chosen.count("screw")
    Z, V, A = out = np.zeros((3, more.model.nv, m + 3 * nv))
    for k, x in enumerate(out):
        x[more.own, m + k * nv + np.arange(nv)] = 1.0
    screws: list[_Screw] = []
    swapped, averaged = np.zeros((2, m, m), bool)
    for k, i in enumerate(chosen.bodies):
        shift, turn = slice(6 * k, 6 * k + 6), slice(placed + 6 * k, placed + 6 * k + 6)
        iv, iq, joint = int(tree.idx_v[i]), int(tree.idx_q[i]), tree.joints[i]
        if placed and i in more.roots:
            # no loop takes its coordinates in, they stand one after the other
            first = int(np.searchsorted(model.independent, iv))
            Z[more.own[first : first + 6], shift] = root_move(at.given[iq:][:7])
        elif placed:
            Z[more.virtual[i] : more.virtual[i] + 6, shift] = np.eye(6)
        if turn.stop > m or joint.nv != 1:
            continue
        rows, (v, a) = slice(more.virtual[i], more.virtual[i] + 6), at.rates[:, iv]
        motion = screw_motion(joint, float(at.given[iq]))
        Z[rows, turn], V[rows, turn] = motion.moved, motion.rate * v
        A[rows, turn] = motion.rate * a + motion.bend * v**2
        screws.append(_Screw(turn, rows, int(more.at.real[iv]), motion, v, a))
        averaged[turn, turn] = True
        if placed:
            # T exp(U) E: of the virtual joint's own coordinates E comes first, then U
            swapped[shift, turn] = True
    return _Changes(Z, V, A, screws, swapped, averaged)


def _second(
    more: ExtendedMechanism, at: ExtendedMotion, x: _Changes, f: _Forces, options: Options
) -> tuple[Array, Array]:
    """Of the own forces (nv, m, m + 3 nv), the parameters first; and H_q (nv, nv, nv)."""
    own, m = more.own, x.geometric
    nv = len(own)
    Z, V, A = (y[:, :m] for y in (x.Z, x.V, x.A))
    out, aq = np.zeros((nv, m, m + 3 * nv)), np.zeros((nv, nv, nv))
    for i, unit in enumerate(np.eye(more.model.nv)[own]):
        second = contracted(more.model, at.q, f.tree, options, unit)
        qq, vv, qv, by_aq = second
        aq[i] = by_aq[np.ix_(own, own)]
        pp = Z.T @ qq @ Z
        pp = np.where(x.swapped, pp.T, pp)
        across = Z.T @ qv @ V + Z.T @ by_aq.T @ A
        out[i, :, :m] = np.where(x.averaged, (pp + pp.T) / 2, pp) + across + across.T + V.T @ vv @ V
        # of a free root's own coordinates q comes first, then its placement
        of_q = qq[own] @ Z + qv[own] @ V + by_aq[:, own].T @ A
        of_v = qv[:, own].T @ Z + vv[own] @ V
        out[i, :, m:] = np.concatenate([of_q, of_v, by_aq[own] @ Z]).T
    for screw in x.screws:
        K = screw.motion.curvature
        out[:, screw.columns, screw.columns] += np.tensordot(f.first.dtau_dq[own, screw.rows], K, 1)
        terms = _coordinate_terms(more, x, f, screw)
        out[:, screw.columns] += terms
        out[:, :, screw.columns] += terms[..., :m].swapaxes(1, 2)
    return out, aq


def _coordinate_terms(more: ExtendedMechanism, x: _Changes, f: _Forces, screw: _Screw) -> Array:
    """What follows from the motion of the joint's own coordinate c: (nv, 6, m + 3 nv)."""
    own, rows, c = more.own, screw.rows, screw.place
    motion, to, first = f.tree.forces.motion, f.tree.forces.to, f.first
    r, bend, bend_rate = screw.motion.rate, screw.motion.bend, screw.motion.bend_rate
    # c, c' and c'' along the changes
    along_c = motion.G[c] @ x.Z
    along_cd = to.dv_dq[c] @ x.Z + motion.G[c] @ x.V
    along_cdd = to.da_dq[c] @ x.Z + to.da_dv[c] @ x.V + motion.G[c] @ x.A
    # the virtual joint's own motion p r, and the forces that its change wants
    by_q, by_v, by_a = (y[own, rows] for y in first)
    f_c = by_q @ r + by_v @ bend * screw.v + by_a @ (bend * screw.a + bend_rate * screw.v**2)
    f_cd, f_cdd = by_v @ r + 2 * screw.v * (by_a @ bend), by_a @ r
    out = (
        np.multiply.outer(f_c, along_c)
        + np.multiply.outer(f_cd, along_cd)
        + np.multiply.outer(f_cdd, along_cdd)
    )
    # (dc'/dv)^T p^T r^T F along the changes
    transmitted = r.T @ f.along[rows] + np.outer(f.tau[rows] @ bend, along_c)
    out += np.multiply.outer(motion.G[c, own], transmitted)
    out += (f.tau[rows] @ r)[:, None] * _row_partials(more, x, f, c)[:, None]
    return np.asarray(out)


def _row_partials(more: ExtendedMechanism, x: _Changes, f: _Forces, c: int) -> Array:
    """dc'/dv (nv,) along the changes, (nv, m + 3 nv)."""
    motion, n = f.tree.forces.motion, more.model.nv
    moved = np.zeros((n, n))
    for cluster in motion.clusters:
        if c in cluster.rows:
            here = np.ix_(cluster.columns, cluster.columns)
            moved[here] = cluster.dG[cluster.rows.index(c)]
    out = moved[more.own] @ x.Z
    for screw in x.screws:
        # a virtual joint with a screw moves with its joint
        shift_rate = motion.G[c, screw.rows] @ screw.motion.rate
        out[:, screw.columns] += np.outer(motion.G[screw.place, more.own], shift_rate)
    return np.asarray(out)


def _inertial(
    more: ExtendedMechanism,
    at: ExtendedMotion,
    x: _Changes,
    f: _Forces,
    options: Options,
    body: int,
) -> tuple[Array, Array, Array]:
    """The regressor of a body (nv, 10), (3, nv, 10, nv) by q, v, a, and by geometry (nv, 10, m)."""
    own, motion = more.own, f.tree.forces.motion
    number = int(more.at.bodies[body])
    by = regressor_partials(more.at.tree, at.q, f.tree.v, f.tree.a, options.base, [number])
    Y = motion.G.T @ by.Y
    rest = np.zeros((3, len(own), 10, len(own)))
    crossed = np.zeros((len(own), 10, x.geometric))
    for k in range(10):
        rows = InverseDynamicsPartials(*(y[:, k] for y in by[1:]))
        first = inverse_first(tree_forces(motion, by.Y[:, k], rows))
        for out, part in zip(rest, first, strict=True):
            out[:, k] = part[np.ix_(own, own)]
        crossed[:, k] = x.times(first)[own, : x.geometric]
    for screw in x.screws:
        transmitted = Y[screw.rows].T @ screw.motion.rate
        crossed[:, :, screw.columns] += np.multiply.outer(motion.G[screw.place, own], transmitted)
    return Y[own], rest, crossed
