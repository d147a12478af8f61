"""Certified references of mechanisms with loops and couplings: closed in balls, to any order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import factorial
from typing import Any

import lieref
from lieref import oracle
from lieref.model.loops.loop_model import LoopModel
from lieref.oracle import Arb
from verification.golden.enclosures import Table, enclosed
from verification.golden.inputs import ORDER, Draw

Inputs = dict[str, Any]


@dataclass(frozen=True)
class LoopCase:
    """A mechanism, in a state that is given by its independent coordinates."""

    name: str
    model: Callable[[], LoopModel]
    seed: int = 2

    def inputs(self, model: LoopModel) -> Inputs:
        """Return y, its derivatives and forces for orders 0 .. ORDER; y is near the assembly."""
        draw = Draw(self.seed)
        start = [round(256 * float(x)) / 256 for x in model.neutral()]
        return {
            "base": "body",
            "q": [x + draw.number() / 4 for x in start],
            # a velocity is never zero: the energy form divides by it
            "v": [
                [1 + draw.number() / 4 for _ in range(model.nv)],
                *(draw.vector(model.nv, factorial(k)) for k in range(1, ORDER + 2)),
            ],
            "tau": [draw.vector(model.nv, 2 * factorial(k)) for k in range(ORDER + 1)],
        }


def _four_bar() -> LoopModel:
    return lieref.catalogue.four_bar(0.25, 0.5, 0.375, 0.4375)


def _spatial() -> LoopModel:
    return lieref.catalogue.rssr()


def _geared() -> LoopModel:
    return lieref.catalogue.geared_chain(2)


LOOPS = {
    case.name: case
    for case in (
        LoopCase("loop_four_bar", _four_bar),
        LoopCase("loop_rssr", _spatial),
        LoopCase("coupling_geared_chain", _geared),
    )
}


def loop_configuration(model: LoopModel, given: Inputs) -> dict[str, Table]:
    """Configuration of the tree in which everything is closed."""

    def balls(K: Arb) -> dict[str, Any]:
        return {"q_tree": oracle.loop_configuration(model, given["q"], field=K)}

    return enclosed(balls)


def loop_inverse_dynamics(model: LoopModel, given: Inputs) -> dict[str, Table]:
    """Forces on the independent coordinates, by d'Alembert's principle."""

    def balls(K: Arb) -> dict[str, Any]:
        return {"tau_rows": oracle.loop_inverse_dynamics(model, given["q"], given["v"], field=K)}

    return enclosed(balls)


def loop_forward_dynamics(model: LoopModel, given: Inputs) -> dict[str, Table]:
    """Accelerations of the independent coordinates, by Lagrange's multipliers."""

    def balls(K: Arb) -> dict[str, Any]:
        q, v, tau = given["q"], given["v"][0], given["tau"]
        return {"vdot_rows": oracle.loop_forward_dynamics(model, q, v, tau, field=K)}

    return enclosed(balls)


def _partials(name: str) -> Callable[[LoopModel, Inputs], dict[str, Table]]:
    """Tables of a function of the oracle that returns partial derivatives in balls."""

    def compute(model: LoopModel, given: Inputs) -> dict[str, Table]:
        third = given["tau"][0] if "forward" in name else given["v"][1]

        def balls(K: Arb) -> dict[str, Any]:
            found = getattr(oracle, name)(model, given["q"], given["v"][0], third, field=K)
            return dict(found._asdict())

        return enclosed(balls)

    return compute


PARTIALS = (
    "loop_inverse_dynamics_partials",
    "loop_inverse_dynamics_second_partials",
    "loop_forward_dynamics_partials",
    "loop_forward_dynamics_second_partials",
)
QUANTITIES: dict[str, Callable[[LoopModel, Inputs], dict[str, Table]]] = {
    "loop_configuration": loop_configuration,
    "loop_inverse_dynamics": loop_inverse_dynamics,
    "loop_forward_dynamics": loop_forward_dynamics,
    **{name: _partials(name) for name in PARTIALS},
}
