"""What `solve_pose` minimizes: errors of poses and of the center of mass, and their Jacobians."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lieref.algebra.groups import se3, so3
from lieref.api.kinematics import forward_kinematics, jacobian
from lieref.api.laws import center_of_mass, center_of_mass_jacobian
from lieref.model.loops.loop_model import LoopModel
from lieref.model.model import Model

Array = NDArray[np.float64]


@dataclass
class PoseError:
    """The task of each state of a batch.

    frames : names of n frames or numbers of bodies
    goals : (states, n, 4, 4), of the frames
    weights : (n, 6)
    center : (states, 3), where the center of mass shall be, or None
    """

    model: Model | LoopModel
    frames: tuple[int | str, ...]
    goals: Array
    weights: Array
    center: Array | None

    def chosen(self, states: NDArray[np.intp]) -> PoseError:
        """The task of some of the states."""
        center = None if self.center is None else self.center[states]
        return PoseError(self.model, self.frames, self.goals[states], self.weights, center)

    def errors(self, q: Array) -> Array:
        """From each frame to its goal (states, n, 6), in its axes: rotation vector, rad, and m."""
        if not self.frames:
            return np.zeros((len(q), 0, 6))
        poses = forward_kinematics(self.model, q, frames=self.frames)[0]
        between = se3.compose(se3.inverse(poses), self.goals)
        return np.concatenate([so3.log(between[..., :3, :3]), between[..., :3, 3]], axis=-1)

    def offsets(self, q: Array) -> Array:
        """From the center of mass to where it shall be (states, 0 or 3), m."""
        if self.center is None:
            return np.zeros((len(q), 0))
        now = center_of_mass(self.model, q, np.zeros((len(q), 1, self.model.nv)))[:, 0]
        return np.asarray(self.center - now)

    def residual(self, q: Array) -> Array:
        """All errors (states, m), weighted."""
        errors = (self.weights * self.errors(q)).reshape(len(q), -1)
        return np.concatenate([errors, self.offsets(q)], axis=1)

    def jacobian(self, q: Array) -> Array:
        """Those of the residual along motions in body axes (states, m, nv).

        (w, v) = J p turns the frame: exp(x') = exp(-w) exp(x) of the rotation vector x, hence
        dx = -dexp_x^-1 w; of the translation t, dt = -w x t - v.
        """
        rows = []
        for frame, weights, e in zip(
            self.frames, self.weights, self.errors(q).swapaxes(0, 1), strict=True
        ):
            J = jacobian(self.model, q, frame)
            turning = -so3.dexp_inv(e[:, :3]) @ J[:, :3]
            moving = so3.hat(e[:, 3:]) @ J[:, :3] - J[:, 3:]
            rows.append(weights[:, None] * np.concatenate([turning, moving], axis=1))
        if self.center is not None:
            rows.append(-center_of_mass_jacobian(self.model, q))
        return np.concatenate(rows, axis=1)
