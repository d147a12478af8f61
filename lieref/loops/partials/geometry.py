"""Sensitivity of mechanisms to their geometry: placements of bodies and joint screws.

In front of each joint stands a massless body on a free joint at rest, as of trees [Müller (2018),
Sec. 6.2], see `lieref.partials.parameters.parameter_tree`. Its coordinates u are independent ones
of the mechanism so extended: the dependent joints follow where u moves, so that the loops stay
closed while the independent coordinates y are held. With tau and F the forces of y and of u,

    placement   dtau/dp = tau_u
    screw       dtau/dp = tau_u L + tau_u' r qdot_j + tau_u'' (r qddot_j + r' qdot_j^2) + g_j^T F r

g_j the row of G of joint j, whose own motion follows from y; L, r, r' of
`lieref.partials.coordinates.screw_motion`. Loops with redundant rows stay closed by moves in
special directions alone; their rows K G u are looked at along the motion.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.arguments import choice
from lieref.errors import SingularError
from lieref.kinematics.posture import float_screws
from lieref.loops.arguments import AXES, applied_wrenches, stack
from lieref.loops.configuration import tree_configuration
from lieref.loops.constraints.loop_tables import loop_tables
from lieref.loops.constraints.series.jacobian_series import jacobian_series, moving_configuration
from lieref.loops.constraints.state import closed_state
from lieref.loops.dynamics import Axes, Base, forward_dynamics, inverse_dynamics
from lieref.loops.equations_of_motion import inverse_inertia_times
from lieref.loops.lift import tree_motion
from lieref.loops.partials.any_order.dynamics_partials import inverse_dynamics_order_partials
from lieref.loops.partials.dynamics_partials import inverse_dynamics_partials
from lieref.model.arguments import real_array, require_in_range
from lieref.model.loops.loop_assembly import close, structure
from lieref.model.loops.loop_choice import with_choice
from lieref.model.loops.loop_newton import CLOSED
from lieref.partials.coordinates.geometric_partials import SIDES, Side, on_side
from lieref.partials.coordinates.screw_motion import screw_rates
from lieref.partials.parameters.parameter_tree import Extended, extended, is_free_root, root_move

if TYPE_CHECKING:
    from lieref.model.loops.loop_model import LoopModel

Array = NDArray[np.float64]
Indices = NDArray[np.intp]


class ExtendedMechanism(NamedTuple):
    """A mechanism with virtual joints, and where the original's coordinates stand in it.

    own (nv,): places of its independent coordinates; virtual: the first of six, by body; roots:
    bodies on free joints at the root, whose placement moves them as their own coordinates do.
    """

    at: Extended
    model: LoopModel
    own: Indices
    virtual: dict[int, int]
    roots: tuple[int, ...]


class ExtendedMotion(NamedTuple):
    """q (tree.nq,), v (n, nv) and wrenches of the extended mechanism, whose virtual joints rest.

    given: q of the original's tree; rates (n, tree.nv): its velocity and acceleration.
    """

    q: Array
    v: Array
    wrenches: Array | None
    given: Array
    rates: Array


def extended_mechanism(model: LoopModel, bodies: Sequence[int] | None = None) -> ExtendedMechanism:
    """The mechanism with a virtual joint in front of each joint, or of some; made once."""
    key = "geometry" if bodies is None else f"geometry of {tuple(bodies)}"
    found: ExtendedMechanism | None = model.tables.get(key)
    if found is None:
        chosen = range(model.nbodies) if bodies is None else bodies
        found = model.tables[key] = _extended(model, chosen)
    return found


def _extended(model: LoopModel, moved: Sequence[int]) -> ExtendedMechanism:
    tree = model.tree
    tied = {i for cluster in model.clusters if cluster.constrained for i in cluster.bodies}
    roots = tuple(i for i in range(tree.nbodies) if is_free_root(tree, i) and i not in tied)
    at = extended(tree, tuple(i for i in moved if i not in roots))
    bodies = {name: f"body {i}" for i, name in enumerate(tree.names)}
    joints = {name: f"body {i}" for i, name in enumerate(tree.joint_names)}
    loops = [
        replace(
            loop,
            predecessor=None if loop.predecessor is None else bodies[loop.predecessor],
            successor=bodies[loop.successor],
        )
        for loop in model.loops
    ]
    couplings = [
        replace(
            c,
            driven=tuple(joints[name] for name in c.driven),
            sources=tuple(joints[name] for name in c.sources),
        )
        for c in model.couplings
    ]
    constraints = [
        replace(c, joints=tuple(joints[name] for name in c.joints)) for c in model.constraints
    ]
    independent = at.real[model.independent]
    others = np.setdiff1d(np.arange(at.tree.nv), at.real)
    assembly = at.tree.neutral()
    assembly[at.places] = model.assembly
    whole = with_choice(
        structure(at.tree, loops, couplings, constraints), [*independent, *others], assembly, close
    )
    place = {int(iv): k for k, iv in enumerate(whole.independent)}
    return ExtendedMechanism(
        at,
        whole,
        np.array([place[int(iv)] for iv in independent], np.intp),
        {i: place[first] for i, first in at.virtual.items()},
        roots,
    )


def extended_motion(
    model: LoopModel,
    more: ExtendedMechanism,
    q: ArrayLike,
    v: Array,
    base: Base,
    wrenches: Array | None,
    axes: Axes,
) -> ExtendedMotion:
    """The motion of the extended mechanism; v (n, nv) and wrenches (n - 1, nbodies, 6) checked."""
    choice("wrench_axes", axes, AXES)
    at, rates, _ = tree_motion(model, q, v, base, None)
    configuration = more.at.tree.neutral()
    configuration[more.at.places] = at
    y = np.zeros((len(v), more.model.nv))
    y[:, more.own] = v
    loads = None
    if wrenches is not None:
        loads = np.zeros((len(wrenches), more.at.tree.nbodies, 6))
        loads[:, more.at.bodies] = wrenches
    return ExtendedMotion(configuration, y, loads, at, rates)


def _state(
    model: LoopModel,
    q: ArrayLike,
    v: ArrayLike,
    a: ArrayLike,
    base: Base,
    wrenches: ArrayLike | None,
    axes: Axes,
) -> ExtendedMotion:
    """The same in one state."""
    rows = np.stack([real_array("v", v, (model.nv,)), real_array("a", a, (model.nv,))])
    loads = None
    if wrenches is not None:
        loads = real_array("wrenches", wrenches, (model.nbodies, 6))[None]
    return extended_motion(model, extended_mechanism(model), q, rows, base, loads, axes)


def _placements(model: LoopModel, q: Array, side: Side) -> Array:
    """How placements (6 nbodies) move the coordinates of the extended mechanism; q of the tree."""
    more, tree = extended_mechanism(model), model.tree
    P = np.zeros((more.model.nv, 6 * tree.nbodies))
    for i in range(tree.nbodies):
        here = slice(6 * i, 6 * i + 6)
        if i in more.roots:
            # no loop takes its coordinates in, they stand one after the other
            first = int(np.searchsorted(model.independent, tree.idx_v[i]))
            P[more.own[first : first + 6], here] = root_move(q[tree.idx_q[i] :][:7])
        else:
            P[more.virtual[i] : more.virtual[i] + 6, here] = np.eye(6)
    return on_side(tree, P, side)


def _screws(model: LoopModel, at: ExtendedMotion) -> tuple[Array, Array, Array]:
    """How screws (6 nbodies) move these coordinates, their velocities and accelerations."""
    more, tree = extended_mechanism(model), model.tree
    P, V, A = np.zeros((3, more.model.nv, 6 * tree.nbodies))
    velocity, acceleration = at.rates
    for i, joint in enumerate(tree.joints):
        if joint.nv != 1:
            continue
        iv = tree.idx_v[i]
        moved, rate, bend = screw_rates(float_screws(tree)[iv], at.given[tree.idx_q[i]])
        here = np.s_[more.virtual[i] : more.virtual[i] + 6, 6 * i : 6 * i + 6]
        P[here], V[here] = moved, rate * velocity[iv]
        A[here] = rate * acceleration[iv] + bend * velocity[iv] ** 2
    return P, V, A


def require_closed(more: LoopModel, at: ExtendedMotion, moves: Sequence[Array]) -> None:
    """SingularError if a loop with redundant constraints does not stay closed along the motion.

    more: the extended mechanism; moves: (its nv, k) how k changes move the virtual coordinates, and
    the derivatives of it.
    """
    tables = loop_tables(more)
    spare = np.zeros(tables.n_closing, bool)
    for (first, rows), cluster, own in zip(
        tables.row_ranges, more.clusters, more.cluster_independent, strict=True
    ):
        spare[first : first + rows] = rows > len(cluster.free) - len(own)
    if not spare.any():
        return
    n = len(at.v) + 1
    _, rates, G = tree_motion(more, at.q, np.concatenate([at.v, 0 * at.v[:1]]), "body", None)
    whole = np.cumprod([1.0, *range(1, n)])
    K = jacobian_series(more, moving_configuration(more, at.q, rates[:-1] / whole[:-1, None]), n)
    G /= whole[:, None, None]
    largest = max(1.0, float(np.abs(K).max()))
    for order in range(n):
        opened = np.zeros((len(spare), moves[0].shape[1]))
        for m in range(min(order + 1, len(moves))):
            slid = moves[m] / whole[m]
            opened += sum(K[j] @ (G[order - m - j] @ slid) for j in range(order - m + 1))
        opened[~spare] = 0.0
        if np.abs(opened).max() > CLOSED * largest:
            row, column = np.unravel_index(int(np.abs(opened).argmax()), opened.shape)
            raise SingularError(
                f"{tables.owners[row][0]}: has redundant constraints, and change {column} of the "
                "geometry opens it; first partials take `directions` in which it stays closed"
            )


def _along(model: LoopModel, directions: ArrayLike | None) -> Array:
    """Columns of changes (6 nbodies, k), checked; None is each number alone."""
    size = 6 * model.nbodies
    if directions is None:
        return np.eye(size)
    return real_array("directions", directions, (size, "k"))


def inverse_dynamics_geometric_partials(
    model: LoopModel,
    q: ArrayLike,
    v: ArrayLike,
    a: ArrayLike,
    side: Side = "right",
    base: Base = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Axes = "body",
    directions: ArrayLike | None = None,
) -> Array:
    """`lieref.inverse_dynamics_geometric_partials` of the independent coordinates."""
    choice("side", side, SIDES)
    along = _along(model, directions)
    at = _state(model, q, v, a, base, wrenches, wrench_axes)
    more = extended_mechanism(model)
    P = _placements(model, at.given, side) @ along
    require_closed(more.model, at, [P])
    loads = None if at.wrenches is None else at.wrenches[0]
    by = inverse_dynamics_partials(more.model, at.q, at.v[0], at.v[1], base, loads, wrench_axes)
    return _finite("dtau_dplacement", by.dtau_dq[more.own] @ P)


def inverse_dynamics_screw_partials(
    model: LoopModel,
    q: ArrayLike,
    v: ArrayLike,
    a: ArrayLike,
    base: Base = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Axes = "body",
    directions: ArrayLike | None = None,
) -> Array:
    """`lieref.inverse_dynamics_screw_partials` of the independent coordinates."""
    along = _along(model, directions)
    at = _state(model, q, v, a, base, wrenches, wrench_axes)
    more, tree = extended_mechanism(model), model.tree
    P, V, A = (x @ along for x in _screws(model, at))
    require_closed(more.model, at, [P, V, A])
    loads = None if at.wrenches is None else at.wrenches[0]
    by = inverse_dynamics_partials(more.model, at.q, at.v[0], at.v[1], base, loads, wrench_axes)
    found = by.dtau_dq[more.own] @ P + by.dtau_dv[more.own] @ V + by.dtau_da[more.own] @ A
    # g_j^T F r: the virtual joints move with the joints behind them
    F = inverse_dynamics(more.model, at.q, at.v, base, at.wrenches, wrench_axes)[0]
    G = loop_tables(model).dense(closed_state(model, at.given, at.v[0, more.own]).G)
    for i, joint in enumerate(tree.joints):
        if joint.nv == 1:
            iv = tree.idx_v[i]
            rate = screw_rates(float_screws(tree)[iv], at.given[tree.idx_q[i]])[1]
            force = F[more.virtual[i] :][:6] @ rate @ along[6 * i : 6 * i + 6]
            found += np.outer(G[iv], force)
    return _finite("dtau_dscrew", found)


def inverse_dynamics_geometric_derivatives(
    model: LoopModel,
    q: ArrayLike,
    v: ArrayLike,
    side: Side = "right",
    base: Base = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Axes = "body",
    directions: ArrayLike | None = None,
) -> Array:
    """`lieref.inverse_dynamics_geometric_derivatives` of the independent coordinates."""
    choice("side", side, SIDES)
    along = _along(model, directions)
    rows = stack("v", v, 2, model.nv)
    loads = applied_wrenches(model, wrenches, len(rows) - 1)
    more = extended_mechanism(model)
    at = extended_motion(model, more, q, rows, base, loads, wrench_axes)
    P = _placements(model, at.given, side) @ along
    require_closed(more.model, at, [P])
    by = inverse_dynamics_order_partials(more.model, at.q, at.v, base, at.wrenches, wrench_axes)
    return _finite("dtau_dplacement", by.dtau_dq[:, more.own] @ P)


def forward_dynamics_geometric_partials(
    model: LoopModel,
    q: ArrayLike,
    v: ArrayLike,
    tau: ArrayLike,
    side: Side = "right",
    base: Base = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Axes = "body",
    directions: ArrayLike | None = None,
) -> Array:
    """`lieref.forward_dynamics_geometric_partials` of the independent coordinates."""
    at, a = _accelerated(model, q, v, tau, base, wrenches, wrench_axes)
    given = (side, base, wrenches, wrench_axes, directions)
    found = inverse_dynamics_geometric_partials(model, at, v, a, *given)
    return -inverse_inertia_times(model, at, found, base)


def forward_dynamics_screw_partials(
    model: LoopModel,
    q: ArrayLike,
    v: ArrayLike,
    tau: ArrayLike,
    base: Base = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Axes = "body",
    directions: ArrayLike | None = None,
) -> Array:
    """`lieref.forward_dynamics_screw_partials` of the independent coordinates."""
    at, a = _accelerated(model, q, v, tau, base, wrenches, wrench_axes)
    found = inverse_dynamics_screw_partials(
        model, at, v, a, base, wrenches, wrench_axes, directions
    )
    return -inverse_inertia_times(model, at, found, base)


def _accelerated(
    model: LoopModel,
    q: ArrayLike,
    v: ArrayLike,
    tau: ArrayLike,
    base: Base,
    wrenches: ArrayLike | None,
    axes: Axes,
) -> tuple[Array, Array]:
    """The closed tree configuration and the acceleration that the forces cause."""
    at = tree_configuration(model, q)
    forces, loads = real_array("tau", tau, (model.nv,)), None
    if wrenches is not None:
        loads = real_array("wrenches", wrenches, (model.nbodies, 6))[None]
    return at, forward_dynamics(model, at, v, forces[None], base, loads, axes)[0]


def _finite(name: str, found: Array) -> Array:
    require_in_range(name, found)
    return found
