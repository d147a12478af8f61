"""What wrenches on the bodies add to the partials of inverse dynamics of any order.

They take -sum_i J_i^T F_i of the generalized forces, J_i the body Jacobian of body i and F_i its
wrench in body axes. Constant in these, they turn with every joint p before the body: seen from a
joint t before p, x_p x* F_i is what a move along the column x_p of J_i makes of them. Constant in
inertial axes, F_i turns back in its body besides. Both are series along the motion, A in (1) of
docs/order-partials.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from lieref.algebra.groups import screw_arrays
from lieref.algebra.groups.screw_arrays import constant, product, skew
from lieref.kinematics.forward_kinematics import forward_kinematics
from lieref.kinematics.jacobians import system_jacobian_derivatives
from lieref.kinematics.representations import pose_series
from lieref.partials.any_order.bases import coefficients, derivatives, deviations
from lieref.partials.any_order.inverse.directions import motion

if TYPE_CHECKING:
    from lieref.model.model import Model

Array = NDArray[Any]


def with_wrenches(
    model: Model, q: Array, v: Array, blocks: tuple[Array, Array], wrenches: Array, axes: str
) -> tuple[Array, Array]:
    """Blocks of base "body" with those of wrenches (r + 1, nbodies, 6), all arguments checked."""
    n = len(v) - 1
    A = slopes(model, q, v, wrenches, axes)
    dq, dv = coefficients(*blocks)
    dq += A
    for k in range(n):
        for j in range(k):
            dv[k, j] += A[k - j - 1] / (j + 1)
    for joint in motion(model, q, v, "body").joints:
        here, count = joint.here, joint.spin.shape[-1]
        one = constant(np.eye(count), n)
        start, *rated = (deviations(one, 0 * one, joint.spin, m)[0] for m in range(-1, n))
        for k in range(n):
            # the first coefficients are in place
            for i in range(1, k + 1):
                dq[k][:, here] += A[k - i][:, here] @ start[i]
            for j in range(k):
                for i in range(j + 2, k + 1):
                    dv[k, j][:, here] += A[k - i][:, here] @ rated[j][i]
    return derivatives(dq, dv)


def slopes(model: Model, q: Array, v: Array, wrenches: Array, axes: str) -> Array:
    """Coefficients (r + 1, nv, nv) of A, of v (r + 2, nv) and wrenches (r + 1, nbodies, 6)."""
    n, N, nv = len(wrenches), model.nbodies, model.nv
    J = screw_arrays.coefficients(system_jacobian_derivatives(model, q, v[: n - 1]))
    J = J.reshape(n, N, 6, nv)
    F = screw_arrays.coefficients(wrenches)
    if axes == "inertial":
        poses, twists = forward_kinematics(model, q, v[:n], "body", "body")
        rates = screw_arrays.coefficients(twists)
        R = pose_series(poses[:, :3, :3], poses[:, :3, 3], rates, "body", n)[0].swapaxes(-1, -2)
        F = np.concatenate(
            [product(R, F[..., part, None])[..., 0] for part in (slice(0, 3), slice(3, 6))], -1
        )
    moment, force = skew(F[..., :3]), skew(F[..., 3:])
    # x x* F of x = (w, u): (w x n + u x f, w x f)
    turning = np.zeros((n, N, 6, 6))
    turning[..., :3, :3], turning[..., :3, 3:] = -moment, -force
    turning[..., 3:, :3] = -force
    rows = J.swapaxes(-1, -2)
    A = np.where(before(model), -product(product(rows, turning), J).sum(1), 0.0)
    if axes == "inertial":
        # F moves by -(w x n, w x f)
        cross_blocks = np.zeros((n, N, 6, 6))
        cross_blocks[..., :3, :3], cross_blocks[..., 3:, :3] = moment, force
        A -= product(product(rows, cross_blocks), J).sum(1)
    return A


def before(model: Model) -> NDArray[np.bool_]:
    """Whether coordinate t belongs to a joint before that of p: (nv, nv)."""
    owner = np.repeat(np.arange(model.nbodies), [joint.nv for joint in model.joints])
    above = np.zeros((model.nbodies, model.nbodies), bool)
    for i, parent in enumerate(model.parents):
        if parent >= 0:
            above[:, i] = above[:, parent]
            above[parent, i] = True
    found: NDArray[np.bool_] = above[np.ix_(owner, owner)]
    return found
