"""Motions of whole models: the checked entry points of the integrators.

Quaternions are never normalized: they keep the norm that they start with to 2 eps, and are
continuous in time.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.arguments import choice
from lieref.documentation import described
from lieref.errors import ArgumentError, IntegrationError, ShapeError
from lieref.integrate import munthe_kaas
from lieref.integrate.arguments import MAX_STEPS, adaptive_options, checked_times, positive
from lieref.integrate.group import Group
from lieref.integrate.solution import Solution
from lieref.integrate.tableaus import FIXED
from lieref.model.arguments import real_array
from lieref.model.loops.loop_model import LoopModel
from lieref.model.model import Model
from lieref.model.tree.configuration import checked_configuration, require_tree
from lieref.simulate import variational
from lieref.simulate.base_velocity import BaseVelocity
from lieref.simulate.closed_motion import ClosedMotion, closed_start
from lieref.simulate.closed_variational import ClosedStepper
from lieref.simulate.joint_events import JointEvents
from lieref.simulate.loads import Axes, Signal, sum_of, torques_on, wrenches_on
from lieref.simulate.right_hand_side import Acting, RightHandSide, require_acceleration
from lieref.simulate.stability import EnergyWatch
from lieref.simulate.variational import Stepper

Array = NDArray[np.float64]
Base = Literal["body", "spatial", "hybrid", "mixed"]
FACTORS = {"spherical": "SO3", "free": "SE3"}
BASES = dict.fromkeys(("body", "spatial", "hybrid", "mixed"))
METHODS = dict.fromkeys((*FIXED, "rkmk54", "variational"))


@described()
def model_group(model: Model | LoopModel) -> Group:
    """Return the group of a model's configurations: R, SO(3) or SE(3) for each joint of its tree.

    Examples
    --------
    >>> lieref.simulate.model_group(model).nv
    3
    """
    tree = model.tree if isinstance(model, LoopModel) else model
    require_tree(tree)
    return Group(FACTORS.get(joint.kind, "R") for joint in tree.joints)


@described()
def simulate(
    model: Model | LoopModel,
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
    limits: Literal["ignore", "stop"] = "ignore",
) -> Solution:
    """Return the motion of a model from an initial state.

    Source: Müller (2018), Section 7, (89) in body representation, whatever `base` is; `solve`
    is the integrator. Mechanisms: Notes.

    Parameters
    ----------
    model : Model or LoopModel
        Of a mechanism, configurations and velocities are those of its tree but where it says so.
    q0, v0 : (nq,), (nv,)
        State at times[0]; m, rad and SI units. Free joints on the world in the representation
        `base`, other free joints in body representation. Of a mechanism q0 closes the loops, or
        is its independent coordinates (next to the assembly, see `loops.expand`); v0 obeys them,
        or is its independent velocities.
    times : (n,)
        Times of the result, s; ascending or descending.
    torque : None, (nv,), (n, nv) or callable
        Generalized forces, N m and N, dual to velocities in the representation `base`: none,
        constant, at the times and linear in between, or a function of (t, q, v) that returns
        (nv,). Of a mechanism on the tree's coordinates or on its independent ones.
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
        Moment and force on each body at the origin of its frame, N m and N: constant, or a function
        of (t, q, v).
    rtol, atol : float
        Tolerances of "rkmk54": the largest estimated error of each step, in units of atol + rtol
        times the size of the coordinate or body velocity (1 rad for rotations), see `solve`.
    base : "body", "spatial", "hybrid" or "mixed"
        Representation of the velocity of free joints on the world (docs/conventions.md): of v0, of
        the v that callbacks get, of the v that is returned, and dual to it of torque and tau_ext.
        "body" if a loop goes through one.
    tau_ext : None, (nv,), (n, nv) or callable
        Other generalized forces, which act beside torque, as in `forward_dynamics`; given as torque
        is.
    max_steps : int
        Of "rkmk54": the most steps to try between two of the times, rejected ones included.
    limits : "ignore" or "stop"
        With "stop" joints stop at `Model.lower` and `Model.upper` without rebound, and leave them
        when nothing presses them there; see Notes. Not of "variational".

    Returns
    -------
    Solution
        times (n,), q (n, nq), v (n, nv) in the representation `base`, and `at` for states in
        between. Of a mechanism q closes the loops to rounding and v obeys them; states in between
        are open by the error of `at`.

    Raises
    ------
    NonFiniteError
        NaN or infinity; for what a callback returned, the message says at which time.
    ConfigurationError
        A quaternion that is not of unit norm within 1e-9; names the joint. A state that breaks a
        loop; names it. A joint beyond a limit that is a stop.
    SingularError, IntegrationError
        A joint whose articulated inertia is singular; loops that have lost rank at the start. A
        fixed step that is unstable (its kinetic
        energy exceeds ten times what the motion was given, or leaves the range of double), that
        turns a joint by more than half a turn, or whose variational equations do not converge:
        says the time, the step and the remedy. An adaptive step that underflows, or more than
        `max_steps` of them: says when, and the remedy. A mechanism that is about to lose rank at
        the start of a step, or that a step leaves by so much that another closed configuration
        may be as near: names the loop.

    Notes
    -----
    A joint with dry friction (`friction` of zero `friction_width`) is held at velocity zero while
    that takes no more torque than its friction, and slides otherwise; a joint at a stop is held
    while the stop pushes it, and loses its velocity there, with the velocities of other joints
    changed by the impulse. The accelerations are those of the least constraint. Steps of the
    Munthe-Kaas methods end where a joint sticks, stops or moves again, located to rounding, so that
    methods keep their order; `Solution.events` lists these moments. A joint that turns round twice
    within a step may be missed. Backwards in time, and by "variational", friction is
    -friction sign(v) and no more.

    A mechanism is integrated on its tree. Each stage and each step is closed by Newton's method on
    the dependent coordinates, and its velocity is G ydot, so that methods keep their order. What
    is independent is chosen again where the dependent coordinates cease to follow; the choice of
    the model has no influence on the motion. Where loops lose rank for all choices, a flat
    parallelogram, say, accelerations lose digits with the inverse cube of the distance: the
    adaptive method steps over such a moment, and refuses to end a step in it. The variational
    method closes the ends of its steps; callbacks get its midpoints, which are open by the second
    order of the step.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model, q, v = lieref.catalogue.serial_chain(3), np.zeros(3), np.ones(3)
    >>> motion = lieref.simulate.simulate(model, q, 0 * v, [0.0, 0.1])
    >>> motion.q.shape
    (2, 3)
    """
    tree, q, v = _start(model, q0, v0, base)
    at = checked_times(times)
    choice("method", method, METHODS)
    choice("wrench_axes", wrench_axes, {"body": 0, "inertial": 1})
    choice("limits", limits, ("ignore", "stop"))
    tau = torques_on("torque", model, torque, at)
    if tau_ext is not None:
        tau = sum_of(tau, torques_on("tau_ext", model, tau_ext, at))
    loads = None if wrenches is None else wrenches_on(model, wrenches)
    change = None if base == "body" else BaseVelocity(tree, base)
    start = v
    if change is not None:
        start, tau = change.to_body(q, v), change.of_torques(tau)
        loads = None if loads is None else change.of_states(loads)
    acting = Acting(tau, loads, wrench_axes, torque is None and tau_ext is None and loads is None)
    begin = float(at[0]), q, start
    if method == "variational":
        if coordinates != "exponential":
            raise ShapeError(
                f"coordinates is {coordinates!r}: 'variational' has 'exponential' only"
            )
        if limits != "ignore":
            raise ArgumentError(f"limits is {limits!r}: 'variational' has 'ignore' only")
        adaptive_options(rtol, atol, max_steps)
        longest = None if step is None else positive("step", step)
        stepper = _stepper(model, acting, begin)
        try:
            found = variational.run(stepper, start, at, longest)
        except IntegrationError as error:
            if not JointEvents.needed(tree, False):
                raise
            raise IntegrationError(
                f"{error}; dry friction jumps where a joint comes to rest: give it a "
                "`friction_width`, or take a method 'rkmk..'"
            ) from error
    else:
        watch = EnergyWatch(tree, q, start) if method in FIXED else None
        side = RightHandSide(model, acting, begin, watch, _events(tree, limits, at))
        found = munthe_kaas.run(
            model_group(model),
            side.acceleration,
            q,
            side.v,
            at,
            method,
            coordinates,
            step,
            rtol,
            atol,
            max_steps,
            watch,
            side.manifold,
            side.events,
        )
        if side.events is not None:
            found = replace(found, events=tuple(side.events.events))
    if change is None:
        return found
    return _represented(found, change, v if np.array_equal(found.v[0], start) else None)


def _events(tree: Model, limits: str, times: Array) -> JointEvents | None:
    """What may come to rest or stop, or None; friction has no past."""
    backwards = times[-1] < times[0]
    if backwards and limits == "stop":
        raise ShapeError("times: expected each later than the one before, with limits 'stop'")
    if backwards or not JointEvents.needed(tree, limits == "stop"):
        return None
    return JointEvents(tree, limits == "stop")


def _stepper(
    model: Model | LoopModel, acting: Acting, begin: tuple[float, Array, Array]
) -> Stepper:
    """The variational method at the state that a motion starts from."""
    _, q, v = begin
    group = model_group(model)
    if not isinstance(model, LoopModel):
        return Stepper(model, group, acting.generalized(model), q, v)
    load = acting.generalized(model.tree)
    manifold = ClosedMotion(model, load)
    require_acceleration(manifold.acceleration, *begin, manifold)
    return ClosedStepper(model, group, load, q, v, manifold)


def _start(
    model: Model | LoopModel, q0: ArrayLike, v0: ArrayLike, base: Base
) -> tuple[Model, Array, Array]:
    """The tree, and its configuration and velocity at the start, checked."""
    choice("base", base, BASES)
    if isinstance(model, LoopModel):
        return model.tree, *closed_start(model, q0, v0, base)
    q = checked_configuration(model, q0, "q0")
    if q.ndim != 1:
        raise ShapeError(f"q0 has shape {q.shape}, expected ({model.nq},)")
    return model, q, real_array("v0", v0, (model.nv,))


def _represented(found: Solution, change: BaseVelocity, v0: Array | None) -> Solution:
    """A motion in body representation as one in that of `change`; it starts with v0 itself."""
    rows = [change.of_body(*state) for state in zip(found.q, found.v, strict=True)]
    if v0 is not None:
        rows[0] = v0
    return replace(found, v=np.array(rows), body_v=found.v, represent=change.of_body)
