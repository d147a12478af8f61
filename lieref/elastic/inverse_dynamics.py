"""Motor torques of a motion of the links, of any order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.documentation import described
from lieref.dynamics.inverse_dynamics import inverse_dynamics as link_inverse_dynamics
from lieref.elastic.elastic_joints import ElasticJoints, moves
from lieref.elastic.rotor_couplings import RotorCouplings, rotor_couplings
from lieref.elastic.rows import (
    coefficients,
    derivatives,
    loads,
    one_batch,
    rate,
    stack,
)
from lieref.elastic.springs import damped_deflections, deflections_of_forces
from lieref.errors import ArgumentError
from lieref.kinematics.representations import Representation
from lieref.model.arguments import require_in_range
from lieref.model.tree.configuration import checked_configuration, checked_rows, one_degree

Array = NDArray[np.float64]
Axes = Literal["body", "inertial"]


@dataclass(frozen=True)
class ElasticMotion:
    """Forces and motor motion that go with a motion of the links; leading axes are a batch's.

    Attributes
    ----------
    motor_torque : (..., r + 1, nv) array
        On the side of the link, N m or N, and its time derivatives.
    joint_torque : (..., r + 1, nv) array
        What springs and dampers transmit, N m or N, and its time derivatives.
    theta : (..., r + 3, nv) array
        Motor position on the side of the link, rad or m, and its time derivatives: q where the
        joint is rigid; row 0 of a joint of several degrees is 0, the others are its velocity's.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> joints = lieref.elastic.ElasticJoints(lieref.catalogue.serial_chain(3), 300.0, 0.1)
    >>> found = lieref.elastic.inverse_dynamics(joints, np.zeros(3), np.ones((4, 3)))
    >>> found.theta.shape
    (3, 3)
    """

    motor_torque: Array
    joint_torque: Array
    theta: Array


@described("q : (..., nq)")
def inverse_dynamics(
    joints: ElasticJoints,
    q: ArrayLike,
    v: ArrayLike,
    deflection: ArrayLike | None = None,
    base: Representation = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Axes = "body",
) -> ElasticMotion:
    """Return the motor torques of a motion of the links, and their derivatives up to order r.

    Source: De Luca and Tomei (1996), in the equations of docs/theory/elastic-joints.md. The torques
    are those of the recursion of Buondonno and De Luca (2015), but the joint torques and their
    derivatives come from `lieref.inverse_dynamics` of order r + 2. In the complete model they come
    joint by joint from the tips on: a torque depends on the accelerations of the rotors beyond.

    Parameters
    ----------
    v : (..., r + d, nv)
        v[k] is the k-th time derivative of the links' velocity; d = joints.relative_degree.
    deflection : (..., nv), optional
        theta - q now, rad or m; needed where springs are damped, and read there alone: it is then a
        state. `feedforward` integrates it.
    wrenches : (..., r + d - 1, nbodies, 6), optional
        As of `lieref.inverse_dynamics` of order r + d - 2.

    Returns
    -------
    ElasticMotion

    Raises
    ------
    ArgumentError
        No ElasticJoints; damped springs and no deflection.

    Notes
    -----
    O(N n^2) with n = r + d; the complete model O(N^2 n^2).

    Examples
    --------
    >>> import lieref, numpy as np
    >>> joints = lieref.elastic.ElasticJoints(lieref.catalogue.serial_chain(3), 300.0, 0.1)
    >>> lieref.elastic.inverse_dynamics(joints, np.zeros(3), np.ones((4, 3))).motor_torque.shape
    (1, 3)
    """
    require_joints(joints)
    model, d = joints.model, joints.relative_degree
    place = checked_configuration(model, q)
    rates = stack("v", v, model.nv, d, f"r + {d}")
    start = _start(joints, deflection)
    applied = loads(wrenches, rates.shape[-2] - 1, model.nbodies)
    axes, (place, rates, start, applied) = one_batch(
        {"q": (place, 1), "v": (rates, 2), "deflection": (start, 1), "wrenches": (applied, 3)}
    )
    with np.errstate(over="ignore", invalid="ignore"):
        force = coefficients(link_inverse_dynamics(model, place, rates, base, applied, wrench_axes))
        found = _Series(joints, place, rates, start, force, base)
        results = found.motion(rates.shape[-2] - d)
    for name, result in zip(("motor torque", "joint torque", "theta"), results, strict=True):
        require_in_range(name, result)
    return ElasticMotion(*(x.reshape(*axes, *x.shape[1:]) for x in results))


class _Series:
    """Taylor coefficients of one call: of each coordinate as many as the motion determines."""

    def __init__(
        self,
        joints: ElasticJoints,
        q: Array,
        v: Array,
        start: Array | None,
        force: Array,
        base: Representation,
    ) -> None:
        self.joints, nv = joints, joints.model.nv
        self.v = coefficients(v)
        n = v.shape[-2]
        self.couplings: RotorCouplings | None = None
        if joints.coupled:
            self.couplings = rotor_couplings(joints, q, v, n, base)
        self.link_theta = link_positions(joints, q, v)
        self.torque: list[Any] = [None] * nv
        self.theta: list[Any] = [None] * nv
        if self.couplings is None:
            self._all_at_once(start, force)
            return
        for c in np.flatnonzero(joints.rigid).tolist():
            self.theta[c] = self.link_theta[..., c]
        for c in joints.order:
            own = force[..., c]
            for rotor in joints.coupled:
                if rotor in joints.felt[c] or (joints.rigid[rotor] and moves(joints, c, rotor)):
                    spin = joints.spin[rotor] * rate(self.theta[rotor][..., None])[..., 0]
                    more = self.couplings.on_joint(c, rotor, spin)
                    m = min(own.shape[-1], more.shape[-1])
                    own = own[:, :m] + more[:, :m]
            self.torque[c] = own
            if not joints.rigid[c]:
                here = slice(c, c + 1)
                first = None if start is None else start[:, here]
                x = self._deflections(here, first, own[..., None])[..., 0]
                m = min(x.shape[-1], self.link_theta.shape[-2])
                self.theta[c] = self.link_theta[:, :m, c] + x[:, :m]

    def _all_at_once(self, start: Array | None, force: Array) -> None:
        """Reduced model: no coordinate depends on another one's motor."""
        joints = self.joints
        for group in (joints.rigid, ~joints.rigid & ~joints.damped, joints.damped):
            where = np.flatnonzero(group)
            if not len(where):
                continue
            theta = self.link_theta[..., where]
            if not joints.rigid[where[0]]:
                first = None if start is None else start[:, where]
                x = self._deflections(where, first, force[..., where])
                theta = theta[:, : x.shape[-2]] + x
            for i, c in enumerate(where):
                self.torque[c], self.theta[c] = force[..., c], theta[..., i]

    def _deflections(self, where: Any, start: Array | None, force: Array) -> Array:
        """Deflections of springs that are all damped or all undamped."""
        joints = self.joints
        k, k3, D = (x[where] for x in (joints.stiffness, joints.hardening, joints.damping))
        if start is not None and D.all():
            return damped_deflections(k, k3, D, start, force)
        return deflections_of_forces(k, k3, force)

    def motion(self, r: int) -> tuple[Array, Array, Array]:
        """Derivatives: motor and joint torque to order r, theta to order r + 2."""
        joints = self.joints
        torque = np.stack([x[:, : r + 1] for x in self.torque], axis=-1)
        theta = np.stack([x[:, : r + 3] for x in self.theta], axis=-1)
        speed = rate(theta)
        motor = torque + joints.motor_damping * speed[:, : r + 1]
        motor += joints.motor_inertia * rate(speed)
        for rotor in joints.coupled:
            turn = self.couplings.on_rotor(rotor, self.v)  # type: ignore[union-attr]
            motor[..., rotor] += joints.spin[rotor] * turn[:, : r + 1]
        return derivatives(motor), derivatives(torque), derivatives(theta)


def link_positions(joints: ElasticJoints, q: Array, v: Array) -> Array:
    """Coefficients of each coordinate's position, one more than of v; 0 where there is none."""
    model = joints.model
    rows = np.concatenate([np.zeros((len(q), 1, model.nv)), v], axis=-2)
    at_q, at_v = one_degree(model)
    rows[:, 0, at_v] = q[:, at_q]
    return coefficients(rows)


def require_joints(joints: object) -> None:
    """Raise ArgumentError for what is no ElasticJoints."""
    if not isinstance(joints, ElasticJoints):
        raise ArgumentError(f"joints is a {type(joints).__name__}, expected ElasticJoints")


def _start(joints: ElasticJoints, deflection: ArrayLike | None) -> Array | None:
    if deflection is not None:
        return checked_rows("deflection", deflection, joints.model.nv)
    if joints.damped.any():
        raise ArgumentError(
            "deflection is None, expected that of the damped springs: it is a state of the motion "
            "(`elastic.feedforward` integrates it)"
        )
    return None
