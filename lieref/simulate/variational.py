"""A variational integrator for trees: it conserves the momentum that a symmetry conserves.

Discrete Lagrangian h L(q_k exp(D/2), D/h) with q_{k+1} = q_k exp(D), joint by joint: the midpoint
rule in the exponential chart. With P = dL/dv and F = dL/dq + tau of `tree_momentum` at the
midpoint, the discrete Legendre transforms of a step (Marsden and West, Acta Numerica 10 (2001);
Lee, Liu, Park, Robotics and Automation Letters 2020, for trees) are

    p_k     = dexp_D^-T  (P - h/2 dexp_{D/2}^T  F)      solved for D
    p_{k+1} = dexp_{-D}^-T (P + h/2 dexp_{-D/2}^T F)

of order 2, symmetric in time and symplectic. O(N) an iteration but for the factor of the inertia.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from lieref.dynamics.closed_forms import joint_space_inertia
from lieref.dynamics.laws.joint_torques import rate_torques
from lieref.dynamics.matrices.inertia_factor import inertia_factor
from lieref.dynamics.matrices.joint_space_inertia import inverse_inertia_times
from lieref.errors import IntegrationError, NonFiniteError
from lieref.integrate.arguments import failed_step, substeps
from lieref.integrate.group import CHARTS, Group
from lieref.integrate.solution import Solution
from lieref.model.model import Model
from lieref.simulate.stability import EnergyWatch
from lieref.simulate.tree_momentum import TreeMomentum

Array = NDArray[np.float64]
Load = Callable[[float, Array, Array], Array]
EXPONENTIAL = CHARTS["exponential"]
EPS = float(np.finfo(float).eps)
# Broyden's method takes six to nine.
ITERATIONS = 60
# Below this share of the increment a correction that no longer shrinks is rounding.
ROUNDING = 1e-11


class Stepper:
    """State of the variational integrator: point, its rounding residue, momentum, last increments.

    The momentum of a free joint on the world is kept as the spatial momentum of its tree, about
    the inertial origin: a step changes it by the impulse of weight and loads alone, so that what
    is conserved stays the same bit by bit and no error of the iteration ever adds up in it.

    load: generalized forces of everything but weight, a function of t, q, v at the midpoint.
    """

    def __init__(self, model: Model, group: Group, load: Load, q: Array, v: Array):
        self.model = model
        self.group = group
        self.watch = EnergyWatch(model, q, v)
        self.load = self.watch.recorded(load)
        self.tree = TreeMomentum(model)
        self.q, self.low = q, np.zeros_like(q)
        self.p = self.tree(q, v)[0] + model.armature * v
        # free joints on the world: number, place in v
        self.roots = [
            (i, slice(int(model.idx_v[i]), int(model.idx_v[i]) + 6))
            for i, joint in enumerate(model.joints)
            if joint.kind == "free" and model.parents[i] < 0
        ]
        self.spatial = [self.tree.to_world(i, q, self.p[here]) for i, here in self.roots]
        self.rates = (v, v)
        self.evaluations = 0

    def velocity(self) -> Array:
        """H(q)^-1 p."""
        return inverse_inertia_times(self.model, self.q, self.p)

    def _solver(self, H: Array) -> Callable[[Array], Array]:
        """The velocity of a momentum, for an inertia H: what corrects increments."""
        return inertia_factor(self.model, H).solve

    def _closed(self, D: Array) -> Array:
        """The increment itself: all of them are possible."""
        return D

    def _end(self, D: Array) -> tuple[Array, Array]:
        """q exp(D), and its rounding residue."""
        return self.group.advance(self.q, self.low, D, EXPONENTIAL)

    def _rounding(self, H: Array) -> float:
        """What rounding leaves of a correction beside that of the increment, in the norm of H."""
        return 0.0

    def step(self, t: float, h: float) -> None:
        """Move on from t to t + h."""
        try:
            D, middle, P, F = self._increment(t, h)
            with _in_range():
                q, low = self._end(D)
                after = P + h / 2 * self.group.dexp_t(-D / 2, F)
                p = self.group.dexp_inv_t(-D, after)
            self.watch.step(h, middle, D / h)
        except IntegrationError as error:
            raise failed_step(t, h, error) from error
        self.q, self.low, self.p = q, low, p
        for k, (i, here) in enumerate(self.roots):
            # Pi_{k+1} = Pi_k + h Ad_C^-T F with the pose C at the midpoint
            self.spatial[k] = self.spatial[k] + h * self.tree.to_world(i, middle, F[here])
            self.p[here] = self.tree.to_body(i, self.q, self.spatial[k])
        self.rates = (D / h, self.rates[0])

    def _increment(self, t: float, h: float) -> tuple[Array, Array, Array, Array]:
        """Solve p_k(D) = p_k; return D, the midpoint, and P and F there."""
        # extrapolation of the last two increments
        D = self._closed(h * (2 * self.rates[0] - self.rates[1]))
        with _in_range():
            middle, _ = self.group.advance(self.q, self.low, D / 2, EXPONENTIAL)
            H = joint_space_inertia(self.model, middle)
            increment = self._solver(H)
        before = 0.0
        corrections: list[Array] = []
        for _ in range(ITERATIONS):
            P, F = self._momentum_and_force(t, h, D, middle)
            with _in_range():
                start = self.group.dexp_inv_t(D, P - h / 2 * self.group.dexp_t(D / 2, F))
                # the momentum of an increment is H D / h, but for terms of order h: Broyden learns
                # them
                corrections.append(_broyden(H, corrections, h * increment(self.p - start)))
                D = self._closed(D + corrections[-1])
                middle, _ = self.group.advance(self.q, self.low, D / 2, EXPONENTIAL)
            # rounding errors of momenta are of this size, and no choice of units changes it
            with np.errstate(over="ignore", invalid="ignore"):
                error, size = (float(np.sqrt(x @ H @ x)) for x in (corrections[-1], D))
            if not np.isfinite(size):
                break
            # what is left shrinks by the last factor at least, to error (error / before)
            if (
                error <= max(EPS * size, self._rounding(H))
                or error * error <= EPS * size * before
                or (len(corrections) > 1 and before / 2 <= error <= ROUNDING * size)
            ):
                return D, middle, *self._momentum_and_force(t, h, D, middle)
            before = error
        raise IntegrationError(
            f"the equations of the variational method do not converge in {ITERATIONS} iterations"
        )

    def _momentum_and_force(
        self, t: float, h: float, D: Array, middle: Array
    ) -> tuple[Array, Array]:
        """P = dL/dv and F = dL/dq + load at the midpoint of the increment D."""
        self.evaluations += 1
        v = D / h
        P, dL = self.tree(middle, v)
        F = dL + self.load(t + h / 2, middle, v)
        if self.model.joint_physics is None:
            return P, F
        return P + self.model.armature * v, F - rate_torques(self.model, middle, v)


@contextmanager
def _in_range() -> Iterator[None]:
    """IntegrationError where numbers become too large."""
    try:
        yield
    except NonFiniteError as cause:
        raise IntegrationError(f"the motion leaves the range of double: {cause}") from cause


def _broyden(H: Array, steps: list[Array], plain: Array) -> Array:
    """Next step of Broyden's good method from the plain one, in the scalar product x . H y.

    Source: Kelley, Iterative Methods for Linear and Nonlinear Equations (1995), section 7.3.
    """
    for this, following in pairwise(steps):
        plain = plain + following * ((this @ H @ plain) / (this @ H @ this))
    if not steps:
        return plain
    last = steps[-1]
    return np.asarray(plain / (1 - (last @ H @ plain) / (last @ H @ last)))


def run(stepper: Stepper, v: Array, times: Array, longest: float | None) -> Solution:
    """Integrate from the velocity v to each of the times in even steps of at most `longest`."""
    group, q = stepper.group, stepper.q
    Q, V = np.empty((len(times), group.nq)), np.empty((len(times), group.nv))
    Q[0], V[0] = q, v
    taken = 0
    for k in range(1, len(times)):
        for t, h in substeps(times[k - 1], times[k], longest):
            stepper.step(t, h)
            taken += 1
        Q[k], V[k] = stepper.q, stepper.velocity()
    if taken:
        try:
            stepper.watch.look(stepper.q, V[-1])
        except IntegrationError as error:
            raise failed_step(t, h, error) from error
    return Solution(times, Q, V, taken, 0, stepper.evaluations, group)
