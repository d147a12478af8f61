"""Partial derivatives of Jacobians with respect to the configuration, of any order.

Right Lie derivatives along the body velocities of the joints, as everywhere (see
docs/conventions.md): q moves to q exp(E_a eps). In d^n J / dq_a1 ... dq_an the derivative along
a1 is taken first, that along an last, which matters inside one joint only; there the formulas of
Müller (2018) hold with the order that is stated here. `jacobian_partials` computes all of one
order recursively, `jacobian_partial` one sequence of coordinates in closed form: two ways that
share nothing but the columns.

k < j: joint k is nearer to the root than joint j on the way to the body; k = j: the same joint.

    body     dJ_j/dq_k = [J_j, J_k],  j < k, else 0                                        [(5)]
    spatial  dJ_j/dq_k = [J_k, J_j],  k <= j, else 0                                      [(15)]
    hybrid   dJ_j/dq_k = [J_j, Jv_k], j < k; [Jw_k, J_j], k <= j               [(25), corrected]
    mixed    angular part as "body", linear part as "hybrid"                              [(33)]

with Jw = (omega, 0) and Jv = (0, v) of J = (omega, v), (118).

In another representation of the velocity of a free joint on the world its columns are J T, and

    d^n (J T) / dq_a1 ... dq_an = sum over the subsets of d^m J / dq_b1 ... dq_bm  G_c1 ... G_ck T,

b and c in the order of a, by the product rule and T_a = G_a T of `generators`. Of base "body" all
is compiled, forward/jacobian_partials.pxi; jacobian_partials_twin.py is the plain implementation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.documentation import described
from lieref.errors import ShapeError
from lieref.kinematics.frames import body_frame_of
from lieref.kinematics.jacobian import partials
from lieref.kinematics.jacobian_partials_twin import along_of_base, of_base
from lieref.kinematics.posture import posture
from lieref.kinematics.representations import Representation, require_representation
from lieref.model.arguments import require_in_range
from lieref.model.model import Model
from lieref.model.tree.configuration import checked_configuration

Array = NDArray[Any]
Floats = NDArray[np.float64]

# The result with its batch has three axes more; numpy before 2 allows 32.
MOST_ORDER = 29


@described("q : (nq,) or (batch, nq)")
def jacobian_partials(
    model: Model,
    q: ArrayLike,
    body: int | str,
    order: int = 1,
    representation: Representation = "body",
    point: ArrayLike | None = None,
    base: Representation = "body",
) -> Floats:
    """Return all partial derivatives of one order of a body's Jacobian, recursively.

    Source: Müller (2018), (5), (15), (25) with the joints before, and (100), by the product rule:
    the columns of the brackets are columns of the same Jacobian. Second orders: (12), (20).

    Parameters
    ----------
    order : int
        n from 0 to 29; of mechanisms to 2.
    base : {"body", "spatial", "hybrid", "mixed"}
        ... To it the columns belong. What is differentiated along stays: q exp(E_a eps), in body
        axes.

    Returns
    -------
    (6, nv, ..., nv) array of n + 2 axes, or (batch, 6, nv, ..., nv)
        [..., :, j, a1, ..., an] is d^n J_j / dq_a1 ... dq_an, the derivative along a1 taken first.

    Raises
    ------
    ShapeError
        An argument of another shape or dtype, a number of no body, an order out of range.

    Notes
    -----
    O(2^n m^(n+1)) with m coordinates that move the body; all others have zeros.

    Examples
    --------
    >>> lieref.jacobian_partials(model, q, "body2").shape
    (6, 3, 3)
    """
    body_frame = body_frame_of(model, body, point)
    require_representation("representation", representation)
    if isinstance(order, bool) or not isinstance(order, int | np.integer):
        raise ShapeError(f"order is {order!r}, expected an integer")
    if not 0 <= order <= MOST_ORDER:
        raise ShapeError(f"order is {order}, expected one from 0 to {MOST_ORDER}")

    require_representation("base", base)

    def in_base(row: Floats, roots: dict[int, Array]) -> Array:
        # [j, a1, ..., am, :] of every order up to n
        D = [
            np.moveaxis(partials(model, row, body_frame, representation, m), 0, -1)
            for m in range(int(order) + 1)
        ]
        return np.moveaxis(of_base(D, roots, base), -1, 0)

    if base == "body":
        out = partials(model, q, body_frame, representation, int(order))
    else:
        out = _other_base(model, q, base, in_base)
    require_in_range("dJ", out)
    return out


@described("q : (nq,) or (batch, nq)")
def jacobian_partial(
    model: Model,
    q: ArrayLike,
    body: int | str,
    coordinates: Sequence[int],
    representation: Representation = "body",
    point: ArrayLike | None = None,
    base: Representation = "body",
) -> Floats:
    """Return the partial derivative of a body's Jacobian along given coordinates, in closed form.

    Source: Müller (2018), (14) for "body" and (23) for "spatial", with joints of several degrees:
    coordinates of one joint are bracketed in the order in which the derivatives are taken, from
    the inside in (23) and from the outside in (14). "hybrid" beyond the paper: joints up to j turn
    column j as a whole, joints beyond it move the point only, see `_hybrid`.

    Parameters
    ----------
    coordinates : sequence of n >= 0 ints
        (a1, ..., an), each 0 .. nv - 1; the derivative along a1 is taken first. Of mechanisms at
        most two.

    Returns
    -------
    (6, nv) or (batch, 6, nv) array
        d^n J / dq_a1 ... dq_an.

    Raises
    ------
    ShapeError
        An argument of another shape or dtype, a coordinate out of range.

    Examples
    --------
    >>> lieref.jacobian_partial(model, q, "body2", [0, 1]).shape
    (6, 3)
    """
    body_frame = body_frame_of(model, body, point)
    require_representation("representation", representation)
    along = _checked_coordinates(coordinates, model.nv)

    require_representation("base", base)

    def in_base(row: Floats, roots: dict[int, Array]) -> Array:
        def rows_along(chosen: Sequence[int]) -> Array:
            return partials(model, row, body_frame, representation, len(chosen), chosen).T

        return along_of_base(rows_along, along, roots, base).T

    if base == "body":
        out = partials(model, q, body_frame, representation, len(along), along)
    else:
        out = _other_base(model, q, base, in_base)
    require_in_range("dJ", out)
    return out


def _other_base(
    model: Model, q: ArrayLike, base: str, find: Callable[[Floats, dict[int, Array]], Array]
) -> Floats:
    """What is found at q (nq,), or at each of a batch, with T (6, 6) of each free root."""
    configurations = checked_configuration(model, q)
    if configurations.ndim not in (1, 2):
        raise ShapeError(
            f"q has shape {configurations.shape}, expected ({model.nq},) or (batch, {model.nq})"
        )
    if len(configurations) == 0:
        raise ShapeError(f"q has shape {configurations.shape}, expected at least one row")
    still = np.zeros((0, model.nv))
    found = [
        find(row, {first: T[0] for first, T in at.base_columns(1).items()})
        for row in np.atleast_2d(configurations)
        for at in (posture(model, row, still, base),)
    ]
    out = np.stack(found)
    return out[0] if configurations.ndim == 1 else out


def _checked_coordinates(coordinates: Sequence[int], nv: int) -> list[int]:
    """Velocity coordinates as ints, each 0 .. nv - 1."""
    try:
        along = [] if isinstance(coordinates, str) else list(coordinates)
    except TypeError:
        raise ShapeError(f"coordinates: got {coordinates!r}, expected a sequence of ints") from None
    if isinstance(coordinates, str):
        raise ShapeError(f"coordinates: got {coordinates!r}, expected a sequence of ints")
    for i, k in enumerate(along):
        if isinstance(k, bool | np.bool_) or not isinstance(k, int | np.integer) or not 0 <= k < nv:
            raise ShapeError(f"coordinates[{i}] is {k!r}, expected an int from 0 to {nv - 1}")
    return [int(k) for k in along]
