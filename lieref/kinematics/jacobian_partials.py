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

b and c in the order of a, by the product rule and T_a = G_a T of `generators`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.groups.screw_arrays import bracket, cross
from lieref.errors import ShapeError
from lieref.kinematics.frames import asked, in_axes, place_of
from lieref.kinematics.jacobian_columns import columns
from lieref.kinematics.jacobians import checked_posture
from lieref.kinematics.posture import Posture
from lieref.kinematics.representations import Representation, generators, require_representation
from lieref.model.arguments import require_in_range
from lieref.model.loops.other_models import of_loops
from lieref.model.model import Model
from lieref.model.tree.configuration import checked_configuration
from lieref.model.tree.frames import Place

Array = NDArray[Any]
Floats = NDArray[np.float64]

# The result with its batch has three axes more; numpy before 2 allows 32.
MOST_ORDER = 29


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

    Source: Müller (2018), (5), (15), (25) corrected, and (100), differentiated by the product rule:
    the columns of the brackets are columns of the same Jacobian. Second orders: (12), (20).

    Parameters
    ----------
    model : Model or LoopModel
    q : (nq,) or (batch, nq)
        Configuration, m and rad.
    body : int or str
        Number of a body, or name of a body or frame (`Model.frames`).
    order : int
        n from 0 to 29; of mechanisms to 2.
    representation : "body", "spatial", "hybrid" or "mixed"
        Of the twist of the body.
    point : (3,), optional
        As in `jacobian`.
    base : "body", "spatial", "hybrid" or "mixed"
        Representation of the velocity of free joints on the world, to which the columns belong.
        What is differentiated along stays: q exp(E_a eps), in body axes.

    Returns
    -------
    (6, nv, ..., nv) array of n + 2 axes, or (batch, 6, nv, ..., nv)
        [..., :, j, a1, ..., an] is d^n J_j / dq_a1 ... dq_an, the derivative along a1 taken first.

    Raises
    ------
    ArgumentError
        A model of another kind, or a name that is not known.
    ShapeError
        An argument of another shape or dtype, a number of no body, an order out of range.
    NonFiniteError
        NaN or infinity; names argument and index.
    ConfigurationError
        A quaternion that is not of unit norm within 1e-9; names the joint.

    Notes
    -----
    O(2^n m^(n+1)) with m coordinates that move the body; all others have zeros.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model, q, v = lieref.catalogue.serial_chain(3), np.zeros(3), np.ones(3)
    >>> lieref.jacobian_partials(model, q, "body2").shape
    (6, 3, 3)
    """
    if not isinstance(model, Model):
        arguments = (q, body, order, representation, point, base)
        return np.asarray(of_loops("jacobian_partials", model, arguments, (1, 0, 0, 0, 0, 0)))
    place = place_of(model, body, point)
    require_representation("representation", representation)
    if isinstance(order, bool) or not isinstance(order, int | np.integer):
        raise ShapeError(f"order is {order!r}, expected an integer")
    if not 0 <= order <= MOST_ORDER:
        raise ShapeError(f"order is {order}, expected one from 0 to {MOST_ORDER}")

    def partials(at: Posture) -> Array:
        found = all_partials(at, *asked(place), int(order), representation)
        return np.moveaxis(found, -1, 0)

    return _rows(model, q, base, place, representation, partials)


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
    model, q, body, representation, point, base
        As `jacobian_partials`.
    coordinates : sequence of n >= 0 ints
        (a1, ..., an), each 0 .. nv - 1; the derivative along a1 is taken first. Of mechanisms at
        most two.

    Returns
    -------
    (6, nv) or (batch, 6, nv) array
        d^n J / dq_a1 ... dq_an.

    Raises
    ------
    ShapeError, NonFiniteError, ConfigurationError
        As `jacobian_partials`; a coordinate out of range.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model, q, v = lieref.catalogue.serial_chain(3), np.zeros(3), np.ones(3)
    >>> lieref.jacobian_partial(model, q, "body2", [0, 1]).shape
    (6, 3)
    """
    if not isinstance(model, Model):
        arguments = (q, body, coordinates, representation, point, base)
        return np.asarray(of_loops("jacobian_partial", model, arguments, (1, 0, 0, 0, 0, 0)))
    place = place_of(model, body, point)
    require_representation("representation", representation)
    along = _checked_coordinates(coordinates, model.nv)

    def partial(at: Posture) -> Array:
        return partial_along(at, *asked(place), along, representation).T

    return _rows(model, q, base, place, representation, partial)


def _rows(
    model: Model,
    q: ArrayLike,
    base: str,
    place: Place,
    representation: str,
    partials: Callable[[Posture], Array],
) -> Floats:
    """What partials make of one configuration, or of each of a batch."""
    require_representation("base", base)
    configurations = checked_configuration(model, q)
    if configurations.ndim not in (1, 2):
        raise ShapeError(
            f"q has shape {configurations.shape}, expected ({model.nq},) or (batch, {model.nq})"
        )
    still = np.zeros((0, model.nv))
    one = configurations.ndim == 1
    if one:
        configurations = configurations[None]
    if len(configurations) == 0:
        raise ShapeError(f"q has shape {configurations.shape}, expected at least one row")
    with np.errstate(over="ignore", invalid="ignore"):
        found = [partials(checked_posture(model, row, still, base)) for row in configurations]
    out = in_axes(place, representation, np.stack(found), 1)
    if place.body < 0:
        out = np.zeros_like(out)
    require_in_range("dJ", out)
    return out[0] if one else out


def all_partials(
    at: Posture, bodies: NDArray[np.intp], arms: Array, order: int, representation: str
) -> Array:
    """[j, a1, ..., an, :] of one body (1,), of any scalar, columns of the posture's base."""
    if representation == "mixed":
        out = all_partials(at, bodies, arms, order, "hybrid")
        out[..., :3] = all_partials(at, bodies, arms, order, "body")[..., :3]
        return out
    D = _body_partials(at, bodies, arms, order, representation)
    for first, T in at.base_columns(1).items():
        D[order][first : first + 6] = _turned(D, first, generators(at.base), T[0], order)
    return D[order]


def _body_partials(
    at: Posture, bodies: NDArray[np.intp], arms: Array, order: int, representation: str
) -> list[Array]:
    """[j, a1, ..., am, :] of the orders m = 0 .. order, columns of base "body"."""
    path = np.flatnonzero(at.moves[bodies[0]][at.joint])
    joint = at.joint[path]
    D = [columns(at, bodies, arms, representation)[0, path]]
    for n in range(1, order + 1):
        D.append(_next(D, joint, n, representation))
    out = []
    for n, known in enumerate(D):
        every = np.zeros((*(len(at.X),) * (n + 1), 6), known.dtype)
        every[np.ix_(*[path] * (n + 1))] = known
        out.append(every)
    return out


def _turned(D: list[Array], first: int, G: Array, T: Array, n: int) -> Array:
    """Columns first .. first + 5 of order n, times T with all its derivatives."""
    here = slice(first, first + 6)
    out = np.zeros_like(D[n][here])
    for size in range(n + 1):
        # [c1, ..., ck, j, j']: G_c1 ... G_ck T
        change = T
        for _ in range(size):
            change = np.moveaxis(np.tensordot(G, change, ([2], [change.ndim - 2])), 1, -2)
        for turns in combinations(range(1, n + 1), size):
            rest = [axis for axis in range(1, n + 1) if axis not in turns]
            found = np.tensordot(D[n - size][here], change, ([0], [size]))
            # (rest, component, turns, j') to (j', a1, ..., an, component)
            order = [*rest, n + 1, *turns, 0]
            place = [here if axis in turns else slice(None) for axis in range(1, n + 1)]
            out[(slice(None), *place)] += found.transpose(np.argsort(order))
    return out


def _next(D: list[Array], joint: NDArray[np.intp], n: int, representation: str) -> Array:
    """Order n from the lower ones: the derivatives along a2 .. an of dJ_j/dq_a1 by product rule."""
    # the j < k and the k <= j of the module's text, k = a1
    beyond = (joint[:, None] < joint)[(...,) + (None,) * n]
    total: Any = 0
    later = range(2, n + 1)
    for size in range(n):
        for first in combinations(later, size):
            rest = [axis for axis in later if axis not in first]
            J_j, J_k = _spread(D, (0, *first), n), _spread(D, (1, *rest), n)
            if representation == "body":
                total = total + np.where(beyond, bracket(J_j, J_k), 0)
            elif representation == "spatial":
                total = total + np.where(beyond, 0, bracket(J_k, J_j))
            else:
                moved = bracket(J_j, _part(J_k, slice(3, 6)))
                turned = bracket(_part(J_k, slice(0, 3)), J_j)
                total = total + np.where(beyond, moved, turned)
    return np.asarray(total)


def _spread(D: list[Array], axes: tuple[int, ...], n: int) -> Array:
    """Derivatives of order len(axes) - 1 on the given axes of n + 1, to be broadcast."""
    m = len(D[0])
    shape = [m if axis in axes else 1 for axis in range(n + 1)]
    return D[len(axes) - 1].reshape(*shape, 6)


def _part(X: Array, here: slice) -> Array:
    """X with zeros outside its angular or its linear part   [(118)]"""
    out = np.zeros_like(X)
    out[..., here] = X[..., here]
    return out


def partial_along(
    at: Posture,
    bodies: NDArray[np.intp],
    arms: Array,
    along: Sequence[int],
    representation: str,
) -> Array:
    """Rows d^n J_j / dq_a1 ... dq_an (nv, 6) of one body (1,), of any scalar, of the base."""
    if representation == "mixed":
        out = partial_along(at, bodies, arms, along, "hybrid")
        out[:, :3] = partial_along(at, bodies, arms, along, "body")[:, :3]
        return out
    out = _body_along(at, bodies, arms, along, representation)
    for first, T in at.base_columns(1).items():
        G, here, total = generators(at.base), slice(first, first + 6), 0 * out[first : first + 6]
        own = [axis for axis, k in enumerate(along) if first <= k < first + 6]
        for size in range(len(own) + 1):
            for turns in combinations(own, size):
                rest = [k for axis, k in enumerate(along) if axis not in turns]
                change = T[0]
                for axis in reversed(turns):
                    change = G[along[axis] - first] @ change
                columns = _body_along(at, bodies, arms, rest, representation)[here]
                total = total + change.T @ columns
        out[here] = total
    return out


def _body_along(
    at: Posture,
    bodies: NDArray[np.intp],
    arms: Array,
    along: Sequence[int],
    representation: str,
) -> Array:
    """The same of base "body"."""
    J = columns(at, bodies, arms, representation)[0]
    out: Array = np.zeros_like(J)
    # farthest from the root first, inside one joint as they came; joints that do not move the
    # body have zeros for columns, and so brackets with them
    order = sorted(along, key=lambda k: -at.joint[k])
    for j in map(int, np.flatnonzero(at.moves[bodies[0]][at.joint])):
        beyond = [k for k in order if at.joint[k] > at.joint[j]]
        upto = [k for k in order if at.joint[k] <= at.joint[j]]
        if representation == "body" and not upto:
            out[j] = _nested_after(J, j, beyond)
        elif representation == "spatial" and not beyond:
            out[j] = _nested_before(J, j, upto)
        elif representation == "hybrid":
            out[j] = _hybrid(J, j, beyond, upto)
    return out


def _nested_after(J: Array, j: int, order: Sequence[int]) -> Array:
    """[... [[J_j, J_b1], J_b2] ..., J_bn] with b1 nearest to the root   [(14)]"""
    out: Array = J[j]
    for k in reversed(order):
        out = bracket(out, J[k])
    return out


def _nested_before(J: Array, j: int, order: Sequence[int]) -> Array:
    """[J_bn, ... [J_b2, [J_b1, J_j]] ...] with b1 farthest from the root   [(23)]"""
    out: Array = J[j]
    for k in order:
        out = bracket(J[k], out)
    return out


def _hybrid(J: Array, j: int, beyond: Sequence[int], upto: Sequence[int]) -> Array:
    """(omega_j, v_j - r x omega_j) with its point r moved by joints beyond j, turned by the others.

    r moves by w_bm x (... x (w_b2 x v_b1)), b1 farthest from the root: then the column is
    [J_j, (0, dr)], else J_j itself; joints up to j turn it by nested [Jw_k, .].
    """
    out: Array = J[j]
    if beyond:
        moved = J[beyond[0], 3:]
        for k in beyond[1:]:
            moved = cross(J[k, :3], moved)
        out = np.concatenate([0 * moved, cross(out[:3], moved)])
    for k in upto:
        out = np.concatenate([cross(J[k, :3], out[:3]), cross(J[k, :3], out[3:])])
    return out


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
