"""Accelerations of links and motors from motor torques, of any order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.documentation import described
from lieref.dynamics.closed_forms import joint_space_inertia
from lieref.dynamics.forward_dynamics import forward_dynamics as link_forward_dynamics
from lieref.dynamics.inverse_dynamics import inverse_dynamics as link_inverse_dynamics
from lieref.elastic.elastic_joints import ElasticJoints
from lieref.elastic.inverse_dynamics import require_joints
from lieref.elastic.rotor_couplings import rotor_couplings
from lieref.elastic.rows import coefficients, derivatives, loads, one_batch, rate, stack
from lieref.elastic.springs import spring_force
from lieref.errors import SingularError
from lieref.kinematics.representations import Representation
from lieref.model.arguments import require_in_range
from lieref.model.tree.configuration import checked_configuration, checked_rows, one_degree

Array = NDArray[np.float64]
Axes = Literal["body", "inertial"]


@dataclass(frozen=True)
class ElasticDynamics:
    """Accelerations of links and motors; leading axes are a batch's.

    Attributes
    ----------
    vdot : (..., r + 1, nv) array
        vdot[k] is the (k + 1)-th time derivative of the links' velocity.
    theta_acceleration : (..., r + 1, nv) array
        Second derivative of the motor positions and its time derivatives; vdot where the joint is
        rigid.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> joints = lieref.elastic.ElasticJoints(lieref.catalogue.serial_chain(3), 300.0, 0.1)
    >>> rest = np.zeros(3)
    >>> lieref.elastic.forward_dynamics(joints, rest, rest, rest, rest, [rest]).vdot.shape
    (1, 3)
    """

    vdot: Array
    theta_acceleration: Array


@described(
    "v : (..., nv)",
    "q : (..., nq)",
    "wrenches : (..., r + 1, nbodies, 6), optional",
    "SingularError",
    "ArgumentError, ElasticJoints",
)
def forward_dynamics(
    joints: ElasticJoints,
    q: ArrayLike,
    v: ArrayLike,
    theta: ArrayLike,
    theta_velocity: ArrayLike,
    motor_torque: ArrayLike,
    base: Representation = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Axes = "body",
) -> ElasticDynamics:
    """Return the accelerations of links and motors, and their derivatives up to order r.

    Source: Spong (1987), and the complete model of docs/theory/elastic-joints.md. Order by order: a
    derivative of the deflection follows from the accelerations of two orders before. The reduced
    model runs `lieref.forward_dynamics`; the complete one solves for links and motors together.

    Returns
    -------
    ElasticDynamics

    Notes
    -----
    O(N r^3); the complete model O(N^3 r + N^2 r^3).

    Examples
    --------
    >>> import lieref, numpy as np
    >>> joints = lieref.elastic.ElasticJoints(lieref.catalogue.serial_chain(3), 300.0, 0.1)
    >>> rest = np.zeros(3)
    >>> lieref.elastic.forward_dynamics(joints, rest, rest, rest, rest,
    ...     [rest]).theta_acceleration
    array([[0., 0., 0.]])
    """
    require_joints(joints)
    nv = joints.model.nv
    torque = stack("motor_torque", motor_torque, nv, 1, "r + 1")
    acting = loads(wrenches, torque.shape[-2], joints.model.nbodies)
    axes, (place, speed, motors, motor_speeds, torque, acting) = one_batch(
        {
            "q": (checked_configuration(joints.model, q), 1),
            "v": (checked_rows("v", v, nv), 1),
            "theta": (checked_rows("theta", theta, nv), 1),
            "theta_velocity": (checked_rows("theta_velocity", theta_velocity, nv), 1),
            "motor_torque": (torque, 2),
            "wrenches": (acting, 3),
        }
    )
    rows = torque.shape[-2]
    x = np.zeros((len(place), rows + 2, nv))
    w = np.zeros((len(place), rows + 1, nv))
    rigid = joints.rigid
    x[:, 0], x[:, 1] = deflection(joints, place, motors), motor_speeds - speed
    x[..., rigid], w[:, 0] = 0.0, speed
    with np.errstate(over="ignore", invalid="ignore"):
        for k in range(rows):
            applied = None if acting is None else acting[:, : k + 1]
            given = (place, w, x, torque, k, base, applied, wrench_axes)
            step = _complete if joints.coupled else _reduced
            w[:, k + 1], motor = step(joints, *given)
            x[:, k + 2] = np.where(rigid, 0.0, motor - w[:, k + 1])
        accelerations = w[:, 1:] + x[:, 2:]
    require_in_range("vdot", w[:, 1:])
    require_in_range("theta_acceleration", accelerations)
    shape = (*axes, rows, nv)
    return ElasticDynamics(w[:, 1:].reshape(shape), accelerations.reshape(shape))


def deflection(joints: ElasticJoints, q: Array, theta: Array) -> Array:
    """theta - q of the coordinates of joints of one degree, 0 of the others."""
    at_q, at_v = one_degree(joints.model)
    x = np.zeros_like(theta)
    x[:, at_v] = theta[:, at_v] - q[:, at_q]
    x[:, joints.rigid] = 0.0
    return x


def joint_torques(joints: ElasticJoints, x: Array, rows: int) -> Array:
    """Derivatives of the torques of springs and dampers; x: those of the deflection, rows + 1."""
    series = coefficients(x[:, : rows + 1])
    k = np.where(joints.rigid, 0.0, joints.stiffness)
    force = spring_force(k, joints.hardening, series[:, :rows])
    return derivatives(force + joints.damping * rate(series)[:, :rows])


def _reduced(
    joints: ElasticJoints,
    q: Array,
    w: Array,
    x: Array,
    motor_torque: Array,
    k: int,
    base: Representation,
    wrenches: Array | None,
    wrench_axes: Axes,
) -> tuple[Array, Array]:
    """Derivative k of the accelerations of links and motors."""
    through = joint_torques(joints, x, k + 1)
    force = np.where(joints.rigid, motor_torque[:, : k + 1], through)
    vdot = link_forward_dynamics(joints.link_model, q, w[:, 0], force, base, wrenches, wrench_axes)[
        :, k
    ]
    theta_rate = w[:, k] + x[:, k + 1]
    net = motor_torque[:, k] - through[:, k] - joints.motor_damping * theta_rate
    inertia = np.where(joints.rigid, 1.0, joints.motor_inertia)
    return np.asarray(vdot), np.where(joints.rigid, vdot, net / inertia)


def _complete(
    joints: ElasticJoints,
    q: Array,
    w: Array,
    x: Array,
    motor_torque: Array,
    k: int,
    base: Representation,
    wrenches: Array | None,
    wrench_axes: Axes,
) -> tuple[Array, Array]:
    """The same of links and motors together: [[H, S], [S^T, B]] times both."""
    model, nv, states = joints.model, joints.model.nv, len(q)
    rates = np.concatenate([w[:, : k + 1], np.zeros((states, 1, nv))], axis=1)
    theta_rate = rates + np.concatenate([x[:, 1 : k + 2], np.zeros((states, 1, nv))], axis=1)
    couplings = rotor_couplings(joints, q, rates, k + 2, base)
    links = link_inverse_dynamics(model, q, rates, base, wrenches, wrench_axes)[:, k]
    through = joint_torques(joints, x, k + 1)[:, k]
    motors = joints.motor_damping * theta_rate[:, k]
    series, theta = coefficients(rates), coefficients(theta_rate)
    order = float(np.prod(np.arange(1.0, k + 1)))
    for rotor in joints.coupled:
        spin = joints.spin[rotor] * theta[..., rotor]
        for c in range(nv):
            links[:, c] += order * couplings.on_joint(c, rotor, spin)[:, k]
        turn = couplings.on_rotor(rotor, series)[:, k]
        motors[:, rotor] += order * joints.spin[rotor] * turn
    # the blocks of links and motors, and what is left to accelerate them
    S = couplings.along[:, 0] * joints.spin
    A = np.zeros((states, 2 * nv, 2 * nv))
    A[:, :nv, :nv] = joint_space_inertia(model, q, base)
    A[:, :nv, nv:], A[:, nv:, :nv] = S, S.swapaxes(1, 2)
    A[:, nv:, nv:] += np.diag(joints.motor_inertia)
    right = np.concatenate([through - links, motor_torque[:, k] - through - motors], axis=1)
    # a rigid joint's motor moves as its link: both rows are one
    E = np.eye(2 * nv)
    E[nv:, :nv] = np.diag(joints.rigid.astype(float))
    E = E[:, np.concatenate([np.full(nv, True), ~joints.rigid])]
    try:
        found = np.linalg.solve(E.T @ A @ E, (right @ E)[..., None])[..., 0] @ E.T
    except np.linalg.LinAlgError:
        raise SingularError("the inertia of links and motors together is singular") from None
    return found[:, :nv], found[:, nv:]
