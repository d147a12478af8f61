"""The wrenches that joints transmit, as forces of virtual joints behind them that rest."""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.arguments import choice
from lieref.documentation import described
from lieref.dynamics.inverse_dynamics import inverse_dynamics
from lieref.errors import ShapeError
from lieref.kinematics.forward_kinematics import forward_kinematics
from lieref.model.arguments import real_numbers, require_finite, require_in_range
from lieref.model.checks import Axes, Base
from lieref.model.joints.joints import Free
from lieref.model.model import Model
from lieref.model.tree.configuration import checked_configuration
from lieref.model.virtual_joints import Indices, Row, coordinates, tree_of

Array = NDArray[np.float64]
AXES = ("body", "inertial")


@described("q : (..., nq)", "v : (..., r + 2, nv)", "wrenches : (..., r + 1, nbodies, 6), optional")
def joint_wrenches(
    model: Model,
    q: ArrayLike,
    v: ArrayLike,
    base: Base = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Axes = "body",
    axes: Axes = "body",
    workers: int = 1,
) -> Array:
    """Return the wrenches that joints transmit in a motion, and their time derivatives.

    What the joint of body i exerts on it, reaction and motor together: the rate of the momentum of
    all that it carries, less gravity and the wrenches that act there. It is the generalized force
    of a free joint at rest between joint and body, by inverse dynamics [Ali, Alg. 1 and 2]. What a
    joint's own physics takes (armature, damping, friction, springs) stays in the joint.

    Where the motion of a mechanism does not determine how redundant constraints share the forces,
    theirs are those of `lieref.loops.constraint_forces`.

    Parameters
    ----------
    axes : {"body", "inertial"}
        Axes of the result.

    Returns
    -------
    (..., r + 1, nbodies, 6) array
        [k, i]: k-th derivatives of the components of (moment, force), N m and N, at the origin of
        the frame of body i.

    Notes
    -----
    Cost of `inverse_dynamics` of a tree of 2 nbodies bodies. `lieref.oracle.joint_wrenches` gives
    reference values.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model = lieref.catalogue.serial_chain(1)
    >>> found = lieref.joint_wrenches(model, [0.0], np.zeros((2, 1)), axes="inertial")
    >>> bool(np.allclose(found[0, 0, 3:], -model.masses[0] * model.gravity))
    True
    """
    choice("axes", axes, AXES)
    at = _with_virtual_joints(model)
    given, rates = checked_configuration(model, q), real_numbers("v", v)
    if rates.ndim < 2 or rates.shape[-2] < 2 or rates.shape[-1] != model.nv:
        raise ShapeError(f"v has shape {rates.shape}, expected (..., r + 2, {model.nv})")
    require_finite("v", rates)
    configuration = np.broadcast_to(at.tree.neutral(), (*given.shape[:-1], at.tree.nq)).copy()
    configuration[..., at.q] = given
    motion = np.zeros((*rates.shape[:-1], at.tree.nv))
    motion[..., at.v] = rates
    loads = None
    if wrenches is not None:
        applied, shape = real_numbers("wrenches", wrenches), (rates.shape[-2] - 1, model.nbodies, 6)
        if applied.shape[-3:] != shape:
            expected = f"(..., {shape[0]}, {shape[1]}, 6)"
            raise ShapeError(f"wrenches has shape {applied.shape}, expected {expected}")
        require_finite("wrenches", applied)
        loads = np.zeros((*applied.shape[:-2], at.tree.nbodies, 6))
        loads[..., 1::2, :] = applied
    tau = inverse_dynamics(
        at.tree, configuration, motion, base, loads, wrench_axes, workers=workers
    )
    found = tau[..., at.virtual].reshape(*tau.shape[:-1], model.nbodies, 6)
    if axes == "inertial":
        poses, twists = forward_kinematics(model, given, rates[..., :-1, :], base, "body")
        found = in_inertial_axes(found, poses[..., :3, :3], twists[..., :3])
        require_in_range("joint_wrenches", found)
    return found


class _Extended(NamedTuple):
    """The tree with virtual joints; indices of the model's coordinates, and of the virtual ones."""

    tree: Model
    q: Indices
    v: Indices
    virtual: Indices


@lru_cache(maxsize=8)
def _with_virtual_joints(model: Model) -> _Extended:
    """Each body behind a massless one, which the joint moves, on a free joint."""
    rows: list[Row] = []
    for i, joint in enumerate(model.joints):
        parent = int(model.parents[i])
        above = 2 * parent + 1 if parent >= 0 else -1
        rows.append(Row(f"joint {i}", joint, above, model.placements[i]))
        rows.append(Row(f"body {i}", Free(), 2 * i, np.eye(4), i))
    tree, joints = tree_of(model, rows), range(0, len(rows), 2)
    return _Extended(
        tree,
        coordinates(tree.idx_q, joints, [joint.nq for joint in model.joints]),
        coordinates(tree.idx_v, joints, [joint.nv for joint in model.joints]),
        coordinates(tree.idx_v, range(1, len(rows), 2), [6] * model.nbodies),
    )


def in_inertial_axes(found: Array, R: Array, w: Array) -> Array:
    """Derivatives of components in inertial axes, from those (n, N, 6) in axes R that turn with w.

    (R f)' = R (f' + w x f), again and again.
    """
    halves = found.reshape(*found.shape[:-1], 2, 3)
    turning = w[..., None, :]
    rows = [halves[..., k, :, :, :] for k in range(halves.shape[-4])]
    out = []
    with np.errstate(over="ignore", invalid="ignore"):
        while rows:
            out.append(rows[0] @ R.swapaxes(-1, -2))
            rows = [
                rows[k + 1]
                + sum(
                    comb(k, j) * np.cross(turning[..., j, :, :, :], rows[k - j])
                    for j in range(k + 1)
                )
                for k in range(len(rows) - 1)
            ]
    return np.stack(out, axis=-4).reshape(found.shape)
