"""First and second partial derivatives of dynamics through loops: the checked public functions."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.documentation import described
from lieref.dynamics.inverse_dynamics import inverse_dynamics as tree_inverse_dynamics
from lieref.loops.arguments import base_number, choice, external_forces
from lieref.loops.configuration import tree_configuration
from lieref.loops.constraints.constraint_partials import cluster_partials
from lieref.loops.constraints.loop_tables import loop_tables
from lieref.loops.constraints.state import closed_state
from lieref.loops.dynamics import Axes, Base, forward_dynamics
from lieref.loops.partials.chain_rule import (
    Motion,
    TreeForces,
    forward_second,
    inverse_first,
    inverse_second,
    tree_forces,
)
from lieref.loops.partials.first_partials import force_partials, forward_partials
from lieref.loops.partials.motion_partials import motion_partials
from lieref.model.arguments import real_array, real_numbers, require_finite
from lieref.model.loops.loop_model import LoopModel, require_loop_model
from lieref.model.model import Model
from lieref.partials.fdsva import forward_dynamics_partials as tree_forward
from lieref.partials.fdsva_so import forward_dynamics_second_partials as tree_forward_second
from lieref.partials.idsva import inverse_dynamics_partials as tree_inverse
from lieref.partials.idsva_so import inverse_dynamics_second_partials as tree_inverse_second
from lieref.partials.results import (
    ForwardDynamicsPartials,
    ForwardDynamicsSecondPartials,
    InverseDynamicsPartials,
    InverseDynamicsSecondPartials,
)

Array = NDArray[np.float64]


class Options(NamedTuple):
    """What the tree's functions take beside a state; chained: by the chain rule.

    own, tree: other forces on the independent coordinates (1, nv), and on those of the tree.
    """

    base: Base
    wrenches: Array | None
    axes: Axes
    chained: bool
    own: Array
    tree: Array


class OpenTree(NamedTuple):
    """The open tree's forces in one motion, and its velocity and acceleration."""

    forces: TreeForces
    v: Array
    a: Array


def checked_state(
    model: LoopModel,
    q: ArrayLike,
    near: ArrayLike | None,
    base: Base,
    wrenches: ArrayLike | None,
    axes: Axes,
    chained: bool,
    tau_ext: ArrayLike | None,
    **rows: ArrayLike,
) -> tuple[Array, list[Array], Options]:
    """The closed configuration, the rows (nv,), which errors call by their names, and the rest."""
    base_number(model, base)
    given = [real_array(name, row, (model.nv,)) for name, row in rows.items()]
    loads = None if wrenches is None else real_array("wrenches", wrenches, (model.nbodies, 6))
    acting = None if tau_ext is None else real_numbers("tau_ext", tau_ext)[None]
    options = Options(base, loads, axes, chained, *external_forces(model, acting, 1))
    return tree_configuration(model, q, near), given, options


def open_tree(
    model: LoopModel, q: Array, v: Array, a: Array, options: Options, second: bool
) -> OpenTree:
    """The tree's forces in a motion, with second derivatives of G if they are wanted."""
    state = closed_state(model, q, v)
    G = state.tables.dense(state.G)
    rates = np.array([state.v, G @ a + state.g])
    force, first = _tree_first(model, q, rates, options)
    motion = Motion(v, a, G, cluster_partials(model, q, v, G, second))
    return OpenTree(tree_forces(motion, force, first), rates[0], rates[1])


def _tree_first(
    model: LoopModel, q: Array, rates: Array, options: Options
) -> tuple[Array, InverseDynamicsPartials]:
    """The open tree's forces and their partials."""
    base, wrenches, axes, chained, _, acting = options
    loads = None if wrenches is None else wrenches[None]
    # constant forces do not change, but G^T turns them
    force = tree_inverse_dynamics(model.tree, q, rates, base, loads, axes, acting)[0]
    method: Literal["chain_rule", "idsva"] = "chain_rule" if chained else "idsva"
    return force, tree_inverse.inverse_dynamics_partials(
        model.tree, q, rates[0], rates[1], base, wrenches, axes, method
    )


def _first(
    model: LoopModel, q: Array, v: Array, a: Array, options: Options
) -> InverseDynamicsPartials:
    """First partials of the forces at a closed configuration."""
    rates, maps, dG = motion_partials(model, q, v, a)
    force, first = _tree_first(model, q, rates, options)
    return InverseDynamicsPartials(*force_partials(loop_tables(model), maps, dG, force, first))


def _second(
    model: LoopModel, q: Array, tree: OpenTree, options: Options
) -> InverseDynamicsSecondPartials:
    base, wrenches, axes, chained, *_ = options
    method: Literal["chain_rule", "idsva_so"] = "chain_rule" if chained else "idsva_so"
    second = tree_inverse_second.inverse_dynamics_second_partials(
        model.tree, q, tree.v, tree.a, base, wrenches, axes, method
    )
    return inverse_second(tree.forces, second)


def accelerations(model: LoopModel, q: Array, v: Array, tau: Array, options: Options) -> Array:
    loads = None if options.wrenches is None else options.wrenches[None]
    base, axes, acting = options.base, options.axes, options.tree
    found = forward_dynamics(model, q, v, tau[None] + options.own, base, loads, axes, acting)
    return np.asarray(found[0])


def _acting(model: Model, tau: ArrayLike, tau_ext: ArrayLike | None) -> ArrayLike:
    """tau and other forces on a tree, on which no partial of inverse dynamics depends."""
    if tau_ext is None:
        return tau
    return real_array("tau", tau, (model.nv,)) + real_array("tau_ext", tau_ext, (model.nv,))


def _finite(found: Any) -> Any:
    for name, array in zip(found._fields, found, strict=True):
        require_finite(name, array)
    return found


@described()
def inverse_dynamics_partials(
    model: LoopModel | Model,
    q: ArrayLike,
    v: ArrayLike,
    a: ArrayLike,
    base: Base = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Axes = "body",
    method: Literal["idsva", "chain_rule"] = "idsva",
    near: ArrayLike | None = None,
    tau_ext: ArrayLike | None = None,
) -> InverseDynamicsPartials:
    """Return the first partial derivatives of the forces on the independent coordinates.

    The partials of the open tree [Singh, (12), (13)] along the motions that the loops admit, and
    the derivatives of tau = G^T f by those of G, see `lieref.loops.partials.chain_rule`. While q
    moves, tau_ext is held, and so are the components of v and a in `base`, and of wrenches in
    `wrench_axes`.

    Parameters
    ----------
    method : {"idsva", "chain_rule"}
        How the partials of the open tree are computed. The chain rule is slower, and keeps some
        digits more where gears make rotors fast.
    tau_ext : (nv,) or (tree.nv,), optional
        ... Those on the tree reach the independent coordinates through the loops, which move.

    Returns
    -------
    InverseDynamicsPartials
        dtau_dq, dtau_dv, dtau_da, (nv, nv) each: force, coordinate; dtau_da is G^T H G. Column j of
        dtau_dq is the Lie derivative along the motion whose independent velocity is the unit
        vector j: the independent joint moves in its own body axes, the loops stay closed.

    Notes
    -----
    Cost O(nv d) for the tree and O(nv tree.nv^2) for the products.
    `lieref.oracle.loop_inverse_dynamics_partials` is the reference value.

    Examples
    --------
    >>> lieref.loops.inverse_dynamics_partials(model, q, v, v).dtau_dq.shape
    (1, 1)
    """
    if isinstance(model, Model):
        _acting(model, a, tau_ext)
        return tree_inverse.inverse_dynamics_partials(
            model, q, v, a, base, wrenches, wrench_axes, method
        )
    require_loop_model(model)
    chained = choice("method", method, ("idsva", "chain_rule")) == 1
    at, (v, a), options = checked_state(
        model, q, near, base, wrenches, wrench_axes, chained, tau_ext, v=v, a=a
    )
    with np.errstate(all="ignore"):
        found: InverseDynamicsPartials = _finite(_first(model, at, v, a, options))
    return found


@described("tau_ext : (nv,) or (tree.nv,), optional")
def inverse_dynamics_second_partials(
    model: LoopModel | Model,
    q: ArrayLike,
    v: ArrayLike,
    a: ArrayLike,
    base: Base = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Axes = "body",
    method: Literal["idsva_so", "chain_rule"] = "idsva_so",
    near: ArrayLike | None = None,
    tau_ext: ArrayLike | None = None,
) -> InverseDynamicsSecondPartials:
    """Return the second partial derivatives of the forces on the independent coordinates.

    As `inverse_dynamics_partials`, which says what is held, with the open tree's by [Singh,
    Algorithm 1].

    Parameters
    ----------
    method : {"idsva_so", "chain_rule"}
        How the partials of the open tree are computed.

    Returns
    -------
    InverseDynamicsSecondPartials
        d2tau_dq_dq, d2tau_dv_dv, d2tau_dq_dv, d2tau_da_dq, (nv, nv, nv) each: force, then as
        named. d2tau_dq_dq[i, j, k] is the derivative along k of that along j, symmetric but for
        pairs of one spherical or free joint.

    Notes
    -----
    Cost O(nv tree.nv^3). `lieref.oracle.loop_inverse_dynamics_second_partials` is the reference.

    Examples
    --------
    >>> lieref.loops.inverse_dynamics_second_partials(model, q, v, v).d2tau_dq_dq.shape
    (1, 1, 1)
    """
    if isinstance(model, Model):
        _acting(model, a, tau_ext)
        return tree_inverse_second.inverse_dynamics_second_partials(
            model, q, v, a, base, wrenches, wrench_axes, method
        )
    require_loop_model(model)
    chained = choice("method", method, ("idsva_so", "chain_rule")) == 1
    at, (v, a), options = checked_state(
        model, q, near, base, wrenches, wrench_axes, chained, tau_ext, v=v, a=a
    )
    with np.errstate(all="ignore"):
        tree = open_tree(model, at, v, a, options, True)
        found: InverseDynamicsSecondPartials = _finite(_second(model, at, tree, options))
    return found


@described("tau_ext : (nv,) or (tree.nv,), optional")
def forward_dynamics_partials(
    model: LoopModel | Model,
    q: ArrayLike,
    v: ArrayLike,
    tau: ArrayLike,
    base: Base = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Axes = "body",
    method: Literal["fdsva", "chain_rule"] = "fdsva",
    near: ArrayLike | None = None,
    tau_ext: ArrayLike | None = None,
) -> ForwardDynamicsPartials:
    """Return the first partial derivatives of the accelerations that forces cause.

    The accelerations by the C-ABA, then da/dx = -H^-1 dtau/dx [Singh, (45)] with H = G^T H_tree G
    and `inverse_dynamics_partials` there, which says what is held.

    Parameters
    ----------
    method : {"fdsva", "chain_rule"}
        How the partials of the open tree's forces are computed: by IDSVA or by the chain rule.

    Returns
    -------
    ForwardDynamicsPartials
        da_dq, da_dv, da_dtau, (nv, nv) each: acceleration, coordinate.

    Notes
    -----
    `lieref.oracle.loop_forward_dynamics_partials` is the reference value.

    Examples
    --------
    >>> lieref.loops.forward_dynamics_partials(model, q, v, v).da_dq.shape
    (1, 1)
    """
    if isinstance(model, Model):
        return tree_forward.forward_dynamics_partials(
            model, q, v, _acting(model, tau, tau_ext), base, wrenches, wrench_axes, method
        )
    require_loop_model(model)
    chained = choice("method", method, ("fdsva", "chain_rule")) == 1
    at, (v, tau), options = checked_state(
        model, q, near, base, wrenches, wrench_axes, chained, tau_ext, v=v, tau=tau
    )
    with np.errstate(all="ignore"):
        a = accelerations(model, at, v, tau, options)
        found: ForwardDynamicsPartials = _finite(forward_partials(_first(model, at, v, a, options)))
    return found


@described("tau_ext : (nv,) or (tree.nv,), optional")
def forward_dynamics_second_partials(
    model: LoopModel | Model,
    q: ArrayLike,
    v: ArrayLike,
    tau: ArrayLike,
    base: Base = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Axes = "body",
    method: Literal["fdsva_so", "chain_rule"] = "fdsva_so",
    near: ArrayLike | None = None,
    tau_ext: ArrayLike | None = None,
) -> ForwardDynamicsSecondPartials:
    """Return the second partial derivatives of the accelerations that forces cause.

    [Singh, (46)-(49)] with the partials of the forces through the loops; what is held
    is as of `inverse_dynamics_partials`.

    Parameters
    ----------
    method : {"fdsva_so", "chain_rule"}
        How the partials of the open tree's forces are computed: by IDSVA-SO or by the chain rule.

    Returns
    -------
    ForwardDynamicsSecondPartials
        d2a_dq_dq, d2a_dv_dv, d2a_dq_dv, d2a_dtau_dq, (nv, nv, nv) each: acceleration, then as
        named. d2a_dq_dq[i, j, k] is the derivative along k of that along j.

    Notes
    -----
    `lieref.oracle.loop_forward_dynamics_second_partials` is the reference value.

    Examples
    --------
    >>> lieref.loops.forward_dynamics_second_partials(model, q, v, v).d2a_dq_dq.shape
    (1, 1, 1)
    """
    if isinstance(model, Model):
        return tree_forward_second.forward_dynamics_second_partials(
            model, q, v, _acting(model, tau, tau_ext), base, wrenches, wrench_axes, method
        )
    require_loop_model(model)
    chained = choice("method", method, ("fdsva_so", "chain_rule")) == 1
    at, (v, tau), options = checked_state(
        model, q, near, base, wrenches, wrench_axes, chained, tau_ext, v=v, tau=tau
    )
    with np.errstate(all="ignore"):
        a = accelerations(model, at, v, tau, options)
        tree = open_tree(model, at, v, a, options, True)
        torques = inverse_first(tree.forces)
        first = forward_partials(torques)
        found: ForwardDynamicsSecondPartials = _finite(
            forward_second(first, torques, _second(model, at, tree, options))
        )
    return found
