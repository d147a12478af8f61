"""Velocities of free joints on the world in another representation than the integrators' own.

Integrators run in body representation; what comes in and goes out is converted here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lieref.dynamics.forward.roots import base_changes
from lieref.dynamics.shared.base_change import BaseChange, torque, velocity
from lieref.model.model import Model

Array = NDArray[np.float64]
Load = Callable[[float, Array, Array], Array]


@dataclass(frozen=True)
class BaseVelocity:
    """Between the body representation and `base`: "body", "spatial", "hybrid" or "mixed"."""

    model: Model
    base: str

    def to_body(self, q: Array, v: Array) -> Array:
        """v_body = T v_base, (nv,)."""
        for change in self._changes(q):
            v = velocity(change, v[None])[0]
        return v

    def of_body(self, q: Array, v: Array) -> Array:
        """v_base = T^-1 v_body, (nv,)."""
        for change in self._changes(q):
            v = velocity(_back(change), v[None])[0]
        return v

    def of_states(self, load: Load) -> Load:
        """A function of t, q, v_base as one of t, q, v_body."""
        return lambda t, q, v: load(t, q, self.of_body(q, v))

    def of_torques(self, load: Load) -> Load:
        """Generalized forces dual to v_base as a function of t, q, v_body, dual to that."""

        def torques(t: float, q: Array, v: Array) -> Array:
            tau = load(t, q, self.of_body(q, v))
            # tau_base = T^T tau_body
            for change in self._changes(q):
                tau = torque(_back(change), tau)
            return tau

        return torques

    def _changes(self, q: Array) -> list[BaseChange]:
        return base_changes(self.model, q, None, self.base, 1)


def _back(change: BaseChange) -> BaseChange:
    """From body representation to `base`."""
    return BaseChange(change.here, change.inverse, change.T)
