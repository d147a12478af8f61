"""First partials of the regressor: second ones of the forces, by inertial parameters and motion."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lieref.model.checks import Base
from lieref.partials.coordinates import base_partials
from lieref.partials.coordinates.body_motion import body_motion, dual_rows
from lieref.partials.results import InverseDynamicsPartials
from lieref.partials.sensitivities import body_regressor, body_regressor_partials

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lieref.model.model import Model

Array = NDArray[np.float64]


class RegressorPartials(NamedTuple):
    """Y (nv, m), and its partials by q, v, a, (nv, m, nv): force, parameter, coordinate."""

    Y: Array
    dq: Array
    dv: Array
    da: Array


def regressor_partials(
    model: Model, q: Array, v: Array, a: Array, base: Base, bodies: Sequence[int]
) -> RegressorPartials:
    """Of the ten parameters of each of the bodies; arguments are checked arrays."""
    roots, q, v, a = body_motion(model, q, v, a, base)
    columns = (10 * np.array(bodies, int)[:, None] + np.arange(10)).ravel()
    Y = body_regressor(model, q, v, a)[:, columns]
    dq, dv, da = body_regressor_partials(model, q, v, a, bodies)
    for root in roots:
        # one matrix to each parameter, as to each state of many
        given = InverseDynamicsPartials(*(x.swapaxes(0, 1) for x in (dq, dv, da)))
        first = base_partials.first_partials(root, given, Y[root.here].T)
        dq, dv, da = (x.swapaxes(0, 1) for x in first)
    dual_rows(roots, Y)
    return RegressorPartials(Y, dq, dv, da)
