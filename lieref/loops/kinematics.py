"""Poses, twists and Jacobians of mechanisms: those of the tree along its motion, times G.

V = J qdot = (J G) ydot, and by the fields X_a of `lieref.loops.partials.chain_rule`, q' = G e_a,

    X_a (J G) = J_b G_ba G + J X_a G,    J_b the derivative of J along the tree's coordinate b.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.arguments import integer, items
from lieref.documentation import described
from lieref.errors import ShapeError
from lieref.kinematics import forward_kinematics as poses
from lieref.kinematics import frame_wrenches as tree_wrenches
from lieref.kinematics import jacobian as tree_jacobian
from lieref.kinematics import jacobian_partials as tree_partials
from lieref.kinematics import jacobians
from lieref.kinematics.inverse_kinematics import Bodies, Task
from lieref.kinematics.representations import Representation, require_representation
from lieref.loops.configuration import tree_configuration
from lieref.loops.constraints.constraint_partials import cluster_partials
from lieref.loops.lift import (
    closed_matrix,
    matrix_motion,
    product,
    times_matrix,
    tree_motion,
)
from lieref.model.arguments import require_in_range
from lieref.model.loops.loop_model import LoopModel, require_loop_model

Array = NDArray[np.float64]
#: Of partial derivatives: those of G are known as far.
MOST_ORDER = 2


def forward_kinematics(
    model: LoopModel,
    q: ArrayLike,
    v: ArrayLike | None = None,
    base: Representation = "body",
    representation: Representation = "spatial",
    frames: Sequence[int | str] | None = None,
) -> tuple[Array, Array]:
    """`lieref.forward_kinematics` of the tree along qdot = G ydot."""
    if v is None:
        v = np.zeros((*np.shape(q)[:-1], 1, model.nv))
    at, rates, _ = tree_motion(model, q, v, base, None)
    found = poses.forward_kinematics(model.tree, at, rates, base, representation, frames)
    return found[0], found[1]


def frame_wrenches(
    model: LoopModel,
    wrenches: Mapping[str, ArrayLike],
    order: int = 0,
    axes: Literal["frame", "inertial"] = "frame",
    q: ArrayLike | None = None,
    v: ArrayLike | None = None,
    base: Representation = "body",
) -> Array:
    """`lieref.frame_wrenches` on the bodies of the tree."""
    at, rates = None, None
    if q is not None:
        rows = np.zeros((1, model.nv)) if v is None else v
        at, rates, _ = tree_motion(model, q, rows, base, None)
    velocity = None if v is None else rates
    return tree_wrenches.frame_wrenches(model.tree, wrenches, order, axes, at, velocity, base)


def jacobian(
    model: LoopModel,
    q: ArrayLike,
    body: int | str,
    representation: Representation = "body",
    point: ArrayLike | None = None,
    base: Representation = "body",
) -> Array:
    """`lieref.jacobian` of the independent velocities, J G."""
    at, G = closed_matrix(model, q, base)
    J = tree_jacobian.jacobian(model.tree, at, body, representation, point, base)
    return times_matrix("J", J, G)


def jacobian_derivatives(
    model: LoopModel,
    q: ArrayLike,
    v: ArrayLike,
    body: int | str,
    representation: Representation = "body",
    point: ArrayLike | None = None,
    base: Representation = "body",
) -> Array:
    """`lieref.jacobian_derivatives` of the independent velocities, (J G)^(k)."""
    at, rates, G = matrix_motion(model, q, v, base, None)
    J = jacobians.jacobian_derivatives(model.tree, at, rates, body, representation, point, base)
    return product("J", J, G)


def system_jacobian(
    model: LoopModel,
    q: ArrayLike,
    representation: Representation = "body",
    base: Representation = "body",
) -> Array:
    """`lieref.system_jacobian` of the independent velocities."""
    at, G = closed_matrix(model, q, base)
    return times_matrix("J", jacobians.system_jacobian(model.tree, at, representation, base), G)


def system_jacobian_derivatives(
    model: LoopModel,
    q: ArrayLike,
    v: ArrayLike,
    representation: Representation = "body",
    base: Representation = "body",
) -> Array:
    """`lieref.system_jacobian_derivatives` of the independent velocities."""
    at, rates, G = matrix_motion(model, q, v, base, None)
    J = jacobians.system_jacobian_derivatives(model.tree, at, rates, representation, base)
    return product("J", J, G)


def jacobian_partials(
    model: LoopModel,
    q: ArrayLike,
    body: int | str,
    order: int = 1,
    representation: Representation = "body",
    point: ArrayLike | None = None,
    base: Representation = "body",
) -> Array:
    """`lieref.jacobian_partials` along the independent coordinates, of order 0 to 2."""
    n = integer("order", order, 0, MOST_ORDER)
    at, G = closed_matrix(model, q, base)

    def of_tree(k: int) -> Array:
        return tree_partials.jacobian_partials(model.tree, at, body, k, representation, point, base)

    with np.errstate(over="ignore", invalid="ignore"):
        found = _partials(of_tree, G, _changes(model, at, G, n))
    require_in_range("dJ", found)
    return np.asarray(found)


def jacobian_partial(
    model: LoopModel,
    q: ArrayLike,
    body: int | str,
    coordinates: Sequence[int],
    representation: Representation = "body",
    point: ArrayLike | None = None,
    base: Representation = "body",
) -> Array:
    """`lieref.jacobian_partial` along at most two independent coordinates."""
    along = [
        integer(f"coordinates[{k}]", x, 0, model.nv - 1)
        for k, x in enumerate(items("coordinates", coordinates))
    ]
    found = jacobian_partials(model, q, body, len(along), representation, point, base)
    for k in along:
        found = found[:, :, k]
    return np.ascontiguousarray(found)


def _changes(model: LoopModel, q: Array, G: Array, order: int) -> list[Array]:
    """X_a G as [i, j, a], and X_b X_a G as [i, j, a, b], as many as the order says."""
    nv, n = G.shape
    found = [np.zeros((nv, *[n] * (k + 2))) for k in range(order)]
    for c in cluster_partials(model, q, np.zeros(n), G, order > 1) if order else ():
        for out, change in zip(found, (c.dG, c.ddG), strict=False):
            out[np.ix_(c.rows, *[c.columns] * (out.ndim - 1))] = change
    return found


def _partials(of_tree: Callable[[int], Array], G: Array, changes: list[Array]) -> Array:
    """J G, [x, j, a] of its derivatives along a, or [x, j, a, b] of those along b of these."""
    J = of_tree(0)
    if not changes:
        return np.asarray(J @ G)
    dJ, dG = of_tree(1), changes[0]
    along = np.einsum("xic,ca->xia", dJ, G)
    if len(changes) == 1:
        return np.asarray(np.einsum("xia,ij->xja", along, G) + np.tensordot(J, dG, 1))
    once = np.einsum("xia,ijb->xjab", along, dG)
    return np.asarray(
        np.einsum("xicd,ij,ca,db->xjab", of_tree(2), G, G, G, optimize=True)
        + np.einsum("xic,ij,cab->xjab", dJ, G, dG, optimize=True)
        + (once + once.swapaxes(2, 3))
        + np.tensordot(J, changes[1], 1)
    )


@described("body : int, str or sequence of them", "ModelError, weights")
def inverse_kinematics_derivatives(
    model: LoopModel,
    q: ArrayLike,
    twists: ArrayLike,
    body: Bodies,
    representation: Representation = "body",
    point: ArrayLike | None = None,
    base: Representation = "body",
    task_weights: ArrayLike | None = None,
    joint_weights: ArrayLike | None = None,
    secondary: ArrayLike | None = None,
    damping: float = 0.0,
    near: ArrayLike | None = None,
) -> Array:
    """Return the independent velocity and its derivatives from those of twists of bodies.

    Source: as `lieref.inverse_kinematics_derivatives`, with the Jacobian J G of the independent
    velocities, which `lieref.jacobian_derivatives` has.

    Returns
    -------
    (n, nv) array
        Independent velocity and its time derivatives of order 0 .. n - 1.

    Raises
    ------
    ArgumentError
        ... A damping out of its range.
    SingularError
        ... Or a direction is lost, as of `lieref.inverse_kinematics_derivatives`.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model = lieref.catalogue.four_bar()
    >>> v = lieref.loops.inverse_kinematics_derivatives(model, model.assembly, np.ones((3, 6)),
    ...     model.names[1], task_weights=[0, 1, 0, 0, 0, 0])
    >>> v.shape
    (3, 1)
    """
    require_loop_model(model)
    require_representation("representation", representation)
    task = Task(model.nv, body, twists, task_weights, joint_weights, secondary, damping)
    if task.batched:
        raise ShapeError("twists and secondary of a mechanism: one state, expected no batch")
    at = tree_configuration(model, q, near)

    def jacobians(v: Array) -> Array:
        found = [
            jacobian_derivatives(model, at, v[0], x, representation, point, base)
            for x in task.bodies
        ]
        return np.concatenate(found, axis=-2)[None]

    return np.asarray(task.solve(jacobians)[0])
