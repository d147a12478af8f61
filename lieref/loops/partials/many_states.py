"""First partial derivatives of many states of a mechanism: in lanes and threads, as of the tree."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from lieref.dynamics.inverse_dynamics import inverse_dynamics as tree_inverse_dynamics
from lieref.loops.arguments import AXES, base_number, choice
from lieref.loops.constraints.loop_tables import loop_tables
from lieref.loops.dynamics import states_forward_dynamics
from lieref.loops.partials.first_partials import ManyStates, forward_partials
from lieref.model.state_by_state import each_state
from lieref.partials.idsva import inverse_dynamics_partials as tree_inverse
from lieref.partials.results import ForwardDynamicsPartials, InverseDynamicsPartials

if TYPE_CHECKING:
    from lieref.model.loops.loop_model import LoopModel

Array = NDArray[np.float64]
Single = Callable[..., Any]
INVERSE = ("q", "v", "a", "base", "wrenches", "wrench_axes", "method")
FORWARD = ("q", "v", "tau", *INVERSE[3:])


def inverse_dynamics_partials(
    single: Single, model: LoopModel, arguments: Sequence[Any], cores: Sequence[int], workers: int
) -> InverseDynamicsPartials:
    """`lieref.inverse_dynamics_partials` of a model with loops; single: that of one state."""
    many = _many(single, model, INVERSE, arguments, cores, workers)
    if many is None:
        one_by_one: InverseDynamicsPartials = each_state(
            "inverse_dynamics_partials", single, model, arguments, cores
        )
        return one_by_one
    _, _, _, base, _, axes, method = arguments
    chained, a = choice("method", method, ("idsva", "chain_rule")), many.broadcast(2)
    with np.errstate(over="ignore", invalid="ignore"):
        if _plain(base, many, axes, chained):
            found = many.partials(many.broadcast(1), a, many.broadcast(4), False)
            return InverseDynamicsPartials(*found)
        return _inverse(model, many, a, (base, axes, method), workers)


def forward_dynamics_partials(
    single: Single, model: LoopModel, arguments: Sequence[Any], cores: Sequence[int], workers: int
) -> ForwardDynamicsPartials:
    """`lieref.forward_dynamics_partials` of a model with loops; single: that of one state."""
    many = _many(single, model, FORWARD, arguments, cores, workers)
    if many is None:
        found: ForwardDynamicsPartials = each_state(
            "forward_dynamics_partials", single, model, arguments, cores
        )
        return found
    _, _, _, base, _, axes, method = arguments
    chained = choice("method", method, ("fdsva", "chain_rule"))
    v, tau, loads = many.broadcast(1), many.broadcast(2), _stacked(many)
    forces = tau[..., None, :]
    a = states_forward_dynamics(model, many.q, v, forces, base, loads, axes, workers)[..., 0, :]
    with np.errstate(over="ignore", invalid="ignore"):
        if _plain(base, many, axes, chained):
            return ForwardDynamicsPartials(*many.partials(v, a, many.broadcast(4), True))
        method = "chain_rule" if chained else "idsva"
        first = _inverse(model, many, a, (base, axes, method), workers)
        return forward_partials(first)


def _plain(base: str, many: ManyStates, axes: str, chained: int) -> bool:
    """Whether a kernel computes all of it."""
    return base == "body" and not chained and (axes == "body" or many.broadcast(4) is None)


def _many(
    single: Single,
    model: LoopModel,
    names: Sequence[str],
    arguments: Sequence[Any],
    cores: Sequence[int],
    workers: int,
) -> ManyStates | None:
    """The states of a batch, or None if they have no kernel: some functions were not traced."""
    if not loop_tables(model).programs.complete or model.nv == 0:
        return None
    base_number(model, arguments[3])
    choice("wrench_axes", arguments[5], AXES)
    return ManyStates(single, model, tuple(zip(names, arguments, cores, strict=True)), workers)


def _stacked(many: ManyStates) -> Any:
    """The wrenches as stacks of order 0."""
    loads = many.broadcast(4)
    return None if loads is None else loads[..., None, :, :]


def _inverse(
    model: LoopModel, many: ManyStates, a: Array, options: Sequence[Any], workers: int
) -> InverseDynamicsPartials:
    """In any representation, and by the chain rule; accelerations (..., nv)."""
    base, axes, method = options
    rates, maps, dG = many.motion_partials(many.broadcast(1), a)
    force = tree_inverse_dynamics(
        model.tree, many.q, rates, base, _stacked(many), axes, workers=workers
    )[..., 0, :]
    qdot, qddot = rates[..., 0, :], rates[..., 1, :]
    first = tree_inverse.inverse_dynamics_partials(
        model.tree, many.q, qdot, qddot, base, many.broadcast(4), axes, method, workers=workers
    )
    return InverseDynamicsPartials(*many.force_partials(maps, dG, force, first))
