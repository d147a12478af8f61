"""Partial derivatives by steps: what the analytic methods are compared with, over the same kernels.

The methods of [Singh, Sec. V-A, VII-A and App. A], each of inverse and of forward dynamics:

    complex_step     first partials, Im f(x + i h) / h                                      (53)
    bicomplex_step   second partials, Im12 f(x + i1 h, y + i2 h) / h^2                      (54)
    finite_diff_1    second partials, second central differences of the map itself     (55), (56)
    finite_diff_2    second partials, central differences of analytic first partials        (57)

The argument of each is a `State`, made by `inverse_state` or `forward_state` from the arguments of
`inverse_dynamics_partials` and `forward_dynamics_partials`, and returns that dynamics' results.
Configurations are moved on the right, q exp(E_k k) exp(E_j h), so that d2_dq_dq is the Lie
derivative along j differentiated along k, as everywhere. With steps added up in the exponent,
q exp(E_j h + E_k k), it is the symmetric half of that within a spherical or free joint, the
Hessian along a retraction: that is what `..._along_retraction` returns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from lieref.algebra.arguments import items
from lieref.dynamics.forward_dynamics import forward_dynamics_complex
from lieref.dynamics.inverse_dynamics import inverse_dynamics_complex
from lieref.errors import ArgumentError, ShapeError
from lieref.model.arguments import real_array
from lieref.partials.second_order_numbers.displaced import (
    NONE,
    Displacements,
    Indices,
    Number,
    summed,
)
from lieref.partials.second_order_numbers.pair_sweep import (
    FIRST_RESULTS,
    SECOND_RESULTS,
    Array,
    State,
    forward_state,
    inverse_state,
    owners,
    second_along,
    second_tensors,
)

if TYPE_CHECKING:
    from lieref.model.model import Model

__all__ = [
    "FIRST_DIFFERENCE",
    "SECOND_DIFFERENCE",
    "State",
    "StepSearch",
    "bicomplex_step",
    "bicomplex_step_along_retraction",
    "complex_step",
    "finite_diff_1",
    "finite_diff_1_along_retraction",
    "finite_diff_2",
    "forward_state",
    "inverse_state",
    "searched_step",
]

# [Singh, App. A.I]; nothing is subtracted, so that any step from 1e-8 down to 1e-150 is as good.
TINY = 1e-20
# Within what [Singh, Fig. 21 and 23] found, and what is best here on chains and trees of 10 to 40.
SECOND_DIFFERENCE = (5e-4, 5e-4)
FIRST_DIFFERENCE = 1e-5


class StepSearch(NamedTuple):
    """The best of some steps, its error, and the errors of all in their order."""

    step: Any
    error: float
    errors: list[float]


def searched_step(
    method: Callable[[Any], Any], error: Callable[[Any], float], steps: Iterable[Any]
) -> StepSearch:
    """Try every step and keep the best, as [Singh, App. A.II] chooses its "optimal" steps.

    Parameters
    ----------
    method : callable
        From a step to a result, for instance `finite_diff_2` of a state.
    error : callable
        From a result to its error against a reference, for instance its RMSRE
        (`lieref.check.metrics`). NaN counts as infinite.
    steps : iterable
        The candidates; of equally good ones the first is taken.

    Returns
    -------
    StepSearch

    Raises
    ------
    ValueError
        No candidates.
    """
    candidates = list(steps)
    if not candidates:
        raise ValueError("no steps to choose from")
    found = (error(method(step)) for step in candidates)
    errors = [np.inf if np.isnan(x) else float(x) for x in found]
    best = int(np.argmin(errors))
    return StepSearch(candidates[best], errors[best], errors)


def _of_state(at: Any) -> State:
    """The state; ArgumentError if it is invalid."""
    if not isinstance(at, State):
        raise ArgumentError(
            f"at is {at!r}, expected a State: see `inverse_state` and `forward_state`"
        )
    return at


def _length(what: str, step: Any, most: float = np.inf) -> float:
    """A finite step above zero and no longer than most, or ShapeError or NonFiniteError."""
    length = float(real_array(what, step, ()))
    if length <= 0.0:
        raise ShapeError(f"{what} is {length!r}, expected a positive number")
    if length > most:
        raise ShapeError(f"{what} is {length!r}, expected at most {most!r}: it overflows")
    return length


def complex_step(at: State, step: float = TINY) -> Any:
    """First partials by the complex step, (53): one run of the complex build for each coordinate.

    Parameters
    ----------
    at : State
    step : float
        h, in the units of the coordinates. Truncation O(h^2); no rounding errors from the step.

    Returns
    -------
    InverseDynamicsPartials or ForwardDynamicsPartials

    Raises
    ------
    ArgumentError, ShapeError, NonFiniteError
        A state that is no `State`; a step that is no positive number.
    SingularError
        Forward dynamics of a singular joint; names it.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> from lieref.partials import steps
    >>> model, q, v = lieref.catalogue.serial_chain(3), np.zeros(3), np.ones(3)
    >>> steps.complex_step(steps.inverse_state(model, q, v, v)).dtau_dq.shape
    (3, 3)
    """
    nv, step = _of_state(at).model.nv, _length("step", step)
    wrenches = None if at.wrenches is None else at.wrenches[None]
    loads = (at.base, wrenches, at.wrench_axes)
    # moves to first order, Q (1 + i h u / 2), of which the kernels make rotations: the real part of
    # a quaternion keeps its unit norm
    displacements = Displacements(at.model, at.q, Number("hyper_dual", step))
    moved = displacements(np.arange(nv), np.full(nv, NONE))
    turned = moved[..., 0] + 1j * moved[..., 1]
    units = 1j * step * np.eye(nv)
    still = np.zeros(nv)
    out = []
    for name in "qvu":
        matrix = np.empty((nv, nv))
        for j in range(nv):
            q = turned[j] if name == "q" else at.q
            v = at.v + (units[j] if name == "v" else still)
            u = at.u + (units[j] if name == "u" else still)
            if at.dynamics == "inverse":
                row = inverse_dynamics_complex(at.model, q, np.stack([v, u]), *loads)
            else:
                row = forward_dynamics_complex(at.model, q, v, u[None], *loads)
            matrix[:, j] = row[0].imag / step
        out.append(matrix)
    return FIRST_RESULTS[at.dynamics](*out)


def bicomplex_step(at: State, step: float = TINY) -> Any:
    """Second partials by the bicomplex step, (54), over the bicomplex build of the kernels.

    Parameters
    ----------
    at : State
    step : float
        h of both units, at most 1. Truncation O(h^2). The square of h must not leave the range of
        double: it is lost from about 1e-156 down, and results turn to zeros without warning.

    Returns
    -------
    InverseDynamicsSecondPartials or ForwardDynamicsSecondPartials

    Raises
    ------
    ArgumentError, ShapeError, NonFiniteError, SingularError
        As of `complex_step`.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> from lieref.partials import steps
    >>> model, q, v = lieref.catalogue.serial_chain(3), np.zeros(3), np.ones(3)
    >>> steps.bicomplex_step(steps.inverse_state(model, q, v, v)).d2tau_dq_dq.shape
    (3, 3, 3)
    """
    along = second_along(_of_state(at), Number("bicomplex", _length("step", step, 1.0)))
    return SECOND_RESULTS[at.dynamics](*second_tensors(at.model, at.dynamics, along))


def bicomplex_step_along_retraction(at: State, step: float = TINY) -> Array:
    """Hessian of the map along q exp(.) by the bicomplex step with both moves in one exponent.

    (H + H^T) / 2 of H = d2_dq_dq within a spherical or free joint, H elsewhere; (nv, nv, nv).
    Parameters and errors as of `bicomplex_step`.
    """
    along = second_along(_of_state(at), Number("bicomplex", _length("step", step, 1.0)), summed)
    return second_tensors(at.model, at.dynamics, along, (("q", "q"),))[0]


def finite_diff_1(at: State, steps: tuple[float, float] = SECOND_DIFFERENCE) -> Any:
    """Second partials by second central differences of the map itself, (55) and (56).

    Parameters
    ----------
    at : State
    steps : (h, k)
        Of the first and of the second coordinate; h alone where both are the same.

    Returns
    -------
    InverseDynamicsSecondPartials or ForwardDynamicsSecondPartials

    Raises
    ------
    ArgumentError, ShapeError, NonFiniteError, SingularError
        As of `complex_step`.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> from lieref.partials import steps
    >>> model, q, v = lieref.catalogue.serial_chain(3), np.zeros(3), np.ones(3)
    >>> steps.finite_diff_1(steps.inverse_state(model, q, v, v)).d2tau_dq_dq.shape
    (3, 3, 3)
    """
    along = _second_differences(at, steps, _one_after_the_other)
    return SECOND_RESULTS[at.dynamics](*second_tensors(at.model, at.dynamics, along))


def finite_diff_1_along_retraction(
    at: State, steps: tuple[float, float] = SECOND_DIFFERENCE
) -> Array:
    """Hessian of the map along q exp(.) by `finite_diff_1` with both moves in one exponent.

    As `bicomplex_step_along_retraction`.
    """
    along = _second_differences(at, steps, _both_at_once)
    return second_tensors(at.model, at.dynamics, along, (("q", "q"),))[0]


def finite_diff_2(at: State, step: float = FIRST_DIFFERENCE) -> Any:
    """Second partials by central differences of the analytic first partials, (57).

    d2_dq_dq and d2_du_dq from moves of q, d2_dv_dv and d2_dq_dv from moves of v.

    Parameters
    ----------
    at : State
    step : float
        h, in the units of the coordinates.

    Returns
    -------
    InverseDynamicsSecondPartials or ForwardDynamicsSecondPartials

    Raises
    ------
    ArgumentError, ShapeError, NonFiniteError, SingularError
        As of `complex_step`.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> from lieref.partials import steps
    >>> model, q, v = lieref.catalogue.serial_chain(3), np.zeros(3), np.ones(3)
    >>> steps.finite_diff_2(steps.inverse_state(model, q, v, v)).d2tau_dq_dq.shape
    (3, 3, 3)
    """
    nv, step = _of_state(at).model.nv, _length("step", step)
    moves = step * np.eye(nv)
    qq, vv, qv, uq = np.empty((4, nv, nv, nv))
    for k in range(nv):
        ahead, behind = (
            _first_partials(at, at.model.integrate(at.q, sign * moves[k]), at.v)
            for sign in (1.0, -1.0)
        )
        qq[:, :, k] = (ahead[0] - behind[0]) / (2.0 * step)
        uq[:, :, k] = (ahead[2] - behind[2]) / (2.0 * step)
        ahead, behind = (_first_partials(at, at.q, at.v + sign * moves[k]) for sign in (1.0, -1.0))
        qv[:, :, k] = (ahead[0] - behind[0]) / (2.0 * step)
        vv[:, :, k] = (ahead[1] - behind[1]) / (2.0 * step)
    return SECOND_RESULTS[at.dynamics](qq, vv, qv, uq)


def _first_partials(at: State, q: Array, v: Array) -> Any:
    """The analytic first partials of a state nearby."""
    # imported here: these functions may themselves call the methods of this module
    from lieref.partials.fdsva.forward_dynamics_partials import forward_dynamics_partials
    from lieref.partials.idsva.inverse_dynamics_partials import inverse_dynamics_partials

    function = inverse_dynamics_partials if at.dynamics == "inverse" else forward_dynamics_partials
    return function(at.model, q, v, at.u, at.base, at.wrenches, at.wrench_axes)


def _one_after_the_other(model: Model, q: Array, first: Array, second: Array) -> Array:
    """q exp(second) exp(first), a row to each"""
    return model.integrate(model.integrate(q, second), first)


def _both_at_once(model: Model, q: Array, first: Array, second: Array) -> Array:
    """q exp(first + second)"""
    return model.integrate(q, first + second)


def _second_differences(
    at: State,
    steps: tuple[float, float],
    move: Callable[[Model, Array, Array, Array], Array],
) -> Callable[[str, str, Indices, Indices], Array]:
    """The function that `second_tensors` wants, by (55) for one coordinate and (56) for two."""
    units, owner = np.eye(_of_state(at).model.nv), owners(at.model)
    pair = items("steps", steps)
    if len(pair) != 2:
        raise ShapeError(f"steps holds {len(pair)} numbers, expected 2")
    h, k = (_length(f"steps[{i}]", length) for i, length in enumerate(pair))
    rest = np.tile(at.q, (at.model.nv, 1))
    # what a move of length x along each coordinate changes
    changes = {x: at.model.integrate(rest, x * units) - rest for x in (h, -h, k, -k, 0.0)}

    def configurations(x: float, y: float, first: Indices, second: Indices) -> Array:
        out = at.q + changes[x][first] + changes[y][second]
        same = np.flatnonzero(owner[first] == owner[second])
        moves = x * units[first[same]], y * units[second[same]]
        out[same] = move(at.model, np.tile(at.q, (len(same), 1)), *moves)
        return out

    def along(e1: str, e2: str, first: Indices, second: Indices) -> Array:
        def rows(x: float, y: float) -> Array:
            """The map with the coordinates moved by x and by y."""
            q, v, u = (np.tile(values, (len(first), 1)) for values in (at.q, at.v, at.u))
            every = np.arange(len(first))
            for name, length, places in ((e1, x, first), (e2, y, second)):
                if name != "q":
                    (v if name == "v" else u)[every, places] += length
            if "q" in (e1, e2):
                q = configurations(x if e1 == "q" else 0.0, y if e2 == "q" else 0.0, first, second)
            return at.rows("real", q, v, u)

        out = rows(h, k) - rows(h, -k) - rows(-h, k) + rows(-h, -k)
        out /= 4.0 * h * k
        if e1 == e2:
            same = first == second
            out[same] = ((rows(h, 0.0) - 2.0 * rows(0.0, 0.0) + rows(-h, 0.0)) / h**2)[same]
        return out

    return along
