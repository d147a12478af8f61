"""Partial derivatives by the chain rule, run forward through the shipped kernels.

The kernels' own text, compiled for hyper-dual numbers: exact derivatives of what H-GRNE and H-GABI
compute, without a step, each as accurate as the kernel is. Slower than IDSVA-SO and FDSVA-SO, and
for forward dynamics more accurate: no product of many partials, no solve with H.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lieref.errors import NonFiniteError
from lieref.model.checks import Axes, Base
from lieref.partials.second_order_numbers.displaced import HYPER_DUAL
from lieref.partials.second_order_numbers.pair_sweep import (
    FIRST_RESULTS,
    SECOND_RESULTS,
    State,
    first_matrices,
    forward_state,
    inverse_state,
    second_along,
    second_tensors,
)
from lieref.partials.second_order_numbers.pairs import StateError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lieref.model.model import Model
    from lieref.partials.results import (
        ForwardDynamicsPartials,
        ForwardDynamicsSecondPartials,
        InverseDynamicsPartials,
        InverseDynamicsSecondPartials,
    )


# Displaced configurations of so many numbers at a time.
NUMBERS = 32768


def inverse_dynamics_partials(
    model: Model,
    q: Any,
    v: Any,
    a: Any,
    base: Base = "body",
    wrenches: Any = None,
    wrench_axes: Axes = "body",
) -> InverseDynamicsPartials:
    """First partial derivatives of the generalized forces, by the chain rule over H-GRNE.

    Parameters, result and errors as of `lieref.inverse_dynamics_partials`. Cost O(nv nbodies).
    """
    at = inverse_state(model, q, v, a, base, wrenches, wrench_axes)
    found: InverseDynamicsPartials = _first(at)
    return found


def forward_dynamics_partials(
    model: Model,
    q: Any,
    v: Any,
    tau: Any,
    base: Base = "body",
    wrenches: Any = None,
    wrench_axes: Axes = "body",
) -> ForwardDynamicsPartials:
    """First partial derivatives of the accelerations, by the chain rule over H-GABI.

    Parameters, result and errors as of `lieref.forward_dynamics_partials`. Cost O(nv nbodies).
    """
    at = forward_state(model, q, v, tau, base, wrenches, wrench_axes)
    found: ForwardDynamicsPartials = _first(at)
    return found


def inverse_dynamics_second_partials(
    model: Model,
    q: Any,
    v: Any,
    a: Any,
    base: Base = "body",
    wrenches: Any = None,
    wrench_axes: Axes = "body",
) -> InverseDynamicsSecondPartials:
    """Second partial derivatives of the generalized forces, by the chain rule over H-GRNE.

    The forward second-order chain rule of [Singh, Sec. V-A], one run for every pair of related
    coordinates: q is replaced by q exp(E_k e2) exp(E_j e1), or v and a by v + e1, a + e1, and the
    part of e1 e2 is the derivative.

    Parameters, result and errors as of `lieref.inverse_dynamics_second_partials`. Cost
    O(nv d nbodies), d the coordinates between a joint and the root.
    """
    at = inverse_state(model, q, v, a, base, wrenches, wrench_axes)
    found: InverseDynamicsSecondPartials = _second(at)
    return found


def forward_dynamics_second_partials(
    model: Model,
    q: Any,
    v: Any,
    tau: Any,
    base: Base = "body",
    wrenches: Any = None,
    wrench_axes: Axes = "body",
) -> ForwardDynamicsSecondPartials:
    """Second partial derivatives of the accelerations, by the chain rule over H-GABI.

    Source and moves as of `inverse_dynamics_second_partials` here, with the force in place of the
    acceleration.

    Parameters, result and errors as of `lieref.forward_dynamics_second_partials`. Cost
    O(nv^2 nbodies).
    """
    at = forward_state(model, q, v, tau, base, wrenches, wrench_axes)
    found: ForwardDynamicsSecondPartials = _second(at)
    return found


def first_of_many(
    model: Model, dynamics: str, arguments: tuple[Any, ...], options: tuple[Any, ...], workers: int
) -> tuple[NDArray[np.float64], ...]:
    """First partials of many states: three arrays (B, nv, nv).

    dynamics: "inverse" or "forward"; arguments: q (B, nq), v and u (B, nv), wrenches (B, nbodies,
    6) or None; options: base, wrench_axes; nothing is checked. States are displaced as many at a
    time as stay in the processor's cache.

    Raises
    ------
    StateError
        Says which state a kernel refused.
    """
    q, v, u, wrenches = arguments
    out = tuple(np.empty((len(q), model.nv, model.nv)) for _ in range(3))
    chunk = max(1, NUMBERS // (model.nq * model.nv))
    for start in range(0, len(q), chunk):
        some = slice(start, start + chunk)
        loads = None if wrenches is None else wrenches[some]
        rows = (q[some], v[some], u[some])
        state = State(model, dynamics, *rows, options[0], loads, options[1], workers)
        try:
            found = first_matrices(state, HYPER_DUAL)
        except StateError as error:
            raise StateError(start + error.args[0]) from None
        for whole, part in zip(out, found, strict=True):
            whole[some] = part
    return out


def _first(state: State) -> Any:
    found = first_matrices(state, HYPER_DUAL)
    return _finite(FIRST_RESULTS[state.dynamics](*found))


def _second(state: State) -> Any:
    along = second_along(state, HYPER_DUAL)
    found = second_tensors(state.model, state.dynamics, along)
    return _finite(SECOND_RESULTS[state.dynamics](*found))


def _finite(found: Any) -> Any:
    """The result, or the error that names its first number that is not finite."""
    for name, array in zip(found._fields, found, strict=True):
        if not np.isfinite(array).all():
            index = tuple(int(i) for i in np.argwhere(~np.isfinite(array))[0])
            place = ", ".join(str(i) for i in index)
            raise NonFiniteError(
                f"{name}[{place}] is {array[index]}, the motion is beyond the range of double"
            )
    return found
