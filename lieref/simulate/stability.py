"""Steps that are too long for a method of fixed steps, told by the kinetic energy."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numpy as np
from numpy.typing import NDArray

from lieref.dynamics.laws.joint_torques import spring_energy, stretches
from lieref.errors import IntegrationError, NonFiniteError, SingularError
from lieref.model.model import Model
from lieref.simulate.tree_momentum import TreeMomentum

Array = NDArray[np.float64]
Load = Callable[[float, Array, Array], Array]
# The kinetic energy is at most what it was at the start plus the work of weight and loads. The
# work is taken from above; a coarse but stable step stays far below this multiple of it, and an
# unstable motion passes it within a few steps. Of 1290 runs of 43 robots
# with steps of 2 to 50 ms, those within 10 % of the right energy stay below 1.2 times it, those
# within 50 % below 1.8.
EXCESS = 10.0
# Most steps between two looks. The first ones are after 1, 3, 7, 15 and 31 steps: one of them sees
# the weight at work before a motion can be back at rest.
MOST_STEPS = 32


@contextmanager
def fault_of_the_step(v: Array) -> Iterator[None]:
    """IntegrationError where accelerations cannot be computed at a state that a step tries."""
    try:
        yield
    except (SingularError, NonFiniteError) as error:
        fastest = abs(v).max(initial=0.0)
        raise IntegrationError(
            f"unstable: it reaches a speed of {fastest:.3g} rad/s or m/s, at which no "
            f"acceleration can be computed ({error})"
        ) from error


class EnergyWatch:
    """IntegrationError where a motion has more kinetic energy than it can have been given.

    The work of weight and springs is the loss of potential energy, summed where it is above zero.
    That of loads
    is at most the time times the largest power of any of their values at the velocity at the end
    of any step since the last look. A load that is a feedback may feed an unstable motion itself,
    by the work that it does in the steps as they are: such a motion is told by its overflow.
    """

    def __init__(self, model: Model, q: Array, v: Array):
        self._model, self._tree = model, TreeMomentum(model)
        # since the last look: loads, each once in a row, and velocities at the ends of steps
        self._loads: list[Array] = []
        self._rates = [v]
        self._given, self._potential, _ = self._energies(q, v)
        # steps: until the next look, and from the last one to it
        self._left = self._whole = 1
        # the last step, and the time since the last look
        self._step = self._time = 0.0

    def _energies(self, q: Array, v: Array) -> tuple[float, float, float]:
        """Kinetic and potential energy, and the power of weight and springs."""
        kinetic, potential, power = self._tree.energies(q, v)
        model = self._model
        if model.joint_physics is None:
            return kinetic, potential, power
        with np.errstate(over="ignore", invalid="ignore"):
            kinetic += float(model.armature @ (v * v)) / 2
            power -= float((model.stiffness * stretches(model, q)) @ v)
            return kinetic, potential + spring_energy(model, q), power

    def recorded(self, load: Load) -> Load:
        """Return the same load, whose values are kept until the next look."""

        last: Array | None = None

        def record(t: float, q: Array, v: Array) -> Array:
            nonlocal last
            value = load(t, q, v)
            if value is not last or not self._loads:
                self._loads.append(value)
                last = value
            return value

        return record

    def step(self, h: float, q: Array, v: Array) -> None:
        """Take the end of a step of length h; IntegrationError without the time."""
        self._step = h
        self._time += h
        self._left -= 1
        if self._loads:
            self._rates.append(v)
        if not self._left:
            self.look(q, v)

    def look(self, q: Array, v: Array) -> None:
        """Judge the state after the last step; IntegrationError without the time."""
        kinetic, potential, power = self._energies(q, v)
        self._given += max(0.0, self._potential - potential)
        if self._loads:
            with np.errstate(over="ignore", invalid="ignore"):
                work = self._time * np.array(self._loads) @ np.array([*self._rates, v]).T
            self._given += max(0.0, float(work.max()))
            self._loads.clear()
            self._rates = [v]
        self._potential, self._time = potential, 0.0
        self._whole = self._left = min(2 * self._whole, MOST_STEPS)
        # q may lag behind v by a step
        lag = max(0.0, self._step * power)
        if not kinetic <= EXCESS * (self._given + lag):
            raise IntegrationError(
                f"unstable: the kinetic energy is {kinetic:.3g} J at its end, and all that the "
                f"motion was given so far is {self._given:.3g} J"
            )
