"""The wrenches that the joints of a mechanism transmit."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra import SE3
from lieref.dynamics.laws import joint_wrenches as of_tree
from lieref.kinematics.forward_kinematics import forward_kinematics
from lieref.loops.arguments import AXES, applied_wrenches, choice, stack
from lieref.loops.dynamics import inverse_dynamics
from lieref.loops.lift import tree_motion
from lieref.loops.loop_forces import constraint_forces

if TYPE_CHECKING:
    from lieref.model.checks import Axes, Base
    from lieref.model.loops.loop_model import LoopModel

Array = NDArray[np.float64]


def joint_wrenches(
    model: LoopModel,
    q: ArrayLike,
    v: ArrayLike,
    base: Base = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Axes = "body",
    axes: Axes = "body",
) -> Array:
    """`lieref.joint_wrenches` of the tree's joints, with the loops' wrenches on its bodies."""
    choice("wrench_axes", wrench_axes, AXES)
    motion = stack("v", v, 2, model.nv)
    rows = len(motion) - 1
    at, rates, _ = tree_motion(model, q, motion, base, None)
    loads = applied_wrenches(model, wrenches, rows)
    tau = inverse_dynamics(model, at, motion, base, loads, wrench_axes)
    forces = constraint_forces(model, at, motion[0], tau, base, loads, wrench_axes)
    tree = model.tree
    poses, twists = forward_kinematics(tree, at, rates[:-1], base, "body")
    hybrid = forward_kinematics(tree, at, rates[:-1], base, "hybrid")[1]
    positions = np.concatenate([poses[None, :, :3, 3], hybrid[..., 3:]])
    acting = np.zeros((rows, model.nbodies, 6))
    if loads is not None and wrench_axes == "inertial":
        acting += loads
    elif loads is not None:
        acting += of_tree.in_inertial_axes(loads, poses[:, :3, :3], twists[..., :3])
    index = {name: i for i, name in enumerate(model.names)}
    for k, loop in enumerate(model.loops):
        i = index[loop.successor]
        own = forces.loops[:, k] @ SE3.Ad(SE3.inverse(loop.successor_frame))
        rotated = of_tree.in_inertial_axes(
            own[:, None], poses[i, None, :3, :3], twists[:, i, None, :3]
        )
        wrench = rotated[:, 0]
        acting[:, i] += wrench
        if loop.predecessor is not None:
            j = index[loop.predecessor]
            acting[:, j] -= wrench
            acting[:, j, :3] -= _moments(positions[:, i] - positions[:, j], wrench[:, 3:])
    return of_tree.joint_wrenches(tree, at, rates, base, acting, "inertial", axes)


def _moments(lever: Array, force: Array) -> Array:
    """Derivatives of lever x force."""
    crosses = np.cross(lever[:, None], force)
    return np.array(
        [sum(comb(k, j) * crosses[j, k - j] for j in range(k + 1)) for k in range(len(force))]
    )
