"""Motor torques along a motion of the links, deflections of damped springs integrated."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.documentation import described
from lieref.dynamics.inverse_dynamics import inverse_dynamics as link_inverse_dynamics
from lieref.elastic.elastic_joints import ElasticJoints
from lieref.elastic.inverse_dynamics import ElasticMotion, inverse_dynamics, require_joints
from lieref.elastic.rows import stack
from lieref.elastic.springs import deflection_of_force, spring_stiffness
from lieref.errors import IntegrationError, ModelError, ShapeError
from lieref.kinematics.representations import Representation
from lieref.model.arguments import real_array
from lieref.model.tree.configuration import checked_configuration

Array = NDArray[np.float64]
ROOT = 6**0.5
# Radau IIA of order 5: its nodes, and its matrix [Hairer and Wanner, Table IV.5.6].
NODES = np.array([(4 - ROOT) / 10, (4 + ROOT) / 10, 1.0])
MATRIX = np.array(
    [
        [(88 - 7 * ROOT) / 360, (296 - 169 * ROOT) / 1800, (-2 + 3 * ROOT) / 225],
        [(296 + 169 * ROOT) / 1800, (88 + 7 * ROOT) / 360, (-2 - 3 * ROOT) / 225],
        [(16 - ROOT) / 36, (16 + ROOT) / 36, 1 / 9],
    ]
)
# Newton's steps come to rest in fewer than ten, of a spring that hardens by any amount.
MOST_STEPS = 50


@described("ArgumentError, ElasticJoints")
def feedforward(
    joints: ElasticJoints,
    times: ArrayLike,
    q: ArrayLike,
    v: ArrayLike,
    deflection: ArrayLike | None = None,
    base: Representation = "body",
) -> ElasticMotion:
    """Return the motor torques and motor motion of a motion of the links at some times.

    The links' position is a flat output of undamped springs, and this is `inverse_dynamics` at each
    time. Behind a damped spring the deflection x obeys damping x' + stiffness x + hardening x^3 =
    tau(t), which is stable: it is integrated from times[0] on by Radau IIA of order 5, tau between
    two times by the cubic that has the torques and rates of both, so to order 4 in their distance.

    Parameters
    ----------
    times : (n,)
        s, ascending.
    q : (n, nq)
        Configurations, rad and m.
    v : (n, r + d, nv)
        As `inverse_dynamics`, such as `lieref.trajectories.Trajectory.state(times, r + d - 2)`
        returns it; d = joints.relative_degree.
    deflection : (nv,), optional
        theta - q at times[0], read where springs are damped; that of a constant torque if not
        given.

    Returns
    -------
    ElasticMotion
        Leading axis n.

    Raises
    ------
    ModelError
        Damped springs in the complete model, whose torques depend on each other's deflections.
    IntegrationError
        A deflection that cannot be found; says between which times.
    ShapeError
        An argument of another shape or dtype, or times that do not ascend.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> joints = lieref.elastic.ElasticJoints(lieref.catalogue.serial_chain(3), 300.0, 0.1,
    ...     damping=1.0)
    >>> rest = np.zeros((5, 3, 3))
    >>> lieref.elastic.feedforward(joints, np.arange(5.0), rest[:, 0], rest).motor_torque.shape
    (5, 1, 3)
    """
    require_joints(joints)
    model, d = joints.model, joints.relative_degree
    at = real_array("times", times, ("n",))
    if len(at) == 0 or not (np.diff(at) > 0).all():
        raise ShapeError("times: expected one or more of them, each later than the one before")
    place = checked_configuration(model, q)
    rates = stack("v", v, model.nv, d, f"r + {d}")
    if place.shape != (len(at), model.nq) or rates.ndim != 3 or len(rates) != len(at):
        raise ShapeError(
            f"q has shape {place.shape} and v {rates.shape}, expected ({len(at)}, {model.nq}) and "
            f"({len(at)}, r + {d}, {model.nv}): a row for each time"
        )
    if not joints.damped.any():
        return inverse_dynamics(joints, place, rates, None, base)
    if joints.coupled:
        raise ModelError("damped springs in the complete model, expected the reduced one")
    first = None if deflection is None else real_array("deflection", deflection, (model.nv,))
    force = np.asarray(link_inverse_dynamics(model, place, rates, base))[:, :2]
    where = np.flatnonzero(joints.damped)
    start = np.zeros((len(at), model.nv))
    start[:, where] = _integrated(
        at,
        force[..., where],
        joints.stiffness[where],
        joints.hardening[where],
        joints.damping[where],
        None if first is None else first[where],
    )
    return inverse_dynamics(joints, place, rates, start, base)


def _integrated(
    times: Array, force: Array, k: Array, k3: Array, damping: Array, start: Array | None
) -> Array:
    """Deflections (n, m) of damping x' + k x + k3 x^3 = force; force: (n, 2, m) with its rate."""
    x = np.zeros((len(times), force.shape[-1]))
    x[0] = deflection_of_force(k, k3, force[0, 0]) if start is None else start
    for i, h in enumerate(np.diff(times)):
        loads = _cubic(NODES, h, force[i], force[i + 1])
        stages = np.repeat(x[i : i + 1], 3, axis=0)
        for _ in range(MOST_STEPS):
            slope = (loads - k * stages - k3 * stages**3) / damping
            missing = x[i] + h * MATRIX @ slope - stages
            # (1 + h A diag(f'(x) / damping)) step = missing, for each joint
            stiff = h / damping * spring_stiffness(k, k3, stages)
            system = np.eye(3) + MATRIX * stiff.T[:, None, :]
            step = np.linalg.solve(system, missing.T[..., None])[..., 0].T
            stages = stages + step
            if (np.abs(step) <= 4 * np.finfo(float).eps * np.abs(stages).max(axis=0)).all():
                break
        else:
            raise IntegrationError(
                f"no deflections found between {times[i]} and {times[i + 1]} s in {MOST_STEPS} "
                "steps of Newton's method"
            )
        x[i + 1] = stages[-1]
    return x


def _cubic(share: Array, h: float, start: Array, end: Array) -> Array:
    """Values (3, m) at shares of the step of the cubic with value and rate of both ends."""
    s = share[:, None]
    rise = end[0] - start[0]
    bend = s * (s - 1)
    lead, trail = h * start[1] - rise, rise - h * end[1]
    return np.asarray(start[0] + s * rise - bend * ((1 - s) * lead + s * trail))
