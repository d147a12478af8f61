"""Second partials of inverse dynamics of any order, contracted with weights."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.documentation import described
from lieref.dynamics.shared.motion_rows import factorials, finite
from lieref.model.arguments import real_array
from lieref.model.model import Model
from lieref.model.state_by_state import batched, each_state
from lieref.model.tree.configuration import require_tree
from lieref.partials.any_order.inverse.inverse_dynamics_order_products import (
    checked_motion,
    contraction_blocks,
)


@described()
class InverseDynamicsOrderContraction(NamedTuple):
    """Second partials of sum_k w_k . tau^(k).

    d2tau_dq_dq (nv, nv): [i, j] the derivative along j of that along i; d2tau_dv_dv
    (r + 2, r + 2, nv, nv): [j, m] by v^(j) and v^(m); d2tau_dq_dv (r + 2, nv, nv): [j] by q and
    v^(j).

    Examples
    --------
    >>> found = lieref.inverse_dynamics_order_contraction(model, q, [v, v, v], [v, v])
    >>> found.d2tau_dv_dv.shape
    (3, 3, 3, 3)
    """

    d2tau_dq_dq: NDArray[np.float64]
    d2tau_dv_dv: NDArray[np.float64]
    d2tau_dq_dv: NDArray[np.float64]


@described("q : (..., nq)", "v : (..., r + 2, nv)")
def inverse_dynamics_order_contraction(
    model: Model, q: ArrayLike, v: ArrayLike, w: ArrayLike
) -> InverseDynamicsOrderContraction:
    """Second partials of sum_k w_k . tau^(k), the forces of a motion and their derivatives.

    Those of order 0 along the motion, [Singh, Algorithm 1] over Taylor coefficients without its
    tensors, are four series of matrices that give all blocks: docs/order-partials.md, (14) to
    (16). For exact Hessians of a Lagrangian with limits on torque rates. Base "body".

    Parameters
    ----------
    w : (..., r + 1, nv)
        Weights of tau and of its derivatives.

    Returns
    -------
    InverseDynamicsOrderContraction
        d2tau_dq_dq (..., nv, nv), d2tau_dv_dv (..., r + 2, r + 2, nv, nv), d2tau_dq_dv
        (..., r + 2, nv, nv). Derivatives by q are right Lie derivatives, in body axes of the
        joint.

    Raises
    ------
    ArgumentError
        A model with loops or of another kind.

    Notes
    -----
    Cost O(nv d r^2), d the coordinates between a joint and the root, beside O(nv^2 r^2) results.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model, q, v = lieref.catalogue.serial_chain(3), np.zeros(3), np.ones((3, 3))
    >>> lieref.inverse_dynamics_order_contraction(model, q, v, v[:2]).d2tau_dq_dq.shape
    (3, 3)
    """
    require_tree(
        model,
        "the second change of G in time is not expanded; `inverse_dynamics_contraction` of order 0 "
        "and first partials of any order are those of a mechanism",
    )
    name = "inverse_dynamics_order_contraction"
    if batched(("q", q, 1), ("v", v, 2), ("w", w, 2)):
        function = inverse_dynamics_order_contraction
        many: InverseDynamicsOrderContraction = each_state(
            name, function, model, (q, v, w), (1, 2, 2)
        )
        return many
    checked_q, checked_v = checked_motion(model, q, v)
    given = real_array("w", w, (len(checked_v) - 1, model.nv))
    # coefficients in the reversed order: sum_k w_k . tau^(k) is the last one of w(t) . tau(t)
    weights = (given * factorials(len(given))[:, None])[::-1].copy()
    found = contraction_blocks(model, checked_q, checked_v, weights)
    fields = InverseDynamicsOrderContraction._fields
    return InverseDynamicsOrderContraction(*map(finite, fields, found))
