"""The generalized forces to second order in parameters and motion, from those of a larger tree.

Of the extended tree of `parameter_tree` first partials are known by IDSVA, and second ones of each
force by IDSVA-SO; its coordinates, velocities and accelerations are functions P, V, A of the
parameters, and the force F of a virtual joint of a screw enters that of the joint by (r p) . F.
What is done here is the chain rule, nothing more, some forces at a time: tensors of the extended
tree would be larger than the result. Indices: i force, j and k what is moved, in this order.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lieref.dynamics.inverse_dynamics import inverse_dynamics
from lieref.model.checks import Axes, Base
from lieref.partials.idsva.inverse_dynamics_partials import inverse_dynamics_partials
from lieref.partials.parameters.parameter_tree import (
    Extended,
    Moves,
    extended,
    extended_state,
    moved_bodies,
    moves,
)
from lieref.partials.parameters.regressor_partials import RegressorPartials, regressor_partials
from lieref.partials.products.products import inverse_dynamics_contraction

if TYPE_CHECKING:
    from lieref.model.model import Model
    from lieref.partials.parameters.parameters import Parameters
    from lieref.partials.results import InverseDynamicsPartials

Array = NDArray[np.float64]
Indices = NDArray[np.intp]
#: Numbers of a tensor of the extended tree that are in memory at a time.
AT_ONCE = 2**19


class Expansion(NamedTuple):
    """First partials by p, q, v, (nv, m), (nv, nv); second ones, by name; H_q = d2tau_da_dq.

    aq is None where it was not needed: of inertial parameters alone.
    """

    p: Array
    q: Array
    v: Array
    pp: Array
    pq: Array
    pv: Array
    ap: Array
    aq: Array | None


class _Forces(NamedTuple):
    """Forces of the extended tree (n,), their first partials, and how p moves them."""

    at: Extended
    moves: Moves
    tau: Array
    first: InverseDynamicsPartials


class _Rows(NamedTuple):
    """Second partials of c forces: (c, m, m) by p; by q, v, a and p, (c, nv, m); aq (c, nv, nv)."""

    pp: Array
    q: Array
    v: Array
    a: Array
    aq: Array


class _Inertial(NamedTuple):
    """Of a body: Y (nv, 10), its partials by q, v, a (nv, 10, nv) and by geometry (nv, 10, m)."""

    Y: Array
    dq: Array
    dv: Array
    da: Array
    crossed: Array


def expansion(
    model: Model,
    parameters: Parameters,
    q: Array,
    v: Array,
    a: Array,
    base: Base,
    wrenches: Array | None,
    wrench_axes: Axes,
) -> Expansion:
    """Of checked arrays; numbers may be beyond the range of double."""
    if parameters.total == parameters.count("inertia"):
        return _of_inertia(model, parameters, q, v, a, base, wrenches, wrench_axes)
    at = extended(model, moved_bodies(model, parameters))
    q_all, v_all, a_all, loads = extended_state(at, q, v, a, wrenches)
    rates = np.stack([v_all, a_all])
    applied = None if loads is None else loads[None]
    f = _Forces(
        at,
        moves(model, at, parameters, q, v, a),
        inverse_dynamics(at.tree, q_all, rates, base, applied, wrench_axes)[0],
        inverse_dynamics_partials(at.tree, q_all, v_all, a_all, base, loads, wrench_axes),
    )
    bodies = parameters.bodies if parameters.count("inertia") else ()
    # in turn: what the extended tree has is large
    rows = (
        _rows(f, chosen, (q_all, v_all, a_all), (base, loads, wrench_axes))
        for chosen in _some_at_once(at)
    )
    inertial = (
        _inertial(f, regressor_partials(at.tree, q_all, v_all, a_all, base, [int(at.bodies[i])]))
        for i in bodies
    )
    return _assembled(parameters, f, rows, inertial)


def _of_inertia(
    model: Model,
    parameters: Parameters,
    q: Array,
    v: Array,
    a: Array,
    base: Base,
    wrenches: Array | None,
    wrench_axes: Axes,
) -> Expansion:
    """Of inertial parameters alone, in which the forces are linear."""
    first = inverse_dynamics_partials(model, q, v, a, base, wrenches, wrench_axes)
    bodies = parameters.bodies if "inertia" in parameters.kinds else ()
    by = regressor_partials(model, q, v, a, base, bodies)
    pp = np.zeros((model.nv, parameters.total, parameters.total))
    return Expansion(
        by.Y, first.dtau_dq, first.dtau_dv, pp, by.dq, by.dv, by.da.swapaxes(1, 2), None
    )


def _assembled(
    parameters: Parameters, f: _Forces, rows: Iterator[_Rows], inertial: Iterator[_Inertial]
) -> Expansion:
    """The blocks of the kinds in their places."""
    real, nv, m = f.at.real, len(f.at.real), parameters.total
    geometric = [
        parameters.columns(kind) for kind in parameters.kinds if kind in ("placement", "screw")
    ]
    g = np.concatenate([np.arange(m)[columns] for columns in geometric] or [np.arange(0)])
    p, pp = np.zeros((nv, m)), np.zeros((nv, m, m))
    pq, pv, pa = np.zeros((3, nv, m, nv))
    aq = np.zeros((nv, nv, nv))
    total, screws = _total(f), f.moves.screws
    p[:, g] = total[real]
    # (r p) . F
    p[f.moves.owner[screws], g[screws]] += f.tau @ f.moves.W[:, screws]
    done = 0
    for some in rows:
        here = slice(done, done + len(some.pp))
        pp[here, g[:, None], g], aq[here] = some.pp, some.aq
        for out, found in ((pq, some.q), (pv, some.v), (pa, some.a)):
            out[here, g] = found.swapaxes(1, 2)
        done = here.stop
    _add_screws(f, total, g, (pp, pq, pv, pa))
    c = np.arange(m)[parameters.columns("inertia")].reshape(-1, 10)
    for columns, by in zip(c, inertial, strict=True):
        p[:, columns], pq[:, columns], pv[:, columns], pa[:, columns] = by[:4]
        pp[:, columns[:, None], g] = by.crossed
        pp[:, g[:, None], columns] = by.crossed.swapaxes(1, 2)
    square = np.ix_(real, real)
    return Expansion(
        p, f.first.dtau_dq[square], f.first.dtau_dv[square], pp, pq, pv, pa.swapaxes(1, 2), aq
    )


def _total(f: _Forces) -> Array:
    """dtau/dp of the extended tree (n, m): tau_q P + tau_v V + tau_a A"""
    by, x = f.first, f.moves
    return np.asarray(by.dtau_dq @ x.P + by.dtau_dv @ x.V + by.dtau_da @ x.A)


def _some_at_once(at: Extended) -> list[Indices]:
    """The model's own coordinates in groups whose matrices fit in AT_ONCE numbers."""
    size = max(1, AT_ONCE // at.tree.nv**2)
    return [at.real[k : k + size] for k in range(0, len(at.real), size)]


def _rows(f: _Forces, chosen: Indices, state: tuple[Array, ...], options: tuple[Any, ...]) -> _Rows:
    """Second partials of the chosen forces of the extended tree, their own axes kept.

    Of a free root's own coordinates q comes first, then p.
    """
    x, real, n = f.moves, f.at.real, f.at.tree.nv
    q, v, a = state
    second = np.empty((4, len(chosen), n, n))
    for i, unit in enumerate(np.eye(n)[chosen]):
        second[:, i] = inverse_dynamics_contraction(f.at.tree, q, v, a, unit, *options)
    qq, vv, qv, aq = second

    def both(first: Array, X: Array) -> Array:
        """[i, j, k]: X^T of the k-th column"""
        return x.times(first.swapaxes(1, 2), X).swapaxes(1, 2)

    moved, lifted = x.times(qq, x.P), x.times(aq, x.P)
    pp = both(moved, x.P)
    by_q, by_v, by_a = moved[:, real], x.times(qv[:, :, real].swapaxes(1, 2), x.P), lifted[:, real]
    if len(x.screws):
        pp = np.where(x.swapped, pp.swapaxes(1, 2), pp)
        pp = np.where(x.averaged, (pp + pp.swapaxes(1, 2)) / 2, pp)
        rated, swept = x.times(qv, x.V), x.times(vv, x.V)
        across = both(rated, x.P) + both(lifted, x.A)
        pp += across + across.swapaxes(1, 2) + both(swept, x.V)
        for columns, here, K in x.curved:
            pp[:, columns, columns] += np.tensordot(f.first.dtau_dq[chosen, here], K, 1)
        by_q = by_q + rated[:, real] + x.times(aq[:, :, real].swapaxes(1, 2), x.A)
        by_v = by_v + swept[:, real]
    return _Rows(pp, by_q, by_v, by_a, aq[:, real[:, None], real])


def _add_screws(f: _Forces, total: Array, g: Indices, out: tuple[Array, ...]) -> None:
    """What the axes (r p) of the screws, that turn with q and p, add to forces of their joints."""
    x, by, real, (pp, pq, pv, pa) = f.moves, f.first, f.at.real, out
    W, B, C = (y[:, x.screws] for y in (x.W, x.B, x.C))
    v, a, owner, own = x.v[x.screws], x.a[x.screws], x.owner[x.screws], g[x.screws]
    # (r p_j) . F_k + (r p_k) . F_j
    worked = W.T @ total
    pp[owner[:, None], own[:, None], g] += worked
    pp[owner[:, None], g, own[:, None]] += worked
    moved = by.dtau_dq @ W + by.dtau_dv @ (B * v) + by.dtau_da @ (B * a + C * v**2)
    pq[:, own, owner] += moved[real]
    pv[:, own, owner] += (by.dtau_dv @ W + by.dtau_da @ (2 * B * v))[real]
    pa[:, own, owner] += (by.dtau_da @ W)[real]
    for tensor, first in ((pq, by.dtau_dq), (pv, by.dtau_dv), (pa, by.dtau_da)):
        tensor[owner, own] += W.T @ first[:, real]
    pq[owner, own, owner] += f.tau @ B


def _inertial(f: _Forces, by: RegressorPartials) -> _Inertial:
    """The ten parameters of a body of the extended tree."""
    x, real, n = f.moves, f.at.real, f.at.tree.nv
    pairs = ((by.dq, x.P), (by.dv, x.V), (by.da, x.A))
    crossed = sum(x.times(tensor[real].reshape(10 * len(real), n), X) for tensor, X in pairs)
    crossed = np.asarray(crossed).reshape(len(real), 10, len(x.W[0]))
    crossed[x.owner[x.screws], :, x.screws] += x.W[:, x.screws].T @ by.Y
    dq, dv, da = (tensor[real][:, :, real] for tensor in (by.dq, by.dv, by.da))
    return _Inertial(by.Y[real], dq, dv, da, crossed)
