"""The momentum form of the equations of motion: an ODE for configuration and body momenta."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.groups.inertia import spatial_inertia, transform
from lieref.algebra.groups.screw_arrays import ad_t_times, cross, times
from lieref.documentation import described
from lieref.dynamics.closed_forms import body_torques
from lieref.dynamics.forward_dynamics import forward_dynamics
from lieref.dynamics.matrices.joint_space_inertia import inverse_inertia_times
from lieref.errors import ShapeError
from lieref.kinematics.forward_kinematics import forward_kinematics
from lieref.model.arguments import real_array, require_in_range
from lieref.model.model import Model
from lieref.model.tree.configuration import checked_configuration, require_tree

Array = NDArray[np.float64]


@dataclass(frozen=True)
class PhaseSpaceRates:
    """Rates of a state (q, Pi) of phase space.

    Attributes
    ----------
    v : (nv,) array
        Generalized velocity: q' of joints of one degree, body velocities of the others.
    momenta : (nbodies, 6) array
        Time derivatives of the bodies' spatial momenta (angular, linear), N m and N.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model = lieref.catalogue.serial_chain(3)
    >>> lieref.phase_space_rates(model, np.zeros(3), np.zeros((3, 6)), np.zeros(3)).v
    array([0., 0., 0.])
    """

    v: Array
    momenta: Array


@described()
def body_momenta(model: Model, q: ArrayLike, v: ArrayLike) -> Array:
    """Return the spatial momentum of each body, Pi = M V of spatial inertia and twist.

    Source: Müller (2018), (79), second line.

    Parameters
    ----------
    v : (nv,)
        ... Free joints in body representation.

    Returns
    -------
    (nbodies, 6) array
        (angular, linear) about the inertial origin, inertial axes; kg m^2/s and kg m/s. Their sum
        is `lieref.momentum` of order 0.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> lieref.body_momenta(lieref.catalogue.serial_chain(3), np.zeros(3), np.ones(3)).shape
    (3, 6)
    """
    place = _configuration(model, q)
    speed = real_array("v", v, (model.nv,))
    with np.errstate(over="ignore", invalid="ignore"):
        poses, twists = forward_kinematics(model, place, speed[None])
        momenta = np.asarray(times(_inertias(model, poses), twists[0]))
    require_in_range("momenta", momenta)
    return momenta


@described()
def phase_space_rates(
    model: Model,
    q: ArrayLike,
    momenta: ArrayLike,
    tau: ArrayLike,
    wrenches: ArrayLike | None = None,
) -> PhaseSpaceRates:
    """Return the rates of a state (q, Pi): the equations of motion as an ODE on phase space.

    Source: Müller (2018), (79): J^T (Pi' - W) = 0 and M_i J_i v = Pi_i, solved for v and Pi'. Where
    rounding or an integrator has moved the momenta off M J v, v is that of least kinetic energy of
    the difference, H v = J^T Pi. The momenta of a robot that nothing holds add up to what outer
    wrenches make of them: Runge-Kutta methods, which keep linear invariants, keep their sum.

    Parameters
    ----------
    momenta : (nbodies, 6)
        Pi, as `body_momenta` returns them.
    tau : (nv,)
        ... Free joints in body representation. Joint physics acts beside it.
    wrenches : (nbodies, 6), optional
        ... Body axes.

    Returns
    -------
    PhaseSpaceRates

    Notes
    -----
    Everything is about the inertial origin: errors grow with the square of the robot's distance
    from it.

    Examples
    --------
    >>> rates = lieref.phase_space_rates(model, q, lieref.body_momenta(model, q, v), 0 * v)
    >>> bool(np.allclose(rates.v, v, 0, 1e-12))
    True
    """
    place = _configuration(model, q)
    Pi = real_array("momenta", momenta, (model.nbodies, 6))
    force = real_array("tau", tau, (model.nv,))
    load = None
    if wrenches is not None:
        load = real_array("wrenches", wrenches, (model.nbodies, 6))[None]
    with np.errstate(over="ignore", invalid="ignore"):
        p = _projected(model, place, Pi)
        v = np.asarray(inverse_inertia_times(_bare(model), place, p))
        a = np.asarray(forward_dynamics(model, place, v, force[None], wrenches=load))
        poses, (V, A) = forward_kinematics(model, place, np.concatenate([v[None], a]))
        M = _inertias(model, poses)
        rates = np.asarray(times(M, A) - ad_t_times(V, times(M, V)))
    require_in_range("rates of the momenta", rates)
    return PhaseSpaceRates(v, rates)


def _configuration(model: Model, q: ArrayLike) -> Array:
    """One configuration (nq,)."""
    require_tree(
        model,
        "momenta of the bodies determine the motion of a tree; between those of a mechanism there "
        "are `loops.constraint_forces`",
    )
    place = checked_configuration(model, q)
    if place.ndim != 1:
        raise ShapeError(f"q has shape {place.shape}, expected ({model.nq},)")
    return place


def _projected(model: Model, q: Array, momenta: Array) -> Array:
    """J^T Pi (nv,): what the momenta of the bodies would be as forces on them."""
    poses, _ = forward_kinematics(model, q, np.zeros((1, model.nv)))
    linear = momenta[:, 3:]
    # about the origins of the bodies, in their axes
    angular = momenta[:, :3] - cross(poses[:, :3, 3], linear)
    turned = np.stack([angular, linear], axis=1) @ poses[:, :3, :3]
    require_in_range("momenta", turned)
    return np.asarray(body_torques(model, q, turned.reshape(-1, 6)))


def _inertias(model: Model, poses: Array) -> Array:
    """Spatial inertias (nbodies, 6, 6)."""
    return np.asarray(transform(poses, _own_inertias(model)))


@lru_cache(maxsize=8)
def _own_inertias(model: Model) -> Array:
    """Those in the frames of the bodies, which do not change."""
    bodies = np.asarray(spatial_inertia(model.masses, model.coms, model.inertias))
    bodies.setflags(write=False)
    return bodies


@lru_cache(maxsize=8)
def _bare(model: Model) -> Model:
    return model.without_joint_physics()
