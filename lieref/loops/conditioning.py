"""What rounding of the arguments does to forward dynamics of mechanisms, to first order.

Moves of half an ulp are far below what second derivatives could show: they go through the partials
of any order. A moved tree configuration is closed by its least moves in rad and lengths of the
loops, as by `lieref.oracle.loop_conditioning_bound`. The closing is rounded, too: near a loss of
rank this moves the dependent coordinates far. So the loops are opened at random, by the least moves
of the tree, and what that does to the accelerations is part of the bound.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra import SO3
from lieref.algebra.arguments import integer
from lieref.errors import ConfigurationError, SingularError
from lieref.loops.arguments import applied_wrenches, stack
from lieref.loops.constraints.equations import equations
from lieref.loops.constraints.loop_tables import loop_tables
from lieref.loops.constraints.row_space import least_motion
from lieref.loops.dynamics import Axes, Base, forward_dynamics, inverse_dynamics
from lieref.loops.lift import closed_matrix
from lieref.loops.partials.any_order.dynamics_partials import forward_dynamics_order_partials
from lieref.model.arguments import real_array, real_numbers, require_in_range
from lieref.model.tree.configuration import one_degree, quaternions

if TYPE_CHECKING:
    from lieref.model.loops.loop_model import LoopModel

Array = NDArray[np.float64]
MOST = 2**31 - 1
#: Moves are made this much larger where they are a difference of results.
LARGER = 2.0**40
#: The opening of a loop, half an ulp of its unit, and how much larger it is made: within CLOSED.
OPENING, WIDER = 2.0**-53, 2.0**12


def conditioning_bound(
    model: LoopModel,
    q: ArrayLike,
    v: ArrayLike,
    tau: ArrayLike,
    base: Base = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Axes = "body",
    tau_ext: ArrayLike | None = None,
    samples: int = 4,
    seed: int = 0,
) -> Array:
    """`lieref.conditioning_bound` of the independent coordinates."""
    integer("samples", samples, 1, MOST)
    rng = np.random.default_rng(integer("seed", seed, 0, MOST))
    at, G = closed_matrix(model, q, base)
    whole = real_numbers("q", q).shape == (model.tree.nq,)
    speed, forces = real_array("v", v, (model.nv,)), stack("tau", tau, 1, model.nv)
    loads = applied_wrenches(model, wrenches, len(forces))
    more = 0 * forces if tau_ext is None else real_array("tau_ext", tau_ext, forces.shape)
    acting = forces + more
    options = (base, loads, wrench_axes)
    a = forward_dynamics(model, at, speed, acting, *options)
    by = forward_dynamics_order_partials(model, at, speed, acting, *options)
    motion = np.concatenate([speed[None], a])
    sizes = np.abs(a).max(axis=1)
    bound = np.zeros(len(a))
    with np.errstate(over="ignore", invalid="ignore"):
        for _ in range(samples):
            dq = _configuration(model, at, G, _moves(rng, at), whole)
            dtau = _moves(rng, forces) + _moves(rng, more)
            if loads is not None:
                dtau += _of_wrenches(model, at, motion, base, _moves(rng, loads), wrench_axes)
            changes = by.da_dq @ dq + by.da_dv @ _moves(rng, speed)
            changes += np.einsum("kjab,jb->ka", by.da_dtau, dtau)
            try:
                opened = forward_dynamics(model, _opened(model, at, rng), speed, acting, *options)
            except (ConfigurationError, SingularError):
                return np.full(len(a), np.inf)
            changes += (opened - a) / WIDER
            largest = np.abs(changes).max(axis=1)
            bound = np.maximum(bound, np.divide(largest, sizes, out=0 * sizes, where=sizes > 0))
    require_in_range("bound", bound)
    return bound


def _moves(rng: np.random.Generator, x: Array) -> Array:
    """Half an ulp up or down of every number; a zero stays, for no rounding makes one."""
    return np.asarray(rng.choice([-0.5, 0.5], x.shape) * np.spacing(np.abs(x)) * (x != 0))


def _opened(model: LoopModel, q: Array, rng: np.random.Generator) -> Array:
    """The nearest configuration whose loops and constraints are open, WIDER than by rounding."""
    tables = loop_tables(model)
    rows = np.array([not name.startswith("coupled ") for name, _ in tables.owners], bool)
    opening = rng.choice([-1.0, 1.0], len(rows)) * rows * tables.row_units
    K = equations(model, q, np.zeros(model.tree.nv))[1]
    return model.tree.integrate(q, least_motion(model, K, WIDER * OPENING * opening))


def _configuration(model: LoopModel, q: Array, G: Array, moves: Array, whole: bool) -> Array:
    """The independent coordinates' moves (nv,), of moves (tree.nq,) of the configuration.

    whole: all of them move, and the loops are closed again; else the independent ones.
    """
    tree = model.tree
    dv = np.zeros(tree.nv)
    iq, iv = one_degree(tree)
    dv[iv] = moves[iq]
    for i, at, to in quaternions(tree):
        h, dh = q[at : at + 4], moves[at : at + 4]
        # h^-1 dh = (omega, 0) / 2
        dv[to : to + 3] = 2 * (h[3] * dh[:3] - dh[3] * h[:3] - np.cross(h[:3], dh[:3]))
        if tree.joints[i].kind == "free":
            dv[to + 3 : to + 6] = SO3.from_quaternion(h).T @ moves[at - 3 : at]
    if not whole:
        return np.asarray(dv[model.independent])
    units = loop_tables(model).tree_units
    return np.asarray(np.linalg.lstsq(G / units[:, None], dv / units, rcond=None)[0])


def _of_wrenches(
    model: LoopModel, q: Array, v: Array, base: Base, moves: Array, axes: Axes
) -> Array:
    """Generalized forces of wrenches along a motion, with time derivatives: they are linear."""
    still = inverse_dynamics(model, q, v, base)
    loaded = inverse_dynamics(model, q, v, base, LARGER * moves, axes)
    return np.asarray((still - loaded) / LARGER)
