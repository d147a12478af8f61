"""Time derivatives of the regressor: forces' derivatives as functions of the inertial parameters.

A body's wrench in its own frame is W(w, w', a) p, a of its origin, less gravity; and tau = J^T W p
with the body Jacobian J. Both are Taylor series along a motion, Y = J^T W their product.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.groups.screw_arrays import (
    coefficients,
    cross,
    derivatives,
    product,
    skew,
)
from lieref.documentation import described
from lieref.dynamics.forward.roots import seen_from_roots
from lieref.dynamics.laws.joint_torques import stretches
from lieref.errors import ShapeError
from lieref.kinematics.forward_kinematics import forward_kinematics
from lieref.kinematics.jacobians import system_jacobian_derivatives
from lieref.model.arguments import real_numbers
from lieref.model.checks import Base
from lieref.model.model import Model
from lieref.partials.parameters.regressor import INERTIA, LinearKind, checked_kinds
from lieref.partials.sensitivities import require_finite_result

Array = NDArray[Any]
# J x = shares(x) (xx, yy, zz, xy, xz, yz): row, column, entry of x
SHARES = ((0, 0, 0), (0, 3, 1), (0, 4, 2), (1, 3, 0), (1, 1, 1), (1, 5, 2),
          (2, 4, 0), (2, 5, 1), (2, 2, 2))  # fmt: skip


@described("q : (..., nq)", "v : (..., r + 2, nv)")
def inverse_dynamics_regressor_derivatives(
    model: Model,
    q: ArrayLike,
    v: ArrayLike,
    base: Base = "body",
    parameters: Sequence[LinearKind] = INERTIA,
) -> NDArray[np.float64]:
    """Return the regressor and its time derivatives along a motion, for identification from rates.

    tau^(k) = Y^(k) p for the parameters p of `inertial_parameters`, which do not change: rows of
    measured torques and of their derivatives are linear in p. Source: Müller (2018), Sec. 6 (the
    linearity), and Newton's and Euler's laws of each body in its own frame, in Taylor series.

    Parameters
    ----------
    model : Model or LoopModel
        Its inertial parameters do not matter.

    Returns
    -------
    (..., r + 1, nv, 10 nbodies) array, and nv columns more for each kind of joint physics
        [k]: tau^(k), parameter in the order of `inertial_parameters`; N m or N per s^k and unit of
        it. Exact zeros where the joint does not carry the body.

    Notes
    -----
    Cost O(nv nbodies r^2), the size of the result times r.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model, q, v = lieref.catalogue.serial_chain(3), np.zeros(3), np.ones((4, 3))
    >>> Y = lieref.inverse_dynamics_regressor_derivatives(model, q, v)
    >>> tau = lieref.inverse_dynamics(model, q, v)
    >>> bool(np.allclose(Y @ lieref.inertial_parameters(model), tau, 0, 1e-11))
    True
    """
    kinds = checked_kinds(parameters)
    configuration, rates = real_numbers("q", q), real_numbers("v", v)
    if rates.ndim < 2 or rates.shape[-2] < 2 or rates.shape[-1] != model.nv:
        raise ShapeError(f"v has shape {rates.shape}, expected (..., r + 2, {model.nv})")
    if configuration.ndim < 1 or configuration.shape[-1] != model.nq:
        raise ShapeError(f"q has shape {configuration.shape}, expected (..., {model.nq})")
    axes = _axes(configuration.shape[:-1], rates.shape[:-2])
    flat = (int(np.prod(axes)),) if axes else ()
    at = np.broadcast_to(configuration, axes + configuration.shape[-1:]).reshape(*flat, model.nq)
    motion = np.broadcast_to(rates, axes + rates.shape[-2:]).reshape(*flat, *rates.shape[-2:])
    motion = np.moveaxis(seen_from_roots(model, np.moveaxis(motion, -2, 0), base), 0, -2)
    # checks the numbers, too
    poses, twists = forward_kinematics(model, at, motion, base, "body")
    blocks = [np.zeros((*flat, rates.shape[-2] - 1, model.nv, 0))]
    with np.errstate(over="ignore", invalid="ignore"):
        for kind in kinds:
            if kind == "inertia":
                J = system_jacobian_derivatives(model, at, motion[..., :-2, :], "body", base)
                found = inertial_columns(J, poses[..., :3, :3], twists, model.gravity)
            else:
                rows = joint_rows(model, kind, at, motion)
                found = rows[..., None] * np.eye(model.nv)
            blocks.append(found)
        result = np.concatenate(blocks, axis=-1)
    shaped = np.ascontiguousarray(result.reshape(*axes, *result.shape[len(flat) :]))
    checked: NDArray[np.float64] = require_finite_result("regressor", shaped)
    return checked


def _axes(*shapes: tuple[int, ...]) -> tuple[int, ...]:
    """Leading axes of a batch."""
    try:
        return np.broadcast_shapes(*shapes)
    except ValueError:
        raise ShapeError(f"leading axes do not broadcast: q {shapes[0]}, v {shapes[1]}") from None


def inertial_columns(J: Array, R: Array, V: Array, gravity: Array) -> Array:
    """Derivatives (..., n, nv, 10 N) of J^T W, from derivatives of J (..., n, 6 N, nv).

    R (..., N, 3, 3) attitudes, V (..., n + 1, N, 6) body twists and their derivatives.
    """
    *batch, n, _, nv = J.shape
    N = R.shape[-3]
    order = len(batch)
    # the axis of the coefficients first
    columns = coefficients(np.moveaxis(J, order, 0)).reshape(n, *batch, N, 6, nv)
    W = wrench_series(np.moveaxis(V, order, 0), R, gravity)
    out = derivatives(product(columns.swapaxes(-1, -2), W))
    # (..., n, nv, N, 10) from (n, ..., N, nv, 10)
    moved = np.moveaxis(np.moveaxis(out, 0, order), -3, -2)
    shaped: Array = moved.reshape(*batch, n, nv, 10 * N)
    return shaped


def wrench_series(V: Array, R: Array, gravity: Array) -> Array:
    """Coefficients (n, ..., 6, 10) of W, from derivatives V (n + 1, ..., 6) of body twists.

    n = h x a + J w' + w x J w,   f = m a + w' x h + w x (w x h);   g' = -w x g in body axes
    """
    twist = coefficients(V)
    n = len(twist) - 1
    w, u = twist[..., :3], twist[..., 3:]
    g = [np.swapaxes(R, -1, -2) @ gravity]
    for k in range(n - 1):
        turned = [cross(w[k - j], g[j]) for j in range(k + 1)]
        g.append(-np.sum(turned, axis=0) / (k + 1))
    spin, share = skew(w), _shares(w)
    up = np.arange(1, n + 1).reshape(-1, *[1] * (w.ndim - 1))
    a = up * u[1:] + product(w[:n], u[:n], cross) - np.array(g)
    out = np.zeros((n, *V.shape[1:-1], 6, 10))
    out[..., :3, 1:4] = -skew(a)
    out[..., :3, 4:] = up[..., None] * share[1:] + product(spin[:n], share[:n])
    out[..., 3:, 0] = a
    out[..., 3:, 1:4] = up[..., None] * spin[1:] + product(spin[:n], spin[:n])
    return out


def _shares(x: Array) -> Array:
    """The coefficients (..., 3, 6) of xx, yy, zz, xy, xz, yz in J x."""
    out = np.zeros((*x.shape[:-1], 3, 6))
    for row, column, entry in SHARES:
        out[..., row, column] = x[..., entry]
    return out


def joint_rows(model: Model, kind: str, q: Array, v: Array) -> Array:
    """Derivatives (..., r + 1, nv) of what a kind of joint physics is multiplied by.

    vdot, v, s(v) = v / sqrt(v^2 + width^2), q - rest; zero of free joints.
    """
    kinds = np.repeat([joint.kind for joint in model.joints], [x.nv for x in model.joints])
    if kind == "stiffness":
        counts = [joint.nv for joint in model.joints]
        single = np.repeat(counts, counts) == 1
        return np.concatenate(
            [stretches(model, q)[..., None, :], np.where(single, v[..., :-2, :], 0.0)], axis=-2
        )
    if kind == "armature":
        rows = v[..., 1:, :]
    elif kind == "damping":
        rows = v[..., :-1, :]
    else:
        rows = _directions(model, v[..., :-1, :])
    return np.where(kinds == "free", 0.0, rows)


def _directions(model: Model, v: Array) -> Array:
    """Derivatives of s(v) along the motion: v y^(-1/2), y = v^2 + width^2, in coefficients."""
    width = model.friction_width
    smooth = width > 0.0
    rate = coefficients(np.moveaxis(v, -2, 0))
    n = len(rate)
    y = [sum(rate[j] * rate[k - j] for j in range(k + 1)) for k in range(n)]
    y[0] = np.where(smooth, y[0] + width * width, 1.0)
    root = [1 / np.sqrt(y[0])]
    for k in range(1, n):
        # y p' = -y' p / 2 for p = y^(-1/2)
        total = sum((0.5 * j + (k - j)) * y[j] * root[k - j] for j in range(1, k + 1))
        root.append(-total / (k * y[0]))
    smooth_force = np.array([sum(rate[j] * root[k - j] for j in range(k + 1)) for k in range(n)])
    sign = np.zeros_like(smooth_force)
    sign[0] = np.sign(rate[0])
    return np.moveaxis(derivatives(np.where(smooth, smooth_force, sign)), 0, -2)
