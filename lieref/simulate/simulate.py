"""Motions of whole models: the checked entry points of the integrators.

Quaternions are never normalized: they keep the norm that they start with to 2 eps, and are
continuous in time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.arguments import choice
from lieref.dynamics.forward_dynamics import forward_dynamics
from lieref.dynamics.laws.generalized_forces import external_forces
from lieref.errors import IntegrationError, NonFiniteError, ShapeError, SingularError
from lieref.integrate import munthe_kaas
from lieref.integrate.arguments import MAX_STEPS, checked_times, positive
from lieref.integrate.group import Group
from lieref.integrate.solution import Solution
from lieref.integrate.tableaus import FIXED
from lieref.model.arguments import real_array, real_numbers, require_finite
from lieref.model.model import Model
from lieref.model.tree.configuration import checked_configuration, require_tree
from lieref.simulate import variational
from lieref.simulate.base_velocity import BaseVelocity
from lieref.simulate.stability import EnergyWatch

Array = NDArray[np.float64]
Signal = Callable[[float, Array, Array], ArrayLike]
Load = Callable[[float, Array, Array], Array]
Axes = Literal["body", "inertial"]
Base = Literal["body", "spatial", "hybrid", "mixed"]
FACTORS = {"spherical": "SO3", "free": "SE3"}
BASES = dict.fromkeys(("body", "spatial", "hybrid", "mixed"))
METHODS = dict.fromkeys((*FIXED, "rkmk54", "variational"))


def model_group(model: Model) -> Group:
    """Return the group of a model's configurations: R, SO(3) or SE(3) for each joint.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model, q, v = lieref.catalogue.serial_chain(3), np.zeros(3), np.ones(3)
    >>> lieref.integrate.model_group(model).nv
    3
    """
    require_tree(model)
    return Group(FACTORS.get(joint.kind, "R") for joint in model.joints)


def simulate(
    model: Model,
    q0: ArrayLike,
    v0: ArrayLike,
    times: ArrayLike,
    torque: ArrayLike | Signal | None = None,
    method: Literal["rkmk1", "rkmk2", "rkmk3", "rkmk4", "rkmk54", "variational"] = "rkmk54",
    coordinates: Literal["exponential", "cayley"] = "exponential",
    step: float | None = None,
    wrenches: ArrayLike | Signal | None = None,
    wrench_axes: Axes = "body",
    rtol: float = 1e-9,
    atol: float = 1e-12,
    base: Base = "body",
    tau_ext: ArrayLike | Signal | None = None,
    max_steps: int = MAX_STEPS,
) -> Solution:
    """Return the motion of a model from an initial state.

    Source: Müller (2018), Section 7, (89) in body representation, whatever `base` is; `solve`
    is the integrator.

    Parameters
    ----------
    model : Model
    q0, v0 : (nq,), (nv,)
        State at times[0]; m, rad and SI units. Free joints on the world in the representation
        `base`, other free joints in body representation.
    times : (n,)
        Times of the result, s; ascending or descending.
    torque : None, (nv,), (n, nv) or callable
        Generalized forces, N m and N, dual to velocities in the representation `base`: none,
        constant, at the times and linear in between, or a function of (t, q, v) that returns
        (nv,).
    method : str
        "rkmk54", the default: Munthe-Kaas Runge-Kutta of order 5 with an adaptive step that keeps
        to the tolerances; "rkmk1" .. "rkmk4": of this order, fixed step; "variational": of order
        2, implicit, fixed step, conserves momentum and does not drift in energy.
    coordinates : "exponential" or "cayley"
        Chart of a step of the Munthe-Kaas methods.
    step : float or None
        First step to try of the adaptive method. Of the others the longest step: each interval
        of `times` is divided evenly; None for one step to an interval.
    wrenches : None, (nbodies, 6) or callable
        Moment and force on each body at the origin of its frame, resolved in wrench_axes ("body"
        or "inertial"), N m and N: constant, or a function of (t, q, v).
    rtol, atol : float
        Tolerances of "rkmk54": the largest estimated error of each step, in units of atol + rtol
        times the size of the coordinate or body velocity (1 rad for rotations), see `solve`.
    base : "body", "spatial", "hybrid" or "mixed"
        Representation of the velocity of free joints on the world (docs/conventions.md): of v0, of
        the v that callbacks get, of the v that is returned, and dual to it of torque and tau_ext.
    tau_ext : None, (nv,), (n, nv) or callable
        Other generalized forces, which act beside torque, as in `forward_dynamics`; given as torque
        is.
    max_steps : int
        Of "rkmk54": the most steps to try between two of the times, rejected ones
        included.

    Returns
    -------
    Solution
        times (n,), q (n, nq), v (n, nv) in the representation `base`, and `at` for states in
        between.

    Raises
    ------
    ShapeError, NonFiniteError
        An argument of another shape or dtype, NaN or infinity; for what a
        callback returned, the message says at which time.
    ConfigurationError
        A quaternion that is not of unit norm within 1e-9; names the joint.
    SingularError, IntegrationError
        A joint whose articulated inertia is singular. A fixed step that is unstable (its kinetic
        energy exceeds ten times what the motion was given, or leaves the range of double), that
        turns a joint by more than half a turn, or whose variational equations do not converge:
        says the time, the step and the remedy. An adaptive step that underflows, or more than
        `max_steps` of them: says when, and the remedy.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model, q, v = lieref.catalogue.serial_chain(3), np.zeros(3), np.ones(3)
    >>> motion = lieref.integrate.simulate(model, q, 0 * v, [0.0, 0.1])
    >>> motion.q.shape
    (2, 3)
    """
    q = checked_configuration(model, q0, "q0")
    if q.ndim != 1:
        raise ShapeError(f"q0 has shape {q.shape}, expected ({model.nq},)")
    v = real_array("v0", v0, (model.nv,))
    at = checked_times(times)
    choice("method", method, METHODS)
    choice("wrench_axes", wrench_axes, {"body": 0, "inertial": 1})
    choice("base", base, BASES)
    tau = _torque("torque", model, torque, at)
    if tau_ext is not None:
        tau = _sum(tau, _torque("tau_ext", model, tau_ext, at))
    loads = None if wrenches is None else _signal("wrenches", wrenches, (model.nbodies, 6))
    change = None if base == "body" else BaseVelocity(model, base)
    start = v
    if change is not None:
        start, tau = change.to_body(q, v), change.of_torques(tau)
        loads = None if loads is None else change.of_states(loads)
    group = model_group(model)
    if method == "variational":
        if coordinates != "exponential":
            raise ShapeError(
                f"coordinates is {coordinates!r}: 'variational' has 'exponential' only"
            )
        longest = None if step is None else positive("step", step)
        load = _load(model, tau, loads, wrench_axes)
        found = variational.run(model, group, load, q, start, at, longest)
    else:
        watch = EnergyWatch(model, q, start) if method in FIXED else None
        # without loads the weight alone does work
        idle = torque is None and tau_ext is None
        seeing = None if idle and loads is None else watch
        acceleration = _acceleration(model, tau, loads, wrench_axes, seeing)
        # what is wrong with the given state is no fault of a step
        _require_acceleration(acceleration, float(at[0]), q, start)
        found = munthe_kaas.run(
            group,
            acceleration,
            q,
            start,
            at,
            method,
            coordinates,
            step,
            rtol,
            atol,
            max_steps,
            watch,
        )
    return found if change is None else _represented(found, change, v)


def _represented(found: Solution, change: BaseVelocity, v0: Array) -> Solution:
    """A motion in body representation as one in that of `change`, which starts with v0 itself."""
    rows = [change.of_body(*state) for state in zip(found.q, found.v, strict=True)]
    v = np.array([v0, *rows[1:]])
    return replace(found, v=v, body_v=found.v, represent=change.of_body)


def _require_acceleration(acceleration: Load, t: float, q: Array, v: Array) -> None:
    """Raise what `forward_dynamics` has to say of the first state."""
    try:
        acceleration(t, q, v)
    except IntegrationError as error:
        raise error.__cause__ or error from None


def _acceleration(
    model: Model, tau: Load, loads: Load | None, wrench_axes: Axes, watch: EnergyWatch | None
) -> Load:
    """Return the acceleration as a function of t, q, v; `watch` sees all that does work."""
    if loads is None:
        forces = tau if watch is None else watch.recorded(tau)
        return lambda t, q, v: _forward(model, q, v, forces(t, q, v), None, wrench_axes)

    seen = None if watch is None else watch.recorded(lambda t, q, load: load)

    def acceleration(t: float, q: Array, v: Array) -> Array:
        forces, applied = tau(t, q, v), loads(t, q, v)
        if seen is not None:
            seen(t, q, forces - external_forces(model, q, applied, wrench_axes=wrench_axes))
        return _forward(model, q, v, forces, applied[None], wrench_axes)

    return acceleration


def _forward(
    model: Model, q: Array, v: Array, forces: Array, wrenches: Array | None, wrench_axes: Axes
) -> Array:
    """The acceleration in a step; IntegrationError where the state is the step's fault.

    Where the articulated inertia is singular, at rest too, the error stays a SingularError.
    """
    given = forces[None]
    try:
        a = forward_dynamics(model, q, v, given, wrenches=wrenches, wrench_axes=wrench_axes)
        return np.asarray(a[0])
    except (SingularError, NonFiniteError) as error:
        if isinstance(error, SingularError):
            forward_dynamics(model, q, np.zeros(model.nv), np.zeros((1, model.nv)))
        fastest = abs(v).max(initial=0.0)
        raise IntegrationError(
            f"unstable: it reaches a speed of {fastest:.3g} rad/s or m/s, at which no "
            "acceleration can be computed in the range of double"
        ) from error


def _load(model: Model, tau: Load, loads: Load | None, wrench_axes: Axes) -> Load:
    """Return the generalized forces of torques and wrenches as a function of t, q, v."""
    if loads is None:
        return tau

    def load(t: float, q: Array, v: Array) -> Array:
        # external_forces is what the joints must supply against the wrenches
        against = external_forces(model, q, loads(t, q, v), wrench_axes=wrench_axes)
        return np.asarray(tau(t, q, v) - against)

    return load


def _sum(one: Load, other: Load) -> Load:
    """Return the sum of two loads."""
    return lambda t, q, v: one(t, q, v) + other(t, q, v)


def _torque(what: str, model: Model, torque: ArrayLike | Signal | None, times: Array) -> Load:
    """Return the generalized forces as a function of t, q, v."""
    if torque is None:
        torque = np.zeros(model.nv)
    if callable(torque):
        return _signal(what, torque, (model.nv,))
    array = real_numbers(what, torque)
    if array.ndim < 2:
        return _signal(what, array, (model.nv,))
    if array.shape != (len(times), model.nv):
        raise ShapeError(
            f"{what}: shape {array.shape}, expected ({model.nv},) or ({len(times)}, {model.nv})"
        )
    require_finite(what, array)
    order = np.argsort(times)
    ascending, rows = times[order], array[order]

    def between(t: float, q: Array, v: Array) -> Array:
        # k: the interval that holds t; a single time has none
        k = min(max(int(np.searchsorted(ascending, t, side="right")) - 1, 0), len(times) - 2)
        if k < 0:
            return np.asarray(rows[0])
        share = (t - ascending[k]) / (ascending[k + 1] - ascending[k])
        return np.asarray((1 - share) * rows[k] + share * rows[k + 1])

    return between


def _signal(what: str, value: ArrayLike | Signal, shape: tuple[int, ...]) -> Load:
    """Return a constant or a callback as a function of t, q, v that returns doubles of `shape`."""
    if not callable(value):
        constant = real_array(what, value, shape)
        return lambda t, q, v: constant
    callback = value

    def checked(t: float, q: Array, v: Array) -> Array:
        # copies: a callback may keep or change what it is given
        result = callback(t, q.copy(), v.copy())
        array = np.asarray(result)
        if array.shape != shape or array.dtype != np.float64 or not np.isfinite(array).all():
            return real_array(f"{what} at t = {t!r}", result, shape)
        # which it may fill again
        return array.copy()

    return checked
