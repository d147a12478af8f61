"""Partial derivatives of the forces in loops and couplings, and of impacts.

Along the fields X_j of `lieref.loops.partials.chain_rule`, independent velocities held. With f the
forces of the open tree, and f_c = K^T lambda = f - tau:

    d f_c = df + H G da,    da of `forward_dynamics_partials`.

An impact leaves v+ = c + e (c - v), c = G y the velocity that the loops allow nearest to v:

    G^T H (v - G y) = 0,
    G^T H G X_j y = (X_j G)^T H (v - c) + G^T (X_j H) (v - c) - G^T H (X_j G) y.

Multipliers follow from K^T lambda along each of these directions, as along a motion.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.documentation import described
from lieref.dynamics.closed_forms import joint_space_inertia
from lieref.dynamics.matrices.joint_space_inertia import joint_space_inertia_derivatives
from lieref.loops.constraints.constraint_partials import cluster_partials
from lieref.loops.constraints.series.jacobian_series import (
    coefficients,
    displaced_configuration,
    jacobian_series,
    multiplier_series,
    series_of,
)
from lieref.loops.contacts import checked_impact
from lieref.loops.lift import closed_matrix
from lieref.loops.loop_forces import coupling_forces, loop_wrenches
from lieref.loops.partials.chain_rule import inverse_first, solved
from lieref.loops.partials.dynamics_partials import accelerations, checked_state, open_tree
from lieref.loops.partials.first_partials import forward_partials
from lieref.model.arguments import require_in_range
from lieref.model.loops.loop_model import LoopModel, require_loop_model

Array = NDArray[np.float64]
Base = Literal["body", "spatial", "hybrid", "mixed"]
Axes = Literal["body", "inertial"]


@described()
class ConstraintForcePartials(NamedTuple):
    """First partials of `ConstraintForces`: what, along, of the independent coordinates.

    dloops_dq (nloops, 6, nv) and so on, dcouplings_dq and dtorques_dq (tree.nv, nv) and so on.

    Examples
    --------
    >>> lieref.loops.constraint_force_partials(model, q, v, v).dtorques_dq.shape
    (3, 1)
    """

    dloops_dq: Array
    dloops_dv: Array
    dloops_dtau: Array
    dcouplings_dq: Array
    dcouplings_dv: Array
    dcouplings_dtau: Array
    dtorques_dq: Array
    dtorques_dv: Array
    dtorques_dtau: Array


class ImpactPartials(NamedTuple):
    """First partials of `Impact`, by the independent coordinates q and the tree's velocity v.

    dv_dq (tree.nv, nv), dv_dv (tree.nv, tree.nv), dloops_dq (nloops, 6, nv), and so on; dlost_dq
    (nv,), dlost_dv (tree.nv,).

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model = lieref.catalogue.four_bar()
    >>> lieref.loops.impact_partials(model, model.assembly, np.ones(3)).dv_dv.shape
    (3, 3)
    """

    dv_dq: Array
    dv_dv: Array
    dloops_dq: Array
    dloops_dv: Array
    dcouplings_dq: Array
    dcouplings_dv: Array
    dtorques_dq: Array
    dtorques_dv: Array
    dlost_dq: Array
    dlost_dv: Array


@described("tau_ext : (nv,) or (tree.nv,), optional")
def constraint_force_partials(
    model: LoopModel,
    q: ArrayLike,
    v: ArrayLike,
    tau: ArrayLike,
    base: Base = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Axes = "body",
    tau_ext: ArrayLike | None = None,
    near: ArrayLike | None = None,
) -> ConstraintForcePartials:
    """Return the first partial derivatives of the forces in loops and couplings.

    Of K^T lambda = f - tau, f the forces of the open tree in the motion that tau causes, by its
    partials [Singh, (12), (13)]; lambda from the constraints expanded along each coordinate.

    Returns
    -------
    ConstraintForcePartials
        Lie derivatives along the independent coordinates, and derivatives by v and tau, of what
        `constraint_forces` returns; of wrenches in the axes of the successor's loop frame, which
        move with it. Where redundant rows share, of the least ones.

    Raises
    ------
    SingularError
        ... Or the loops have lost rank.

    Examples
    --------
    >>> lieref.loops.constraint_force_partials(model, q, v, v).dloops_dq.shape
    (1, 6, 1)
    """
    require_loop_model(model)
    at, (v_given, torque), options = checked_state(
        model, q, near, base, wrenches, wrench_axes, False, tau_ext, v=v, tau=tau
    )
    with np.errstate(over="ignore", invalid="ignore"):
        a = accelerations(model, at, v_given, torque, options)
        tree = open_tree(model, at, v_given, a, options, False)
        along = tree.forces.along
        by = forward_partials(inverse_first(tree.forces))
        f_c = tree.forces.force.copy()
        f_c[model.independent] -= torque + options.own[0]
        acting = np.eye(model.tree.nv)[:, model.independent]
        partials = [
            along.dtau_dq + along.dtau_da @ by.da_dq,
            along.dtau_dv + along.dtau_da @ by.da_dv,
            along.dtau_da @ by.da_dtau - acting,
        ]
        G = tree.forces.motion.G
        # no motion along v and tau
        moves = np.hstack([G, 0 * G, 0 * G])
        loops, couplings = _shared(model, at, f_c, np.hstack(partials), moves)
    found = ConstraintForcePartials(
        *np.split(loops, 3, axis=-1), *np.split(couplings, 3, axis=-1), *partials
    )
    _require(found)
    return found


@described()
def impact_partials(
    model: LoopModel,
    q: ArrayLike,
    v: ArrayLike,
    restitution: float = 0.0,
    near: ArrayLike | None = None,
) -> ImpactPartials:
    """Return the first partial derivatives of what the sudden closing of all loops does.

    Source: the momentum balance of `impact`, by the projection on the velocities that the loops
    allow; see the module's text.

    Parameters
    ----------
    model, q, v, restitution, near
        As of `impact`; the restitution is held.

    Returns
    -------
    ImpactPartials
        Lie derivatives along the independent coordinates, the components of v held, and
        derivatives by v.

    Raises
    ------
    ArgumentError
        A model without loops, a restitution below 0 or above 1.
    SingularError
        ... Or the loops have lost rank, or the inertia across a joint is singular.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model = lieref.catalogue.four_bar()
    >>> lieref.loops.impact_partials(model, model.assembly, np.ones(3), 0.5).dv_dq.shape
    (3, 1)
    """
    at, before, e = checked_impact(model, q, v, restitution, near)
    G = closed_matrix(model, at)[1]
    H, tree = joint_space_inertia(model.tree, at), model.tree
    with np.errstate(over="ignore", invalid="ignore"):
        inertia = G.T @ H @ G
        (y,) = solved(inertia, [G.T @ (H @ before)])
        closed = G @ y
        gap = before - closed
        dG_y = np.zeros((tree.nv, model.nv))
        dGt = np.zeros((model.nv, model.nv))
        for c in cluster_partials(model, at, np.zeros(model.nv), G, False):
            # (X_j G) y, and (X_j G)^T H gap
            dG_y[np.ix_(c.rows, c.columns)] = np.einsum("abj,b->aj", c.dG, y[c.columns])
            dGt[np.ix_(c.columns, c.columns)] += np.einsum("abj,a->bj", c.dG, (H @ gap)[c.rows])
        dH_gap = np.stack(
            [joint_space_inertia_derivatives(tree, at, [g])[1] @ gap for g in G.T], axis=1
        )
        dy, projector = solved(inertia, [dGt + G.T @ (dH_gap - H @ dG_y), G.T @ H])
        closed_dq, closed_dv = dG_y + G @ dy, G @ projector
        unit = np.eye(tree.nv)
        dv_dq, dv_dv = (1 + e) * closed_dq, (1 + e) * closed_dv - e * unit
        torques = -(1 + e) * (H @ gap)
        dt_dq, dt_dv = (1 + e) * (H @ closed_dq - dH_gap), (1 + e) * (H @ (closed_dv - unit))
        moves = np.hstack([G, np.zeros((tree.nv, tree.nv))])
        loops, couplings = _shared(model, at, torques, np.hstack([dt_dq, dt_dv]), moves)
        both = before + closed - e * gap
        lost_dq = -0.5 * (both @ dt_dq + torques @ dv_dq)
        lost_dv = -0.5 * (both @ dt_dv + torques @ (dv_dv + unit))
    loops_dq, loops_dv = np.split(loops, [model.nv], axis=-1)
    couplings_dq, couplings_dv = np.split(couplings, [model.nv], axis=-1)
    found = ImpactPartials(
        dv_dq, dv_dv, loops_dq, loops_dv, couplings_dq, couplings_dv, dt_dq, dt_dv, lost_dq, lost_dv
    )
    _require(found)
    return found


def _shared(
    model: LoopModel, q: Array, f_c: Array, partials: Array, moves: Array
) -> tuple[Array, Array]:
    """Slopes of wrenches (nloops, 6, n) and of forces of couplings (tree.nv, n).

    Of K^T lambda = f_c (tree.nv,) with its partials (tree.nv, n) along motions with the tree
    velocities `moves` (tree.nv, n).
    """
    n = partials.shape[1]
    # all motions at once: of each series the second coefficient has one number for each
    moving = displaced_configuration(model, q, moves)
    K = jacobian_series(model, moving, 2, (n,))
    solutions = [
        multiplier_series(model, K[..., j], np.stack([f_c, partials[:, j]])) for j in range(n)
    ]
    start, rates = solutions[0][0], np.stack([x[1] for x in solutions], axis=-1)
    multipliers = series_of(
        model, [[x, rate] for x, rate in zip(start.tolist(), rates, strict=True)]
    )
    loops = np.zeros((len(model.loops), 6, n))
    for i, wrench in enumerate(loop_wrenches(model, moving, multipliers)):
        for k, x in enumerate(wrench):
            loops[i, k] = coefficients(x, 2)[1]
    couplings = coupling_forces(model, K[0, ..., 0], rates)
    return loops, couplings + coupling_forces(model, K[1], start).T


def _require(found: NamedTuple) -> None:
    for name, array in found._asdict().items():
        require_in_range(name, array)
