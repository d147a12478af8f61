"""Joints of variable stiffness: two motors pull each joint through springs that harden."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.documentation import described
from lieref.dynamics.forward_dynamics import forward_dynamics as link_forward_dynamics
from lieref.dynamics.inverse_dynamics import inverse_dynamics as link_inverse_dynamics
from lieref.elastic.elastic_joints import joint_of
from lieref.elastic.rows import coefficients, derivatives, one_batch, product, rate, stack
from lieref.elastic.springs import deflection_of_force, spring_force, spring_stiffness
from lieref.errors import ArgumentError, ModelError, ShapeError
from lieref.model.arguments import real_numbers, require_finite, require_in_range
from lieref.model.model import Model
from lieref.model.tree.configuration import (
    checked_configuration,
    checked_rows,
    one_degree,
    require_tree,
)

Array = NDArray[np.float64]


class AntagonisticJoints:
    """Two motors to each joint, behind springs that harden: torque and stiffness can be chosen.

    With the deflections x_i = theta_i - q of both springs, i = 1, 2,

        tau = sum_i (stiffness x_i + hardening x_i^3),
        sigma = sum_i (stiffness + 3 hardening x_i^2),
        motor torque i = motor_inertia theta_i'' + motor_damping theta_i' + tau_i,

    tau_i what spring i transmits.

    Parameters
    ----------
    model : Model
        Of joints of one degree; its joint physics acts on the links.
    stiffness : number or (nv,)
        k > 0 of each of both springs, N m/rad or N/m.
    hardening : number or (nv,)
        k3 > 0, N m/rad^3 or N/m^3.
    motor_inertia : number or (nv,)
        Of each motor on the side of the link, above 0, kg m^2 or kg.
    motor_damping : number or (nv,)
        Viscous, N m s/rad or N s/m.

    Raises
    ------
    ArgumentError
        A model that is no tree.
    ModelError
        A joint of several degrees; numbers that are not above 0.
    ShapeError, NonFiniteError
        Arrays of another shape, NaN or infinity.

    Examples
    --------
    >>> import lieref
    >>> model = lieref.catalogue.serial_chain(3)
    >>> lieref.elastic.AntagonisticJoints(model, 50.0, 400.0, 0.1).relative_degree
    4
    """

    #: Derivative of q, and two more than that of the stiffness, that the motor torques depend on.
    relative_degree = 4

    def __init__(
        self,
        model: Model,
        stiffness: ArrayLike,
        hardening: ArrayLike,
        motor_inertia: ArrayLike,
        motor_damping: ArrayLike = 0.0,
    ) -> None:
        require_tree(model)
        for i, joint in enumerate(model.joints):
            if joint.nv != 1:
                raise ModelError(
                    f"joint {model.joint_names[i]!r} is {joint.kind}, expected one degree of "
                    "freedom"
                )
        self.model = model
        self.stiffness = self._row("stiffness", stiffness)
        self.hardening = self._row("hardening", hardening)
        self.motor_inertia = self._row("motor_inertia", motor_inertia)
        self.motor_damping = self._row("motor_damping", motor_damping, True)

    def _row(self, name: str, value: ArrayLike, zero: bool = False) -> Array:
        row = real_numbers(name, value)
        if row.ndim and row.shape != (self.model.nv,):
            raise ShapeError(f"{name}: shape {row.shape}, expected a number or ({self.model.nv},)")
        require_finite(name, row)
        row = np.array(np.broadcast_to(row, (self.model.nv,)))
        wrong = row < 0 if zero else row <= 0
        if wrong.any():
            at = int(np.argmax(wrong))
            raise ModelError(
                f"{name} of joint {joint_of(self.model, at)!r}: {float(row[at])!r}, expected "
                f"{'at least' if zero else 'above'} 0"
            )
        row.flags.writeable = False
        return row

    def stiffness_range(self, tau: ArrayLike) -> Array:
        """Return the least stiffness (..., nv) at which the springs, both taut, transmit tau.

        Above it both springs pull against each other; at it one carries tau alone, k s + k3 s^3 =
        tau, the other is slack, and the stiffness is 2 k + 3 k3 s^2.

        Parameters
        ----------
        tau : (..., nv)
            Joint torques, N m or N.

        Returns
        -------
        (..., nv) array
            N m/rad or N/m.
        """
        force = real_numbers("tau", tau)
        if force.ndim == 0 or force.shape[-1] != self.model.nv:
            raise ShapeError(f"tau has shape {force.shape}, expected (..., {self.model.nv})")
        require_finite("tau", force)
        alone = deflection_of_force(self.stiffness, self.hardening, force)
        return np.asarray(2 * self.stiffness + 3 * self.hardening * alone**2)


@dataclass(frozen=True)
class AntagonisticMotion:
    """Motor torques and motion of both motors of each joint; leading axes are a batch's.

    Attributes
    ----------
    motor_torque : (..., r + 1, 2, nv) array
        N m or N, and its time derivatives.
    joint_torque : (..., r + 1, nv) array
        Of both springs together.
    theta : (..., r + 3, 2, nv) array
        Motor positions on the side of the link, rad or m, and their time derivatives.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> joints = lieref.elastic.AntagonisticJoints(lieref.catalogue.serial_chain(3), 50.0, 400.0, 1)
    >>> sigma = [np.full(3, 500.0), np.zeros(3), np.zeros(3)]
    >>> rest = np.zeros((4, 3))
    >>> found = lieref.elastic.antagonistic_inverse_dynamics(joints, rest[0], rest, sigma)
    >>> found.theta.shape
    (3, 2, 3)
    """

    motor_torque: Array
    joint_torque: Array
    theta: Array


@dataclass(frozen=True)
class AntagonisticDynamics:
    """Accelerations of links and of both motors of each joint; leading axes are a batch's.

    Attributes
    ----------
    vdot : (..., r + 1, nv) array
        vdot[k] is the (k + 1)-th time derivative of the links' velocity.
    theta_acceleration : (..., r + 1, 2, nv) array
        Second derivative of the motor positions, and its time derivatives.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> joints = lieref.elastic.AntagonisticJoints(lieref.catalogue.serial_chain(3), 50.0, 400.0, 1)
    >>> rest, motors = np.zeros(3), np.zeros((2, 3))
    >>> lieref.elastic.antagonistic_forward_dynamics(joints, rest, rest, motors, motors,
    ...     [motors]).vdot.shape
    (1, 3)
    """

    vdot: Array
    theta_acceleration: Array


@described("joints : AntagonisticJoints", "q : (..., nq)")
def antagonistic_inverse_dynamics(
    joints: AntagonisticJoints, q: ArrayLike, v: ArrayLike, stiffness: ArrayLike
) -> AntagonisticMotion:
    """Return the torques of both motors for a motion of the links and of the joints' stiffness.

    Source: Buondonno and De Luca (2016): the links' position and the stiffness are a flat output.
    With s = x_1 + x_2 the equations of torque and stiffness give sigma s - k3 s^3 = 2 tau, and
    x_1 - x_2 >= |s| of springs that are both taut; derivatives follow from linear equations.

    Parameters
    ----------
    v : (..., r + 4, nv)
        v[k] is the k-th time derivative of the links' velocity.
    stiffness : (..., r + 3, nv)
        sigma, N m/rad or N/m, and its time derivatives.

    Returns
    -------
    AntagonisticMotion

    Raises
    ------
    ArgumentError
        No AntagonisticJoints; a stiffness at which both springs cannot be taut, see
        `AntagonisticJoints.stiffness_range`; names the joint.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> joints = lieref.elastic.AntagonisticJoints(lieref.catalogue.serial_chain(3), 50.0, 400.0, 1)
    >>> sigma = [np.full(3, 500.0), np.zeros(3), np.zeros(3)]
    >>> rest = np.zeros((4, 3))
    >>> lieref.elastic.antagonistic_inverse_dynamics(joints, rest[0], rest,
    ...     sigma).motor_torque.shape
    (1, 2, 3)
    """
    _require(joints)
    nv = joints.model.nv
    axes, (place, rates, sigma) = one_batch(
        {
            "q": (checked_configuration(joints.model, q), 1),
            "v": (stack("v", v, nv, 4, "r + 4"), 2),
            "stiffness": (stack("stiffness", stiffness, nv, 3, "r + 3"), 2),
        }
    )
    if sigma.shape[-2] != rates.shape[-2] - 1:
        raise ShapeError(
            f"v has {rates.shape[-2]} rows and stiffness {sigma.shape[-2]}, expected r + 4, r + 3"
        )
    r = rates.shape[-2] - 4
    with np.errstate(over="ignore", invalid="ignore"):
        force = coefficients(np.asarray(link_inverse_dynamics(joints.model, place, rates)))
        x = _deflections(joints, force, coefficients(sigma))
        at_q, _ = one_degree(joints.model)
        link = coefficients(np.concatenate([place[:, None, at_q], rates], axis=1))
        theta = link[:, None, : r + 3] + x
        speed = rate(theta)
        each = spring_force(joints.stiffness, joints.hardening, x[..., : r + 1, :])
        motor = each + joints.motor_damping * speed[..., : r + 1, :]
        motor += joints.motor_inertia * rate(speed)
        results = derivatives(motor), derivatives(force[:, : r + 1]), derivatives(theta)
    torque, through, position = results
    for name, result in zip(("motor torque", "joint torque", "theta"), results, strict=True):
        require_in_range(name, result)
    return AntagonisticMotion(
        torque.swapaxes(1, 2).reshape(*axes, r + 1, 2, nv),
        through.reshape(*axes, r + 1, nv),
        position.swapaxes(1, 2).reshape(*axes, r + 3, 2, nv),
    )


def _deflections(joints: AntagonisticJoints, force: Array, sigma: Array) -> Array:
    """Coefficients (batch, 2, n, nv) of both deflections."""
    k, k3 = joints.stiffness, joints.hardening
    least = joints.stiffness_range(force[:, 0])
    if not (sigma[:, 0] > least).all():
        at = np.argwhere(~(sigma[:, 0] > least))[0]
        state, c = at
        raise ArgumentError(
            f"stiffness of joint {joint_of(joints.model, int(c))!r} is {sigma[state, 0, c]}, "
            f"expected above {least[state, c]} at the torque {force[state, 0, c]}: both springs "
            "are taut"
        )
    size = 2 * np.sqrt(sigma[:, 0] / (3 * k3))
    sine = np.clip(8 * force[:, 0] / (k3 * size**3), -1, 1)
    both = size * np.sin(np.arcsin(sine) / 3)
    apart = np.sqrt(2 / 3 * (sigma[:, 0] - 2 * k) / k3 - both**2)
    x = np.zeros((len(force), 2, *force.shape[1:]))
    x[:, 0, 0], x[:, 1, 0] = (both + apart) / 2, (both - apart) / 2
    slopes, bends = spring_stiffness(k, k3, x[:, :, 0]), 6 * k3 * x[:, :, 0]
    determinant = slopes[:, 0] * bends[:, 1] - slopes[:, 1] * bends[:, 0]
    for n in range(force.shape[-2]):
        # at n = 0 a Newton step, which takes the rounding of the cube's solution back
        now = x[:, :, : n + 1]
        torque = force[:, n] - spring_force(k, k3, now)[..., n, :].sum(axis=1)
        stiff = sigma[:, n] - 3 * k3 * product(now, now)[..., n, :].sum(axis=1)
        if n == 0:
            stiff = stiff - 2 * k
        x[:, 0, n] += (bends[:, 1] * torque - slopes[:, 1] * stiff) / determinant
        x[:, 1, n] += (slopes[:, 0] * stiff - bends[:, 0] * torque) / determinant
    return x


@described("v : (..., nv)", "joints : AntagonisticJoints", "q : (..., nq)", "SingularError")
def antagonistic_forward_dynamics(
    joints: AntagonisticJoints,
    q: ArrayLike,
    v: ArrayLike,
    theta: ArrayLike,
    theta_velocity: ArrayLike,
    motor_torque: ArrayLike,
) -> AntagonisticDynamics:
    """Return the accelerations of links and motors, and their derivatives up to order r.

    Source: Buondonno and De Luca (2016). Order by order, as `forward_dynamics`.

    Parameters
    ----------
    theta, theta_velocity : (..., 2, nv)
        State of the motors on the side of the link, rad or m and per s.
    motor_torque : (..., r + 1, 2, nv)
        Torque or force of the motors, N m or N, and its time derivatives.

    Returns
    -------
    AntagonisticDynamics

    Raises
    ------
    ArgumentError
        No AntagonisticJoints.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> joints = lieref.elastic.AntagonisticJoints(lieref.catalogue.serial_chain(3), 50.0, 400.0, 1)
    >>> rest, motors = np.zeros(3), np.zeros((2, 3))
    >>> lieref.elastic.antagonistic_forward_dynamics(joints, rest, rest, motors, motors,
    ...     [motors]).theta_acceleration.shape
    (1, 2, 3)
    """
    _require(joints)
    nv = joints.model.nv
    axes, (place, speed, motors, motor_speeds, torque) = one_batch(
        {
            "q": (checked_configuration(joints.model, q), 1),
            "v": (checked_rows("v", v, nv), 1),
            "theta": (stack("theta", theta, nv, 2, "2"), 2),
            "theta_velocity": (stack("theta_velocity", theta_velocity, nv, 2, "2"), 2),
            "motor_torque": (stack("motor_torque", motor_torque, nv, 2, "r + 1, 2"), 3),
        }
    )
    if torque.ndim != 4 or any(x.shape[-2] != 2 for x in (motors, motor_speeds, torque)):
        raise ShapeError("theta, theta_velocity, motor_torque: expected two motors, axis -2")
    rows, (at_q, _) = torque.shape[1], one_degree(joints.model)
    x = np.zeros((len(place), 2, rows + 2, nv))
    w = np.zeros((len(place), rows + 1, nv))
    w[:, 0] = speed
    x[:, :, 0], x[:, :, 1] = motors - place[:, None, at_q], motor_speeds - speed[:, None]
    with np.errstate(over="ignore", invalid="ignore"):
        for k in range(rows):
            springs = coefficients(x[:, :, : k + 1])
            each = derivatives(spring_force(joints.stiffness, joints.hardening, springs))
            vdot = link_forward_dynamics(joints.model, place, w[:, 0], each.sum(axis=1))
            w[:, k + 1] = np.asarray(vdot)[:, k]
            motor_rate = w[:, None, k] + x[:, :, k + 1]
            net = torque[:, k] - each[:, :, k] - joints.motor_damping * motor_rate
            x[:, :, k + 2] = net / joints.motor_inertia - w[:, None, k + 1]
        accelerations = w[:, 1:, None] + x[:, :, 2:].swapaxes(1, 2)
    require_in_range("vdot", w[:, 1:])
    require_in_range("theta_acceleration", accelerations)
    return AntagonisticDynamics(
        w[:, 1:].reshape(*axes, rows, nv), accelerations.reshape(*axes, rows, 2, nv)
    )


def _require(joints: object) -> None:
    if not isinstance(joints, AntagonisticJoints):
        raise ArgumentError(f"joints is a {type(joints).__name__}, expected AntagonisticJoints")
