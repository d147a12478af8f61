"""References of a tree whose joints are chains of lieref's: the oracle, run in jets over balls.

tau = E(q)^T tau_chain(q_chain, v_chain, a_chain), and everything of the chain is a function of the
tree's coordinates. Slopes come from numbers that carry them, radii from balls; no derivative is
written by hand but that of each joint's own map.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import flint

from lieref import oracle
from lieref.check.metrics import FloatArray
from lieref.oracle import Arb, Jet, Jets
from verification.subjects.peers.pinocchio_mechanisms import Mechanism

DIGITS = 60
Vector = list[Any]
Matrix = list[list[Any]]


class References:
    """Reference values at one state of a tree, as balls.

    Parameters
    ----------
    mechanism : Mechanism
    state : q, v, a, tau in Pinocchio's coordinates, doubles taken exactly.
    """

    def __init__(self, mechanism: Mechanism, state: dict[str, FloatArray]) -> None:
        self.K = Arb(DIGITS)
        self._mechanism = mechanism
        with self.K.working():
            self._given = {name: [self.K(float(x)) for x in y] for name, y in state.items()}
        self.nv = len(state["v"])

    def _slopes(self, j: int) -> Vector:
        return [self.K(0)] * j + [self.K(1)]

    def _chain(
        self,
        values: dict[str, Vector],
        along: str = "",
        moving: bool = False,
    ) -> tuple[Vector, Vector, Vector, list[Matrix]]:
        """q, v, a of the chains and each part's E.

        along: "q", "v" or "a" get unit slopes; moving: q has the slope v too (as y of the jets).
        """
        K, J = self.K, Jets(self.K)
        places = range(self.nv)
        v, a = (
            [Jet(values[name][j], self._slopes(j) if along == name else ()) for j in places]
            for name in ("v", "a")
        )
        by = [
            Jet(
                K(0),
                self._slopes(j) if along == "q" else (),
                [self._given["v"][j]] if moving else (),
            )
            for j in places
        ]
        q_all: Vector = []
        v_all: Vector = []
        a_all: Vector = []
        maps: list[Matrix] = []
        iq = iv = 0
        for part in self._mechanism.parts:
            here = slice(iv, iv + part.nv)
            x = part.moved(J, part.chart(K, values["q"][iq : iq + part.nq]), by[here])
            chained = part.chain(J, x, v[here], a[here])
            for whole, some in zip((q_all, v_all, a_all), chained, strict=True):
                whole += some
            maps.append(part.map(J, x))
            iq, iv = iq + part.nq, iv + part.nv
        return q_all, v_all, a_all, maps

    def torques(self, along: str = "", moving: bool = False, **other: Vector) -> list[Jet]:
        """Jets of tau; other: v or a instead of the state's."""
        J = Jets(self.K)
        with self.K.working():
            q, v, a, maps = self._chain({**self._given, **other}, along, moving)
            tau = oracle.inverse_dynamics(self._mechanism.ours, q, [v, a], field=J)[0]
            out: list[Any] = []
            start = 0
            for E in maps:
                mine = tau[start : start + len(E)]
                out += [J.dot(list(column), mine) for column in zip(*E, strict=True)]
                start += len(E)
            return [x if isinstance(x, Jet) else Jet(x) for x in out]

    def poses(self, along: str = "", moving: bool = False) -> list[list[Matrix]]:
        """[k][i]: the k-th derivative, k = 0, 1, 2, of the pose of each joint's body, jets."""
        J = Jets(self.K)
        with self.K.working():
            q, v, a, _ = self._chain(self._given, along, moving)
            found = oracle.body_poses(self._mechanism.ours, q, [v, a], field=J)
            return [[rows[i] for i in self._mechanism.bodies] for rows in found]

    def given(self, name: str) -> Vector:
        """q, v, a or tau."""
        return self._given[name]

    def twist_and_rate(self, along: str = "", moving: bool = False) -> tuple[Vector, Vector]:
        """Twist (omega, v) of the last joint's body in its own axes, and its rate, jets.

        [omega] = R^T R', v = R^T p'; [omega'] = R^T R'' + R'^T R', v' = R^T p'' + R'^T p'.
        """
        J = Jets(self.K)
        C, C1, C2 = (rows[-1] for rows in self.poses(along, moving))
        with self.K.working():
            twist = [*_spin(J, C, C1), *_turned(J, C, C1)]
            second = zip(_spin(J, C, C2), _spin(J, C1, C1), strict=True)
            lever = zip(_turned(J, C, C2), _turned(J, C1, C1), strict=True)
            return twist, [*(x + y for x, y in second), *(x + y for x, y in lever)]

    def momentum_and_rate(self, along: str = "", moving: bool = False) -> tuple[Vector, Vector]:
        """Momentum (angular, linear) about the center of mass, inertial axes, and its rate."""
        K, J = self.K, Jets(self.K)
        poses = self.poses(along, moving)
        with K.working():
            bodies = self._mechanism.placed
            masses = [K(float(body.mass)) for body in bodies]
            total = sum(masses[1:], masses[0])
            # centers of mass and their derivatives: C (c, 1)
            at = [
                [_point(J, C[i], [K(float(x)) for x in body.com]) for i, body in enumerate(bodies)]
                for C in poses
            ]
            mean = [[J.dot(masses, [x[c] for x in row]) / total for c in range(3)] for row in at]
            linear = [[x * total for x in row] for row in mean[1:]]
            angular: list[Vector] = [[K(0)] * 3, [K(0)] * 3]
            for i, body in enumerate(bodies):
                arm = [x - y for x, y in zip(at[0][i], mean[0], strict=True)]
                inertia = [[K(float(x)) for x in row] for row in body.inertia]
                spins = _angular_momentum(J, [C[i] for C in poses], inertia)
                for k in (0, 1):
                    # (c - mean)' x m c' drops out: sum m c' = total mean'
                    orbital = _cross(arm, [masses[i] * x for x in at[k + 1][i]])
                    angular[k] = [
                        x + y + z for x, y, z in zip(angular[k], orbital, spins[k], strict=True)
                    ]
            return angular[0] + linear[0], angular[1] + linear[1]

    def zero(self) -> Vector:
        """Zeros, one for each velocity coordinate."""
        return [self.K(0)] * self.nv

    def first(self, jets: Sequence[Any]) -> Matrix:
        """The slopes of jets, a row each."""
        rows = [list(x.u) if isinstance(x, Jet) else [] for x in jets]
        return [row + [self.K(0)] * (self.nv - len(row)) for row in rows]

    def mixed(self, jets: Sequence[Any]) -> Matrix:
        """The mixed slopes of jets, a row each."""
        rows = [list(x.w) if isinstance(x, Jet) else [] for x in jets]
        return [row + [self.K(0)] * (self.nv - len(row)) for row in rows]

    def values(self, jets: Sequence[Any]) -> Vector:
        """The values of jets."""
        return [x.x if isinstance(x, Jet) else x for x in jets]

    def solve(self, H: Matrix, right: Matrix) -> Matrix:
        """H^-1 right, in balls."""
        with self.K.working():
            found = flint.arb_mat(H).solve(flint.arb_mat(right))
            return [[found[i, j] for j in range(found.ncols())] for i in range(found.nrows())]


def _column(C: Matrix, j: int) -> Vector:
    return [row[j] for row in C[:3]]


def _spin(J: Any, A: Matrix, B: Matrix) -> Vector:
    """The vector of the antisymmetric part of A^T B, for rotations: [w] = A^T B."""
    pairs = ((2, 1), (0, 2), (1, 0))
    return [
        (J.dot(_column(A, i), _column(B, j)) - J.dot(_column(A, j), _column(B, i))) / 2
        for i, j in pairs
    ]


def _turned(J: Any, A: Matrix, B: Matrix) -> Vector:
    """R_A^T p_B."""
    return [J.dot(_column(A, j), _column(B, 3)) for j in range(3)]


def _point(J: Any, C: Matrix, c: Vector) -> Vector:
    """A point of a body, or its derivative: C (c, 1)."""
    return [J.dot(row[:3], c) + row[3] for row in C[:3]]


def _cross(a: Vector, b: Vector) -> Vector:
    return [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]


def _angular_momentum(J: Any, C: Sequence[Matrix], inertia: Matrix) -> tuple[Vector, Vector]:
    """R I w and its rate R' I w + R I w', w in body axes."""
    w = _spin(J, C[0], C[1])
    rate = [x + y for x, y in zip(_spin(J, C[0], C[2]), _spin(J, C[1], C[1]), strict=True)]
    Iw, Irate = ([J.dot(row, x) for row in inertia] for x in (w, rate))
    value = [J.dot(row[:3], Iw) for row in C[0][:3]]
    slope = [
        J.dot(r1[:3], Iw) + J.dot(r0[:3], Irate) for r1, r0 in zip(C[1][:3], C[0][:3], strict=True)
    ]
    return value, slope
