"""Plain twin of a free base whose motion is found order by order, in four representations.

What `base_twin.py` says of whole series, for one coefficient k at a time when only those below are
known: the base's acceleration A_k = (dw, a)_k = S vd_k + bias_k and its generalized force
tau_k = S^T W_k + below_k. a is the classical acceleration of the origin minus gravity; A, W in
body axes; vd and tau in the representation `base`.
"""

from __future__ import annotations

from typing import Any

from lieref.dynamics.shared.convolutions_twin import add, cross_sum, scaled, turn_back_sum, turn_sum
from lieref.model.tree.exact import apply, cross, transpose


class FreeBase:
    """Pose, velocity and acceleration of a free joint on the world, one coefficient at a time."""

    def __init__(self, base: str, R0: Any, p0: Any, v: Any, gravity: Any):
        self.base, self.gravity = base, gravity
        self.zero = (gravity[0] * 0,) * 3
        self.R = [R0]  # body -> inertial axes
        self.p = [p0]  # origin, inertial frame; beyond p_0 for "spatial" alone
        self.weight = [apply(transpose(R0), gravity)]  # gravity in body axes, "body" alone
        self.turn: list[Any] = []  # angular velocity and velocity as the representation has them
        self.shift: list[Any] = []
        self.dturn: list[Any] = []  # angular acceleration and p'' - g in inertial axes
        self.ddp: list[Any] = []
        self.rest: Any = None  # of p''_k - g, without the unknown
        self._advance(tuple(v))

    def angular_velocity(self) -> Any:
        """w_0 in body axes."""
        spins = self.base in ("spatial", "hybrid")
        return apply(transpose(self.R[0]), self.turn[0]) if spins else self.turn[0]

    def subspace(self) -> list[Any]:
        """The six columns of S."""
        one, nil = self.zero[0] + 1, self.zero
        unit = [tuple(one if i == j else nil[0] for i in range(3)) for j in range(3)]
        up = transpose(self.R[0])
        if self.base == "body":
            return [e + nil for e in unit] + [nil + e for e in unit]
        shifts = [nil + apply(up, e) for e in unit]
        if self.base == "mixed":
            return [e + nil for e in unit] + shifts
        turns = [apply(up, e) for e in unit]
        if self.base == "hybrid":
            return [e + nil for e in turns] + shifts
        levers = [apply(up, cross(e, self.p[0])) for e in unit]
        return [e + x for e, x in zip(turns, levers, strict=True)] + shifts

    def bias(self, w: list[Any], k: int) -> Any:
        """A_k - S vd_k; w: the coefficients 0 .. k of the angular velocity in body axes."""
        if self.base == "body":
            if k > 0:
                # gravity in body axes: g' = g x w
                g = cross_sum(self.weight, w, k - 1)
                self.weight.append(tuple(x / k for x in g))
            return self.zero + add(cross_sum(w, self.shift, k), scaled(-1, self.weight[k]))
        self.rest = scaled(-1, self.gravity) if k == 0 else self.zero
        if self.base == "spatial":
            # p'' = v' + w' x p + w x p',  p' = v + w x p
            velocity = [scaled(i + 1, p) for i, p in enumerate(self.p[1:])]
            self.rest = add(self.rest, cross_sum(self.turn, velocity, k))
            for i in range(k):
                self.rest = add(self.rest, cross(self.dturn[i], self.p[k - i]))
        a = add(
            apply(transpose(self.R[0]), self.rest), turn_back_sum(self.R, self.ddp, k, 1, self.zero)
        )
        if self.base == "mixed":
            return self.zero + a
        return turn_back_sum(self.R, self.dturn, k, 1, self.zero) + a

    def torque_below(self, n: list[Any], f: list[Any], k: int) -> Any:
        """tau_k - S^T W_k from the wrenches of the orders below k."""
        if self.base == "body":
            return self.zero * 2
        force = turn_sum(self.R, f, k, 1, self.zero)
        if self.base == "mixed":
            return self.zero + force
        moment = turn_sum(self.R, n, k, 1, self.zero)
        if self.base == "spatial":
            moment = add(moment, cross(self.p[0], force))
            for i in range(1, k + 1):
                moment = add(moment, cross(self.p[i], turn_sum(self.R, f, k - i, 0, self.zero)))
        return moment + force

    def to_body(self, torque: Any) -> Any:
        """S^-T times a generalized force: the wrench in body axes that it is."""
        if self.base == "body":
            return tuple(torque)
        up = transpose(self.R[0])
        moment, force = tuple(torque[:3]), tuple(torque[3:])
        if self.base == "spatial":
            moment = add(moment, scaled(-1, cross(self.p[0], force)))
        if self.base != "mixed":
            moment = apply(up, moment)
        return moment + apply(up, force)

    def coordinates(self, A: Any) -> list[Any]:
        """S^-1 times an acceleration without its bias: the derivative of the base's velocity."""
        if self.base == "body":
            return list(A)
        turn, shift = A[:3], apply(self.R[0], A[3:])
        if self.base != "mixed":
            turn = apply(self.R[0], turn)
        if self.base == "spatial":
            shift = add(shift, scaled(-1, cross(turn, self.p[0])))
        return [*turn, *shift]

    def take_acceleration(self, vd: list[Any], k: int) -> None:
        """The derivative of the base's velocity at order k is known: v_{k+1} = vd_k / (k + 1)."""
        if self.base != "body":
            turn, shift = tuple(vd[:3]), tuple(vd[3:])
            if self.base == "spatial":
                shift = add(shift, cross(turn, self.p[0]))
            self.dturn.append(turn)
            self.ddp.append(add(shift, self.rest))
        self._advance(tuple(x / (k + 1) for x in vd))

    def _advance(self, v: Any) -> None:
        """Velocity of order k: R and p of order k + 1."""
        k = len(self.turn)
        self.turn.append(v[:3])
        self.shift.append(v[3:])
        if self.base == "body":
            return
        # R' = [w] R with w in inertial axes, R' = R [w] in body axes, column by column, row by row
        if self.base == "mixed":
            rows = tuple(cross_sum([R[i] for R in self.R], self.turn, k) for i in range(3))
        else:
            columns = [[transpose(R)[i] for R in self.R] for i in range(3)]
            rows = transpose(tuple(cross_sum(self.turn, column, k) for column in columns))
        self.R.append(tuple(tuple(x / (k + 1) for x in row) for row in rows))
        if self.base == "spatial":
            rate = add(v[3:], cross_sum(self.turn, self.p, k))
            self.p.append(tuple(x / (k + 1) for x in rate))
