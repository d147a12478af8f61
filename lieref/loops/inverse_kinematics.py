"""Inverse kinematics of higher order of mechanisms with loops: the tree's Jacobians, times G."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.documentation import described
from lieref.errors import ShapeError
from lieref.kinematics.inverse_kinematics import Bodies, Task
from lieref.kinematics.representations import Representation, require_representation
from lieref.loops.configuration import tree_configuration
from lieref.loops.kinematics import jacobian_derivatives
from lieref.model.loops.loop_model import LoopModel, require_loop_model

Array = NDArray[np.float64]


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
