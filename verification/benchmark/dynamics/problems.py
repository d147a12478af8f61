"""Inverse and forward dynamics as the benchmark sees them, at the same motions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import pinocchio as pin

import lieref
from lieref.check.metrics import FloatArray
from verification.subjects import states, symbolic

SEED = 1


@dataclass(frozen=True)
class State:
    """A motion and its generalized forces: q (nq,), v (r + 2, nv), tau (r + 1, nv)."""

    q: FloatArray
    v: FloatArray
    tau: FloatArray

    @property
    def order(self) -> int:
        """Return the order r."""
        return len(self.tau) - 1


def state(model: lieref.Model, order: int, seed: int = SEED) -> State:
    """Return the state that is timed: a random motion and the forces that lead to it."""
    drawn = states.draw(model, {"seed": seed}, order)
    return State(drawn.q, drawn.v, lieref.inverse_dynamics(model, drawn.q, drawn.v))


@dataclass(frozen=True)
class Dynamics:
    """One of the two problems.

    Attributes
    ----------
    name : str
        Of the function of lieref, and of its timers in native.pyx.
    label : str
        One word for tables and figures.
    inputs : callable
        The arguments of that function besides the model.
    answer : callable
        What the function returns, (r + 1, nv), as it is known beforehand: the forces as lieref
        computes them, the motion as it was drawn.
    expression : Map
        The problem as CasADi expressions.
    leaner : Map or None
        The same in fewer operations, if there is a choice that a CasADi user may miss.
    peer : callable
        Pinocchio's function of (model, data, q, v, second).
    second : callable
        The last argument of Pinocchio's function, lieref's first row of it.
    """

    name: str
    label: str
    inputs: Callable[[State], tuple[FloatArray, ...]]
    answer: Callable[[State], FloatArray]
    expression: symbolic.Map
    leaner: symbolic.Map | None
    peer: Callable[..., Any]
    second: Callable[[State], FloatArray]

    @property
    def job(self) -> str:
        """Return the word of the command line."""
        return self.name.replace("_", "-")

    @property
    def function(self) -> Callable[..., FloatArray]:
        """Return the function of lieref."""
        found: Callable[..., FloatArray] = getattr(lieref, self.name)
        return found

    def params(self, **others: Any) -> dict[str, Any]:
        """Return a case's parameters; inverse dynamics goes without saying."""
        return others if self is INVERSE else {"dynamics": self.name, **others}


INVERSE = Dynamics(
    "inverse_dynamics",
    "inverse",
    lambda state: (state.q, state.v),
    lambda state: state.tau,
    symbolic.INVERSE,
    None,
    pin.rnea,
    lambda state: state.v[1],
)
FORWARD = Dynamics(
    "forward_dynamics",
    "forward",
    lambda state: (state.q, state.v[0], state.tau),
    lambda state: state.v[1:],
    symbolic.FORWARD,
    symbolic.FORWARD_LDL,
    pin.aba,
    lambda state: state.tau[0],
)


def of(params: Mapping[str, Any]) -> Dynamics:
    """Return the problem that a case's parameters name."""
    return FORWARD if params.get("dynamics") == FORWARD.name else INVERSE
