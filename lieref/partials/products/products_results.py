"""What the products of partial derivatives with a vector from the left are returned in.

w are weights of the forces, or of the accelerations; the indices that are left are those of the
name. Derivatives with respect to q are right Lie derivatives, as in `lieref.partials.results`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


class InverseDynamicsVjp(NamedTuple):
    """w^T dtau/dq, w^T dtau/dv, w^T dtau/da; (nv,) each, or (k, nv) of k vectors w.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model, q, v = lieref.catalogue.serial_chain(3), np.zeros(3), np.ones(3)
    >>> lieref.inverse_dynamics_vjp(model, q, v, v, v).dtau_da.shape
    (3,)
    """

    dtau_dq: Array
    dtau_dv: Array
    dtau_da: Array


class InverseDynamicsContraction(NamedTuple):
    """sum_i w_i of the second partials of tau_i; (nv, nv) each, indexed as named.

    d2tau_dq_dq[j, k] is the Lie derivative along k of that along j.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model, q, v = lieref.catalogue.serial_chain(3), np.zeros(3), np.ones(3)
    >>> lieref.inverse_dynamics_contraction(model, q, v, v, v).d2tau_da_dq.shape
    (3, 3)
    """

    d2tau_dq_dq: Array
    d2tau_dv_dv: Array
    d2tau_dq_dv: Array
    d2tau_da_dq: Array


class ForwardDynamicsVjp(NamedTuple):
    """w^T da/dq, w^T da/dv, w^T da/dtau; (nv,) each, or (k, nv) of k vectors w.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model, q, v = lieref.catalogue.serial_chain(3), np.zeros(3), np.ones(3)
    >>> lieref.forward_dynamics_vjp(model, q, v, v, v).da_dq.shape
    (3,)
    """

    da_dq: Array
    da_dv: Array
    da_dtau: Array


class ForwardDynamicsContraction(NamedTuple):
    """sum_i w_i of the second partials of a_i; (nv, nv) each, indexed as named.

    d2a_dq_dq[j, k] is the Lie derivative along k of that along j.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model, q, v = lieref.catalogue.serial_chain(3), np.zeros(3), np.ones(3)
    >>> lieref.forward_dynamics_contraction(model, q, v, v, v).d2a_dtau_dq.shape
    (3, 3)
    """

    d2a_dq_dq: Array
    d2a_dv_dv: Array
    d2a_dq_dv: Array
    d2a_dtau_dq: Array
