"""The generalized forces to second order in parameters and motion, from those of a larger tree.

Of the extended tree of `parameter_tree` every first and second partial is known by IDSVA and
IDSVA-SO; its coordinates, velocities and accelerations are functions P, V, A of the parameters,
and the force F of a virtual joint of a screw enters that of the joint by (r p) . F. What is done
here is the chain rule, nothing more. Indices: i force, j and k what is moved, in this order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lieref.dynamics.inverse_dynamics import inverse_dynamics
from lieref.partials.chain_rule.body_motion import Base
from lieref.partials.idsva_so.pair_sweep import Axes
from lieref.partials.inverse_dynamics_partials import inverse_dynamics_partials
from lieref.partials.inverse_dynamics_second_partials import inverse_dynamics_second_partials
from lieref.partials.parameters.parameter_tree import (
    Extended,
    Moves,
    extended,
    extended_state,
    moved_bodies,
    moves,
)
from lieref.partials.parameters.regressor_partials import RegressorPartials, regressor_partials

if TYPE_CHECKING:
    from lieref.model.model import Model
    from lieref.partials.parameters.parameters import Parameters
    from lieref.partials.results import InverseDynamicsPartials, InverseDynamicsSecondPartials

Array = NDArray[np.float64]


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
    """Forces of the extended tree (n,), their first and second partials, and how p moves them."""

    at: Extended
    moves: Moves
    tau: Array
    first: InverseDynamicsPartials
    second: InverseDynamicsSecondPartials


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
    applied = None if loads is None else loads[None]
    rates = np.stack([v_all, a_all])
    forces = _Forces(
        at,
        moves(model, at, parameters, q, v, a),
        inverse_dynamics(at.tree, q_all, rates, base, applied, wrench_axes)[0],
        inverse_dynamics_partials(at.tree, q_all, v_all, a_all, base, loads, wrench_axes),
        inverse_dynamics_second_partials(at.tree, q_all, v_all, a_all, base, loads, wrench_axes),
    )
    # body by body, as the parameters are
    of_inertia = parameters.bodies if parameters.count("inertia") else ()
    bodies = [int(at.bodies[i]) for i in of_inertia]
    inertial = regressor_partials(at.tree, q_all, v_all, a_all, base, bodies)
    return _assembled(parameters, forces, inertial)


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


def _assembled(parameters: Parameters, f: _Forces, inertial: RegressorPartials) -> Expansion:
    """The blocks of the kinds in their places."""
    real, nv, m = f.at.real, len(f.at.real), parameters.total
    geometric = [
        parameters.columns(kind) for kind in parameters.kinds if kind in ("placement", "screw")
    ]
    g = np.concatenate([np.arange(m)[columns] for columns in geometric] or [np.arange(0)])
    c = np.arange(m)[parameters.columns("inertia")]
    p, pp = np.zeros((nv, m)), np.zeros((nv, m, m))
    pq, pv, pa = np.zeros((3, nv, m, nv))
    p[:, g], p[:, c] = first_order(f), inertial.Y[real]
    pp[:, g[:, None], g] = _twice(f)
    crossed = _inertial_geometric(f, inertial)
    pp[:, c[:, None], g] = crossed
    pp[:, g[:, None], c] = crossed.swapaxes(1, 2)
    for out, by, found in (
        (pq, inertial.dq, _with_q(f)),
        (pv, inertial.dv, _with_v(f)),
        (pa, inertial.da, _with_a(f)),
    ):
        out[:, g], out[:, c] = found.swapaxes(1, 2), by[real][:, :, real]
    square = np.ix_(real, real)
    aq = f.second.d2tau_da_dq[np.ix_(real, real, real)]
    return Expansion(
        p, f.first.dtau_dq[square], f.first.dtau_dv[square], pp, pq, pv, pa.swapaxes(1, 2), aq
    )


def _total(f: _Forces) -> Array:
    """dtau/dp of the extended tree (n, m): tau_q P + tau_v V + tau_a A"""
    by, x = f.first, f.moves
    return np.asarray(by.dtau_dq @ x.P + by.dtau_dv @ x.V + by.dtau_da @ x.A)


def first_order(f: _Forces) -> Array:
    """dtau/dp (nv, m): rows of the model's joints, and r . F of the screws"""
    out, x = _total(f)[f.at.real], f.moves
    screws = np.flatnonzero(x.owner >= 0)
    out[x.owner[screws], screws] += f.tau @ x.W[:, screws]
    return np.asarray(out)


def _twice(f: _Forces) -> Array:
    """d2tau/dp dp (nv, m, m)"""
    x, (qq, vv, qv, aq) = f.moves, f.second
    out = x.P.T @ (qq @ x.P)
    out = np.where(x.swapped, out.swapaxes(1, 2), out)
    out = np.where(x.averaged, (out + out.swapaxes(1, 2)) / 2, out)
    across = x.P.T @ (qv @ x.V) + x.A.T @ (aq @ x.P)
    out += across + across.swapaxes(1, 2) + x.V.T @ (vv @ x.V)
    for columns, here, K in x.curved:
        out[:, columns, columns] += np.tensordot(f.first.dtau_dq[:, here], K, 1)
    out = out[f.at.real]
    # (r p_j) . F_k + (r p_k) . F_j
    screws = np.flatnonzero(x.owner >= 0)
    worked = x.W[:, screws].T @ _total(f)
    out[x.owner[screws], screws, :] += worked
    out[x.owner[screws], :, screws] += worked
    return np.asarray(out)


def _with_q(f: _Forces) -> Array:
    """d2tau/dp_j dq_k as [i, k, j]: of a free root's own coordinates q comes first, then p"""
    x, by, real, (qq, _, qv, aq) = f.moves, f.first, f.at.real, f.second
    out = qq[:, real] @ x.P + qv[:, real] @ x.V + aq.swapaxes(1, 2)[:, real] @ x.A
    screws = np.flatnonzero(x.owner >= 0)
    W, B, C = (y[:, screws] for y in (x.W, x.B, x.C))
    v, a, owner = x.v[screws], x.a[screws], x.owner[screws]
    own = by.dtau_dq @ W + by.dtau_dv @ (B * v) + by.dtau_da @ (B * a + C * v**2)
    out[:, owner, screws] += own
    out = out[real]
    out[owner, :, screws] += W.T @ by.dtau_dq[:, real]
    out[owner, owner, screws] += f.tau @ B
    return np.asarray(out)


def _with_v(f: _Forces) -> Array:
    """d2tau/dp_j dv_k as [i, k, j]"""
    x, by, real, (_, vv, qv, _) = f.moves, f.first, f.at.real, f.second
    out = qv.swapaxes(1, 2)[:, real] @ x.P + vv[:, real] @ x.V
    screws = np.flatnonzero(x.owner >= 0)
    W, owner = x.W[:, screws], x.owner[screws]
    bent = 2 * x.B[:, screws] * x.v[screws]
    out[:, owner, screws] += by.dtau_dv @ W + by.dtau_da @ bent
    out = out[real]
    out[owner, :, screws] += W.T @ by.dtau_dv[:, real]
    return np.asarray(out)


def _with_a(f: _Forces) -> Array:
    """d2tau/da_k dp_j as [i, k, j]"""
    x, by, real = f.moves, f.first, f.at.real
    out = f.second.d2tau_da_dq[:, real] @ x.P
    screws = np.flatnonzero(x.owner >= 0)
    W, owner = x.W[:, screws], x.owner[screws]
    out[:, owner, screws] += by.dtau_da @ W
    out = out[real]
    out[owner, :, screws] += W.T @ by.dtau_da[:, real]
    return np.asarray(out)


def _inertial_geometric(f: _Forces, inertial: RegressorPartials) -> Array:
    """d2tau/dp_c dp_j (nv, c, m): inertial parameter, geometric one"""
    x = f.moves
    out = (inertial.dq @ x.P + inertial.dv @ x.V + inertial.da @ x.A)[f.at.real]
    screws = np.flatnonzero(x.owner >= 0)
    out[x.owner[screws], :, screws] += x.W[:, screws].T @ inertial.Y
    return np.asarray(out)
