"""Plain twin: what wrenches that are constant in inertial axes add to the partials of tau.

Wrench b, a moment n_b and a force f_b at the origin x_b of body b, does the power y = J^T W:

    y_i = sum_b n_b . w_i + f_b . xi_i(x_b),    xi_i(x) = u_i + w_i x x

over the bodies b that coordinate i carries, S_i = (w_i, u_i) its unit velocity. A move of
coordinate j turns all that it carries, itself among it: w -> w_j x w, xi -> w_j x xi; and a
point at x that others look at goes by xi_j(x). So every derivative belongs to the deepest of its
coordinates, d, and sees the others by their w alone:

    f . (w_a x xi_d),    f . (w_a x (w_b x xi_d)),    and n . (...) of w_d where i = d,

outermost first; of one joint's the derivative taken last is the outermost, i the innermost.

Everything is in inertial axes about the root's origin, so that no accuracy is lost far from the
inertial origin. Over any scalar field K, in numpy arrays of its scalars.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from lieref.kinematics.forward_kinematics_twin import motions
from lieref.model.tree.exact import exact_model

if TYPE_CHECKING:
    from lieref.model.model import Model

Array = NDArray[Any]


@dataclass(frozen=True)
class TreeAxes:
    """S (nv, 6): unit velocities (angular, linear); x (nbodies, 3): origins of the bodies.

    Inertial axes, about the origin of each tree's root body as it is now.
    """

    S: Array
    x: Array


def tree_axes(model: Model, q: Any, K: Any) -> TreeAxes:
    """The axes of a model at q (nq,), in scalars of K."""
    moved = motions(K, exact_model(model, K), [K(x) for x in q], [[K(0)]] * model.nv, "body")
    S = [[x[0] for x in column] for motion in moved for column in motion.S]
    return TreeAxes(np.array(S), np.array([motion.C[1] for motion in moved]))


def coordinate_paths(model: Model) -> list[NDArray[np.intp]]:
    """Of each joint: the velocity coordinates between the world and its body, its own last."""
    out: list[NDArray[np.intp]] = []
    for joint, parent, first in zip(model.joints, model.parents, model.idx_v, strict=True):
        own = np.arange(first, first + joint.nv)
        out.append(np.concatenate([out[parent], own]) if parent >= 0 else own)
    return out


def _cross(a: Array, b: Array) -> Array:
    """a x b along the last axis, of any scalar."""
    turned = [(1, 2), (2, 0), (0, 1)]
    return np.stack([a[..., i] * b[..., j] - a[..., j] * b[..., i] for i, j in turned], axis=-1)


def _composites(model: Model, axes: TreeAxes, wrenches: Array) -> tuple[Array, Array, Array]:
    """sum n_b (nv, 3), and Z, Z' (nv, 3, 3): sum xi_i(x_b) f_b^T and sum w_i n_b^T.

    Over the bodies b that coordinate i carries.
    """
    w, u = axes.S[:, :3], axes.S[:, 3:]
    wrench = wrenches.copy()
    lever = axes.x[:, :, None] * wrench[:, None, 3:]
    for i in range(model.nbodies - 1, -1, -1):
        parent = model.parents[i]
        if parent >= 0:
            wrench[parent] = wrench[parent] + wrench[i]
            lever[parent] = lever[parent] + lever[i]
    body = np.repeat(np.arange(model.nbodies), [joint.nv for joint in model.joints])
    n, f = wrench[body, :3], wrench[body, 3:]
    # sum (u + w x x_b) f_b^T = u f^T + w x (sum x_b f_b^T)
    columns = _cross(w[:, None, :], lever[body].swapaxes(1, 2)).swapaxes(1, 2)
    return n, u[:, :, None] * f[:, None, :] + columns, w[:, :, None] * n[:, None, :]


def torques(model: Model, axes: TreeAxes, wrenches: Array) -> Array:
    """y = J^T W (nv,) of wrenches (nbodies, 6) in inertial axes."""
    _, Z, of_moment = _composites(model, axes, wrenches)
    total = Z + of_moment
    return np.asarray(total[:, 0, 0] + total[:, 1, 1] + total[:, 2, 2])


def first_partials(model: Model, axes: TreeAxes, wrenches: Array) -> Array:
    """dy/dq (nv, nv): generalized force, coordinate."""
    w = axes.S[:, :3]
    n, Z, _ = _composites(model, axes, wrenches)
    # sum xi_d x f
    turning = np.stack([Z[:, i, j] - Z[:, j, i] for i, j in ((1, 2), (2, 0), (0, 1))], axis=-1)
    own = turning + _cross(w, n)
    out = np.zeros_like(w, shape=(model.nv, model.nv))
    for path, joint in zip(coordinate_paths(model), model.joints, strict=True):
        d, above = path[-joint.nv :], path[: -joint.nv]
        # w_j . (sum xi_i x f + w_i x n)
        out[np.ix_(d, path)] = own[d] @ w[path].T
        out[np.ix_(above, d)] = w[above] @ turning[d].T
    return out


def second_partials(model: Model, axes: TreeAxes, wrenches: Array) -> Array:
    """d2y/dq dq (nv, nv, nv): generalized force, the first coordinate, the one taken last."""
    w = axes.S[:, :3]
    _, Z, of_moment = _composites(model, axes, wrenches)
    out = np.zeros_like(w, shape=(model.nv,) * 3)
    for path, joint in zip(coordinate_paths(model), model.joints, strict=True):
        above = len(path) - joint.nv
        joints = np.searchsorted(model.idx_v, path, side="right")
        # [a, b]: coordinate b goes outside a, also where both are of one joint
        outside = joints[None, :] <= joints[:, None]
        for d in path[above:]:
            of_force = _ordered(_triple(w[path], Z[d]), outside)
            out[np.ix_([d], path, path)] = _ordered(_triple(w[path], Z[d] + of_moment[d]), outside)
            out[np.ix_(path[:above], [d], path)] = of_force[:above, None, :]
            out[np.ix_(path[:above], path[:above], [d])] = of_force[:above, :above, None]
    return out


def _triple(w: Array, Z: Array) -> Array:
    """[a, b]: f . (w_a x (w_b x xi)) = w_a^T (Z - tr Z) w_b of Z = xi f^T."""
    trace = Z[0, 0] + Z[1, 1] + Z[2, 2]
    return np.asarray(w @ (Z - trace * np.eye(3, dtype=int)) @ w.T)


def _ordered(M: Array, outside: NDArray[np.bool_]) -> Array:
    """[a, b]: M of the two, the outer one first."""
    return np.where(outside, M.T, M)
