"""The variational integrator of mechanisms: the tree's, with every step closed.

The discrete Lagrangian is that of the tree. Constraint forces act at the ends of a step, where they
do no work: with G there, the increments D of closed steps satisfy

    G(q_k)^T (p_k - dexp_D^-T (P - h/2 dexp_{D/2}^T F)) = 0,   phi(q_k exp(D)) = 0,

and p_{k+1} is that of the tree; of it G^T p alone counts. [Leyendecker, Marsden, Ortiz, ZAMM 88
(2008): the discrete null space method]
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from lieref.dynamics.closed_forms import joint_space_inertia
from lieref.integrate.group import Group
from lieref.model.loops.loop_model import LoopModel
from lieref.simulate.closed_motion import ClosedMotion
from lieref.simulate.stability import Load
from lieref.simulate.variational import EPS, Stepper

Array = NDArray[np.float64]
# Roundings of an increment in units of those of the largest coordinate.
ROUNDED = 8


class ClosedStepper(Stepper):
    """State of the variational integrator of a mechanism."""

    def __init__(
        self, model: LoopModel, group: Group, load: Load, q: Array, v: Array, motion: ClosedMotion
    ):
        super().__init__(model.tree, group, load, q, v)
        self._motion = motion
        # joints that a loop goes through have no momentum of their own
        inside = {i for c in model.clusters if c.constrained for i in c.bodies}
        kept = [k for k, (i, _) in enumerate(self.roots) if i not in inside]
        self.roots = [self.roots[k] for k in kept]
        self.spatial = [self.spatial[k] for k in kept]

    def _solver(self, H: Array) -> Callable[[Array], Array]:
        """G (G^T H G)^-1 G^T with G at the start of the step."""
        return self._motion.reduced_inverse(self.q, H)

    def _increment(self, t: float, h: float) -> tuple[Array, Array, Array, Array]:
        self._motion.start(self.q, self.rates[0])
        return super()._increment(t, h)

    def _end(self, D: Array) -> tuple[Array, Array]:
        """The closed configuration beside q exp(D)."""
        q, low = super()._end(D)
        closed, _ = self._motion.end(q, self.rates[0])
        return closed, np.where(closed == q, low, 0.0)

    def _closed(self, D: Array) -> Array:
        """The increment to there."""
        return self.group.difference(self.q, self._end(D)[0])

    def _rounding(self, H: Array) -> float:
        """Increments are differences of closed configurations, rounded each."""
        rounded = np.full(len(H), ROUNDED * EPS * np.abs(self.q).max(initial=1.0))
        return float(np.sqrt(rounded @ H @ rounded))

    def velocity(self) -> Array:
        """G (G^T H G)^-1 G^T p."""
        return self._solver(joint_space_inertia(self.model, self.q))(self.p)
