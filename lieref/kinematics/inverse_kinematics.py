"""Inverse kinematics of higher order: velocities and their derivatives from those of twists."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import comb
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.documentation import described
from lieref.errors import ArgumentError, ModelError, ShapeError, SingularError
from lieref.kinematics.jacobians import jacobian_derivatives
from lieref.kinematics.representations import MOST_ROWS, Representation, require_representation
from lieref.model.arguments import real_array, real_numbers, require_finite, require_in_range
from lieref.model.model import Model

Array = NDArray[np.float64]
Bodies = int | str | Sequence[int | str]
#: Jacobians of the task, (batch, k + 1, m, nv), of the first k rows of v, (batch, k, nv).
Jacobians = Callable[[Array], Array]
# A singular value below this share of the largest has lost a direction: half of the digits of the
# velocities would be rounding of the Jacobian.
RANK = 1e-9


@described(
    "q : (nq,) or (batch, nq)",
    "twists : (n, 6) or (batch, n, 6); (n, bodies, 6) or (batch, n, bodies, 6)",
    "body : int, str or sequence of them",
    "secondary : (n, nv) or (batch, n, nv), optional",
    "ModelError, weights",
)
def inverse_kinematics_derivatives(
    model: Model,
    q: ArrayLike,
    twists: ArrayLike,
    body: Bodies,
    representation: Representation = "body",
    point: ArrayLike | None = None,
    base: Representation = "body",
    task_weights: ArrayLike | None = None,
    joint_weights: ArrayLike | None = None,
    secondary: ArrayLike | None = None,
    damping: float = 0.0,
) -> Array:
    """Return velocity, acceleration, jerk, ... of the joints from those of twists of bodies.

    Source: V^(k) = sum_j binom(k, j) J^(j) v^(k-j), solved for v^(k), with all J^(j) of
    `jacobian_derivatives`; Müller (2018), (11) and Remark 3 are order 1 of the twists of all
    bodies. v(t) minimizes, at all times and not only now,

        no more components than joints: |v - z|_W of those v with J v = V,
        more components than joints:    |J v - V|_Q,
        with damping d:                 |J v - V|_Q^2 + d^2 |v - z|_W^2,

    and its derivatives are those of this function of time: the equations of the minimum are
    expanded in t and solved order by order with one matrix.

    Returns
    -------
    (n, nv) or (batch, n, nv) array
        v and its time derivatives of order 0 .. n - 1.

    Raises
    ------
    SingularError
        Without damping, a singular value of Q^(1/2) J W^(-1/2) below 1e-9 of the largest; says of
        which bodies, and which direction is lost.
    ArgumentError
        ... A damping out of its range.

    Notes
    -----
    O(n) Jacobians with up to n derivatives, and one factorization.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model, q = lieref.catalogue.serial_chain(7), np.full(7, 0.3)
    >>> twists = np.ones((3, 6))
    >>> v = lieref.inverse_kinematics_derivatives(model, q, twists, model.names[-1])
    >>> v.shape
    (3, 7)
    """
    require_representation("representation", representation)
    q_array = real_numbers("q", q)
    if q_array.ndim not in (1, 2):
        raise ShapeError(
            f"q has shape {q_array.shape}, expected ({model.nq},) or (batch, {model.nq})"
        )
    task = Task(model.nv, body, twists, task_weights, joint_weights, secondary, damping)
    task.broadcast(len(q_array) if q_array.ndim == 2 else 1, q_array.ndim == 2)
    states = np.ascontiguousarray(np.broadcast_to(q_array, (len(task.V), q_array.shape[-1])))

    def jacobians(v: Array) -> Array:
        found = [
            jacobian_derivatives(model, states, v, x, representation, point, base)
            for x in task.bodies
        ]
        return np.concatenate(found, axis=-2)

    v = task.solve(jacobians)
    return v if task.batched else np.asarray(v[0])


class Task:
    """Twists, weights and the equations of the minimum; checks of what a user hands over."""

    def __init__(
        self,
        nv: int,
        body: Bodies,
        twists: ArrayLike,
        task_weights: ArrayLike | None,
        joint_weights: ArrayLike | None,
        secondary: ArrayLike | None,
        damping: float,
    ) -> None:
        self.nv = nv
        several = isinstance(body, list | tuple)
        self.bodies: tuple[Any, ...] = tuple(body) if several else (body,)  # type: ignore[arg-type]
        if not self.bodies:
            raise ShapeError("body is an empty sequence, expected at least one body")
        core = (len(self.bodies), 6) if several else (6,)
        V = real_numbers("twists", twists)
        own = len(core) + 1
        if V.ndim not in (own, own + 1) or V.shape[-len(core) :] != core:
            expected = ", ".join(map(str, core))
            raise ShapeError(f"twists has shape {V.shape}, expected (n, {expected}) or a batch")
        require_finite("twists", V)
        self.batched = V.ndim == own + 1
        V = V.reshape(*V.shape[: V.ndim - len(core)], 6 * len(self.bodies))
        self.V = V if self.batched else V[None]
        self.n = int(self.V.shape[1])
        if not 1 <= self.n < MOST_ROWS:
            raise ShapeError(f"twists has {self.n} orders, expected 1 to {MOST_ROWS - 1}")
        given: ArrayLike = np.ones(core) if task_weights is None else task_weights
        weights = real_numbers("task_weights", given)
        if weights.shape not in ((6,), core):
            raise ShapeError(f"task_weights has shape {weights.shape}, expected (6,) or {core}")
        require_finite("task_weights", weights)
        self.Q = np.broadcast_to(weights, core).reshape(-1)
        if (self.Q < 0).any() or not self.Q.any():
            raise ModelError(f"task_weights {self.Q.tolist()}, expected numbers >= 0, not all 0")
        self.weighted = np.flatnonzero(self.Q)
        self.W = _joint_weights(joint_weights, nv)
        self.z = self._secondary(secondary)
        self.d = float(real_array("damping", damping, ()))
        if self.d < 0:
            raise ArgumentError(f"damping is {self.d}, expected at least 0")

    def _secondary(self, secondary: ArrayLike | None) -> Array:
        if secondary is None:
            return np.zeros((1, self.n, self.nv))
        z = real_numbers("secondary", secondary)
        if z.ndim not in (2, 3) or z.shape[-2:] != (self.n, self.nv):
            raise ShapeError(
                f"secondary has shape {z.shape}, expected ({self.n}, {self.nv}) or a batch"
            )
        require_finite("secondary", z)
        self.batched = self.batched or z.ndim == 3
        return z if z.ndim == 3 else z[None]

    def broadcast(self, states: int, batched: bool) -> None:
        """Repeat what is there once for all states of the batch."""
        sizes = {len(self.V), len(self.z), states}
        if len(sizes - {1}) > 1 or 0 in sizes:
            raise ShapeError(
                f"a batch of {len(self.V)} twists, {len(self.z)} secondary motions and {states} "
                "configurations, expected the same number or no batch"
            )
        largest = max(sizes)
        self.batched = self.batched or batched
        self.V = np.broadcast_to(self.V, (largest, *self.V.shape[1:]))
        self.z = np.broadcast_to(self.z, (largest, *self.z.shape[1:]))

    def solve(self, jacobians: Jacobians) -> Array:
        """Return v (batch, n, nv).

        With the multipliers u of the task, c W (v - z) + J^T u = 0 and J v - D u = V: c = 1, D = 0
        of few components, c = 0, D = Q^-1 of many, c = d^2, D = Q^-1 with damping.
        """
        nv, m, states = self.nv, len(self.weighted), len(self.V)
        J = jacobians(np.zeros((states, 0, nv)))[:, :, self.weighted]
        self._require_rank(J[:, 0])
        c, compliance = 1.0, np.zeros(m)
        if self.d or m > nv:
            c, compliance = self.d**2, 1 / self.Q[self.weighted]
        matrix = np.zeros((states, nv + m, nv + m))
        matrix[:, :nv, :nv] = c * self.W
        matrix[:, nv:, :nv], matrix[:, :nv, nv:] = J[:, 0], J[:, 0].swapaxes(1, 2)
        matrix[:, nv:, nv:] = -np.diag(compliance)
        inverse = np.asarray(np.linalg.inv(matrix), np.float64)
        pull = c * self.z @ self.W.T
        x = np.zeros((states, self.n, nv + m))
        with np.errstate(over="ignore", invalid="ignore"):
            for k in range(self.n):
                if k:
                    J = jacobians(x[:, :k, :nv])[:, :, self.weighted]
                right = np.concatenate([pull[:, k], self.V[:, k, self.weighted]], axis=-1)
                for j in range(1, k + 1):
                    before = x[:, k - j]
                    right[:, :nv] -= comb(k, j) * np.einsum("bmi,bm->bi", J[:, j], before[:, nv:])
                    right[:, nv:] -= comb(k, j) * np.einsum("bmi,bi->bm", J[:, j], before[:, :nv])
                x[:, k] = _refined(matrix, inverse, right)
        v = np.ascontiguousarray(x[..., :nv])
        require_in_range("v", v)
        return v

    def _require_rank(self, J: Array) -> None:
        """Raise SingularError where the task, without damping, has lost a direction."""
        root = np.linalg.inv(np.linalg.cholesky(self.W)).T
        scaled = np.sqrt(self.Q[self.weighted])[:, None] * J @ root
        require_in_range("J", scaled)
        U, s, Vt = np.linalg.svd(scaled, full_matrices=False)
        if self.d:
            if not (RANK * s[:, 0] <= self.d).all() or not (RANK * self.d <= s[:, 0]).all():
                raise ArgumentError(
                    f"damping is {self.d}, expected 0 or {RANK:g} to {1 / RANK:g} times the "
                    f"largest singular value of the Jacobian, which is {s[:, 0].min():.3g}"
                )
            return
        lost = ~(s[:, -1] > RANK * s[:, 0])
        if not lost.any():
            return
        at = int(np.argmax(lost))
        joints = len(self.weighted) > self.nv
        direction = root @ Vt[at, -1] if joints else U[at, :, -1]
        shown = ", ".join(f"{x:.3g}" for x in direction)
        what = "the joint velocities" if joints else "the components of the task"
        raise SingularError(
            f"the Jacobian of {', '.join(map(repr, self.bodies))} at batch index {at} has the "
            f"least singular value {s[at, -1]:.3g} of a largest of {s[at, 0]:.3g}: the direction "
            f"({shown}) of {what} is lost; give damping, or fewer task_weights"
        )


def _refined(matrix: Array, inverse: Array, right: Array) -> Array:
    """The solution, with one step of iterative refinement."""
    x = np.einsum("bij,bj->bi", inverse, right)
    missing = right - np.einsum("bij,bj->bi", matrix, x)
    return np.asarray(x + np.einsum("bij,bj->bi", inverse, missing))


def _joint_weights(weights: ArrayLike | None, nv: int) -> Array:
    """W (nv, nv), checked to be positive definite."""
    if weights is None:
        return np.eye(nv)
    W = real_numbers("joint_weights", weights)
    if W.shape not in ((nv,), (nv, nv)):
        raise ShapeError(f"joint_weights has shape {W.shape}, expected ({nv},) or ({nv}, {nv})")
    require_finite("joint_weights", W)
    if W.ndim == 1:
        if (W <= 0).any():
            raise ModelError(f"joint_weights[{int(np.argmin(W))}]: {W.min()}, expected above 0")
        return np.diag(W)
    if not (np.abs(W - W.T) <= RANK * np.abs(W).max()).all():
        raise ModelError("joint_weights: expected a symmetric matrix")
    try:
        np.linalg.cholesky(W)
    except np.linalg.LinAlgError:
        raise ModelError("joint_weights: expected a positive definite matrix") from None
    return W
