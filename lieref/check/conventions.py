"""Conventions of other libraries for a free base and its loads, as converters.

Vectors of velocities, forces and perturbations are (6 + n,): the base, then n joint coordinates,
which pass unchanged; configurations (7 + n,). On this side they are lieref's, the base in "body"
form: twist (omega, v) and wrench (torque, force) in body axes, position and quaternion x, y, z, w.
`CONVENTIONS` says what each library does; docs/conventions-dictionary.md is written from it.
Nothing here imports another library.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra import SE3, SO3
from lieref.algebra.arguments import choice
from lieref.check.convention_table import CONVENTIONS, Convention, convention
from lieref.errors import ConfigurationError, ShapeError
from lieref.model.arguments import real_array

__all__ = [
    "CONVENTIONS",
    "Convention",
    "acceleration_from",
    "acceleration_to",
    "classical_acceleration",
    "configuration_from",
    "configuration_to",
    "convention",
    "partial_from",
    "partial_to",
    "perturbation_from",
    "perturbation_to",
    "twist_from",
    "twist_matrix",
    "twist_to",
    "wrench_from",
    "wrench_to",
]

Array = NDArray[np.float64]
#: A quaternion farther than this from unit norm is refused.
UNIT_NORM = 1e-9
#: lieref's (angular, linear) to (linear, angular); its own inverse.
LINEAR_FIRST = np.array([3, 4, 5, 0, 1, 2])


def configuration_to(name: str, q: ArrayLike) -> Array:
    """Return the library's configuration of q (7 + n,): an array, or the base's pose (4, 4).

    Raises
    ------
    ShapeError, NonFiniteError
        No such array, or no such name.
    ConfigurationError
        The quaternion is not of unit norm within 1e-9.
    """
    layout, whole = convention(name).layout, _configuration(q)
    if layout == "pose":
        return _pose(whole)
    p, xyz, w, joints = whole[:3], whole[3:6], whole[6:7], whole[7:]
    if name == "rbdl":
        return np.concatenate([p, xyz, joints, w])
    parts = {
        "position xyzw": (p, xyz, w),
        "position wxyz": (p, w, xyz),
        "wxyz position": (w, xyz, p),
    }[layout]
    return np.concatenate([*parts, joints])


def configuration_from(name: str, x: ArrayLike) -> Array:
    """Return q (7 + n,) of the library's configuration, as `configuration_to` gives it.

    Of a pose the quaternion has w >= 0. Raises the errors of `configuration_to`.
    """
    layout = convention(name).layout
    if layout == "pose":
        C = real_array("pose", x, (4, 4))
        return np.concatenate([C[:3, 3], SO3.to_quaternion(C[:3, :3])])
    given = _vector("configuration", x, 7)
    if name == "rbdl":
        return _configuration(np.concatenate([given[:6], given[-1:], given[6:-1]]))
    places = {
        "position xyzw": [0, 1, 2, 3, 4, 5, 6],
        "position wxyz": [0, 1, 2, 4, 5, 6, 3],
        "wxyz position": [4, 5, 6, 1, 2, 3, 0],
    }[layout]
    return _configuration(np.concatenate([given[places], given[7:]]))


def twist_to(name: str, q: ArrayLike, v: ArrayLike) -> Array:
    """Return the library's velocity of v (6 + n,) at q (7 + n,) or the base's part of it, (7,).

    Raises the errors of `configuration_to`.
    """
    return _changed(twist_matrix(name, q), _vector("v", v, 6))


def twist_from(name: str, q: ArrayLike, v: ArrayLike) -> Array:
    """Return v of the library's velocity; q is lieref's. Raises those of `configuration_to`."""
    return _changed(_inverse_twist_matrix(name, q), _vector("v", v, 6))


def wrench_to(name: str, q: ArrayLike, tau: ArrayLike) -> Array:
    """Return the library's generalized force: dual, so that its product with the velocity is kept.

    Raises the errors of `configuration_to`.
    """
    return _changed(_inverse_twist_matrix(name, q).T, _vector("tau", tau, 6))


def wrench_from(name: str, q: ArrayLike, tau: ArrayLike) -> Array:
    """Return tau of the library's generalized force; errors as `configuration_to`."""
    return _changed(twist_matrix(name, q).T, _vector("tau", tau, 6))


def acceleration_to(name: str, q: ArrayLike, v: ArrayLike, a: ArrayLike) -> Array:
    """Return the library's acceleration, from v and a = dv/dt, both (6 + n,) and lieref's.

    Where the axes of the linear velocity rest, its derivative is the classical acceleration,
    R (a + omega x v).

    Raises the errors of `configuration_to`.
    """
    rate = _vector("a", a, 6).copy()
    rate[3:6] += _turning(name, _vector("v", v, 6))
    return _changed(twist_matrix(name, q), rate)


def acceleration_from(name: str, q: ArrayLike, v: ArrayLike, a: ArrayLike) -> Array:
    """Return dv/dt of the library's acceleration; q and v are lieref's.

    Raises the errors of `configuration_to`.
    """
    rate = _changed(_inverse_twist_matrix(name, q), _vector("a", a, 6))
    rate[3:6] -= _turning(name, _vector("v", v, 6))
    return rate


def classical_acceleration(v: ArrayLike, a: ArrayLike) -> Array:
    """Return (omega', v' + omega x v) in body axes: the acceleration of the body's origin.

    Raises ShapeError, NonFiniteError.
    """
    speed, rate = _vector("v", v, 6), _vector("a", a, 6).copy()
    rate[3:6] += np.cross(speed[:3], speed[3:6])
    return rate


def perturbation_to(name: str, q: ArrayLike, xi: ArrayLike) -> Array:
    """Return how the library's coordinates move when q moves to q exp(xi), to first order.

    (6 + n,), or (7 + n,) where the numbers of the configuration move themselves.

    Raises those of `configuration_to`; ShapeError if the library has no partial derivatives.
    """
    return _changed(_perturbation_matrices(name, q)[1], _vector("xi", xi, 6))


def perturbation_from(name: str, q: ArrayLike, dx: ArrayLike) -> Array:
    """Return xi (6 + n,) of `perturbation_to`; what lengthens a quaternion moves nothing.

    Raises the errors of `perturbation_to`.
    """
    back = _perturbation_matrices(name, q)[0]
    return _changed(back, _vector("dx", dx, back.shape[1]))


def partial_to(name: str, q: ArrayLike, partial: ArrayLike, by: Literal["q", "v"] = "q") -> Array:
    """Return the library's partial derivative of generalized forces.

    Parameters
    ----------
    name, q
        As of `twist_to`.
    partial : (6 + n, 6 + n)
        lieref's, for the base representation that the library has: `convention(name).twist`.
    by : {"q", "v"}
        What it is taken by; "v" holds for accelerations as well.

    Raises
    ------
    The errors of `perturbation_to`.
    """
    back = _perturbation_matrices(name, q)[0]
    rows = _ordered(name, _square(partial, 6, 6))
    if _by(by) == "q":
        found = rows @ _wide(back, len(rows) - 6)
    else:
        found = _ordered(name, rows.T).T
    return np.asarray(found.T if convention(name).partial == "coordinate first" else found)


def partial_from(name: str, q: ArrayLike, partial: ArrayLike, by: Literal["q", "v"] = "q") -> Array:
    """Return lieref's partial derivative of the library's, see `partial_to`."""
    forward = _perturbation_matrices(name, q)[1]
    width = len(forward) if _by(by) == "q" else 6
    turned = convention(name).partial == "coordinate first"
    given = _square(partial, width, 6).T if turned else _square(partial, 6, width)
    rows = _ordered(name, given)
    if by == "v":
        return _ordered(name, rows.T).T
    return np.asarray(rows @ _wide(forward, len(rows) - 6))


def twist_matrix(name: str, q: ArrayLike) -> Array:
    """Return T (6, 6): the library's twist of the base is T V, V its body twist.

    Raises the errors of `configuration_to`.
    """
    chosen, C = convention(name), _pose(_configuration(q))
    T = np.eye(6)
    if chosen.twist == "spatial":
        T = SE3.Ad(C)
    if chosen.twist == "hybrid":
        T[:3, :3] = C[:3, :3]
    if chosen.twist in ("hybrid", "mixed"):
        T[3:, 3:] = C[:3, :3]
    return np.asarray(T[LINEAR_FIRST] if chosen.order == "linear" else T)


def _inverse_twist_matrix(name: str, q: ArrayLike) -> Array:
    chosen = convention(name)
    if chosen.twist != "spatial":
        # rotations and permutations
        return twist_matrix(name, q).T
    T = SE3.Ad(SE3.inverse(_pose(_configuration(q))))
    return np.asarray(T[:, LINEAR_FIRST] if chosen.order == "linear" else T)


def _turning(name: str, v: Array) -> Array:
    """omega x v where the library differentiates in axes that rest, and the origin moves along."""
    chosen = convention(name)
    if chosen.acceleration == "turned" or chosen.twist in ("body", "spatial"):
        return np.zeros(3)
    return np.cross(v[:3], v[3:6])


def _perturbation_matrices(name: str, q: ArrayLike) -> tuple[Array, Array]:
    """(xi by the library's coordinates, and these by xi)."""
    chosen, whole = convention(name), _configuration(q)
    if chosen.perturbation == "none":
        raise ShapeError(f"{name}: {chosen.library} has no partial derivatives by a configuration")
    if chosen.perturbation == "twist":
        return _inverse_twist_matrix(name, whole), twist_matrix(name, whole)
    if chosen.perturbation == "body":
        forward = np.eye(6)[LINEAR_FIRST if chosen.order == "linear" else slice(None)]
        return forward.T, forward
    # Q' = Q (omega / 2, 0), p' = R v, in the order (w, x, y, z, p)
    x, y, z, w = whole[3:7]
    half = np.array([[-x, -y, -z], [w, -z, y], [z, w, -x], [-y, x, w]]) / 2
    R = _pose(whole)[:3, :3]
    forward, back = np.zeros((7, 6)), np.zeros((6, 7))
    forward[:4, :3], forward[4:, 3:] = half, R
    back[:3, :4], back[3:, 4:] = 4 * half.T, R.T
    return back, forward


def _ordered(name: str, rows: Array) -> Array:
    """Rows with the base's in the library's order, or back."""
    if convention(name).order == "angular":
        return rows
    return np.concatenate([rows[LINEAR_FIRST], rows[6:]])


def _wide(T: Array, n: int) -> Array:
    """diag(T, 1)"""
    out = np.zeros((len(T) + n, T.shape[1] + n))
    out[: len(T), : T.shape[1]] = T
    out[len(T) :, T.shape[1] :] = np.eye(n)
    return out


def _changed(T: Array, x: Array) -> Array:
    """T times the base's part, the joints' unchanged."""
    return np.concatenate([T @ x[: T.shape[1]], x[T.shape[1] :]])


def _vector(what: str, value: ArrayLike, least: int) -> Array:
    size = np.shape(value)
    if len(size) != 1 or size[0] < least:
        raise ShapeError(f"{what}: got shape {size}, expected ({least} + n,)")
    return real_array(what, value, size)


def _square(value: ArrayLike, rows: int, columns: int) -> Array:
    """A partial derivative, of as many joints in rows as in columns."""
    size = np.shape(value)
    if len(size) != 2 or size[0] - rows != size[1] - columns or size[0] < rows:
        raise ShapeError(f"partial: got shape {size}, expected ({rows} + n, {columns} + n)")
    return real_array("partial", value, size)


def _by(word: str) -> str:
    return choice("by", word, ("q", "v"))


def _configuration(q: ArrayLike) -> Array:
    whole = _vector("q", q, 7)
    norm = float(np.linalg.norm(whole[3:7]))
    if not abs(norm - 1) <= UNIT_NORM:
        raise ConfigurationError(
            f"q[3:7], the base's quaternion: norm {norm!r}, expected 1 within {UNIT_NORM}"
        )
    return whole


def _pose(q: Array) -> Array:
    C = np.eye(4)
    C[:3, :3], C[:3, 3] = SO3.from_quaternion(q[3:7]), q[:3]
    return C
