"""Motor torques that make the links follow a given derivative of their position."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.documentation import described
from lieref.dynamics.forward_dynamics import forward_dynamics as link_forward_dynamics
from lieref.elastic.elastic_joints import ElasticJoints, joint_of
from lieref.elastic.forward_dynamics import deflection, joint_torques
from lieref.elastic.inverse_dynamics import inverse_dynamics, require_joints
from lieref.elastic.rows import one_batch
from lieref.errors import ModelError
from lieref.kinematics.representations import Representation
from lieref.model.tree.configuration import checked_configuration, checked_rows

Array = NDArray[np.float64]


@described(
    "v : (..., nv)",
    "q : (..., nq)",
    "SingularError",
    "ModelError, elastic alike",
    "ArgumentError, ElasticJoints",
)
def linearizing_state(
    joints: ElasticJoints,
    q: ArrayLike,
    v: ArrayLike,
    theta: ArrayLike,
    theta_velocity: ArrayLike,
    base: Representation = "body",
) -> Array:
    """Return velocity, acceleration and jerk of the links in a state: what is fed back linearly.

    Source: Spong (1987): the springs' torque and its rate tell acceleration and jerk. With
    damped springs the rate depends on the motor torque; velocity and acceleration are the state.

    Parameters
    ----------
    joints : ElasticJoints
        Every joint elastic, all springs damped or none, reduced model.

    Returns
    -------
    (..., d - 1, nv) array
        Row k: k-th time derivative of the links' velocity; d = joints.relative_degree, 4, or 3
        with damped springs.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> joints = lieref.elastic.ElasticJoints(lieref.catalogue.serial_chain(3), 300.0, 0.1)
    >>> rest = np.zeros(3)
    >>> lieref.elastic.linearizing_state(joints, rest, rest, rest, rest).shape
    (3, 3)
    """
    _require_linearizable(joints)
    nv = joints.model.nv
    axes, (place, speed, motors, motor_speeds) = one_batch(
        {
            "q": (checked_configuration(joints.model, q), 1),
            "v": (checked_rows("v", v, nv), 1),
            "theta": (checked_rows("theta", theta, nv), 1),
            "theta_velocity": (checked_rows("theta_velocity", theta_velocity, nv), 1),
        }
    )
    x = np.stack([deflection(joints, place, motors), motor_speeds - speed], axis=1)
    rows = joints.relative_degree - 2
    if rows == 2:
        # no damper reads the second derivative
        x = np.concatenate([x, np.zeros_like(x[:, :1])], axis=1)
    force = joint_torques(joints, x, rows)
    vdot = np.asarray(link_forward_dynamics(joints.model, place, speed, force, base))
    state = np.concatenate([speed[:, None], vdot], axis=1)
    return state.reshape(*axes, rows + 1, nv)


@described(
    "v : (..., nv)",
    "q : (..., nq)",
    "SingularError",
    "ArgumentError, ElasticJoints",
    "ModelError, elastic alike",
)
def feedback_linearization(
    joints: ElasticJoints,
    q: ArrayLike,
    v: ArrayLike,
    theta: ArrayLike,
    theta_velocity: ArrayLike,
    w: ArrayLike,
    base: Representation = "body",
) -> Array:
    """Return the motor torque with which the derivative of order d of the links' position is w.

    Source: Spong (1987), with `inverse_dynamics` in place of the matrices, as Buondonno and
    De Luca (2015). d = joints.relative_degree: 4, or 3 with damped springs, whose deflection then
    moves by the zero dynamics damping x' + stiffness x = tau.

    Parameters
    ----------
    joints : ElasticJoints
        As of `linearizing_state`.
    w : (..., nv)
        v^(d - 1), rad / s^d and m / s^d.

    Returns
    -------
    (..., nv) array
        Motor torque, N m or N.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> joints = lieref.elastic.ElasticJoints(lieref.catalogue.serial_chain(3), 300.0, 0.1)
    >>> rest = np.zeros(3)
    >>> lieref.elastic.feedback_linearization(joints, rest, rest, rest, rest, rest).shape
    (3,)
    """
    state = linearizing_state(joints, q, v, theta, theta_velocity, base)
    nv = joints.model.nv
    axes, (place, motors, rows, wanted) = one_batch(
        {
            "q": (checked_configuration(joints.model, q), 1),
            "theta": (checked_rows("theta", theta, nv), 1),
            "state": (state, 2),
            "w": (checked_rows("w", w, nv), 1),
        }
    )
    rates = np.concatenate([rows, wanted[:, None]], axis=1)
    found = inverse_dynamics(joints, place, rates, deflection(joints, place, motors), base)
    return found.motor_torque[:, 0].reshape(*axes, nv)


def _require_linearizable(joints: ElasticJoints) -> None:
    require_joints(joints)
    if joints.rigid.any():
        at = int(np.argmax(joints.rigid))
        raise ModelError(
            f"joint {joint_of(joints.model, at)!r} is rigid, expected a spring at every joint"
        )
    if joints.damped.any() and not joints.damped.all():
        at = int(np.argmin(joints.damped))
        raise ModelError(
            f"the spring of joint {joint_of(joints.model, at)!r} has no damper, others have: "
            "expected one relative degree for all"
        )
    if joints.coupled:
        raise ModelError(
            "the complete model is linearized by dynamic feedback alone, expected the reduced one "
            "(no gear_ratio)"
        )
