"""Derivatives with respect to the nq coordinates of a configuration, from Lie derivatives and back.

A quaternion has four coordinates on the unit sphere, so a function of rotations must be continued
beyond it before it has a derivative along each. Taken is the continuation that is constant along
rays, f(q) = f(q / |q|): what the conventions mean by a quaternion that is not quite of unit norm,
and what a program computes that divides by the norm first. Its gradient is tangent to the sphere;
that of another continuation differs by multiples of the quaternion itself, along the sphere all
are the same.

Moving the coordinates by dq moves q by the perturbation dv = M(q) dq, in body axes of each joint,
and dq = N(q) dv; of a free joint at position p with rotation R and quaternion Q = (x, y, z, w):

    dv = (2 vec(Q* dQ) / |Q|^2, R^T dp),    dQ = Q (w, 0) / 2,  dp = R u  for dv = (w, u).

The other arguments of f are constant: v, a, tau in their representation of the velocity,
which is no time derivative of the coordinates q.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra import SO3
from lieref.algebra.arguments import integer
from lieref.documentation import described
from lieref.errors import ShapeError
from lieref.model.arguments import real_numbers, require_finite, require_in_range
from lieref.model.model import Model
from lieref.model.tree.configuration import checked_configuration, require_tree

Array = NDArray[np.float64]
# numpy's arrays have no more
MOST_AXES = 64


@described()
def coordinate_partials(model: Model, q: ArrayLike, first: ArrayLike, axis: int = -1) -> Array:
    """Return derivatives with respect to the coordinates q from Lie derivatives.

    Parameters
    ----------
    first : array
        Right Lie derivatives, one for each velocity coordinate along `axis`: dtau_dq, da_dq,
        (nv, nv), a contraction (nv,), or a mixed tensor (d2tau_dq_dv with axis=1, d2tau_da_dq).
    axis : int
        The axis of q, of length nv.

    Returns
    -------
    array
        Of the same shape but for nq entries along `axis`: df/dq of f(q / |q|), per m and rad.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model = lieref.catalogue.aerial_manipulator()
    >>> q, v = model.neutral(), np.ones(model.nv)
    >>> first = lieref.inverse_dynamics_partials(model, q, v, v).dtau_dq
    >>> lieref.coordinate_partials(model, q, first).shape
    (12, 13)
    """
    maps = _maps(model, q)
    slopes = _along(model.nv, "first", first, axis)
    return np.moveaxis(_in_range("first", lambda: maps.to_body(slopes)), -1, axis)


@described()
def coordinate_second_partials(
    model: Model, q: ArrayLike, first: ArrayLike, second: ArrayLike
) -> Array:
    """Return second derivatives with respect to the coordinates q from Lie derivatives.

    Parameters
    ----------
    first : (..., nv)
        Right Lie derivatives: dtau_dq, da_dq, or a contraction w^T dtau_dq.
    second : (..., nv, nv)
        Those of `first`: d2tau_dq_dq, d2a_dq_dq, or the contraction with the same w. Lie second
        derivatives and the retraction Hessian give the same result.

    Returns
    -------
    (..., nq, nq) array
        d2f/dq dq of f(q / |q|), symmetric to the last bit.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model = lieref.catalogue.aerial_manipulator()
    >>> q, v = model.neutral(), np.ones(model.nv)
    >>> first = lieref.inverse_dynamics_partials(model, q, v, v).dtau_dq
    >>> second = lieref.inverse_dynamics_second_partials(model, q, v, v).d2tau_dq_dq
    >>> lieref.coordinate_second_partials(model, q, first, second).shape
    (12, 13, 13)
    """
    maps = _maps(model, q)
    slopes, tensor = _both(model.nv, first, second)

    def found() -> Array:
        out = _twice(maps.to_body, tensor)
        for joint in maps.joints:
            # sum_j L_j f dM_ja/dq_b
            curved = np.tensordot(slopes[..., joint.v], joint.second_slopes(), 1)
            out[..., joint.q, joint.q] += curved
        # the transposed one lies in memory row by row
        half = out.swapaxes(-1, -2) / 2
        return np.asarray(half + half.swapaxes(-1, -2))

    return _in_range("second", found)


@described()
def lie_partials(model: Model, q: ArrayLike, first: ArrayLike, axis: int = -1) -> Array:
    """Return Lie derivatives from derivatives with respect to the coordinates q.

    The inverse of `coordinate_partials`, for any continuation of f beyond unit quaternions.

    Parameters
    ----------
    first : array
        Derivatives with respect to the coordinates, nq along `axis`.
    axis : int
        The axis of q.

    Returns
    -------
    array
        Of the same shape but for nv entries along `axis`. Errors as `coordinate_partials`.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model = lieref.catalogue.aerial_manipulator()
    >>> q, v = model.neutral(), np.ones(model.nv)
    >>> lieref.lie_partials(model, q, np.ones((12, model.nq))).shape
    (12, 12)
    """
    maps = _maps(model, q)
    slopes = _along(model.nq, "first", first, axis)
    return np.moveaxis(_in_range("first", lambda: maps.to_coordinates(slopes)), -1, axis)


@described()
def lie_second_partials(model: Model, q: ArrayLike, first: ArrayLike, second: ArrayLike) -> Array:
    """Return Lie second derivatives from derivatives with respect to the coordinates q.

    The inverse of `coordinate_second_partials`, for any continuation beyond unit quaternions.

    Parameters
    ----------
    first, second : (..., nq), (..., nq, nq)
        First and second derivatives of the same f with respect to the coordinates.

    Returns
    -------
    (..., nv, nv) array
        [..., j, k]: the Lie derivative along j first, then along k. Errors as
        `coordinate_second_partials`.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model = lieref.catalogue.aerial_manipulator()
    >>> q, v = model.neutral(), np.ones(model.nv)
    >>> n = model.nq
    >>> lieref.lie_second_partials(model, q, np.ones((1, n)), np.ones((1, n, n))).shape
    (1, 12, 12)
    """
    maps = _maps(model, q)
    slopes, tensor = _both(model.nq, first, second)

    def found() -> Array:
        out = _twice(maps.to_coordinates, tensor)
        for joint in maps.joints:
            # sum_a df/dq_a L_k N_aj
            out[..., joint.v, joint.v] += np.tensordot(slopes[..., joint.q], joint.turned(), 1)
        return np.ascontiguousarray(out)

    return _in_range("second", found)


@dataclass(frozen=True)
class _Joint:
    """A spherical or free joint: its coordinates in q and in v, quaternion Q, rotation R.

    to_body, to_coordinates: its blocks of M and N. Q is taken as it is, of unit norm or not quite.
    """

    q: slice
    v: slice
    Q: Array
    R: Array
    to_body: Array
    to_coordinates: Array

    @property
    def free(self) -> bool:
        """Whether a position comes before the quaternion, and a linear velocity after w."""
        return len(self.to_body) == 6

    def second_slopes(self) -> Array:
        """[j, a, b]: dM_ja / dq_b."""
        n = self.Q @ self.Q
        at = 3 if self.free else 0
        M, P = self.to_body[:3, at:], _vector_part(self.Q)
        out = np.zeros((*self.to_body.shape, self.to_body.shape[1]))
        # M = 2 P(Q) / |Q|^2, P linear in Q
        linear = np.stack([_vector_part(unit) for unit in np.eye(4)], axis=-1)
        out[:3, at:, at:] = 2 * linear / n - 4 * P[:, :, None] * self.Q / (n * n)
        if self.free:
            # R^T dp turns by -w~ R^T, w = M dQ
            out[3:, :3, 3:] = -np.einsum("lmb,ma->lab", _skews(M.T), self.R.T)
        return out

    def turned(self) -> Array:
        """[a, j, k]: L_k N_aj."""
        at = 3 if self.free else 0
        out = np.zeros((self.q.stop - self.q.start, *(2 * [self.v.stop - self.v.start])))
        step = _half_turn(self.Q)
        # Q (e_k, 0) (e_j, 0) / 4
        out[at:, :3, :3] = np.stack([_half_turn(step[:, k]) for k in range(3)], axis=-1)
        if self.free:
            # R e_j turns by R (e_k x e_j)
            out[:3, 3:, :3] = np.einsum("al,ljk->ajk", self.R, _skews(np.eye(3)))
        return out


@dataclass(frozen=True)
class _Maps:
    """M (nv, nq) and N (nq, nv): 1 for coordinates of one degree, blocks for the other joints.

    runs: neighboring coordinates of one degree in q and in v.
    """

    nq: int
    nv: int
    runs: list[tuple[slice, slice]]
    joints: list[_Joint]

    def to_body(self, x: Array) -> Array:
        """x M, along the last axis"""
        out = np.empty((*x.shape[:-1], self.nq))
        for here, moved in self.runs:
            out[..., here] = x[..., moved]
        for joint in self.joints:
            out[..., joint.q] = x[..., joint.v] @ joint.to_body
        return out

    def to_coordinates(self, x: Array) -> Array:
        """x N, along the last axis"""
        out = np.empty((*x.shape[:-1], self.nv))
        for here, moved in self.runs:
            out[..., moved] = x[..., here]
        for joint in self.joints:
            out[..., joint.v] = x[..., joint.q] @ joint.to_coordinates
        return out


def _twice(change: Callable[[Array], Array], tensor: Array) -> Array:
    """M^T x M, or with N, of the last two axes."""
    return change(change(tensor).swapaxes(-1, -2)).swapaxes(-1, -2)


def _maps(model: Model, q: ArrayLike) -> _Maps:
    """M and N at a configuration (nq,), or an error that says what is wrong with it."""
    require_tree(
        model,
        "its coordinates q are not free: loops tie them; partials of a mechanism are those along "
        "independent velocities",
    )
    configuration = checked_configuration(model, q)
    if configuration.ndim != 1:
        raise ShapeError(f"q has shape {configuration.shape}, expected ({model.nq},)")
    joints, runs = [], []
    # where the run of coordinates of one degree begins
    start = (0, 0)
    for joint, iq, iv in zip(model.joints, model.idx_q.tolist(), model.idx_v.tolist(), strict=True):
        if joint.nv == 1:
            continue
        here, moved = slice(iq, iq + joint.nq), slice(iv, iv + joint.nv)
        runs.append((slice(start[0], iq), slice(start[1], iv)))
        start = here.stop, moved.stop
        Q = configuration[here][-4:]
        R = SO3.from_quaternion(Q)
        M, N = np.zeros((joint.nv, joint.nq)), np.zeros((joint.nq, joint.nv))
        M[:3, -4:] = 2 * _vector_part(Q) / (Q @ Q)
        N[-4:, :3] = _half_turn(Q)
        if joint.nv == 6:
            M[3:, :3], N[:3, 3:] = R.T, R
        joints.append(_Joint(here, moved, Q, R, M, N))
    runs.append((slice(start[0], model.nq), slice(start[1], model.nv)))
    return _Maps(model.nq, model.nv, runs, joints)


def _vector_part(Q: Array) -> Array:
    """P (3, 4) of Q = (x, w): P dQ = vec(Q* dQ) = w dx - x x dx - x dw."""
    x, y, z, w = Q
    return np.array([[w, z, -y, -x], [-z, w, x, -y], [y, -x, w, -z]])


def _half_turn(Q: Array) -> Array:
    """Q (w, 0) / 2 = P^T w / 2, (4, 3)."""
    return _vector_part(Q).T / 2


def _skews(x: Array) -> Array:
    """[:, :, b]: x_b~ of rows (n, 3)."""
    out = np.zeros((3, 3, len(x)))
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        out[k, j], out[j, k] = x[:, i], -x[:, i]
    return out


def _along(n: int, what: str, value: ArrayLike, axis: int) -> Array:
    """A copy as doubles with an axis of length n, brought last."""
    array = real_numbers(what, value)
    axis = integer("axis", axis, -MOST_AXES, MOST_AXES - 1)
    if not -array.ndim <= axis < array.ndim or array.shape[axis] != n:
        raise ShapeError(f"{what} has shape {array.shape}, expected {n} entries along axis {axis}")
    require_finite(what, array)
    return np.moveaxis(array, axis, -1)


def _in_range(what: str, found: Callable[[], Array]) -> Array:
    """What is found, or NonFiniteError where derivatives are so large that it overflows."""
    with np.errstate(over="ignore", invalid="ignore"):
        out = found()
    require_in_range(what, out)
    return out


def _both(n: int, first: ArrayLike, second: ArrayLike) -> tuple[Array, Array]:
    """First (..., n) and second (..., n, n) derivatives of the same things."""
    slopes, tensor = _along(n, "first", first, -1), _along(n, "second", second, -1)
    if tensor.shape != (*slopes.shape, n):
        raise ShapeError(
            f"second has shape {tensor.shape}, expected {(*slopes.shape, n)} beside first"
        )
    return slopes, tensor
