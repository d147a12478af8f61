"""Equations (34)-(64) of Müller: Newton-Euler equations of one body in all representations.

The reference value is the motion of point masses. Each check returns (printed, corrected,
reference).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from verification.measurements.formulas.errata_004_kinematics import Instances, same
from verification.subjects.definitions.moving_chain import MovingChain
from verification.subjects.definitions.screw_matrices import (
    Ad_pose,
    Ad_R,
    Ad_r,
    Array,
    ad,
    ad_v,
    ad_w,
    identity,
    inverse,
    skew,
    vee,
    w_part,
)


def _pose(R: Array, p: Array) -> Array:
    out = identity(4)
    out[:3, :3], out[:3, 3] = R, p
    return out


@dataclass
class _Body:
    """The last body: its frame C, its center of mass d in it, a frame S = (R_bc, d) there."""

    c: MovingChain

    def __post_init__(self) -> None:
        self.i = self.c.bodies - 1
        self.C, self.R, self.r = self.c.C(self.i), self.c.R(self.i), self.c.r(self.i)
        self.m, self.d = self.c.centre(self.i)
        turn = self.c.exp(self.c.vector(6))[:3, :3]
        self.S = _pose(turn, self.d)
        self.M = self.c.inertia(self.i)
        self.M_c = self.c.inertia(self.i, self.S)

    def V(self, representation: str, order: int = 0) -> Array:
        """Twist of the body's frame, differentiated."""
        return self.c.V(representation, self.i, order)

    def along(self, f: Callable[[Array], Array]) -> Callable[[Any], Array]:
        """f of the body's pose as a function of time."""
        return lambda t: f(self.c.pose(self.i, self.c.at(t)))

    def inertia_in(self, F: Array) -> Array:
        """Inertia in a frame F given in the inertial frame."""
        return self.c.inertia(self.i, inverse(self.C) @ F)


def spatial_balance(c: MovingChain) -> Instances:
    """(34)-(38): inertia, momentum, their rates and the wrench in the inertial frame."""
    b = _Body(c)

    def inertia(C: Array) -> Array:
        return c.inertia(b.i, inverse(C))

    M, V = inertia(b.C), b.V("spatial")
    back = Ad_pose(inverse(b.C))
    momentum, W = c.momentum(b.i), c.wrench(b.i)
    yield same(back.T @ b.M @ back, M)
    yield same(M @ V, momentum)
    yield same(back.T @ b.M @ b.V("body"), momentum)
    yield same(c.derivative(lambda t: c.momentum(b.i, t)), W)
    yield same(-ad(V).T @ M - M @ ad(V), c.derivative(b.along(inertia)))
    yield same(M @ b.V("spatial", 1) - ad(V).T @ M @ V, W)


def body_balance(c: MovingChain) -> Instances:
    """(39)-(41), (43): the body's inertia about any point, momentum balance, force."""
    b = _Body(c)
    masses, places = c.points[b.i]
    back = Ad_pose(inverse(b.S))
    yield same(back.T @ b.M_c @ back, b.M)
    turn, d = b.S[:3, :3], skew(b.d)
    angular = turn @ b.M_c[:3, :3] @ turn.T - b.m * d @ d
    yield same(np.block([[angular, b.m * d], [-b.m * d, b.m * identity(3)]]), b.M)
    zero = np.zeros((3, 3), object)
    blocks = np.block([[b.M_c[:3, :3], zero], [zero, masses.sum() * identity(3)]])
    yield same(blocks, b.M_c)
    V, rate, W = b.V("body"), b.V("body", 1), c.wrench(b.i, b.C)
    momentum_rate = c.derivative(lambda t: b.M @ c.twist("body", b.i, t))
    yield same(momentum_rate - ad(V).T @ b.M @ V, W)
    yield same(b.M @ rate - ad(V).T @ b.M @ V, W)
    w, turned = skew(V[:3]), skew(rate[:3])
    yield same(b.m * (rate[3:] + w @ V[3:] + (turned + w @ w) @ b.d), W[3:])


def body_torque(c: MovingChain) -> Instances:
    """(42): - m d~ (v' + omega~ v) printed, + right."""
    b = _Body(c)
    V, rate = b.V("body"), b.V("body", 1)
    w, angular = skew(V[:3]), b.M[:3, :3]
    turned = angular @ rate[:3] + w @ angular @ V[:3]
    pushed = b.m * skew(b.d) @ (rate[3:] + w @ V[3:])
    yield turned - pushed, turned + pushed, c.wrench(b.i, b.C)[:3]


def _centre(b: _Body) -> tuple[Array, Callable[[Any], dict[str, Array]]]:
    """The center's frame in the inertial one, and its twists in time."""

    def twists(t: Any) -> dict[str, Array]:
        C, rate = b.c.pose(b.i, b.c.at(t)) @ b.S, b.c.moved(b.i, t) @ b.S
        w = vee(rate[:3, :3] @ C[:3, :3].T)
        return {
            "body": np.concatenate([C[:3, :3].T @ w, C[:3, :3].T @ rate[:3, 3]]),
            "hybrid": np.concatenate([w, rate[:3, 3]]),
        }

    return b.C @ b.S, twists


def centre_balance(c: MovingChain) -> Instances:
    """(44)-(46), (58): the balance of the center's frame in body axes."""
    b = _Body(c)
    C, twists = _centre(b)
    V, W = twists(0)["body"], c.wrench(b.i, C)
    rate = c.derivative(lambda t: twists(t)["body"])
    yield same(b.M_c @ rate - ad_w(V[:3]).T @ b.M_c @ V, W)
    w, angular = skew(V[:3]), b.M_c[:3, :3]
    yield same(angular @ rate[:3] + w @ angular @ V[:3], W[:3])
    yield same(b.m * (rate[3:] + w @ V[3:]), W[3:])
    yield same(b.m * c.derivative(lambda t: twists(t)["hybrid"])[3:], c.wrench(b.i)[3:])


def hybrid_centre(c: MovingChain) -> Instances:
    """(47)-(50): the balance of the center in inertial axes, with d/dt of its inertia."""
    b = _Body(c)
    C, twists = _centre(b)
    V, W = twists(0)["hybrid"], c.wrench(b.i, _pose(identity(3), C[:3, 3]))
    rate = c.derivative(lambda t: twists(t)["hybrid"])

    def inertia(C: Array) -> Array:
        R = Ad_R((C @ b.S)[:3, :3])
        return R @ b.M_c @ R.T

    M = inertia(b.C)
    yield same(M, b.inertia_in(_pose(identity(3), C[:3, 3])))
    yield same(c.derivative(lambda t: inertia(c.pose(b.i, c.at(t))) @ twists(t)["hybrid"]), W)
    turn = ad_w(V[:3])
    yield same(-turn.T @ M - M @ turn, c.derivative(b.along(inertia)))
    yield same(M @ rate + turn @ M @ w_part(V), W)
    yield same(M[:3, :3] @ rate[:3] + skew(V[:3]) @ M[:3, :3] @ V[:3], W[:3])
    yield same(b.m * rate[3:], W[3:])


def _hybrid(b: _Body) -> tuple[Array, Array, Array]:
    """M^h, d_bc and W^h of the body's frame."""
    frame = _pose(identity(3), b.r)
    return b.inertia_in(frame), b.R @ b.d, b.c.wrench(b.i, frame)


def hybrid_momentum(c: MovingChain) -> Instances:
    """(52): W = Pi' printed, W = Pi' - ad_r'^T Pi right away from the center of mass."""
    b = _Body(c)

    def momentum(t: Any) -> Array:
        C = c.pose(b.i, c.at(t))
        return c.inertia(b.i, _pose(C[:3, :3].T, 0 * b.r)) @ c.twist("hybrid", b.i, t)

    rate, moved = c.derivative(momentum), ad_v(b.V("hybrid")[3:])
    yield rate, rate - moved.T @ momentum(0), _hybrid(b)[2]


def hybrid_balance(c: MovingChain) -> Instances:
    """(51), (53)-(55): inertia about any point in inertial axes, and the wrench there."""
    b = _Body(c)
    M, d, W = _hybrid(b)
    _, twists = _centre(b)
    yield same(Ad_r(d) @ twists(0)["hybrid"], b.V("hybrid"))
    R = Ad_R((b.C @ b.S)[:3, :3])
    M_c, back, across = R @ b.M_c @ R.T, Ad_r(-d), skew(d)
    yield same(back.T @ M_c @ back, M)
    angular = M_c[:3, :3] - b.m * across @ across
    blocks = [[angular, b.m * across], [-b.m * across, b.m * identity(3)]]
    yield same(np.block(blocks), M)
    V, rate = b.V("hybrid"), b.V("hybrid", 1)
    yield same(M @ rate + ad_w(V[:3]) @ M @ w_part(V), W)
    w, turned = skew(V[:3]), skew(rate[:3])
    torque = angular @ rate[:3] + w @ angular @ V[:3] + b.m * across @ rate[3:]
    yield same(torque, W[:3])
    yield same(b.m * (rate[3:] + (turned + w @ w) @ d), W[3:])


def mixed_balance(c: MovingChain) -> Instances:
    """(56), (57): torque in body axes, force in inertial axes."""
    b = _Body(c)
    w, rate, moved = b.V("body")[:3], b.V("body", 1)[:3], c.r(b.i, 2)
    angular = b.M[:3, :3]
    torque = angular @ rate + skew(w) @ angular @ w + b.m * skew(b.d) @ b.R.T @ moved
    yield same(torque, c.wrench(b.i, b.C)[:3])
    turned = b.R @ (skew(rate) + skew(w) @ skew(w)) @ b.d
    yield same(b.m * (moved + turned), c.wrench(b.i)[3:])


# arbitrary representation: body i in a frame F_j on body j, resolved in F_k of body k
FRAME, AXES = 1, 2


def _twist_in(c: MovingChain, i: int, t: Any, k: int | None = None) -> Array:
    """jV_i = Ad_{C_j}^-1 V_i^s, resolved in F_k if one is given."""
    C = c.pose(FRAME, c.at(t))
    R = C[:3, :3] if k is None else c.pose(k, c.at(t))[:3, :3]
    return np.asarray(Ad_pose(inverse(_pose(R, C[:3, 3]))) @ c.twist("spatial", i, t))


def frame_wrench(c: MovingChain) -> Instances:
    """(59): jW = Ad_{C_i}^T W^s printed, Ad_{C_j}^T right."""
    b = _Body(c)
    W, C = c.derivative(lambda t: c.momentum(b.i, t)), c.C(FRAME)
    yield Ad_pose(b.C).T @ W, Ad_pose(C).T @ W, c.wrench(b.i, C)


def frame_balance(c: MovingChain) -> Instances:
    """(60): ad printed, ad^T right, of the twist before its momentum."""
    b = _Body(c)
    C = c.C(FRAME)
    M, V = b.inertia_in(C), _twist_in(c, b.i, 0)
    rate = c.derivative(lambda t: _twist_in(c, b.i, t))
    inertial = M @ (rate + ad(c.V("body", FRAME)) @ V)
    yield inertial - ad(V) @ M @ V, inertial - ad(V).T @ M @ V, c.wrench(b.i, C)


def frame_inertia(c: MovingChain) -> Instances:
    """(61): jM_i = Ad_{C_j}^T M_i^s Ad_{C_j}."""
    b = _Body(c)
    turn = Ad_pose(c.C(FRAME))
    yield same(turn.T @ b.inertia_in(identity(4)) @ turn, b.inertia_in(c.C(FRAME)))


def _axes(c: MovingChain) -> tuple[Array, Array]:
    """F_j in the axes of F_k, and Ad_{R_jk}."""
    R = c.R(FRAME).T @ c.R(AXES)
    return _pose(c.R(AXES), c.r(FRAME)), Ad_R(R)


def axes_wrench(c: MovingChain) -> Instances:
    """(62): Ad_{R_ik}^T Ad_{C_i}^T W^s printed, Ad_{R_jk}^T Ad_{C_j}^T right."""
    b = _Body(c)
    W, (frame, turn) = c.derivative(lambda t: c.momentum(b.i, t)), _axes(c)
    printed = Ad_R(b.R.T @ c.R(AXES)).T @ Ad_pose(b.C).T @ W
    yield printed, turn.T @ Ad_pose(c.C(FRAME)).T @ W, c.wrench(b.i, frame)


def axes_balance(c: MovingChain) -> Instances:
    """(63): the angular velocity of F_k printed, that relative to F_j right."""
    b = _Body(c)
    frame, turn = _axes(c)
    M, V = b.inertia_in(frame), _twist_in(c, b.i, 0, AXES)
    rate = c.derivative(lambda t: _twist_in(c, b.i, t, AXES))
    w_k = c.V("body", AXES)[:3]
    w_j = c.R(AXES).T @ c.R(FRAME) @ c.V("body", FRAME)[:3]
    moving = rate + ad(turn.T @ c.V("body", FRAME)) @ V
    forces = ad(V).T @ M @ V
    printed, corrected = (M @ (moving + ad_w(w) @ V) - forces for w in (w_k, w_k - w_j))
    yield printed, corrected, c.wrench(b.i, frame)


def axes_inertia(c: MovingChain) -> Instances:
    """(64): R_kj printed, R_jk right."""
    b = _Body(c)
    frame, turn = _axes(c)
    M = b.inertia_in(c.C(FRAME))
    yield turn @ M @ turn.T, turn.T @ M @ turn, b.inertia_in(frame)


CHECKS: Mapping[str, Callable[[MovingChain], Any]] = {
    check.__name__: check
    for check in (
        spatial_balance, body_balance, body_torque, centre_balance, hybrid_centre,
        hybrid_momentum, hybrid_balance, mixed_balance, frame_wrench, frame_balance,
        frame_inertia, axes_wrench, axes_balance, axes_inertia,
    )
}  # fmt: skip
