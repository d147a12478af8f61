"""What the partial derivatives are returned in: arrays, indexed in the order of their names.

Derivatives with respect to q are right Lie derivatives, one for each velocity coordinate: see
docs/conventions.md.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lieref.documentation import described

Array = NDArray[np.float64]


@described()
class InverseDynamicsPartials(NamedTuple):
    """First partials of the generalized forces; (nv, nv) each: force, coordinate.

    dtau_da is the joint-space inertia H.

    Examples
    --------
    >>> dtau_dq, dtau_dv, dtau_da = lieref.inverse_dynamics_partials(model, q, v, v)
    >>> dtau_da.shape
    (3, 3)
    """

    dtau_dq: Array
    dtau_dv: Array
    dtau_da: Array


@described()
class InverseDynamicsSecondPartials(NamedTuple):
    """Second partials of the generalized forces; (nv, nv, nv) each: force, then as named.

    d2tau_dq_dq[i, j, k] is the Lie derivative along k of that along j.

    Examples
    --------
    >>> lieref.inverse_dynamics_second_partials(model, q, v, v).d2tau_da_dq.shape
    (3, 3, 3)
    """

    d2tau_dq_dq: Array
    d2tau_dv_dv: Array
    d2tau_dq_dv: Array
    d2tau_da_dq: Array


@described()
class ForwardDynamicsPartials(NamedTuple):
    """First partials of the accelerations; (nv, nv) each: acceleration, coordinate.

    da_dtau is the inverse of H.

    Examples
    --------
    >>> da_dq, da_dv, da_dtau = lieref.forward_dynamics_partials(model, q, v, v)
    >>> da_dtau.shape
    (3, 3)
    """

    da_dq: Array
    da_dv: Array
    da_dtau: Array


@described()
class ForwardDynamicsSecondPartials(NamedTuple):
    """Second partials of the accelerations; (nv, nv, nv) each: acceleration, then as named.

    d2a_dq_dq[i, j, k] is the Lie derivative along k of that along j.

    Examples
    --------
    >>> lieref.forward_dynamics_second_partials(model, q, v, v).d2a_dtau_dq.shape
    (3, 3, 3)
    """

    d2a_dq_dq: Array
    d2a_dv_dv: Array
    d2a_dq_dv: Array
    d2a_dtau_dq: Array
