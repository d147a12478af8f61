"""Dynamics along a given path: what torques and their rates are of the speed on it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import comb, factorial

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.documentation import described
from lieref.dynamics.inverse_dynamics import inverse_dynamics
from lieref.dynamics.laws.centroidal import center_of_mass_jacobian_derivatives
from lieref.dynamics.laws.joint_torques import stretches
from lieref.dynamics.matrices.joint_space_inertia import joint_space_inertia_derivatives
from lieref.errors import ModelError, ShapeError
from lieref.kinematics.representations import MOST_ROWS, Representation
from lieref.model.arguments import (
    integer,
    real_numbers,
    require_finite,
    require_in_range,
)
from lieref.model.model import Model
from lieref.model.tree.configuration import checked_configuration, require_tree

Array = NDArray[np.float64]


@dataclass(frozen=True)
class PathCoefficients:
    """A quantity along a path, a s'' + b s'^2 + d s' + c, with s(t) the place on it.

    Attributes
    ----------
    a, b, c, d : (r + 1, nv) or (batch, r + 1, nv) arrays
        Row k: k-th derivative with respect to s.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model = lieref.catalogue.serial_chain(3)
    >>> torque = lieref.path_dynamics(model, np.zeros(3), np.ones((3, 3))).torque
    >>> torque.a.shape
    (2, 3)
    """

    a: Array
    b: Array
    c: Array
    d: Array

    def along(self, s: ArrayLike) -> Array:
        """Return the quantity and its time derivatives from those of s.

        Parameters
        ----------
        s : (m + 2,) or (batch, m + 2)
            s', s'', ..., s^(m + 2), 0 <= m <= r.

        Returns
        -------
        (m + 1, nv) or (batch, m + 1, nv) array

        Raises
        ------
        ShapeError, NonFiniteError
            No such rates.
        """
        rates = real_numbers("s", s)
        rows = self.a.shape[-2]
        batched = rates.ndim == 2 and (self.a.ndim == 2 or len(rates) == len(self.a))
        if not (rates.ndim == 1 or batched) or not 2 <= rates.shape[-1] <= rows + 1:
            batch = f" or ({len(self.a)}, m + 2)" if self.a.ndim == 3 else ""
            raise ShapeError(
                f"s has shape {rates.shape}, expected (m + 2,){batch} with m from 0 to {rows - 1}"
            )
        require_finite("s", rates)
        m = rates.shape[-1] - 1
        place = np.zeros((*rates.shape[:-1], m))
        speed, bend = np.zeros((2, *place.shape))
        for k in range(m):
            # coefficients of s(t) - s(0), s'(t) and s''(t)
            place[..., k] = rates[..., k - 1] / factorial(k) if k else 0.0
            speed[..., k] = rates[..., k] / factorial(k)
            bend[..., k] = rates[..., k + 1] / factorial(k)
        with np.errstate(over="ignore", invalid="ignore"):
            total = _composed(self.c, place) + _times(_composed(self.d, place), speed)
            total = total + _times(_composed(self.b, place), _convolved(speed, speed))
            total = total + _times(_composed(self.a, place), bend)
            total = total * np.array([[float(factorial(k))] for k in range(m)])
        require_in_range("result", total)
        return np.asarray(total)

    def of_squared_speed(self, k: int = 0) -> tuple[Array, Array]:
        """Return the k-th derivative with respect to s as a linear function of x = s'^2.

        With d = 0 the quantity is a x' / 2 + b x + c, x' = dx/ds, so that its k-th derivative is
        E (x, x', ..., x^(k + 1)) + e: linear constraints of a program over x(s). Its time
        derivative is sqrt(x) times the first.

        Parameters
        ----------
        k : int
            0 to r.

        Returns
        -------
        E : (nv, k + 2) or (batch, nv, k + 2) array
        e : (nv,) or (batch, nv) array

        Raises
        ------
        ModelError
            A quantity with a part d s', such as viscous damping.
        ShapeError
            No such k.
        """
        k = integer("k", k, 0, self.a.shape[-2] - 1)
        if self.d.any():
            raise ModelError("viscous damping is not linear in the squared speed; see `along`")
        columns = []
        for i in range(k + 2):
            column = np.zeros_like(self.c[..., 0, :])
            if i <= k:
                column = column + comb(k, i) * self.b[..., k - i, :]
            if i:
                column = column + comb(k, i - 1) / 2 * self.a[..., k - i + 1, :]
            columns.append(column)
        return np.stack(columns, axis=-1), self.c[..., k, :].copy()


@dataclass(frozen=True)
class PathDynamics:
    """Torques and accelerations along a path.

    Attributes
    ----------
    torque : PathCoefficients
        Generalized forces, N m and N.
    acceleration : PathCoefficients
        Of the joints, rad/s^2 and m/s^2: its time derivative is the jerk.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model = lieref.catalogue.serial_chain(3)
    >>> found = lieref.path_dynamics(model, np.zeros(3), np.ones((3, 3)))
    >>> found.torque.along([1.0, 0.5, 0.0]).shape, found.acceleration.of_squared_speed(1)[0].shape
    ((2, 3), (3, 3))
    """

    torque: PathCoefficients
    acceleration: PathCoefficients


@described()
def path_dynamics(
    model: Model, q: ArrayLike, u: ArrayLike, base: Representation = "body"
) -> PathDynamics:
    """Return the dynamics along a path q(s) as coefficients of s'' and s'^2, with derivatives.

    Source: Bobrow, Dubowsky and Gibson (1985), to any order. With v = u s', tau = a s'' + b s'^2 +
    d s' + c: a = H u, b the forces of the motion s = t without gravity, c those of gravity, springs
    and dry friction at s' > 0, d those of damping. Torque rates are linear in the derivatives

        tau' = a s''' + (a_s + 2 b) s' s'' + b_s s'^3 + c_s s' + d s'' + d_s s'^2.

    Parameters
    ----------
    q : (nq,) or (batch, nq)
        Configurations on the path, rad and m.
    u : (r + 2, nv) or (batch, r + 2, nv)
        Velocity at s' = 1 and its derivatives with respect to s: dq/ds, d2q/ds2, ... of joints of
        one degree.

    Returns
    -------
    PathDynamics
        Coefficients with derivatives up to order r.

    Raises
    ------
    ModelError
        Friction that is smooth within a width: it is no polynomial in s'.

    Notes
    -----
    O(N nv r^2) a state.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model = lieref.catalogue.serial_chain(3)
    >>> torque = lieref.path_dynamics(model, np.zeros(3), np.ones((3, 3))).torque
    >>> torque.along([1.0, 0.0, 0.0]).shape
    (2, 3)
    """
    require_tree(
        model,
        "joint physics is split by powers of s' in the coordinates of a tree; `inverse_dynamics` "
        "of two motions, at s'' = 1 and at s' = 1, has the coefficients of a mechanism",
    )
    place, rows = checked_configuration(model, q), real_numbers("u", u)
    if rows.ndim not in (2, 3) or rows.shape[-1] != model.nv or not 2 <= rows.shape[-2] < MOST_ROWS:
        raise ShapeError(
            f"u has shape {rows.shape}, expected (r + 2, {model.nv}) or a batch, r >= 0"
        )
    require_finite("u", rows)
    batched = place.ndim > 1 or rows.ndim > 2
    if place.ndim > 2 or (place.ndim == 2 and rows.ndim == 3 and len(place) != len(rows)):
        raise ShapeError(f"q has shape {place.shape} and u {rows.shape}, expected the same batch")
    if (model.friction[model.friction_width > 0] > 0).any():
        raise ModelError("friction within a width is no polynomial in s', expected a width of 0")
    states = len(place) if place.ndim == 2 else len(rows) if rows.ndim == 3 else 1
    place = np.broadcast_to(place, (states, model.nq))
    rows = np.broadcast_to(rows, (states, *rows.shape[-2:]))
    torque = _torque(model, place, rows, base)
    zero = np.zeros_like(rows[:, :-1])
    found = (torque, (rows[:, :-1], rows[:, 1:], zero, zero))
    for name, x in zip("abcd", torque, strict=True):
        require_in_range(name, x)
    return PathDynamics(
        *(PathCoefficients(*(np.array(x if batched else x[0]) for x in parts)) for parts in found)
    )


def _torque(
    model: Model, q: Array, u: Array, base: Representation
) -> tuple[Array, Array, Array, Array]:
    """a, b, c, d (batch, r + 1, nv)."""
    bare, r = _weightless(model), u.shape[1] - 2
    with np.errstate(over="ignore", invalid="ignore"):
        b = np.asarray(inverse_dynamics(bare, q, u, base)) + model.armature * u[:, 1:]
        a, c = np.zeros_like(b), np.zeros_like(b)
        weight = model.masses.sum() * np.asarray(model.gravity)
        for i in range(len(q)):
            H = joint_space_inertia_derivatives(bare, q[i], u[i, :r], base)
            for k in range(r + 1):
                a[i, k] = sum(comb(k, j) * H[j] @ u[i, k - j] for j in range(k + 1))
            if weight.any():
                c[i] -= weight @ center_of_mass_jacobian_derivatives(bare, q[i], u[i, :r], base)
        a += model.armature * u[:, :-1]
        stretch = stretches(model, q)[:, None]
        c += model.stiffness * np.concatenate([stretch, u[:, :r]], axis=1)
        c[:, 0] += model.friction * np.sign(u[:, 0])
        return a, b, c, model.damping * u[:, :-1]


@lru_cache(maxsize=8)
def _weightless(model: Model) -> Model:
    return model.without_joint_physics().with_gravity((0.0, 0.0, 0.0))


def _convolved(x: Array, y: Array) -> Array:
    """Coefficients of a product of two series, (..., m)."""
    shape = np.broadcast_shapes(x.shape, y.shape)
    out = np.zeros(shape)
    for k in range(x.shape[-1]):
        for j in range(k + 1):
            out[..., k] += x[..., j] * y[..., k - j]
    return out


def _times(x: Array, y: Array) -> Array:
    """Coefficients of a product of a row (..., m, nv) and a number (..., m)."""
    return _convolved(x.swapaxes(-1, -2), y[..., None, :]).swapaxes(-1, -2)


def _composed(rows: Array, place: Array) -> Array:
    """Coefficients (..., m, nv) of f(s(t)) from derivatives of f and the series s(t) - s(0)."""
    m = place.shape[-1]
    power = np.zeros_like(place)
    power[..., 0] = 1.0
    total = np.zeros((*np.broadcast_shapes(rows.shape[:-2], place.shape[:-1]), m, rows.shape[-1]))
    for j in range(m):
        total += power[..., :, None] * rows[..., j, None, :] / factorial(j)
        power = _convolved(power, place)
    return total
