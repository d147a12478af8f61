"""Partials of any order in every representation, from the one of the kernel.

The kernel holds the body components of a base's velocity; `bases` says what follows for
components in another representation.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from lieref.algebra.groups.screw_arrays import skew
from lieref.dynamics.forward.roots import base_changes, seen_from_roots, spatial_roots
from lieref.dynamics.inverse_dynamics import inverse_dynamics
from lieref.dynamics.shared.base_change import velocity
from lieref.dynamics.shared.motion_rows import factorials
from lieref.model.checks import Axes
from lieref.partials.any_order.bases import coefficients, derivatives, in_base
from lieref.partials.any_order.results import InverseDynamicsOrderPartials
from lieref.partials.any_order.wrenches import with_wrenches

if TYPE_CHECKING:
    from lieref.model.model import Model

Array = NDArray[np.float64]
RunFirst = Callable[["Model", Array, Array], InverseDynamicsOrderPartials]


def first(
    run: RunFirst,
    model: Model,
    q: Array,
    v: Array,
    base: str,
    wrenches: Array | None = None,
    axes: Axes = "body",
) -> InverseDynamicsOrderPartials:
    """Blocks at constant components of v in `base`; run(model, q, v): those of base "body".

    q (nq,), v (r + 2, nv) and wrenches (r + 1, nbodies, 6), constant in `axes`, are checked arrays.
    """
    whole = factorials(len(v))[:, None]
    given = seen_from_roots(model, v / whole, base)
    taken: list[tuple[slice, Array]] = []
    if base == "spatial":
        given, taken = spatial_roots(model, q, given)
    changes = base_changes(model, q, given, base, len(v))
    for change in changes:
        given = velocity(change, given)
    rows = given * whole
    found: tuple[Array, Array] = run(model, q, rows)
    if wrenches is not None:
        found = with_wrenches(model, q, rows, found, wrenches, axes)
    blocks = coefficients(*found)
    tau = inverse_dynamics(model, q, rows, "body", wrenches, axes) / whole[:-1]
    for change in changes:
        here = change.here
        blocks = in_base(change, base, *blocks, given[:, here], tau[:, here])
    for here, u in taken:
        _add_taken(here, skew(u), *blocks)
    return InverseDynamicsOrderPartials(*derivatives(*blocks))


def _add_taken(here: slice, S: Array, dq: Array, dv: Array) -> None:
    """Blocks between coefficients, in place: tau + t (S f, 0) by v, for those by v - t (0, S w)."""
    turn, shift = slice(here.start, here.start + 3), slice(here.start + 3, here.stop)
    for block in (dq, dv):
        block[1:, ..., turn, :] += S @ block[:-1, ..., shift, :]
    dv[:, :-1, :, turn] -= dv[:, 1:, :, shift] @ S
