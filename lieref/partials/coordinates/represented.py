"""Partial derivatives of inverse dynamics in every representation, from the one of the kernels.

The kernels hold the body components of a base's velocity, and wrenches in body axes. What is
constant in other components, or in inertial axes, is moved by q itself: `base_partials`,
`inertial_wrenches`. First partials are found for many states at once as well: leading axes, the
same of every argument.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from lieref.dynamics.forward.roots import base_changes
from lieref.dynamics.inverse_dynamics import inverse_dynamics
from lieref.partials.coordinates import base_partials
from lieref.partials.coordinates.base_partials import RepresentedBase, represented_base
from lieref.partials.idsva import inertial_wrenches
from lieref.partials.results import InverseDynamicsPartials, InverseDynamicsSecondPartials

if TYPE_CHECKING:
    from lieref.model.model import Model

Array = NDArray[np.float64]
RunFirst = Callable[["Model", Array, Array, Array, Array | None], InverseDynamicsPartials]
RunLoads = Callable[["Model", Array, Array], Array]
RunSecond = Callable[["Model", Array, Array, Array, Array | None], InverseDynamicsSecondPartials]


def first(
    run: RunFirst,
    model: Model,
    q: Array,
    v: Array,
    a: Array,
    base: str,
    wrenches: Array | None,
    wrench_axes: str,
    run_loads: RunLoads = inertial_wrenches.first_partials,
    workers: int = 1,
) -> InverseDynamicsPartials:
    """First partials at constant v, a in `base` and wrenches in `wrench_axes`.

    run(model, q, v, a, wrenches) computes those of base "body" and of wrenches in body axes. All
    arguments are checked arrays: q (nq,), v, a (nv,), wrenches (nbodies, 6) or None. What run
    returns is not changed. For many states run takes them at once, as does run_loads(model, q,
    wrenches), partials of what inertial wrenches give; workers compute the forces.

    "hybrid" and "mixed" do not see the distance from the inertial origin, and no base sees the
    velocity of a root (`represented_base`). "spatial" is as good as the inputs let it be: the
    acceleration of a base that flies past is a small difference of them.
    """
    roots = _represented_bases(model, q, v, a, base)
    v, a = _body_components(roots, v, a)
    fixed = wrenches if wrench_axes == "body" else None
    out = run(model, q, v, a, fixed)
    if wrenches is not None and fixed is None:
        moved = run_loads(model, q, wrenches)
        out = out._replace(dtau_dq=out.dtau_dq - moved)
    if roots:
        tau = _body_torques(model, q, v, a, wrenches, wrench_axes, workers)
        for root in roots:
            out = base_partials.first_partials(root, out, tau[..., root.here])
    return out


def second(
    run_first: RunFirst,
    run_second: RunSecond,
    model: Model,
    q: Array,
    v: Array,
    a: Array,
    base: str,
    wrenches: Array | None,
    wrench_axes: str,
) -> InverseDynamicsSecondPartials:
    """Second partials at constant v, a in `base` and wrenches in `wrench_axes`.

    run_first and run_second compute those of base "body" and of wrenches in body axes; the rest
    as in `first`. run_first is called for the other representations of a base alone.
    """
    roots = _represented_bases(model, q, v, a, base)
    v, a = _body_components(roots, v, a)
    fixed = wrenches if wrench_axes == "body" else None
    out = run_second(model, q, v, a, fixed)
    loads = wrenches if fixed is None else None
    if loads is not None:
        twice_moved = out.d2tau_dq_dq
        twice_moved -= inertial_wrenches.second_partials(model, q, loads)
    if roots:
        slopes = run_first(model, q, v, a, fixed)
        if loads is not None:
            moved = inertial_wrenches.first_partials(model, q, loads)
            slopes = slopes._replace(dtau_dq=slopes.dtau_dq - moved)
        tau = _body_torques(model, q, v, a, wrenches, wrench_axes, 1)
        for root in roots:
            out = base_partials.second_partials(root, slopes, out, tau[root.here])
    return out


def _represented_bases(
    model: Model, q: Array, v: Array, a: Array, base: str
) -> list[RepresentedBase]:
    """Free roots whose components are not those of the body."""
    changes = base_changes(model, q, None, base, 1)
    return [represented_base(change, base, v, a) for change in changes]


def _body_components(roots: list[RepresentedBase], v: Array, a: Array) -> tuple[Array, Array]:
    """v and a with those of the free roots in body representation."""
    v, a = v.copy(), a.copy()
    for root in roots:
        v[..., root.here], a[..., root.here] = root.v, root.acceleration()
    return v, a


def _body_torques(
    model: Model,
    q: Array,
    v: Array,
    a: Array,
    wrenches: Array | None,
    wrench_axes: Any,
    workers: int,
) -> Array:
    """tau of base "body", (..., nv)."""
    loads = None if wrenches is None else wrenches[..., None, :, :]
    rates = np.stack([v, a], axis=-2)
    tau = inverse_dynamics(model, q, rates, "body", loads, wrench_axes, workers=workers)
    return np.asarray(tau[..., 0, :])
