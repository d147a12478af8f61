"""The accelerations that the Munthe-Kaas methods integrate, of trees and of mechanisms."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lieref.dynamics.forward_dynamics import forward_dynamics
from lieref.dynamics.laws.generalized_forces import external_forces
from lieref.dynamics.matrices.joint_space_inertia import inverse_inertia_times
from lieref.errors import IntegrationError
from lieref.model.loops.loop_model import LoopModel
from lieref.model.model import Model
from lieref.simulate.closed_motion import ClosedMotion
from lieref.simulate.joint_events import JointEvents, Response
from lieref.simulate.loads import Axes, generalized_load, sum_of
from lieref.simulate.stability import EnergyWatch, Load, fault_of_the_step

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Acting:
    """Generalized forces, wrenches and their axes; idle: the weight alone does work."""

    tau: Load
    loads: Load | None
    wrench_axes: Axes
    idle: bool

    def generalized(self, tree: Model) -> Load:
        """Return all of them as generalized forces of t, q, v."""
        return generalized_load(tree, self.tau, self.loads, self.wrench_axes)


class RightHandSide:
    """Accelerations of a model from the state (t, q, v) on, and what looks after its steps.

    watch: judges fixed steps, or None; manifold: of a mechanism; events: of joints that can rest
    or stop, or None; v: the velocity to start with, after the stops that it meets.
    """

    def __init__(
        self,
        model: Model | LoopModel,
        acting: Acting,
        state: tuple[float, Array, Array],
        watch: EnergyWatch | None,
        events: JointEvents | None,
    ):
        t, q, self.v = state
        self.watch, self.events = watch, events
        self.manifold: ClosedMotion | None = None
        seen = None if acting.idle else watch
        if events is not None:
            # of zero width; the events know it
            model = _without_dry_friction(model)
        if isinstance(model, LoopModel):
            load = acting.generalized(model.tree)
            load = load if seen is None else seen.recorded(load)
            if events is not None:
                load = sum_of(load, events.resisting)
            self.manifold = ClosedMotion(model, load)
            self.acceleration: Load = self.manifold.acceleration
            response: Response = self.manifold.response
        else:
            self.acceleration = _of_a_tree(model, acting, seen, events)
            response = _response(model)
        # what is wrong with the given state is no fault of a step
        require_acceleration(self.acceleration, *state, self.manifold)
        if events is None:
            return
        events.acceleration = self.acceleration
        events.response = response
        self.acceleration = events.accelerations
        self.v = events.begin(*state)


def require_acceleration(
    acceleration: Load, t: float, q: Array, v: Array, manifold: ClosedMotion | None
) -> None:
    """Raise what forward dynamics has to say of the first state."""
    try:
        if manifold is not None:
            manifold.start(q, v)
        acceleration(t, q, v)
    except IntegrationError as error:
        raise error.__cause__ or error from None


def _without_dry_friction(model: Model | LoopModel) -> Model | LoopModel:
    """The same model without the friction that is a sign of the velocity."""
    tree = model.tree if isinstance(model, LoopModel) else model
    smooth = np.where(tree.friction_width > 0, tree.friction, 0.0)
    return model.with_joint_physics(
        tree.armature, tree.damping, smooth, tree.friction_width, tree.stiffness, tree.rest
    )


def _response(model: Model) -> Response:
    """H^-1 e_i for each i of some coordinates, (nv, count), of a tree."""

    def response(q: Array, at: NDArray[np.intp]) -> Array:
        with fault_of_the_step(np.zeros(1)):
            return inverse_inertia_times(model, q, np.eye(model.nv)[:, at])

    return response


def _of_a_tree(
    model: Model, acting: Acting, watch: EnergyWatch | None, events: JointEvents | None
) -> Load:
    """Return the acceleration of a tree as a function of t, q, v; `watch` sees what does work."""
    tau, loads, wrench_axes = acting.tau, acting.loads, acting.wrench_axes
    if loads is None:
        forces = tau if watch is None else watch.recorded(tau)
        if events is not None:
            forces = sum_of(forces, events.resisting)
        return lambda t, q, v: _forward(model, q, v, forces(t, q, v), None, wrench_axes)

    seen = None if watch is None else watch.recorded(lambda t, q, load: load)

    def acceleration(t: float, q: Array, v: Array) -> Array:
        forces, applied = tau(t, q, v), loads(t, q, v)
        if seen is not None:
            seen(t, q, forces - external_forces(model, q, applied, wrench_axes=wrench_axes))
        if events is not None:
            forces = forces + events.resisting(t, q, v)
        return _forward(model, q, v, forces, applied[None], wrench_axes)

    return acceleration


def _forward(
    model: Model, q: Array, v: Array, forces: Array, wrenches: Array | None, wrench_axes: Axes
) -> Array:
    """The acceleration in a step; IntegrationError where the state is the step's fault."""
    given = forces[None]
    with fault_of_the_step(v):
        a = forward_dynamics(model, q, v, given, wrenches=wrenches, wrench_axes=wrench_axes)
    return np.asarray(a[0])
