"""What the partial derivatives of any order are returned in; see docs/order-partials.md.

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
class InverseDynamicsOrderPartials(NamedTuple):
    """First partials of the generalized forces' derivatives; blocks (nv, nv): force, coordinate.

    dtau_dq (r + 1, nv, nv): [k] of tau^(k) by q. dtau_dv (r + 1, r + 2, nv, nv): [k, j] of tau^(k)
    by v^(j), zero for j > k + 1; [k, k + 1] is the joint-space inertia.

    Examples
    --------
    >>> lieref.inverse_dynamics_order_partials(model, q, [v, v, v]).dtau_dv.shape
    (2, 3, 3, 3)
    """

    dtau_dq: Array
    dtau_dv: Array


@described()
class ForwardDynamicsOrderPartials(NamedTuple):
    """First partials of the accelerations' derivatives; blocks (nv, nv): acceleration, coordinate.

    da_dq, da_dv (r + 1, nv, nv): [k] of a^(k) = v^(k + 1) by q and by v. da_dtau
    (r + 1, r + 1, nv, nv): [k, j] of a^(k) by tau^(j), zero for j > k; [k, k] is the inverse of
    the joint-space inertia.

    Examples
    --------
    >>> lieref.forward_dynamics_order_partials(model, q, v, [v, v]).da_dv.shape
    (2, 3, 3)
    """

    da_dq: Array
    da_dv: Array
    da_dtau: Array


@described()
class InverseDynamicsOrderVjp(NamedTuple):
    """sum_k w_k^T of the partials of tau^(k).

    dtau_dq (nv,): by q; dtau_dv (r + 2, nv): [j] by v^(j).

    Examples
    --------
    >>> lieref.inverse_dynamics_order_vjp(model, q, [v, v, v], [v, v]).dtau_dv.shape
    (3, 3)
    """

    dtau_dq: Array
    dtau_dv: Array


@described()
class ForwardDynamicsOrderVjp(NamedTuple):
    """sum_k w_k^T of the partials of a^(k).

    da_dq, da_dv (nv,): by q and v; da_dtau (r + 1, nv): [j] by tau^(j).

    Examples
    --------
    >>> lieref.forward_dynamics_order_vjp(model, q, v, [v, v], [v, v]).da_dtau.shape
    (2, 3)
    """

    da_dq: Array
    da_dv: Array
    da_dtau: Array
