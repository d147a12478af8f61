"""Tasks of forward and hybrid dynamics by parameters, and the computations that solve them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import factorial
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

import lieref
from lieref import oracle
from lieref.check.metrics import FloatArray
from lieref.dynamics.forward.default import forward_dynamics_generic
from lieref.dynamics.forward.forms.body import h_gabi_twist_body_twin
from lieref.dynamics.forward.forms.hybrid import h_gabi_hybrid_twin
from lieref.dynamics.forward.forms.spatial import h_gabi_spatial_twin
from lieref.oracle import Arb, Certified, Mp
from verification.subjects import robots, states
from verification.subjects.states import State

Rows = list[list[Any]]
ForwardForm = Literal["default", "spatial", "body", "hybrid", "double-doubles"]
#: The default form in these.
FINE: ForwardForm = "double-doubles"
#: Beside those of `computations.FORMS`.
TWIST_FORMS: tuple[ForwardForm, ...] = ("body", "hybrid")
TWINS: dict[ForwardForm, Any] = {
    "default": forward_dynamics_generic,
    "spatial": h_gabi_spatial_twin,
    "body": h_gabi_twist_body_twin,
    "hybrid": h_gabi_hybrid_twin,
}
#: Digits to begin with; the oracle takes more where its balls are too large.
FEWEST_DIGITS = 60
#: N m and N to a unit of the generalized forces "large".
LARGE = 100.0
#: A result is rounded to double: no conditioning bound is below half an ulp.
HALF_ULP = 2.0**-53


@dataclass(frozen=True)
class Task:
    """Arguments of `lieref.hybrid_dynamics`; forward dynamics if nothing is prescribed."""

    model: lieref.Model
    state: State
    vdot: FloatArray
    tau: FloatArray
    prescribed: NDArray[np.bool_]

    @property
    def forward(self) -> bool:
        """Return whether no coordinate is prescribed."""
        return not self.prescribed.any()

    def arguments(self) -> tuple[Any, ...]:
        """Return the positional arguments after the model."""
        v = self.state.v[0]
        if self.forward:
            return self.state.q, v, self.tau
        return self.state.q, v, self.vdot, self.tau, self.prescribed

    def lists(self) -> tuple[list[Any], dict[str, Any]]:
        """Return positional and keyword arguments with arrays as lists, which a twin takes."""
        plain = [x.tolist() for x in self.arguments()]
        options = self.state.arguments().items()
        return plain, {k: x.tolist() if isinstance(x, np.ndarray) else x for k, x in options}


def draw(params: Mapping[str, Any]) -> Task:
    """Return the task that the parameters describe.

    Parameters
    ----------
    params : mapping
        ``robot`` (see `robots.build`), ``state`` (see `states.draw`), ``order``; ``torques``:
        "motion" (those that inverse dynamics gives for the state's motion), "random" (their
        Taylor coefficients tau^(k)/k! are standard normal, as those of a motion are) or "large"
        (LARGE times those);
        ``prescribed``: "none" (the default), "some" (each coordinate with probability 1/2) or
        "first" (every coordinate of the first joint).
    """
    model = robots.build(params["robot"])
    order = params["order"]
    state = states.draw(model, params["state"], order)
    rng = np.random.default_rng([*np.atleast_1d(params["state"]["seed"]), 7])
    if params["torques"] == "motion":
        tau = np.asarray(lieref.inverse_dynamics(model, state.q, state.v, **state.arguments()))
    else:
        tau = random_torques(rng, order, model.nv) * (LARGE if params["torques"] == "large" else 1)
    prescribed = np.zeros(model.nv, dtype=bool)
    which = params.get("prescribed", "none")
    if which == "some":
        prescribed = rng.random(model.nv) < 0.5
    elif which == "first":
        prescribed[: model.joints[0].nv] = True
    return Task(model, state, state.v[1:], tau, prescribed)


def random_torques(rng: np.random.Generator, order: int, nv: int) -> FloatArray:
    """Return generalized forces (order + 1, nv) whose Taylor coefficients are standard normal."""
    scale = np.array([float(factorial(k)) for k in range(order + 1)])
    return np.asarray(rng.normal(size=(order + 1, nv)) * scale[:, None])


def condition(task: Task) -> float:
    """Return the condition number of the oracle's H, scaled to a unit diagonal."""
    rows = oracle.joint_space_inertia(task.model, task.state.q, task.state.base)
    H = np.array([[float(x) for x in row] for row in rows])
    size = 1.0 / np.sqrt(np.diag(H))
    return float(np.linalg.cond(H * size * size[:, None]))


def kernel(form: ForwardForm, task: Task) -> list[FloatArray]:
    """Return vdot of the compiled kernel; of hybrid dynamics vdot and tau."""
    numbers = {"digits": 31} if form == FINE else {"form": form}
    options = {**task.state.arguments(), **numbers}
    if task.forward:
        return [np.asarray(lieref.forward_dynamics(task.model, *task.arguments(), **options))]
    v_all, tau_all = lieref.hybrid_dynamics(task.model, *task.arguments(), **options)
    return [np.asarray(v_all)[1:], np.asarray(tau_all)]


def twin(form: ForwardForm, task: Task, digits: int) -> list[Rows]:
    """Return the same of the form's plain twin, at so many digits."""
    module = TWINS[form]
    plain, options = task.lists()
    if task.forward:
        return [module.forward_dynamics(task.model, *plain, Mp(digits), **options)]
    motion, torque = module.hybrid_dynamics(task.model, *plain, Mp(digits), **options)
    # but for the default form's the motion begins with the velocity
    return [motion[-len(torque) :], torque]


def reference(task: Task, accuracy: int) -> list[Certified]:
    """Return the same of the oracle: each row proven to 10^-accuracy of its max norm."""
    options = {**task.state.arguments(), "accuracy": accuracy}
    options["digits"] = max(FEWEST_DIGITS, accuracy + 30)
    if task.forward:
        return [oracle.certified_forward_dynamics(task.model, *task.arguments(), **options)]
    found = oracle.certified_hybrid_dynamics(task.model, *task.arguments(), **options)
    v_all, tau_all = found
    motion = Certified(v_all.midpoints[1:], v_all.radii[1:], v_all.digits, v_all.relative_radius)
    return [motion, tau_all]


def bound(task: Task, samples: int, digits: int) -> list[list[float]]:
    """Return the conditioning bound of each row of `reference`, in balls of so many digits."""
    options = {**task.state.arguments(), "samples": samples, "field": Arb(digits)}
    if task.forward:
        return [oracle.conditioning_bound(task.model, *task.arguments(), **options)]
    motion, torque = oracle.hybrid_conditioning_bound(task.model, *task.arguments(), **options)
    return [motion[1:], torque]


def seconds(params: Mapping[str, Any]) -> float:
    """Return rough seconds of the oracle, fitted to some runs, from the sizes alone."""
    bodies = robots.bodies_of(params)
    found: float = 2e-3 * bodies**1.3 * (float(params["order"]) + 2) ** 1.5
    return found
