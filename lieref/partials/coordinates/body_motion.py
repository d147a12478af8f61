"""The motion of a call in any representation of a base's velocity, in that of the kernels."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.dynamics.closed_forms import require_base
from lieref.dynamics.forward.roots import base_changes
from lieref.model.checks import Base
from lieref.partials.coordinates.base_partials import RepresentedBase, represented_base
from lieref.partials.sensitivities import checked_motion

if TYPE_CHECKING:
    from lieref.model.model import Model

Array = NDArray[np.float64]


def body_motion(
    model: Model, q: ArrayLike, v: ArrayLike, a: ArrayLike, base: Base, moving: bool = True
) -> tuple[list[RepresentedBase], Array, Array, Array]:
    """Free roots that are not in body form; q, and v and a (nv,) with theirs in body form, checked.

    v_body = T v, a_body = T a + b(v_body) of `lieref.partials.coordinates.base_partials`; moving:
    as of `represented_base`.
    """
    require_base(base)
    configuration, velocity, acceleration = checked_motion(model, q, v, a)
    with np.errstate(over="ignore", invalid="ignore"):
        changes = base_changes(model, configuration, None, base, 1)
        roots = [
            represented_base(change, base, velocity, acceleration, moving) for change in changes
        ]
        velocity, acceleration = velocity.copy(), acceleration.copy()
        for root in roots:
            velocity[root.here], acceleration[root.here] = root.v, root.acceleration()
    return roots, configuration, velocity, acceleration


def dual_rows(roots: list[RepresentedBase], *matrices: Array) -> None:
    """tau_base = T^T tau_body: rows of the free roots of matrices (nv, n), in place."""
    with np.errstate(over="ignore", invalid="ignore"):
        for root in roots:
            for matrix in matrices:
                matrix[root.here] = root.T.T @ matrix[root.here]
